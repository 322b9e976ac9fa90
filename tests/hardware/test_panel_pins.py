"""Pins that are busy, broken, or not there: each is named by itself, and tried again."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from pressing import PINS, Refusing, short

from hardware import panel as panel_module
from hardware.panel import GPIO_BUSY, RETRY_S, Button, Panel, PanelFault, PanelFaultKind, PanelPins
from hardware.simulator.fingers import Fingers


def fault_of(pins: PanelPins, factory: object = None) -> PanelFault:
    """What is wrong with a panel, which is one thing."""
    panel = Panel(pins, factory)
    [fault] = panel.faults
    panel.close()
    return fault


def test_a_pin_that_no_raspberry_pi_has_is_named() -> None:
    pins = PanelPins(buttons={Button.END: 99}, lamps={})
    found = fault_of(pins, Fingers(PanelPins()).factory)
    assert found == PanelFault(PanelFaultKind.NO_SUCH_PIN, 99, button=Button.END)


@pytest.fixture
def refusing(fingers: Fingers, monkeypatch: pytest.MonkeyPatch) -> Refusing:
    return Refusing(fingers, monkeypatch)


SAID = {GPIO_BUSY: (PanelFaultKind.BUSY, ""), "unexpected error": (PanelFaultKind.PIN_REFUSED, "unexpected error")}


@pytest.mark.parametrize("said", SAID)
def test_a_pin_that_is_refused_is_named_and_tried_again_while_the_others_do_their_work(
    fingers: Fingers, refusing: Refusing, said: str
) -> None:
    kind, detail = SAID[said]
    button, lamp = PINS.buttons[Button.KEEP_2], PINS.lamps[Button.END]
    refusing.said = {button: said, lamp: said}
    panel = Panel(PINS, fingers.factory)
    assert panel.faults == (
        PanelFault(kind, button, detail, Button.KEEP_2),
        PanelFault(kind, lamp, detail, Button.END, lamp=True),
    )
    panel.light(dict.fromkeys(Button, True))
    assert all(fingers.lit(button) for button in Button if button is not Button.END)
    fingers.press(Button.END, 1.0)
    fingers.release(Button.END, 1.1)
    assert panel.poll(1.0) + panel.poll(2.0) == [short(1.0, Button.END)]
    refusing.said = {}
    panel.poll(1.0 + RETRY_S - 0.1)
    assert len(panel.faults) == 2, "not at every poll"
    panel.poll(1.0 + RETRY_S)
    assert panel.faults == ()
    panel.light(dict.fromkeys(Button, True))
    assert fingers.lit(Button.END)
    fingers.press(Button.KEEP_2, 7.0)
    fingers.release(Button.KEEP_2, 7.1)
    assert panel.poll(8.0) == [short(7.0, Button.KEEP_2)]
    panel.close()


def test_a_pin_that_fails_later_is_named_lets_go_and_comes_back(
    fingers: Fingers, refusing: Refusing, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin, lamp = PINS.buttons[Button.END], PINS.lamps[Button.MENU]
    for number in (pin, lamp):
        refusing.break_state(number, monkeypatch)
    panel = Panel(PINS, fingers.factory)
    fingers.press(Button.END, 1.0)
    assert panel.poll(1.1) == []
    refusing.said = {pin: "no such device", lamp: "no such device"}
    panel.light(dict.fromkeys(Button, True))
    assert panel.poll(1.2) + panel.poll(1.3) == [short(1.0, Button.END)], "or it would be held for ever"
    assert {(fault.button, fault.lamp) for fault in panel.faults} == {(Button.END, False), (Button.MENU, True)}
    fingers.press(Button.KEEP_1, 2.0)
    fingers.release(Button.KEEP_1, 2.1)
    assert panel.poll(3.0) == [short(2.0, Button.KEEP_1)]
    refusing.said = {}
    fingers.release(Button.END, 4.0)
    panel.poll(1.1 + RETRY_S)
    assert panel.faults == ()
    panel.close()


def test_all_pins_are_tried_again_where_none_was_in_reach(header: "Header", fingers: Fingers) -> None:
    def fail() -> object:
        raise FileNotFoundError("no place for its pipe")

    header.library(fail)
    panel = Panel(PINS)
    assert panel.faults == (PanelFault(PanelFaultKind.OUT_OF_REACH, detail="no place for its pipe"),)
    assert panel.poll(1.0) == []
    header.library(lambda: fingers.factory)
    panel.poll(1.0 + RETRY_S)
    assert panel.faults == ()
    fingers.press(Button.END, 7.0)
    fingers.release(Button.END, 7.1)
    assert panel.poll(8.0) == [short(7.0, Button.END)]
    panel.close()


def test_what_lgpio_says_of_a_busy_pin_is_known() -> None:
    lgpio = pytest.importorskip("lgpio")
    assert lgpio.error_text(lgpio.GPIO_BUSY) == GPIO_BUSY


class Header:
    """A Raspberry Pi's pins as far as they are looked at before any is used."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, devices: Path) -> None:
        self._monkeypatch = monkeypatch
        self._chip = devices / "gpiochip0"
        self._chip.touch()
        monkeypatch.setattr(panel_module, "DEVICES", devices)
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC04170)

    def refuse(self) -> None:
        """The chip belongs to a group that we are not in."""
        self._monkeypatch.setattr(os, "access", lambda path, _: path != self._chip)

    def library(self, factory: Callable[[], object] | None) -> None:
        """What gpiozero and lgpio make of it; None: lgpio is not installed."""
        module = None
        if factory is not None:
            module = ModuleType("gpiozero.pins.lgpio")
            module.LGPIOFactory = factory  # type: ignore[attr-defined]
        self._monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Header:
    return Header(monkeypatch, tmp_path)


def test_whoever_may_not_use_the_pins_is_told(header: Header) -> None:
    header.library(lambda: pytest.fail("lgpio half opened brings the interpreter down"))
    header.refuse()
    assert fault_of(PINS) == PanelFault(PanelFaultKind.NO_PERMISSION)


def test_a_pi_without_the_library_says_so(header: Header) -> None:
    header.library(None)
    assert fault_of(PINS) == PanelFault(PanelFaultKind.LIBRARY_MISSING)
