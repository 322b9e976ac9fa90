"""The fingers of simulated guests, and how quick they are: a press is planned now, and done when its time has come."""

from collections.abc import Collection
from dataclasses import dataclass

from hardware.panel import Button
from hardware.simulator.fingers import Fingers


@dataclass(frozen=True, slots=True)
class Tempo:
    """How quick guests are, seconds.

    Attributes:
        press: how long a button is held; `pause` between two presses; `hold` for a long one.
        think: before they act on what they see.
        patience: before they try something else when nothing happens.
    """

    press: float
    pause: float
    hold: float
    think: tuple[float, float]
    patience: float


CALM = Tempo(press=0.15, pause=0.25, hold=1.1, think=(0.6, 1.8), patience=5.0)
BRISK = Tempo(press=0.04, pause=0.03, hold=0.9, think=(0.0, 0.0), patience=1.5)


class GuestFingers:
    """Press buttons and let go at their own times: give them the time with `move`.

    `press` and `hold` give the time from which the guest can press again, seconds.
    """

    def __init__(self, buttons: Fingers, tempo: Tempo) -> None:
        self._buttons = buttons
        self._tempo = tempo
        self._planned: list[tuple[float, Button, bool]] = []
        """When, which button, down or up."""

    @property
    def busy(self) -> bool:
        return bool(self._planned)

    def move(self, now: float) -> None:
        while self._planned and self._planned[0][0] <= now:
            at, button, down = self._planned.pop(0)
            (self._buttons.press if down else self._buttons.release)(button, at)

    def press(self, buttons: Collection[Button], now: float) -> float:
        at = now
        for button in buttons:
            self._planned += [(at, button, True), (at + self._tempo.press, button, False)]
            at += self._tempo.press + self._tempo.pause
        return at

    def hold(self, buttons: Collection[Button], now: float, for_s: float) -> float:
        self._planned += [(now, button, True) for button in buttons]
        self._planned += [(now + for_s, button, False) for button in buttons]
        # A pause, as no finger presses again within the time of a contact's bounce.
        return now + for_s + self._tempo.pause
