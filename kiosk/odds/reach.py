"""Matches for points: the chance to win from any standing.

With several players a match is taken for a race: each plays on alone, and who needs fewer turns wins. The chance to
reach the target within N turns, by somebody who plays best for just that, is a small table by points, and from it
follows what banking is worth for any number of players. A last turn is exact: whoever is behind has one turn to get
past. A duel for few points is solved exactly too (`Duels`).
"""

import hashlib
import lzma
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import End, Standing

Floats = NDArray[np.float64]
MOST_TURNS = 80
"""A table has up to 80 turns."""
SURE = 0.9999
"""It ends earlier once the target is reached from no points with a chance of 0.9999."""
SHARP = 65_535
"""A file holds chances in steps of 1/65,535: two bytes each."""


class Reach:
    """What standings are worth, by a table.

    Attributes:
        step: all points are multiples of it.
        within: turns x points in steps up to the target: the chance to be there, the first row before any turn.
    """

    def __init__(self, step: int, within: Floats) -> None:
        self.step = step
        self.within = within
        self._exactly = np.diff(within, axis=0, prepend=0.0)[1:]
        """The chance to need exactly this many turns, one or more."""

    def one_turn(self, points: int) -> float:
        """The chance to gain at least this many points in a turn."""
        if points <= 0:
            return 1.0
        at = self.within.shape[1] - 1 - -(-points // self.step)
        return float(self.within[1, at]) if at >= 0 else 0.0

    def after(self, match: Standing, have: Floats) -> Floats:
        """The chance to win when the seat's turn is over and it has this many points, for many at once."""
        # Once somebody has the target, in games that play on after that, only last turns are left.
        if match.closing:
            return np.array([self._last(match, float(points)) for points in have])
        found = self._race(match)[np.clip(have // self.step, 0, self.within.shape[1] - 1).astype(int)]
        there = have >= match.target
        if match.end in {End.AT_ONCE, End.EXACT}:
            return np.where(there, 1.0, found)
        return np.array(
            [
                self._last(match, float(points)) if here else value
                for points, here, value in zip(have, there, found, strict=True)
            ]
        )

    def _last(self, match: Standing, have: float) -> float:
        """The chance that nobody gets past in their last turns; being equal counts half."""
        final = match.end is End.FINAL_LAP and not match.closing
        later = match.others if final else match.later
        chance = 1.0
        for points in () if final else match.done:
            chance *= 1.0 if have > points else 0.5 if have == points else 0.0
        for points in later:
            behind = int(have) - points
            past, equal = self.one_turn(behind + self.step), self.one_turn(behind)
            chance *= 0.0 if behind < 0 else 1 - (past + equal) / 2 if behind else (1 - past) / 2
        return chance

    def _race(self, match: Standing) -> Floats:
        """The chance of being there first, by the seat's points, if the others now have their turns."""
        ahead = np.ones(len(self._exactly))
        for before, others in ((1, match.done), (0, match.later)):
            for points in others:
                ahead *= self._slower(points, match.end, same=before)
        return np.asarray((self._exactly * ahead[:, None]).sum(axis=0))

    def _slower(self, points: int, end: End, *, same: int) -> Floats:
        """The chance that another seat needs more turns, by the turns that this one needs; being even counts half.

        `same`: whether that seat has played in this round already.
        """
        there = self.within[:, min(points // self.step, self.within.shape[1] - 1)]
        now, more = there[1:], np.append(there[2:], there[-1])
        if end is End.FINAL_LAP:  # when one is there the other has one more turn
            return np.asarray(1 - (there[:-1] + more) / 2)
        if end is End.LAP:
            return np.asarray(1 - (there[:-1] + now) / 2 if same else 1 - (now + more) / 2)
        return np.asarray(1 - now)


def solve(target: int, turn: Callable[[Floats], Floats]) -> Floats:
    """The table up to a target; `turn` gives the chances before a turn from those after it."""
    rows = [np.append(np.zeros(target), 1.0)]
    while len(rows) <= MOST_TURNS and (len(rows) < 3 or rows[-1][0] < SURE):
        rows.append(np.append(turn(rows[-1]), 1.0))
    return np.array(rows)


def name_of(*parts: object) -> str:
    """The name of a table's file, from all that it depends on: another house rule has another file."""
    return f"turns-{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}.xz"


def packed(within: Floats) -> bytes:
    """A table as a file: its shape, and differences along the points, modulo 65,536 as some are negative."""
    steps = np.diff(np.round(within * SHARP).astype("<u2"), axis=1, prepend=np.uint16(0))
    return lzma.compress(np.array(within.shape, "<u4").tobytes() + steps.tobytes(), preset=9)


def unpacked(file: bytes) -> Floats:
    """The table in a file."""
    try:
        raw = lzma.decompress(file)
        turns, width = np.frombuffer(raw[:8], "<u4")
        steps = np.frombuffer(raw[8:], "<u2").reshape(turns, width)
    except (lzma.LZMAError, ValueError) as error:
        raise ValueError("This is no table of turns.") from error
    return np.asarray(np.cumsum(steps, axis=1, dtype="<u2") / SHARP)


CONVERGED = 1e-11
"""A duel is solved when no chance changes by more than this in a round."""
MOST_ROUNDS = 200
"""Rounds end after 200 in any case; some ten are needed."""
SWEEPS = 2
"""If a bust may take what was banked, each round goes through all pairs of scores twice: each time a quarter of the
error is left."""


class Duels:
    """Two who bank points until one has the target: the chance to win, from any two scores.

    Solved by policy iteration: find the best play for the chances known so far, work out the chances of that play, and
    again until they stay the same. For one play it is worked out how turns end, for all pairs of scores at once. The
    chances of a pair then follow from those of pairs with a greater sum. After a bust it is the other's turn with the
    same scores, so two mirrored pairs depend on each other: two equations with two unknowns. If a bust may take what
    was banked, they depend on smaller sums too: then all pairs are gone through several times.

    Attributes:
        won: the chance to win for who begins a turn: own points x the other's.
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
        """Whether to throw on, by points in all (banked and at stake), own points and the other's as the turn began."""
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
        """How turns end, for each sum of two scores, the greatest first: the scores, and the chances of each end."""
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
        # The rest: the target is reached within the turn.
        at_once = 1 - (self._bust + self._wipe) * count - ended.sum(axis=0)
        for both in range(2 * target - 2, -1, -1):
            own = np.arange(max(0, both - target + 1), min(both, target - 1) + 1)
            other = both - own
            yield own, other, ended[:, own, other], at_once[own, other], count[own, other]

    def _sweep(self, turns: list[tuple[Any, ...]]) -> None:
        """Work the chances out once, from the greatest sums down."""
        for own, other, ended, at_once, count in turns:
            bust, wipe = self._bust * count, self._wipe * count
            banked = np.einsum("pn,np->n", ended, 1 - self.won[other])
            fixed = at_once + banked + bust + wipe * (1 - self.won[other, 0])
            # won = fixed - bust * the other's won, and the other's likewise. With one sum the mirrored pair stands at
            # the same place from the end.
            self.won[own, other] = (fixed - bust * fixed[::-1]) / (1 - bust * bust[::-1])
