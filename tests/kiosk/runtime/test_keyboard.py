"""Keyboard, mouse and touch press the panel's buttons, however slow the pictures are, and the space bar throws."""

from __future__ import annotations

import pytest

from hardware.panel import Button, Panel, PanelPins, Press, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.games.text import Text
from kiosk.runtime.keyboard import Keyboard
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.view import AttractView, PageView, ProblemView, TableView, ThrowKey, View
from workshop.gallery import matches

ATTRACT = TableView(AttractView((Text("421"),)))


@pytest.fixture
def table() -> tuple[Keyboard, Panel]:
    panel = Panel(PanelPins({}, {}))
    return Keyboard(panel), panel


def test_space_begins_the_first_match_and_throws_once_it_waits_for_that() -> None:
    thrown: list[TableView] = []
    keyboard = Keyboard(Panel(PanelPins({}, {})), thrown.append)
    first, playing = TableView(AttractView((), throws=True)), matches.playing(matches.charge())
    keyboard.put(3.0, ThrowKey())
    for view in (first, first, playing, playing):
        keyboard.move(view, 4.0)
    assert thrown == [playing]
    keyboard.put(5.0, ThrowKey())
    keyboard.move(ATTRACT, 5.0)
    keyboard.move(playing, 6.0)
    assert thrown == [playing], "any other poster leads to the games"


def turns(table: tuple[Keyboard, Panel], began: float, seconds: float = 2.0, step: float = 0.01) -> list[Press]:
    """What is pressed while the thread that plays turns as often as it does."""
    keyboard, panel = table
    presses = []
    for turn in range(round(seconds / step)):
        now = began + step * turn
        keyboard.move(ATTRACT, now)
        presses += panel.poll(now)
    return presses


@pytest.mark.parametrize("step", [0.01, 0.033, 0.1])
@pytest.mark.parametrize("taps", [2, 4])
def test_taps_within_one_slow_picture_are_a_press_each(table: tuple[Keyboard, Panel], taps: int, step: float) -> None:
    keyboard, _ = table
    tap: list[KeyDown | KeyUp] = [KeyDown(Button.KEEP_2), KeyUp(Button.KEEP_2)]
    keyboard.put(5.0, *tap * taps)
    presses = turns(table, 5.0, step=step)
    assert [(press.buttons, press.kind) for press in presses] == [({Button.KEEP_2}, PressKind.SHORT)] * taps


def test_taps_of_several_keys_within_one_slow_picture_keep_their_order(table: tuple[Keyboard, Panel]) -> None:
    keyboard, _ = table
    wanted = [Button.KEEP_2, Button.KEEP_1, Button.END, Button.KEEP_1]
    taps: list[KeyDown | KeyUp] = []
    for button in wanted:
        taps += [KeyDown(button), KeyUp(button)]
    keyboard.put(5.0, *taps)
    assert [press.buttons for press in turns(table, 5.0)] == [{button} for button in wanted]


def test_keys_held_together_within_one_slow_picture_are_one_press(table: tuple[Keyboard, Panel]) -> None:
    keyboard, _ = table
    keyboard.put(5.0, KeyDown(Button.END), KeyDown(Button.MENU), KeyUp(Button.END), KeyUp(Button.MENU))
    assert [press.buttons for press in turns(table, 5.0)] == [{Button.END, Button.MENU}]


def test_what_was_held_for_long_while_the_play_was_slow_is_a_long_press(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    panel.poll(4.9)
    keyboard.put(5.0, KeyDown(Button.END))
    keyboard.put(6.2, KeyUp(Button.END))
    assert [press.kind for press in turns(table, 6.4)] == [PressKind.LONG]


def test_a_button_that_hangs_is_pressed_on_the_keyboard_instead() -> None:
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    fingers.press(Button.END, 1.0)
    assert [press.kind for press in panel.poll(2.0)] == [PressKind.LONG]
    keyboard = Keyboard(panel)
    keyboard.put(100.0, KeyDown(Button.END), KeyUp(Button.END))
    assert [press.buttons for press in turns((keyboard, panel), 100.0)] == [{Button.END}]
    panel.close()


# --- the space bar ---------------------------------------------------------------------------------------------------


def space_bar(scene: View) -> tuple[list[TableView], list[Press]]:
    """What is thrown for, and what is pressed."""
    panel, thrown = Panel(PanelPins({}, {})), list[TableView]()
    keyboard = Keyboard(panel, thrown.append)
    keyboard.put(1.0, ThrowKey())
    keyboard.move(TableView(scene), 1.0)
    return thrown, panel.poll(1.0) + panel.poll(1.1)


PROBLEM = ProblemView(Text("camera"), Text("what"), Text("remedy"), Text("meanwhile"))


@pytest.mark.parametrize("scene", [ATTRACT.scene, PROBLEM])
def test_where_any_button_goes_on_the_space_bar_is_one(scene: View) -> None:
    thrown, presses = space_bar(scene)
    assert thrown == []
    assert [press.buttons for press in presses] == [{Button.END}]


def test_elsewhere_it_throws() -> None:
    scene = PageView(Text("menu"), (), 0)
    thrown, presses = space_bar(scene)
    assert [view.scene for view in thrown] == [scene]
    assert presses == []


def test_a_real_table_has_nothing_to_throw() -> None:
    keyboard = Keyboard(Panel(PanelPins({}, {})))
    keyboard.put(1.0, ThrowKey())
    keyboard.move(TableView(PageView(Text("menu"), (), 0)), 1.0)
