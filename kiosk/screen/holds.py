"""What is done at the screen, and which key, finger or mouse holds which button; none holds one for ever."""

from collections.abc import Hashable
from dataclasses import dataclass

from hardware.presses import Button
from kiosk.view import Pointed, ThrowKey

HELD_S = 10.0
"""A button held for 10 seconds was let go unnoticed: twice the longest long press that an owner can set."""


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A button's key, soft key or die was pressed."""

    button: Button


@dataclass(frozen=True, slots=True)
class KeyUp:
    button: Button


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, or Ctrl-Q."""


Input = KeyDown | KeyUp | ThrowKey | Quit | Pointed


class Holds:
    """Who holds which button.

    The release of a key, a finger or a mouse button may never come: its device is pulled out, its window loses the
    keyboard, its driver forgets it. A hold ends with its release; or when the same one presses again, as it must have
    let go; or when another one presses the same button; or after ten seconds.
    """

    def __init__(self) -> None:
        self._held: dict[Hashable, tuple[Button, float]] = {}
        """By key, finger or mouse: the button that it holds, and since when, seconds."""

    @property
    def any(self) -> bool:
        return bool(self._held)

    def down(self, who: Hashable, button: Button, now: float) -> list[Input]:
        """`who` presses this button; `now` in seconds."""
        over = [holder for holder, (held, _) in self._held.items() if holder == who or held is button]
        ended = self._end(over)
        self._held[who] = button, now
        return [*ended, KeyDown(button)]

    def up(self, who: Hashable) -> list[Input]:
        """`who` lets go of the button that it holds, if any."""
        return self._end([who] if who in self._held else [])

    def tick(self, now: float) -> list[Input]:
        return self._end([who for who, (_, since) in self._held.items() if now - since >= HELD_S])

    def let_go(self) -> list[Input]:
        """End all holds: their releases will not be heard any more."""
        return self._end(list(self._held))

    def _end(self, who: list[Hashable]) -> list[Input]:
        return [KeyUp(self._held.pop(holder)[0]) for holder in who]
