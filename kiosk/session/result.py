"""The end of a match: what it shows, and the presses that lead on to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hardware.presses import Button
from kiosk.games.core import Over, Wait
from kiosk.games.options import Value
from kiosk.games.text import Text, say
from kiosk.match.match import Match
from kiosk.match.summary import course, payer
from kiosk.view import EndView, PlayView, SoftKey, SoftKeys

ONCE_MORE, LOSER_LEADS, OTHER_GAME = Button.END, Button.KEEP_2, Button.KEEP_1
READ_S = 3.0
"""Before this nothing leads on: who ended the last turn may well press END twice, and nobody has seen yet who won."""


@dataclass(slots=True)
class Result:
    """How a match ended; `since` is when it did.

    A correction may change the end: it is told anew whenever the match has changed.
    """

    match: Match
    since: float
    _told: tuple[int, EndView] | None = None

    def view(self, play: PlayView) -> EndView:
        """The places, who pays, and how it went; `play` is the last picture of the match."""
        match = self.match
        if self._told is None or self._told[0] != match.serial:
            self._told = match.serial, _told(match)
        return replace(self._told[1], dice=play.dice, play=play)

    def keys(self, now: float) -> SoftKeys:
        """What leads on, as soon as it does."""
        keys = {Button.MENU: SoftKey(say("Menu"))}
        if now - self.since < READ_S:
            return keys
        return keys | {
            ONCE_MORE: SoftKey(say("Once more"), lit=True),
            OTHER_GAME: SoftKey(say("Other game"), lit=True),
            LOSER_LEADS: SoftKey(say("Loser leads"), lit=True),
        }


def _told(match: Match) -> EndView:
    over, record = match.wait, match.record
    standing = over.standing if isinstance(over, Over) else ()
    told = course(match.game, len(record.players), record.first, match.actions)
    return EndView(match.title, match.players, standing, _summary(match), pays=payer(standing), course=told)


def _summary(match: Match) -> Text | None:
    if not match.corrections:
        return None
    return say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=match.corrections)


def leader(options: Mapping[str, Value], before: Wait | None, *, loser: bool = False) -> int | None:
    """Who leads without a roll-off, by the house rules or after the match `before`; None if they roll for it."""
    rule = options.get("first")
    if isinstance(before, Over) and (loser or rule == "loser"):
        return before.standing[-1][-1]
    return 0 if rule == "seat" else None
