"""A mode is what has the screen and the buttons for now; modes lie over one another, and the top one has both."""

from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import ClassVar, TypeVar

from hardware.presses import Button, Press, PressKind
from kiosk.games.text import Text
from kiosk.referee.keys import Deed, Keys
from kiosk.view import Picked, View
from vision.types import Scene


class Layer(IntEnum):
    """What lies over what, whichever was opened first: a higher number covers a lower one."""

    TABLE = 0
    """The attract screen, a match and its result, and what is asked of its dice."""
    PAGES = 1
    ASLEEP = 2
    FAULT = 3


class Mode(ABC):
    """One mode of the table: what it shows, and what each button does there.

    A button and its label are one value (`Key`), made anew for each view: what is shown is what a press does.
    """

    layer: ClassVar[Layer] = Layer.PAGES

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
        """What to tell when the mode is closed with its work unfinished, as nobody goes on; None: nothing."""
        return None

    def explain(self, button: Button) -> None:
        """A dark button was pressed: say why it does nothing, where there is something to say."""
        del button

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Do what the pressed buttons do, left to right; if MENU is among them, only what MENU does.

        Once one of them has opened a page or changed the match, `goes_on` is false and the others do nothing: nobody
        meant them for what is shown now.
        """
        pressed = [button for button in Button if button in press.buttons]
        for button in [Button.MENU] if Button.MENU in pressed else pressed:
            held = self.holds.get(button) if press.kind is PressKind.LONG else None
            key = self.keys.get(button)
            if held is not None:
                held()
            elif key is not None:
                key.do()
            else:
                self.explain(button)
            if not goes_on():
                return

    def type(self, text: str) -> None:
        """Somebody typed this, where a name is written."""
        del text

    def pick(self, picked: Picked) -> None:
        """Somebody tapped a line of a list, or a letter."""
        del picked

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether it shows that somebody is there, though no button is pressed."""
        del scene
        return False

    def tick(self, time: float) -> None:
        """Time passes, seconds, by the clock of the scenes and presses."""
        del time


M = TypeVar("M", bound=Mode)


class Stack:
    """The list that modes are laid on, and leave; the last one, on top, has the screen and the buttons.

    Attributes:
        modes: from the bottom to the top.
    """

    def __init__(self) -> None:
        self.modes: list[Mode] = []

    @property
    def pages(self) -> list[Mode]:
        """Those that lie open over a match, or over the attract screen."""
        return [mode for mode in self.modes if mode.layer is Layer.PAGES]

    def find(self, kind: type[M]) -> M | None:
        return next((mode for mode in self.modes if isinstance(mode, kind)), None)

    def open(self, mode: Mode) -> None:
        """Lay a mode on top of its layer; modes of higher layers, such as a fault, stay above it."""
        insort(self.modes, mode, key=lambda other: other.layer)

    def leave(self, mode: Mode | None) -> None:
        self.modes[:] = [other for other in self.modes if other is not mode]

    def close(self) -> None:
        """Take the top page away."""
        self.leave(self.pages[-1])

    def down_to(self, height: int) -> None:
        """Take pages away until this many are left."""
        for page in self.pages[height:]:
            self.leave(page)

    def clear(self) -> None:
        self.down_to(0)
