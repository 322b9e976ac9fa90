"""A match that is played at the table, and the modes that it is shown in: play, its result, the dialog over either."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kiosk.match.match import Match
from kiosk.referee.referee import Referee
from kiosk.session.cutouts import Cutouts
from kiosk.session.modes import Mode
from kiosk.session.play_modes import DialogMode, PlayMode
from kiosk.session.result import Exits, ResultMode


class MatchSession:
    """A match with its referee."""

    def __init__(
        self,
        match: Match,
        referee: Referee,
        exits: Exits,
        now: Callable[[], float],
        *,
        rng: Random,
        cutouts: Cutouts | None = None,
        page: str = "",
    ) -> None:
        """`now` is the clock; `rng` draws a leader; `cutouts` keeps pictures of dice that were corrected.

        `page` is where the match is told online.
        """
        self.match = match
        self.referee = referee
        self._exits = exits
        self._now = now
        self._page = page
        self._cutouts = cutouts
        self._play = PlayMode(match, referee, exits.menu, now, rng)
        self._result: ResultMode | None = None
        self._dialog: DialogMode | None = None

    @property
    def modes(self) -> list[Mode]:
        """Those that lie over one another now, the top one last."""
        dialog = self.referee.dialog
        if dialog is None:
            self._dialog = None
        elif self._dialog is None or self._dialog.dialog is not dialog:
            self._dialog = DialogMode(dialog, self._play, self._cutouts)
        return [mode for mode in (self._play, self._result, self._dialog) if mode is not None]

    def follow(self) -> None:
        """The match has gone on: it may have ended, or not after all."""
        if not self.match.over:
            self._result = None
        elif self._result is None:
            self._result = ResultMode(self._play, self._exits, self._now, self._page)
