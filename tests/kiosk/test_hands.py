"""Keyboard, mouse and touch press the panel's buttons, however slow the pictures are."""

from __future__ import annotations

import pytest

from hardware.panel import Button, Panel, PanelPins, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.loop import Hands


@pytest.fixture(params=["pins", "keys"])
def table(request: pytest.FixtureRequest) -> tuple[Hands, Panel]:
    if request.param == "keys":
        panel = Panel(PanelPins({}, {}))
        return Hands(panel, None, None), panel
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    return Hands(panel, fingers, None), panel


def test_a_tap_within_one_slow_picture_is_one_short_press(table: tuple[Hands, Panel]) -> None:
    hands, panel = table
    panel.poll(1.0)
    hands.button(Button.END, down=True)
    hands.button(Button.END, down=False)
    hands.move(3.0)
    panel.poll(3.0)
    presses = panel.poll(3.1) + panel.poll(3.5)
    assert [(press.buttons, press.kind) for press in presses] == [({Button.END}, PressKind.SHORT)]


def test_two_taps_within_one_slow_picture_are_two_presses(table: tuple[Hands, Panel]) -> None:
    hands, panel = table
    for _ in range(2):
        hands.button(Button.KEEP_2, down=True)
        hands.button(Button.KEEP_2, down=False)
    presses = []
    for turn in range(20):
        now = 5.0 + 0.1 * turn
        hands.move(now)
        presses += panel.poll(now)
    assert [press.kind for press in presses] == [PressKind.SHORT, PressKind.SHORT]


def test_a_button_held_is_held(table: tuple[Hands, Panel]) -> None:
    hands, panel = table
    hands.button(Button.KEEP_1, down=True)
    presses = []
    for turn in range(20):
        now = 5.0 + 0.1 * turn
        hands.move(now)
        presses += panel.poll(now)
    hands.button(Button.KEEP_1, down=False)
    hands.move(8.0)
    presses += panel.poll(8.0) + panel.poll(8.1)
    assert [press.kind for press in presses] == [PressKind.LONG]
