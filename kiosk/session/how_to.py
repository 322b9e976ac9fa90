"""How a turn goes, in three pictures: for people who sit at such a table for the first time."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.presses import Button
from kiosk.games.text import say
from kiosk.referee.keeping import Keeping
from kiosk.referee.keys import Key, Keys
from kiosk.session.menu import BACK
from kiosk.session.modes import Mode, Stack
from kiosk.view import HowToView

THROW = say("Throw all the dice into the tray")
KEEP = {
    Keeping.BUTTONS: say("Keep: press the button under a die, and throw the others again"),
    Keeping.HANDS: say("Keep: leave lying what stays, and throw the others again"),
}
END = say("End: with this button the turn is the next player's")


@dataclass(frozen=True, slots=True)
class HowTo(Mode):
    """The page lies over a match that has just begun: a button leads there, and so does the first throw."""

    pages: Stack
    keeping: Keeping

    @property
    def view(self) -> HowToView:
        """What the three pictures show, in a sentence each."""
        return HowToView(say("How a turn goes"), THROW, KEEP[self.keeping], END)

    @property
    def keys(self) -> Keys:
        """Any way on leads into the match."""
        return {
            Button.END: Key(say("Play"), self.pages.close),
            Button.MENU: Key(BACK, self.pages.close, lit=False),
        }
