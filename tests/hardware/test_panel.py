"""The real panel on gpiozero's mock pins: what is electrical, and what the lamps show."""

from collections.abc import Iterator

import pytest
from pressing import PINS, short

from hardware.panel import Button, Panel, PanelPins, PressKind
from hardware.simulator.fingers import Fingers


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


def test_edges_count_by_their_times_in_whatever_order_they_arrive(panel: Panel, fingers: Fingers) -> None:
    fingers.press(Button.KEEP_1, 1.0)
    panel.poll(1.1)
    fingers.press(Button.END, 2.0)
    fingers.release(Button.KEEP_1, 1.3)
    assert panel.poll(2.1) == [short(1.0, Button.KEEP_1)]


def test_lamps_shine_as_told_and_are_dark_before_and_after(fingers: Fingers) -> None:
    for _ in range(2):  # it lets go of its pins
        panel = Panel(PINS, fingers.factory)
        assert not any(fingers.lit(button) for button in Button)
        panel.light(dict.fromkeys(Button, True))
        assert all(fingers.lit(button) for button in Button)
        panel.light({Button.KEEP_2: True, Button.END: False})
        assert [button for button in Button if fingers.lit(button)] == [Button.KEEP_2], "those not named go dark"
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
