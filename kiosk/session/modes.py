"""A mode is what has the screen and the buttons for now; modes lie over one another, and the top one has the word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from hardware.presses import Button, Press
from kiosk.games.text import Text
from kiosk.referee.keys import Deed, Keys, obey
from kiosk.view import Picked, View
from vision.types import Scene


class Mode(ABC):
    """One mode of the table: what it shows, and what each button does there.

    A button and its label are one value (`Key`), made anew each time: what is offered is what a press does.
    """

    @property
    @abstractmethod
    def view(self) -> View:
        """What the screen shows."""

    @property
    @abstractmethod
    def keys(self) -> Keys:
        """The buttons that do something now; the others are dark."""

    @property
    def holds(self) -> Mapping[Button, Deed]:
        """What a long press does, where that is not what a short one does."""
        return {}

    @property
    def unfinished(self) -> bool:
        """Whether something was begun here that should not be lost while somebody thinks, or fetches a drink."""
        return False

    @property
    def lost(self) -> Text | None:
        """What the owner should hear where this is put away unfinished, as nobody goes on; None: nothing."""
        return None

    def explain(self, button: Button) -> None:
        """A dark button was pressed: say why it does nothing, where there is something to say."""
        del button

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Do what the pressed buttons do; what one of them opens or closes (not `goes_on`) is spared the others."""
        obey(self, press, goes_on=goes_on)

    def type(self, text: str) -> None:
        """Somebody typed this, where a name is written."""
        del text

    def pick(self, picked: Picked) -> None:
        """Somebody tapped a line of a list, or a letter."""
        del picked

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether that shows somebody at work, though no button is pressed."""
        del scene
        return False

    def tick(self, time: float) -> None:
        """Time passes, seconds, by the clock of the scenes and presses."""
        del time


class Stack:
    """The pages that lie open over a match or over the attract screen, the last on top.

    Attributes:
        pages: from the bottom to the top.
    """

    def __init__(self) -> None:
        self.pages: list[Mode] = []

    def open(self, page: Mode) -> None:
        """Lay a page on top."""
        self.pages.append(page)

    def close(self) -> None:
        """Take the top one away."""
        self.pages.pop()

    def down_to(self, height: int) -> None:
        """Take away what was laid on top of so many."""
        del self.pages[height:]

    def clear(self) -> None:
        """Take all away."""
        self.pages.clear()
