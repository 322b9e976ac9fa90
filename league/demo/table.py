"""A table at which nobody sits: matches are played by chance, and its journal is written as any table's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from kiosk.games.registry import game, games
from kiosk.match.by_chance import action
from kiosk.match.journal import Journal
from kiosk.match.match import Match

SEATS = 3
FEW = 4
"""Games that are played."""
PAST, EVERY = 6, timedelta(hours=31)
"""Matches that were played before, and the time between them."""
ACT = timedelta(seconds=9)
LONGEST = 400
"""Actions of a match: whoever plays by chance may go on for ever."""


class DemoTable:
    """Plays one match after the other; the first ones in the days before now, as fast as they can be.

    Args:
        journal: the file.
        people: who play there.
        seed: of their dice and choices.
    """

    def __init__(self, journal: Path, people: Sequence[str], seed: int) -> None:
        self._people, self._chance = people, Random(seed)
        self._games = [kind.name for kind in games()[:FEW]]
        self._past, self._day = PAST, datetime.now(UTC) - EVERY * (PAST + self._chance.random())
        self._journal = Journal(journal, clock=lambda: self._day if self._past else datetime.now(UTC))
        self._match = self._begun()

    @property
    def behind(self) -> bool:
        """Whether it plays in the past still."""
        return self._past > 0

    def step(self, now: float) -> None:
        """Somebody does something; a match that is over makes way for the next."""
        if self._match.over or len(self._match.actions) > LONGEST:
            if not self._match.over:
                self._match.give_up(now)
            self._past -= self.behind
            self._day += EVERY
            self._match = self._begun()
        self._day += ACT
        self._match.act(action(self._match.wait, self._chance), time=now)

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def _begun(self) -> Match:
        name = self._chance.choice(self._games)
        record = self._journal.start(name, None, {}, self._chance.sample(self._people, SEATS), None)
        return Match(self._journal, record, game(name)())
