"""The two pages that only the guide has: the camera's picture with go or no go, and a try of every button."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.guide.picture import NO_PICTURE, judged
from kiosk.session.menu import BACK
from kiosk.session.modes import Mode
from kiosk.session.service_page import Glimpse, busy
from kiosk.view import ButtonsView, CalibrationView, SteadinessView
from vision.types import Scene

NEXT = say("Next")
DONE = say("Done")
LAY = say("Lay your dice on the tray: the value of each should appear beside it")
PRESS = say("Press every button once: its lamp goes out")
HEARD = say("Heard: {button}. If you pressed another one, swap the wires of the two")
ALL_PRESSED = say("All buttons work: the table is ready")
AGE_S = 5.0
"""A picture older than this is none: the camera is lost, or there is none."""


@dataclass(slots=True)
class PicturePage(Mode):
    """What the camera sees, with a verdict; END goes on whatever it is, and MENU back."""

    title: Text
    back: Deed
    go_on: Deed
    _glimpse: Glimpse = field(default_factory=Glimpse)
    _judged: Scene | None = None
    _verdict: SteadinessView | None = None
    _since: float | None = None
    """When the picture shown was taken; before the first, when the page was opened."""
    _now: float = 0.0

    @property
    def unfinished(self) -> bool:
        """Who adjusts a camera or a lamp presses nothing meanwhile."""
        return True

    @property
    def view(self) -> CalibrationView:
        """The picture, the dice in it, and how good it is."""
        if self._since is not None and self._now - self._since > AGE_S:
            return CalibrationView(LAY, steadiness=NO_PICTURE, title=self.title)
        return self._glimpse.on(CalibrationView(LAY, steadiness=self._verdict, title=self.title))

    @property
    def keys(self) -> Keys:
        """Nobody is kept here: a table without a camera is played by hand."""
        return {Button.END: Key(NEXT, self.go_on), Button.MENU: Key(BACK, self.back, lit=False)}

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether hands are busy there."""
        moves = self._glimpse.see(scene)
        self._since = self._now = scene.time
        seen = self._glimpse.scene
        if seen is not None and seen is not self._judged and not busy(seen):
            self._judged, self._verdict = seen, judged(seen)
        return moves

    def tick(self, time: float) -> None:
        """Time passes; a camera that sends nothing is noticed."""
        self._now = max(self._now, time)
        self._since = time if self._since is None else self._since


@dataclass(slots=True)
class ButtonsPage(Mode):
    """Every button is pressed once, which puts its lamp out; then END is done and MENU goes back."""

    title: Text
    back: Deed
    done: Deed
    _pressed: frozenset[Button] = frozenset()
    _heard: Button | None = None
    """The last one that was pressed."""

    @property
    def unfinished(self) -> bool:
        """Who looks for a loose wire presses nothing meanwhile."""
        return True

    @property
    def view(self) -> ButtonsView:
        """Which buttons were pressed, and which was last: two that are wired crosswise look well otherwise."""
        heard = None if self._heard is None else replace(HEARD, values=(("button", _name(self._heard)),))
        return ButtonsView(self.title, ALL_PRESSED if self._every else PRESS, self._pressed, heard)

    @property
    def keys(self) -> Keys:
        """All are lit until they are pressed: a lamp that stays dark is seen, and one that stays lit is, too."""
        keys = {button: Key(None, partial(self._note, button)) for button in Button if button not in self._pressed}
        if Button.END in self._pressed:
            keys[Button.END] = Key(DONE, self.done, lit=self._every)
        if Button.MENU in self._pressed:
            keys[Button.MENU] = Key(BACK, self.back, lit=False)
        return keys

    @property
    def _every(self) -> bool:
        return self._pressed == frozenset(Button)

    def _note(self, button: Button) -> None:
        self._pressed |= {button}
        self._heard = button


def _name(button: Button) -> Text:
    if button in KEEPS:
        return say("button {n}", n=KEEPS.index(button) + 1)
    return say("End") if button is Button.END else say("Menu")
