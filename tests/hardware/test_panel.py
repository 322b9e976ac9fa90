"""The real panel on gpiozero's mock pins: what is electrical, and what the lamps show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pressing import PINS, short

from hardware.panel import (
    KEEPS,
    Button,
    Panel,
    PanelPins,
    Press,
    PressKind,
)
from hardware.simulator.fingers import Fingers
from hardware.wiring import GROUNDS, HEADER, wiring_table


@pytest.fixture
def panel(fingers: Fingers) -> Iterator[Panel]:
    panel = Panel(PINS, fingers.factory)
    yield panel
    panel.close()


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
