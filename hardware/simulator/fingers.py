"""Fingers on the simulated panel: they press by driving gpiozero's mock pins, and see the lamps as light or dark."""

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from hardware.presses import Button
from hardware.wiring import PanelPins


class _TimedPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin whose edges carry the simulated time instead of the wall's."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)  # noqa: SLF001  what MockPin itself calls


class _TimedFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Mock pins under a clock that is set by hand."""

    def __init__(self) -> None:
        super().__init__(pin_class=_TimedPin)
        self.now = 0.0

    def ticks(self) -> float:
        return self.now


class Fingers:
    """Everything that touches and sees the simulated panel.

    Each touch is given its time, seconds on the clock by which the panel is polled, so that it can run at any speed::

        fingers = Fingers(PanelPins())
        panel = Panel(PanelPins(), fingers.factory)
        fingers.press(Button.END, 1.0)
        fingers.release(Button.END, 1.2)
        panel.poll(1.3)  # [Press({END}, SHORT, 1.0)]
    """

    def __init__(self, pins: PanelPins) -> None:
        self._pins = pins
        self._factory = _TimedFactory()

    @property
    def factory(self) -> Any:
        return self._factory

    def press(self, button: Button, now: float) -> None:
        """Push `button` down; KeyError where none is wired."""
        self._factory.now = now
        self._factory.pin(self._pins.buttons[button]).drive_low()

    def release(self, button: Button, now: float) -> None:
        """Let `button` go; KeyError where none is wired."""
        self._factory.now = now
        self._factory.pin(self._pins.buttons[button]).drive_high()

    def lit(self, button: Button) -> bool:
        """Whether the lamp of `button` shines; a button without a lamp never does."""
        lamp = self._pins.lamps.get(button)
        if lamp is None:
            return False
        pin = self._factory.pin(lamp)
        return pin.function == "output" and bool(pin.state)
