"""Keyboard, mouse and touch press the panel's buttons, however slow the pictures are, and the space bar throws."""

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
        keyboard.move(view)
    assert thrown == [playing]
    keyboard.put(5.0, ThrowKey())
    keyboard.move(ATTRACT)
    keyboard.move(playing)
    assert thrown == [playing], "any other poster leads to the games"


def test_taps_within_one_slow_picture_are_a_press_each_in_their_order(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    wanted = [Button.KEEP_2, Button.KEEP_2, Button.KEEP_1, Button.END, Button.KEEP_1]
    keyboard.put(5.0, *(key for button in wanted for key in (KeyDown(button), KeyUp(button))))
    keyboard.move(ATTRACT)
    assert panel.poll(5.0) == [Press(frozenset({button}), PressKind.SHORT, 5.0) for button in wanted]


def test_keys_held_together_within_one_slow_picture_are_one_press(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    keyboard.put(5.0, KeyDown(Button.END), KeyDown(Button.MENU), KeyUp(Button.END), KeyUp(Button.MENU))
    keyboard.move(ATTRACT)
    assert [press.buttons for press in panel.poll(5.0)] == [{Button.END, Button.MENU}]


def test_what_was_held_for_long_while_the_play_was_slow_is_a_long_press(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    panel.poll(4.9)
    keyboard.put(5.0, KeyDown(Button.END))
    keyboard.put(6.2, KeyUp(Button.END))
    keyboard.move(ATTRACT)
    assert [press.kind for press in panel.poll(6.4)] == [PressKind.LONG]


def test_a_button_that_hangs_is_pressed_on_the_keyboard_instead() -> None:
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    fingers.press(Button.END, 1.0)
    assert [press.kind for press in panel.poll(2.0)] == [PressKind.LONG]
    keyboard = Keyboard(panel)
    keyboard.put(100.0, KeyDown(Button.END), KeyUp(Button.END))
    keyboard.move(ATTRACT)
    assert [press.buttons for press in panel.poll(100.0)] == [{Button.END}]
    panel.close()


# --- the space bar ---------------------------------------------------------------------------------------------------


def space_bar(scene: View) -> tuple[list[TableView], list[Press]]:
    """What is thrown for, and what is pressed."""
    panel, thrown = Panel(PanelPins({}, {})), list[TableView]()
    keyboard = Keyboard(panel, thrown.append)
    keyboard.put(1.0, ThrowKey())
    keyboard.move(TableView(scene))
    return thrown, panel.poll(1.0)


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
    keyboard.move(TableView(PageView(Text("menu"), (), 0)))
