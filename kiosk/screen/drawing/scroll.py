"""Which lines of a list are in sight: they move when somebody rolls the list, or walks out of sight with buttons."""

from dataclasses import dataclass

import pygame

from kiosk.games.text import Text


@dataclass(frozen=True, slots=True)
class ScrollBy:
    """A list moves by this many lines, down if positive."""

    lines: int


class Scroll:
    """The place of one list, remembered from picture to picture.

    Attributes:
        first: the line on top.
        area: where the list stands, if there is one; pixels.
        row: height of a line there, pixels.
    """

    def __init__(self) -> None:
        self.first = 0
        self.area: pygame.Rect | None = None
        self.row = 1
        self._title: Text | None = None
        self._chosen = 0
        self._last = 0
        """The lowest line that may stand on top."""

    def place(self, title: Text, chosen: int, count: int, room: int) -> int:
        """Which of `count` lines stands on top, where there is `room` for this many.

        A new list begins with its chosen line in the middle. After that it moves no farther than that line needs to be
        in sight, and not at all where nothing else was chosen.
        """
        if title != self._title:
            self.first = chosen - room // 2
        elif chosen != self._chosen:
            self.first = min(max(self.first, chosen - room + 1), chosen)
        self._title, self._chosen, self._last = title, chosen, count - room
        self.first = max(0, min(self.first, self._last))
        return self.first

    def to(self, first: int) -> bool:
        """Bring this line to the top, as far as the list goes; whether that moves it."""
        before, self.first = self.first, max(0, min(first, self._last))
        return self.first != before
