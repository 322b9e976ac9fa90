"""The owner's PIN, where the settings have one: asked for with the buttons before what guests should leave alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.menu import BACK
from kiosk.session.modes import Mode, Stack
from kiosk.view import PinView

TRIES = 3
"""So many wrong ones in a row cost"""
PAUSE_S = 30.0
"""this pause, always the same: nobody is locked out for long, and four digits take an hour to guess."""
HALF_S = 20.0
"""Digits that nobody adds to are forgotten after 20 seconds: whoever comes next begins with the first one."""
TITLE = say("The owner's PIN")
ASK = say("Press its digits on the buttons 1 to 5")
WRONG = say("That is not the PIN")
LEFT = say("The PIN was left unfinished: start again")
WIPE = say("Wipe")


@dataclass(slots=True)
class Lock:
    """Lets somebody through who knows the PIN, and everybody where there is none.

    Attributes:
        pages: where the question is laid.
        now: the clock of the presses, seconds.
        pin: its digits, 1 to 5; empty if there is none.
        place: where it stands, for whoever has forgotten it.
    """

    pages: Stack
    now: Callable[[], float]
    pin: str = ""
    place: str = ""
    _wrong: int = 0
    """In a row, on this page or others: leaving it is no way round the pause."""
    _open_at: float = -math.inf

    def guard(self, deed: Deed) -> None:
        """Do this, once the PIN was entered."""
        if self.pin:
            self.pages.open(PinPage(self, deed))
        else:
            deed()

    @property
    def pause_s(self) -> int:
        """Seconds until it may be tried again; 0 if it may."""
        return math.ceil(max(0.0, self._open_at - self.now()))

    def opens(self, digits: str) -> bool:
        """Whether this is it."""
        if digits == self.pin:
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._open_at = 0, self.now() + PAUSE_S
        return False


@dataclass(slots=True)
class PinPage(Mode):
    """The question; `deed` is done in its place once it is answered."""

    lock: Lock
    deed: Deed
    digits: str = ""
    wrong: bool = False
    left: bool = False
    """Digits were entered, and forgotten as nobody went on."""
    _entered_at: float = 0.0

    @property
    def view(self) -> PinView:
        """How many digits there are and were entered, and what was wrong with them; not the digits."""
        lock = self.lock
        said, pause_s = ASK, lock.pause_s
        if pause_s:
            said = say(
                "Wrong three times: try again in {n} second", "Wrong three times: try again in {n} seconds", n=pause_s
            )
        elif self.wrong:
            said = WRONG
        elif self.left:
            said = LEFT
        forgotten = say("Forgotten? It stands at “pin” in {file}", file=lock.place)
        return PinView(TITLE, said, len(lock.pin), len(self.digits), forgotten, warning=bool(pause_s) or self.wrong)

    @property
    def keys(self) -> Keys:
        """KEEP 1-5 are the digits; END begins anew, MENU leaves."""
        keys = {Button.MENU: Key(BACK, self.lock.pages.close, lit=False)}
        if not self.lock.pause_s:
            keys |= {
                button: Key(Text(str(digit)), partial(self._enter, str(digit))) for digit, button in enumerate(KEEPS, 1)
            }
            if self.digits:
                keys[Button.END] = Key(WIPE, self._wipe)
        return keys

    def tick(self, time: float) -> None:
        """Half a PIN is forgotten after a while, and that is said."""
        if self.digits and time - self._entered_at > HALF_S:
            self._wipe()
            self.left = True

    def _enter(self, digit: str) -> None:
        self.digits, self.wrong, self.left = self.digits + digit, False, False
        self._entered_at = self.lock.now()
        if len(self.digits) < len(self.lock.pin):
            return
        if self.lock.opens(self.digits):
            self.lock.pages.close()
            self.deed()
        else:
            self.digits, self.wrong = "", True

    def _wipe(self) -> None:
        self.digits, self.wrong = "", False
