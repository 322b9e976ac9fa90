"""The owner's PIN, where the settings have one: asked for with the buttons before what guests should leave alone."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.modes import Stack
from kiosk.session.page import Page
from kiosk.view import PageView

TRIES = 3
"""After 3 wrong PINs in a row there is a pause."""
PAUSE_S = 30.0
"""The pause is always 30 seconds: nobody is locked out for long, and four digits take an hour to guess."""
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
    """Wrong PINs in a row, counted here as leaving the page must not be a way round the pause."""
    _paused_until: float = -math.inf

    def guard(self, deed: Deed) -> None:
        """Do this, once the PIN was entered."""
        if self.pin:
            self.pages.open(PinPage(self, deed))
        else:
            deed()

    @property
    def pause_s(self) -> int:
        """Seconds until it may be tried again; 0 if it may."""
        return math.ceil(max(0.0, self._paused_until - self.now()))

    def opens(self, digits: str) -> bool:
        """Whether this is the PIN; a wrong one counts."""
        if digits == self.pin:
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._paused_until = 0, self.now() + PAUSE_S
        return False


class PinPage(Page):
    """The question; `deed` is done in its place once it is answered."""

    def __init__(self, lock: Lock, deed: Deed, digits: str = "", said: Text = ASK) -> None:
        super().__init__(lock.pages, TITLE)
        self._lock, self._deed = lock, deed
        self._digits, self._said = digits, said
        self._entered_at = 0.0

    def dress(self, view: PageView) -> PageView:
        lock, said = self._lock, self._said
        if n := lock.pause_s:
            said = say("Wrong three times: try again in {n} second", "Wrong three times: try again in {n} seconds", n=n)
        forgotten = say("Forgotten? It stands at “pin” in {file}", file=lock.place)
        warning = said not in {ASK, LEFT}
        return replace(view, said=said, warning=warning, done=len(self._digits), steps=len(lock.pin), hint=forgotten)

    @property
    def keys(self) -> Keys:
        keys = {**super().keys}
        if not self._lock.pause_s:
            keys |= {key: Key(Text(str(digit)), partial(self._enter, str(digit))) for digit, key in enumerate(KEEPS, 1)}
            if self._digits:
                keys[Button.END] = Key(WIPE, partial(self._begin, ASK))
        return keys

    def tick(self, time: float) -> None:
        """Half a PIN is forgotten after a while, and that is said."""
        if self._digits and time - self._entered_at > HALF_S:
            self._begin(LEFT)

    def _enter(self, digit: str) -> None:
        self._digits, self._said = self._digits + digit, ASK
        self._entered_at = self._lock.now()
        if len(self._digits) < len(self._lock.pin):
            return
        if self._lock.opens(self._digits):
            self.stack.close()
            self._deed()
        else:
            self._begin(WRONG)

    def _begin(self, said: Text) -> None:
        self._digits, self._said = "", said
