"""The fingers of simulated guests: presses that are planned now, and done when their time has come."""

from __future__ import annotations

from collections.abc import Collection

from hardware.panel import Button
from hardware.simulator.fingers import Fingers
from kiosk.simulation.guests.tempo import Tempo


class GuestFingers:
    """Press buttons and let go at their own times: give them the time with `move`.

    What plans presses returns from when on the guest can press again, seconds.
    """

    def __init__(self, buttons: Fingers, tempo: Tempo) -> None:
        self._buttons = buttons
        self._tempo = tempo
        self._planned: list[tuple[float, Button, bool]] = []
        """When, which button, down or up."""

    @property
    def busy(self) -> bool:
        """Whether a finger is on a button, or on its way."""
        return bool(self._planned)

    def move(self, now: float) -> None:
        """Press and let go what is due by now."""
        while self._planned and self._planned[0][0] <= now:
            at, button, down = self._planned.pop(0)
            (self._buttons.press if down else self._buttons.release)(button, at)

    def press(self, buttons: Collection[Button], now: float) -> float:
        """One after the other."""
        at = now
        for button in buttons:
            self._planned += [(at, button, True), (at + self._tempo.press, button, False)]
            at += self._tempo.press + self._tempo.pause
        return at

    def hold(self, buttons: Collection[Button], now: float, for_s: float) -> float:
        """All at once, for these seconds."""
        self._planned += [(now, button, True) for button in buttons]
        self._planned += [(now + for_s, button, False) for button in buttons]
        # Nobody's finger is back within the time of a contact's bounce.
        return now + for_s + self._tempo.pause
