"""Heats in which the best hand wins what the worst loses: to be best is worth as much as not to be worst.

Who has played matters only by the worst and the best hand so far: whoever holds one of them holds it until a later
seat ends beyond it, and equal hands are the earlier seat's. So a seat plays knowing two hands, the ends so far. What
its turn is worth lies between 0 (to be worst) and 1 (to be best); anything between them counts half.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kiosk.games.aims import Contest
from kiosk.games.rounds import Rounds
from kiosk.games.state import Made
from kiosk.odds.turns import Numbers, Solved, Turns, Values, allowance, solve

Ends = tuple[int, int]
"""How strong the worst and the best hand so far are, in steps from the weakest."""
AT_ONCE = 256
"""So many cases are solved together: all of them would fill the memory."""


class BothEnds:
    """All heats of one kind with so many seats; of equal hands the earlier is better.

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
        most = allowance(game, state, ()) or turns.dice
        self.numbers = Numbers(2 * 6 ** (turns.dice * self._seats * most) if exact else 1.0)
        strengths = {rolls: [aim.of(made) for made in turns.made(rolls)] for rolls in range(1, most + 1)}
        self._steps = {strength: step for step, strength in enumerate(sorted(set().union(*strengths.values())))}
        self._step_of = {rolls: np.array([self._steps[one] for one in strong]) for rolls, strong in strengths.items()}
        self._after_: dict[tuple[int, int | None], tuple[Values, Values]] = {}
        self._solved: dict[tuple[int, int | None, Ends | None], Solved] = {}

    def solved(self, made: tuple[Made, ...]) -> Solved:
        """The turn of the seat that plays when these hands lie: one case, its own value the first part."""
        rolls = tuple(one.rolls for one in made)
        steps = [self._steps[self._aim.of(one)] for one in made]
        ends = (min(steps), max(steps)) if steps else None
        key = (len(made), allowance(self._game, self._state, rolls), ends)
        if key not in self._solved:
            self._solved[key] = self._solve(rolls, None if ends is None else np.array([ends]))
        return self._solved[key]

    def _solve(self, rolls: tuple[int, ...], cases: Any) -> Solved:
        """A turn, for each case of both ends. Parts: own value, what the worst so far loses, what the best wins."""
        half = self.numbers.one // 2 if self.numbers.exact else 0.5
        zero = 0 * half

        def ends(made: int) -> Values:
            loses, wins = self._after((*rolls, made))
            own = self._step_of[made][:, None]
            if cases is None:
                value = half + loses[own, own] + wins[own, own]
                return np.stack([value, np.full_like(value, zero), np.full_like(value, zero)], axis=-1)
            worst, best = cases[:, 0][None], cases[:, 1][None]
            low, high = np.minimum(worst, own), np.maximum(best, own)
            lost, won = loses[low, high], wins[low, high]
            below, above = own <= worst, own > best
            value = half + np.where(below, lost, zero) + np.where(above, won, zero)
            return np.stack([value, np.where(below, zero, lost), np.where(above, zero, won)], axis=-1)

        return solve(self._turns, ends, allowance(self._game, self._state, rolls), self.numbers)

    def _after(self, rolls: tuple[int, ...]) -> tuple[Values, Values]:
        """What the worst so far loses and the best wins in the end, by both ends; half of all there is each."""
        played, last = len(rolls), len(rolls) == self._seats
        key = (played, None if last else allowance(self._game, self._state, rolls))
        if key in self._after_:
            return self._after_[key]
        half = self.numbers.one // 2 if self.numbers.exact else 0.5
        size = len(self._steps)
        loses = np.full((size, size), -half, dtype=object if self.numbers.exact else float)
        wins = -loses
        if not last:
            most = max(*rolls, allowance(self._game, self._state, rolls) or 0)
            reached = np.unique(np.concatenate([self._step_of[made] for made in range(1, most + 1)]))
            alone = played == 1  # one hand is the worst and the best
            cases = np.array([(a, b) for a in reached for b in ([a] if alone else reached) if a <= b])
            for start in range(0, len(cases), AT_ONCE):
                some = cases[start : start + AT_ONCE]
                found = self._solve(rolls, some).throw((), 0)
                loses[some[:, 0], some[:, 1]] = found[:, 1]
                wins[some[:, 0], some[:, 1]] = found[:, 2]
        self._after_[key] = loses, wins
        return loses, wins
