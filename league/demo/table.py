"""A table at which nobody sits: made-up people throw made-up dice, and its journal is written as any table's."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from kiosk.games.core import Action, Choice, Choose, Draw, Game, Keep, Lead, Over, Pick, Roll, Stop, Throw, Turned
from kiosk.games.registry import game, games
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.odds import Odds

SEATS = 3
FEW = 4
"""Games that are played: the odds of more would keep the machine busy."""
PAST, EVERY = 6, timedelta(hours=31)
"""Matches that were played before, and the time between them."""
ACT = timedelta(seconds=9)
LONGEST = 400
"""Actions of a match: whoever plays by chance alone may go on for ever."""


class DemoTable:
    """Plays one match after the other; the first ones in the days before now, as fast as they can be.

    Args:
        journal: the file.
        people: who play there, with the share of their choices that they think about.
        seed: of their dice.
    """

    def __init__(self, journal: Path, people: Mapping[str, float], seed: int) -> None:
        self._people, self._chance = people, Random(seed)
        self._games = [kind.name for kind in games()[:FEW]]
        self._odds: dict[str, Odds] = {}
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
        self._match.act(self._action(), time=now)

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def _begun(self) -> Match:
        name = self._chance.choice(self._games)
        record = self._journal.start(name, None, {}, self._chance.sample(sorted(self._people), SEATS), None)
        return Match(self._journal, record, game(name)())

    def _action(self) -> Action:
        """What whoever is in turn does: some think, some do as they like."""
        match, wait = self._match, self._match.wait
        seat = getattr(wait, "seat", None)
        thinks = seat is not None and self._chance.random() < self._people[match.record.players[seat]]
        return (thinks and self._best(match.game, match.state, wait)) or self._any(wait)

    def _best(self, rules: Game[Any], state: Any, wait: object) -> Action | None:
        if rules.name not in self._odds:
            self._odds[rules.name] = Odds(rules, SEATS, background=True)
        advice = self._odds[rules.name].advice(state) if isinstance(wait, Choice | Pick) else None
        best = None if advice is None else advice.best
        if best is None:
            return None
        if best.offer is not None:
            return Choose(best.offer.name)
        if best.turned:
            return Turned(best.turned)
        return Stop() if best.stop else Keep(best.slots)

    def _any(self, wait: object) -> Action:
        chance = self._chance
        match wait:
            case Throw():
                return Roll(tuple(chance.randint(1, 6) for _ in wait.slots))
            case Choice() if wait.may_stop and (not wait.keeps or chance.random() < 0.3):
                return Stop()
            case Choice():
                return Keep(frozenset(chance.choice(sorted(map(sorted, wait.keeps)))))
            case Pick():
                return Choose(chance.choice(wait.options).name)
            case Draw():
                return Lead(chance.choice(wait.seats))
        assert not isinstance(wait, Over)
        return Stop()
