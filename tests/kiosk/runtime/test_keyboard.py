"""Keyboard, mouse and touch press the panel's buttons, however slow the pictures are, and the space bar throws."""

from __future__ import annotations

import pytest

from hardware.panel import Button, Panel, PanelPins, Press, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.games.text import Text
from kiosk.runtime.keyboard import Keyboard
from kiosk.screen import KeyDown, KeyUp, ThrowKey
from kiosk.simulation.desk import SimulatedDesk
from kiosk.view import AttractView, MenuView, ProblemView, TableView, View

ATTRACT = TableView(AttractView((Text("421"),)))


@pytest.fixture(params=["pins", "keys"])
def table(request: pytest.FixtureRequest) -> tuple[Keyboard, Panel]:
    if request.param == "keys":
        panel = Panel(PanelPins({}, {}))
        return Keyboard(panel.key), panel
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    return Keyboard(SimulatedDesk(None, fingers, None).key), panel  # type: ignore[arg-type]


def test_a_tap_within_one_slow_picture_is_one_short_press(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    panel.poll(1.0)
    keyboard.put(KeyDown(Button.END), KeyUp(Button.END))
    keyboard.move(ATTRACT, 3.0)
    panel.poll(3.0)
    presses = panel.poll(3.1) + panel.poll(3.5)
    assert [(press.buttons, press.kind) for press in presses] == [(frozenset({Button.END}), PressKind.SHORT)]


def test_what_one_picture_has_noted_is_passed_on_at_once() -> None:
    keyboard = Keyboard(Panel(PanelPins({}, {})).key)
    keyboard.put(KeyDown(Button.END), KeyUp(Button.END))
    assert keyboard._done.qsize() == 1, "else a tap could be cut in two, too short for the panel"


def test_two_taps_within_one_slow_picture_are_two_presses(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    for _ in range(2):
        keyboard.put(KeyDown(Button.KEEP_2), KeyUp(Button.KEEP_2))
    presses = []
    for turn in range(20):
        now = 5.0 + 0.1 * turn
        keyboard.move(ATTRACT, now)
        presses += panel.poll(now)
    assert [press.kind for press in presses] == [PressKind.SHORT, PressKind.SHORT]


def test_a_button_held_is_held(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    keyboard.put(KeyDown(Button.KEEP_1))
    presses = []
    for turn in range(20):
        now = 5.0 + 0.1 * turn
        keyboard.move(ATTRACT, now)
        presses += panel.poll(now)
    keyboard.put(KeyUp(Button.KEEP_1))
    keyboard.move(ATTRACT, 8.0)
    presses += panel.poll(8.0) + panel.poll(8.1)
    assert [press.kind for press in presses] == [PressKind.LONG]


# --- the space bar ---------------------------------------------------------------------------------------------------


def space_bar(scene: View) -> tuple[list[TableView], list[Press]]:
    """What is thrown for, and what is pressed."""
    panel, thrown = Panel(PanelPins({}, {})), list[TableView]()
    keyboard = Keyboard(panel.key, thrown.append)
    keyboard.put(ThrowKey())
    keyboard.move(TableView(scene), 1.0)
    return thrown, panel.poll(1.0) + panel.poll(1.1)


PROBLEM = ProblemView(Text("camera"), Text("what"), Text("remedy"), Text("meanwhile"))


@pytest.mark.parametrize("scene", [ATTRACT.scene, PROBLEM])
def test_where_any_button_goes_on_the_space_bar_is_one(scene: View) -> None:
    thrown, presses = space_bar(scene)
    assert thrown == []
    assert [press.buttons for press in presses] == [{Button.END}]


def test_elsewhere_it_throws() -> None:
    scene = MenuView(Text("menu"), (), 0)
    thrown, presses = space_bar(scene)
    assert [view.scene for view in thrown] == [scene]
    assert presses == []


def test_a_real_table_has_nothing_to_throw() -> None:
    keyboard = Keyboard(Panel(PanelPins({}, {})).key)
    keyboard.put(ThrowKey())
    keyboard.move(TableView(MenuView(Text("menu"), (), 0)), 1.0)
