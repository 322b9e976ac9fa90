"""Heats in which hands are compared: every seat plays best for itself, knowing the hands that lie.

Where the worst hand is looked for, who ends better than the worst so far is safe whatever comes; where the best is
looked for, who ends worse than the best so far has lost. So all that a seat must know of the hands before it is the
one that *holds*, the worst or the best so far, and how many share it; and of their throws, how many they leave it.
That makes heats of eight seats as exact as heats of two. One thing is simplified: a tie-break counts as a lot, also in
a game whose tie-breaks are whole turns.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np

from kiosk.games.aims import Contest, Ties
from kiosk.games.rounds import Rounds
from kiosk.games.state import Made
from kiosk.odds.turns import Numbers, Solved, Turns, Values, allowance, solve

Held = tuple[int, int]
"""How strong the hand is that holds, in steps from the weakest, and how many seats share it."""


class Heats:
    """All heats of one kind with so many seats.

    Args:
        game: the rules.
        state: in such a heat.
        aim: what it is about.
        turns: those of such a heat.
        exact: without rounding.
    """

    def __init__(self, game: Rounds[Any], state: Any, aim: Contest, turns: Turns, *, exact: bool) -> None:
        self._game, self._state, self._aim, self._turns = game, state, aim, turns
        self._seats = len(state.heat.seats)
        throws = self._seats * (allowance(game, state, ()) or turns.dice)
        lots = lcm(*range(1, self._seats + 1))
        self.numbers = Numbers(lots * 6 ** (turns.dice * throws) if exact else 1.0)
        most = allowance(game, state, ()) if aim.made else 1
        strengths = {rolls: [aim.of(one) for one in turns.made(rolls)] for rolls in range(1, (most or 1) + 1)}
        self._steps = {strength: step for step, strength in enumerate(sorted(set().union(*strengths.values())))}
        self._step_of = {
            rolls: np.array([self._steps[strength] for strength in strong])[:, None]
            for rolls, strong in strengths.items()
        }
        """Of each node, by the throws made where that matters."""
        self._counted = aim.ties is Ties.LOT or (aim.ties is Ties.ALL and aim.void)
        self._found: dict[tuple[int, int | None], Values] = {}
        self._solved: dict[tuple[int, int | None, Held | None], Solved] = {}

    def solved(self, made: tuple[Made, ...]) -> Solved:
        """The turn of the seat that plays when these hands lie: one case."""
        held, rolls = self._held_by(made), tuple(one.rolls for one in made)
        key = (len(made), allowance(self._game, self._state, rolls), held)
        if key not in self._solved:
            self._solved[key] = self._solve(rolls, [held or (0, 1)])
        return self._solved[key]

    def _held_by(self, made: tuple[Made, ...]) -> Held | None:
        if not made:
            return None
        steps = [self._steps[self._aim.of(one)] for one in made]
        step = min(steps) if self._aim.last else max(steps)
        return step, steps.count(step) if self._counted else 1

    def _solve(self, rolls: tuple[int, ...], cases: list[Held]) -> Solved:
        """A turn after so many throws of others, for each case of what holds. Parts: own value, the holders' value."""
        first = not rolls
        allowed = allowance(self._game, self._state, rolls)
        step, share = np.array(cases).T
        nobody = self._value(out=True)

        def ends(made: int) -> Values:
            own_step = self._step_of[made if self._aim.made else 1]
            shape = np.broadcast_shapes(own_step.shape, step.shape)
            further = own_step < step if self._aim.last else own_step > step
            beyond = np.full(shape, fill_value=True) if first else further
            equal = (own_step == step) & ~beyond
            held = self._after((*rolls, made))
            taken = np.broadcast_to(held[:, 0][own_step], shape)
            stays = np.broadcast_to(held[step, np.minimum(share, held.shape[1]) - 1], shape)
            own, others = np.where(beyond, taken, nobody), np.where(beyond, nobody, stays)
            if self._aim.ties in {Ties.LOT, Ties.ALL}:
                both = np.broadcast_to(held[step, np.minimum(share + 1, held.shape[1]) - 1], shape)
                own, others = np.where(equal, both, own), np.where(equal, both, others)
            elif (self._aim.ties is Ties.LATER) is not self._aim.last:  # the equal hand holds from now on
                own, others = np.where(equal, taken, own), np.where(equal, nobody, others)
            return np.stack([own, others], axis=-1)

        return solve(self._turns, ends, allowed, self.numbers)

    def _after(self, rolls: tuple[int, ...]) -> Values:
        """What it is worth to hold when so many seats have played, with their throws: steps x how many share it."""
        played = len(rolls)
        last = played == self._seats
        key = (played, None if last else allowance(self._game, self._state, rolls))
        if key not in self._found:
            shares = played if self._counted else 1
            if last:
                self._found[key] = self._end(shares)
            else:
                cases = [(step, share) for step in range(len(self._steps)) for share in range(1, shares + 1)]
                values = self._solve(rolls, cases).throw((), 0)[:, 1]
                self._found[key] = values.reshape(len(self._steps), shares)
        return self._found[key]

    def _end(self, shares: int) -> Values:
        """What it is worth to hold when all have played."""
        one = self.numbers.one
        row = []
        for share in range(1, shares + 1):
            chance = (one // share if self.numbers.exact else one / share) if self._aim.ties is Ties.LOT else one
            void = self._aim.void and share == self._seats
            row.append(self._value(out=True) if void else one - chance if self._aim.last else chance)
        return np.array([row] * len(self._steps), dtype=object if self.numbers.exact else float)

    def _value(self, *, out: bool) -> int | float:
        """What it is worth to hold, or to be `out` of it."""
        return self.numbers.one if self._aim.last is out else 0 * self.numbers.one
