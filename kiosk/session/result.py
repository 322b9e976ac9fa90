"""The end of a match: what it shows, and the presses that lead on to the next one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from hardware.presses import Button
from kiosk.games.core import Over, Wait
from kiosk.games.options import Value
from kiosk.games.text import say
from kiosk.match.match import Match
from kiosk.match.seating import payer
from kiosk.referee.keys import Key, Keys
from kiosk.session.play_modes import PlayMode, RefereeMode
from kiosk.view import EndView, PlayView

READ_S = 3.0
"""For 3 seconds no button leads on: whoever ended the last turn may press END twice, before the result is read."""


class ResultMode(RefereeMode):
    """How a match ended; worked out anew whenever the match has changed, as a correction may change the end."""

    def __init__(self, play: PlayMode, menu: Key, exits: Keys, now: Callable[[], float], page: str = "") -> None:
        """`play` gives the last picture of the match, and its dice, still to be corrected; `now` is the clock.

        `menu` is there at once, `exits` once the result could be read; `page` is where the match is told online.
        """
        super().__init__(play.referee)
        self._play = play
        self._menu, self._exits = menu, exits
        self._now = now
        self._page = page
        self._since = now()
        self._made: tuple[int, EndView] | None = None

    @property
    def view(self) -> EndView:
        match, play = self._play.match, self._play.view
        if self._made is None or self._made[0] != match.serial:
            self._made = match.serial, _end_view(match, play, self._page)
        return replace(self._made[1], play=play)

    @property
    def keys(self) -> Keys:
        """MENU, and after `READ_S` what leads on."""
        return {Button.MENU: self._menu} | (dict(self._exits) if self._now() - self._since >= READ_S else {})


def _end_view(match: Match, play: PlayView, page: str) -> EndView:
    over, n = match.wait, match.corrections
    standing = over.standing if isinstance(over, Over) else ()
    summary = say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=n) if n else None
    return EndView(play, standing, match.course, summary, payer(standing), page)


def leader(
    options: Mapping[str, Value], before: Wait | None, seats: Sequence[int] = (), *, loser: bool = False
) -> int | None:
    """Who leads without a roll-off, by the house rules or after the match `before`; None if they roll for it.

    `seats` are the old seats of those who play on, where others have left: the last-placed of them leads.
    """
    rule = options.get("first")
    if isinstance(before, Over) and (loser or rule == "loser"):
        places = [seat for place in before.standing for seat in place]
        if not seats:
            return places[-1]
        return seats.index([seat for seat in places if seat in seats][-1])
    return 0 if rule == "seat" else None
