"""Heats in which the best hand wins what the worst loses: to be best is worth as much as not to be worst.

Who has played matters only by the worst and the best hand so far: whoever holds one of them holds it until a later
seat ends beyond it, and equal hands are the earlier seat's. So a seat plays knowing two hands, the ends so far. What
its turn is worth lies between 0 (to be worst) and 1 (to be best); anything between them counts half.
"""

from __future__ import annotations

import numpy as np

from kiosk.odds.choosing import Values
from kiosk.odds.compared import Case, Cases, Compared
from kiosk.odds.turns import Solved, solve


class BothEnds(Compared):
    """A case is how strong the worst and the best hand so far are; of equal hands the earlier is better.

    What comes of them depends on the seats that are left to play, not on how many have played: so what is known of a
    heat of eight is all that heats of fewer need.
    """

    def _case(self, steps: list[int]) -> Case:
        return min(steps), max(steps)

    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Solved:
        """Parts: own value, what the worst so far loses, what the best wins."""
        half = self._half
        worst, best = cases.T

        def ends(made: int) -> Values:
            loses, wins = self._after((*rolls, made), left)
            own = self._step_of[made]
            if not rolls:
                value = half + loses[own, own] + wins[own, own]
                return np.stack([value, 0 * value, 0 * value], axis=1)[..., None]
            below, above = own[:, None] <= worst, own[:, None] > best
            lost, won = (
                np.where(below, low, np.where(above, high, stays))
                for held in (loses, wins)
                for low, high, stays in [(held[own][:, best], held[:, own].T[:, worst], held[worst, best])]
            )
            found = np.empty((len(own), 3, len(cases)), dtype=loses.dtype)
            found[:, 0] = half + np.where(below, lost, 0 * half) + np.where(above, won, 0 * half)
            found[:, 1], found[:, 2] = np.where(below, 0 * half, lost), np.where(above, 0 * half, won)
            return found

        return solve(self._turns, ends, self._allowed(rolls), self.numbers)

    def _after(self, rolls: tuple[int, ...], left: int) -> tuple[Values, ...]:
        """What the worst so far loses and the best wins in the end, by both ends; half of all there is each."""
        most = max(*rolls, self._allowed(rolls) or 0)
        alone = len(rolls) == 1  # one hand is the worst and the best
        key = (left, most, alone) if left else (0,)
        if key not in self._found:
            size = len(self._steps)
            loses, wins = self._array(size, size, value=-self._half), self._array(size, size, value=self._half)
            if left:
                reached = np.unique(np.concatenate([self._step_of[made] for made in range(1, most + 1)]))
                cases = np.array([(a, b) for a in reached for b in ([a] if alone else reached) if a <= b])
                _, loses[cases[:, 0], cases[:, 1]], wins[cases[:, 0], cases[:, 1]] = self._each(rolls, left - 1, cases)
            self._found[key] = loses, wins
        return self._found[key]

    @property
    def _half(self) -> int | float:
        return self.numbers.one // 2 if isinstance(self.numbers.one, int) else self.numbers.one / 2
