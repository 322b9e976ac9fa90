"""Two who bank points until one has enough: how likely each wins, from any two scores.

Solved in rounds: play as is best by the chances known so far, work out the chances of such play, and again until they
stay. How a turn ends that is played so is laid out for all pairs of scores at once. The chances of a pair then follow
from those with a greater sum; two and two depend on each other through a bust, as two equations in two unknowns; and
where a bust may take what was banked, on smaller sums, too: so they are gone through several times.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CONVERGED = 1e-11
"""Chances that change by less are solved."""
MOST_ROUNDS = 200
"""Some ten are played."""
SWEEPS = 2
"""Through all pairs in each round, where a bust may take what was banked; each leaves a fourth of what is missing."""


class Duels:
    """All matches to one target.

    Attributes:
        won: the chance to win of who begins a turn: own points x the other's.
    """

    def __init__(self, target: int, gains: Floats, bust: float, wipe: float) -> None:
        """`gains` are the chances to gain 1, 2, … points in a throw; `wipe` is a bust that takes all points."""
        self._target, self._gains, self._bust, self._wipe = target, gains, bust, wipe
        lead = np.arange(target)
        self.won: Floats = 0.5 + (lead[:, None] - lead) / (2 * target)
        for _ in range(MOST_ROUNDS):
            before = self.won.copy()
            turns = list(self._turns(self._throws()))
            for _ in range(SWEEPS if wipe else 1):
                self._sweep(turns)
            if np.abs(self.won - before).max() < CONVERGED:
                break

    def _throws(self) -> NDArray[np.bool_]:
        """Whether to throw on with 0, 1, … points in all, own points x the other's at the beginning of the turn."""
        target, reach = self._target, len(self._gains)
        lost = self._bust * (1 - self.won.T) + self._wipe * (1 - self.won[:, 0])
        value = np.ones((target + reach, target, target))
        throws = np.zeros((target, target, target), bool)
        for points in range(target - 1, -1, -1):
            ahead = value[points + 1 : points + 1 + reach, : points + 1]
            throw = np.einsum("k,kij->ij", self._gains, ahead) + lost[: points + 1]
            end = 1 - self.won[:, points]
            throws[points, : points + 1] = throw > end
            throws[points, points] = True  # nothing is at stake yet
            value[points, : points + 1] = np.where(throws[points, : points + 1], throw, end)
        return throws

    def _turns(self, throws: NDArray[np.bool_]) -> Iterator[tuple[Any, ...]]:
        """How turns end: for each sum of two scores, great sums first, the scores, and the chances of each end."""
        target, reach = self._target, len(self._gains)
        thrown = np.zeros((target + reach, target, target))  # how likely a throw is made with this many points
        ended = np.zeros((target, target, target))
        for points in range(target):
            came = thrown[points : points + reach, :points]  # from `reach` fewer to one fewer
            here = np.einsum("k,kij->ij", self._gains[::-1], came)
            ended[points, :points] = np.where(throws[points, :points], 0.0, here)
            thrown[points + reach, :points] = here - ended[points, :points]
            thrown[points + reach, points] = 1.0
        count = thrown.sum(axis=0)
        at_once = 1 - (self._bust + self._wipe) * count - ended.sum(axis=0)
        for both in range(2 * target - 2, -1, -1):
            own = np.arange(max(0, both - target + 1), min(both, target - 1) + 1)
            other = both - own
            yield own, other, ended[:, own, other], at_once[own, other], count[own, other]

    def _sweep(self, turns: list[tuple[Any, ...]]) -> None:
        for own, other, ended, at_once, count in turns:
            bust, wipe = self._bust * count, self._wipe * count
            banked = np.einsum("pn,np->n", ended, 1 - self.won[other])
            fixed = at_once + banked + bust + wipe * (1 - self.won[other, 0])
            # own = fixed - bust * theirs, and theirs the same the other way round
            self.won[own, other] = (fixed - bust * fixed[::-1]) / (1 - bust * bust[::-1])
