"""The real panel on gpiozero's mock pins: what is electrical, and what the lamps show."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from hardware import health
from hardware import panel as panel_module
from hardware.panel import (
    GPIO_BUSY,
    KEEPS,
    RETRY_S,
    Button,
    Panel,
    PanelFault,
    PanelFaultKind,
    PanelPins,
    Press,
    PressKind,
)
from hardware.simulator.fingers import Fingers
from hardware.wiring import GROUNDS, HEADER, wiring_table

PINS = PanelPins()


@pytest.fixture
def fingers() -> Fingers:
    return Fingers(PINS)


@pytest.fixture
def panel(fingers: Fingers) -> Iterator[Panel]:
    panel = Panel(PINS, fingers.factory)
    yield panel
    panel.close()


def short(time: float, *buttons: Button) -> Press:
    return Press(frozenset(buttons), PressKind.SHORT, time)


@pytest.mark.parametrize("button", Button)
def test_each_button_presses(panel: Panel, fingers: Fingers, button: Button) -> None:
    fingers.press(button, 1.0)
    fingers.release(button, 1.2)
    assert panel.poll(1.3) == [short(1.0, button)]


def test_a_press_across_polls_is_told_once(panel: Panel, fingers: Fingers) -> None:
    fingers.press(Button.END, 1.0)
    told = [panel.poll(1.0 + step / 30) for step in range(10)]
    fingers.release(Button.END, 1.4)
    told += [panel.poll(1.4 + step / 30) for step in range(10)]
    assert [press for presses in told for press in presses] == [short(1.0, Button.END)]


def test_a_long_press_comes_while_the_finger_is_still_down(panel: Panel, fingers: Fingers) -> None:
    fingers.press(Button.KEEP_3, 1.0)
    told = [press for step in range(60) for press in panel.poll(1.0 + step / 30)]
    assert told == [Press(frozenset({Button.KEEP_3}), PressKind.LONG, 1.0)]


def test_a_bounce_train_is_one_press(panel: Panel, fingers: Fingers) -> None:
    for start in (1.0, 1.5):
        for ms in range(0, 8, 2):
            fingers.press(Button.END, start + ms / 1000)
            fingers.release(Button.END, start + (ms + 1) / 1000)
        fingers.press(Button.END, start + 0.009)
        fingers.release(Button.END, start + 0.2)
    assert panel.poll(2.0) == [short(1.0, Button.END), short(1.5, Button.END)]


def test_ten_presses_between_two_polls_are_ten_presses(panel: Panel, fingers: Fingers) -> None:
    for tenth in range(10):
        fingers.press(Button.END, 1 + tenth / 10)
        fingers.release(Button.END, 1.05 + tenth / 10)
    assert panel.poll(3.0) == [short(1 + tenth / 10, Button.END) for tenth in range(10)]


def test_seven_palms_at_once_are_one_press(panel: Panel, fingers: Fingers) -> None:
    for button in Button:
        fingers.press(button, 1.0)
    for button in Button:
        fingers.release(button, 1.3)
    assert panel.poll(2.0) == [short(1.0, *Button)]


def test_a_jammed_button_is_named(panel: Panel, fingers: Fingers) -> None:
    fingers.press(Button.KEEP_2, 1.0)
    panel.poll(32.0)
    assert panel.stuck == {Button.KEEP_2}
    fingers.release(Button.KEEP_2, 40.0)
    assert panel.poll(41.0) == []
    assert not panel.stuck


def test_a_button_down_when_the_table_is_switched_on_presses_nothing() -> None:
    fingers = Fingers(PINS)

    class Jammed(type(fingers.factory.pin(PINS.buttons[Button.END]))):  # type: ignore[misc]
        """A pin that a jammed button pulls down, whatever the pull-up does."""

        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self._state = False

    fingers.factory.pins.clear()
    fingers.factory.pin_class = Jammed
    panel = Panel(PanelPins(buttons={Button.END: 13}, lamps={}), fingers.factory)
    assert panel.poll(0.1) == panel.poll(5.0) == []
    assert panel.stuck == {Button.END}
    fingers.release(Button.END, 6.0)
    assert panel.poll(7.0) == []
    assert not panel.stuck
    panel.close()


def test_a_level_that_no_edge_told_of_is_noticed(panel: Panel, fingers: Fingers) -> None:
    fingers.factory.pin(PINS.buttons[Button.END])._state = False  # the kernel's queue was full
    told = [press for step in range(60) for press in panel.poll(1.0 + step / 30)]
    [press] = told
    assert (press.buttons, press.kind) == (frozenset({Button.END}), PressKind.LONG)
    fingers.release(Button.END, 4.0)
    fingers.press(Button.END, 5.0)
    fingers.factory.pin(PINS.buttons[Button.END])._state = True
    assert [press for step in range(60) for press in panel.poll(5.0 + step / 30)] == [short(5.0, Button.END)]


def test_a_key_stands_in_for_a_button(panel: Panel) -> None:
    panel.key(Button.MENU, pressed=True, time=1.0)
    panel.poll(1.1)
    panel.key(Button.MENU, pressed=False, time=1.2)
    assert panel.poll(1.3) == [short(1.0, Button.MENU)]


def test_edges_count_by_their_times_in_whatever_order_they_arrive(panel: Panel, fingers: Fingers) -> None:
    fingers.press(Button.KEEP_1, 1.0)
    panel.poll(1.1)
    fingers.press(Button.END, 2.0)
    fingers.release(Button.KEEP_1, 1.3)
    assert panel.poll(2.1) == [short(1.0, Button.KEEP_1)]


def test_lamps_shine_as_told_and_those_not_named_go_dark(panel: Panel, fingers: Fingers) -> None:
    panel.light({Button.KEEP_1: True, Button.END: True})
    assert [button for button in Button if fingers.lit(button)] == [Button.KEEP_1, Button.END]
    panel.light({Button.KEEP_2: True, Button.END: False})
    assert [button for button in Button if fingers.lit(button)] == [Button.KEEP_2]


def test_lamps_are_dark_before_and_after(fingers: Fingers) -> None:
    panel = Panel(PINS, fingers.factory)
    assert not any(fingers.lit(button) for button in Button)
    panel.light(dict.fromkeys(Button, True))
    assert all(fingers.lit(button) for button in Button)
    panel.close()
    assert not any(fingers.lit(button) for button in Button)


def test_missing_buttons_and_lamps_are_fine() -> None:
    pins = PanelPins(buttons={Button.END: 4}, lamps={Button.KEEP_1: 11})
    fingers = Fingers(pins)
    panel = Panel(pins, fingers.factory)
    fingers.press(Button.END, 1.0)
    fingers.release(Button.END, 1.1)
    assert panel.poll(2.0) == [short(1.0, Button.END)]
    panel.light(dict.fromkeys(Button, True))
    assert [button for button in Button if fingers.lit(button)] == [Button.KEEP_1]
    panel.close()


def test_a_panel_without_any_wire_needs_no_raspberry_pi() -> None:
    panel = Panel(PanelPins(buttons={}, lamps={}))
    panel.key(Button.END, pressed=True, time=1.0)
    panel.key(Button.END, pressed=False, time=1.1)
    assert panel.poll(2.0) == [short(1.0, Button.END)]
    panel.light({Button.END: True})
    panel.close()


def fault_of(pins: PanelPins, factory: object = None) -> PanelFault:
    """What is wrong with a panel, which is one thing."""
    panel = Panel(pins, factory)
    [fault] = panel.faults
    panel.close()
    return fault


def test_a_pin_used_twice_is_named() -> None:
    pins = PanelPins(buttons={Button.END: 13, Button.MENU: 13}, lamps={})
    fault = fault_of(pins, Fingers(pins).factory)
    assert (fault.kind, fault.pin, fault.button) == (PanelFaultKind.PIN_REFUSED, 13, Button.MENU)
    assert "already in use" in fault.detail


def test_a_pin_that_no_raspberry_pi_has_is_named() -> None:
    pins = PanelPins(buttons={Button.END: 99}, lamps={})
    found = fault_of(pins, Fingers(PanelPins()).factory)
    assert found == PanelFault(PanelFaultKind.NO_SUCH_PIN, 99, button=Button.END)


class Refusing:
    """Makes pins fail as those of lgpio do: from now on, or when they are taken."""

    def __init__(self, fingers: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
        self._fingers = fingers
        self._own = fingers.factory.pin
        self.said: dict[int, str] = {}
        monkeypatch.setattr(fingers.factory, "pin", self._pin)

    def _pin(self, number: int) -> object:
        self.check(number)
        return self._own(number)

    def check(self, number: int) -> None:
        if number in self.said:
            raise Exception(self.said[number])  # noqa: TRY002  as lgpio.error, which has no other base

    def break_state(self, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """A pin that is in use already fails as soon as `said` says so."""
        pin = self._own(number)

        class Failing(type(pin)):  # type: ignore[misc]
            def _get_state(it) -> object:
                self.check(number)
                return super()._get_state()

            def _set_state(it, value: object) -> None:
                self.check(number)
                super()._set_state(value)

        monkeypatch.setattr(pin, "__class__", Failing)


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
    assert all(fingers.lit(one) for one in Button if one is not Button.END)
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


def test_all_pins_are_tried_again_where_none_was_in_reach(header: Header, fingers: Fingers) -> None:
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


def test_a_machine_without_pins_says_so() -> None:
    if health.model() is not None:
        pytest.skip("this is a Raspberry Pi")
    assert fault_of(PINS) == PanelFault(PanelFaultKind.NO_PINS)


def test_whoever_may_not_use_the_pins_is_told(header: Header) -> None:
    header.library(lambda: pytest.fail("lgpio half opened brings the interpreter down"))
    header.refuse()
    assert fault_of(PINS) == PanelFault(PanelFaultKind.NO_PERMISSION)


def test_a_pi_without_the_library_says_so(header: Header) -> None:
    header.library(None)
    assert fault_of(PINS) == PanelFault(PanelFaultKind.LIBRARY_MISSING)


def test_pins_out_of_reach_for_another_reason_say_what_the_library_said(header: Header) -> None:
    def fail() -> object:
        raise FileNotFoundError("no place for its pipe")

    header.library(fail)
    assert fault_of(PINS) == PanelFault(PanelFaultKind.OUT_OF_REACH, detail="no place for its pipe")


def test_where_there_are_pins_the_panel_takes_them(header: Header, fingers: Fingers) -> None:
    header.library(lambda: fingers.factory)
    Panel(PINS).close()


def test_the_panel_lets_go_of_its_pins(fingers: Fingers) -> None:
    Panel(PINS, fingers.factory).close()
    Panel(PINS, fingers.factory).close()


def test_the_default_wiring_uses_each_pin_once_and_none_that_is_spoken_for() -> None:
    used = [*PINS.buttons.values(), *PINS.lamps.values()]
    assert len(set(used)) == len(used) == 14
    assert not set(used) & {0, 1, 2, 3, 14, 15, 18, 19, 20, 21}, "HAT, I2C, console, I2S sound"
    assert min(PINS.lamps.values()) >= 9, "pulled up until the program runs: the lamp would glow"
    assert set(PINS.buttons) == set(PINS.lamps) == set(Button)


def test_the_header_is_that_of_gpiozero(fingers: Fingers) -> None:
    header = fingers.factory.board_info.headers["J8"]
    numbered = {info.name: place for place, info in header.pins.items() if info.name.startswith("GPIO")}
    assert {f"GPIO{pin}": place for pin, place in HEADER.items()} == {
        name: place for name, place in numbered.items() if name not in {"GPIO0", "GPIO1"}
    }
    assert tuple(place for place, info in sorted(header.pins.items()) if info.name == "GND") == GROUNDS


def test_the_wiring_table_names_every_button_and_leaves_out_what_is_not_wired() -> None:
    table = wiring_table(PanelPins(buttons={Button.KEEP_1: 17, Button.END: 13}, lamps={Button.KEEP_1: 23}))
    lines = [line.split() for line in table.splitlines()]
    assert lines[1] == ["KEEP", "1", "GPIO17", "11", "9", "GPIO23", "16"]
    assert lines[2] == ["KEEP", "2", "-", "-", "-", "-", "-"]
    assert lines[6] == ["END", "GPIO13", "33", "34", "-", "-"]
    assert len(KEEPS) == 5


def test_the_guide_shows_the_table_that_the_command_prints() -> None:
    guide = Path(__file__).resolve().parents[2] / "hardware" / "README.md"
    assert wiring_table(PanelPins()) in guide.read_text(encoding="utf-8")
