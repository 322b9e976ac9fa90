"""The doctor on the panel: pins that cannot be used, and each button tried by hand."""

import pytest
from pressing import Refusing

from hardware.panel import GPIO_BUSY, Button, Panel, PanelFault, PanelFaultKind, PanelPins
from hardware.simulator.fingers import Fingers
from kiosk.appliance.doctor.checks import Check, Level
from kiosk.appliance.doctor.panel import check_panel, try_panel


class Finger:
    """Presses what it is told to, or what it was made to press in its place."""

    def __init__(self, instead: dict[Button, Button | None]) -> None:
        self.fingers = Fingers(PanelPins())
        self.now = 0.0
        self.instead = instead
        self.asked: dict[Button, str] = {}
        self._down: tuple[Button, float] | None = None

    def ask(self, asked: Button, words: str) -> None:
        self.asked[asked] = words
        button = self.instead.get(asked, asked)
        if button is not None:
            self.fingers.press(button, self.now)
            self._down = button, self.now + 0.2

    def pause(self, seconds: float) -> None:
        self.now += seconds
        if self._down is not None and self.now >= self._down[1]:
            self.fingers.release(self._down[0], self.now)
            self._down = None


def tried(instead: dict[Button, Button | None], finger: Finger | None = None) -> tuple[dict[str, Check], Finger]:
    finger = finger or Finger(instead)
    checks = try_panel(
        PanelPins(),
        finger.ask,
        open_panel=lambda pins: Panel(pins, finger.fingers.factory),
        clock=lambda: finger.now,
        pause=finger.pause,
    )
    return {check.name: check for check in checks}, finger


def test_every_button_is_asked_for_and_answers() -> None:
    found, finger = tried({})
    assert [check.level for check in found.values()] == [Level.OK] * 7
    assert [*finger.asked] == [*Button]
    assert finger.asked[Button.KEEP_1] == "Press KEEP 1: its lamp is lit now, and no other."


def test_swapped_and_dead_buttons_are_named() -> None:
    found, _ = tried({Button.KEEP_2: Button.KEEP_3, Button.MENU: None})
    assert found["KEEP 2"].found == "KEEP 3 answered in its place"
    assert found["MENU"].found.startswith("no press")
    assert {name for name, check in found.items() if check.level is Level.FAULT} == {"KEEP 2", "MENU"}


def test_pins_that_the_running_table_has_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    [check] = checked(monkeypatch, {13: GPIO_BUSY, 17: GPIO_BUSY})
    assert check.level is Level.INFO
    assert check.found == ("7 buttons and 7 lamps. Another program has the pins GPIO17 (KEEP 1) and GPIO13 (END).")
    assert "sudo dice-table doctor --panel" in check.mend


def test_a_panel_that_cannot_be_used_says_what_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panel._header_pins", lambda: PanelFault(PanelFaultKind.NO_PERMISSION))
    [check] = check_panel(PanelPins())
    assert check.level is Level.FAULT
    assert "join the group gpio" in check.mend


def test_buttons_that_are_missing_are_named_and_the_others_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    finger = Finger({})
    Refusing(finger.fingers, monkeypatch).said = {PanelPins().buttons[Button.KEEP_2]: "no pull"}
    found, _ = tried({}, finger)
    assert "GPIO27 (KEEP 2)" in found["panel"].found
    assert finger.asked.keys() == {*Button} - {Button.KEEP_2}


def checked(monkeypatch: pytest.MonkeyPatch, said: dict[int, str]) -> list[Check]:
    """What the doctor says of a panel whose pins say this."""
    fingers = Fingers(PanelPins())
    Refusing(fingers, monkeypatch).said = said
    monkeypatch.setattr("hardware.panel._header_pins", lambda: fingers.factory)
    return list(check_panel(PanelPins()))
