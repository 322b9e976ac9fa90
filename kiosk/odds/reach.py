"""Matches for points: how likely each seat has the target within this many turns, and what a standing is worth by that.

A match of several is taken for a race: each plays on by itself, and who needs fewer turns wins. How likely somebody is
there within this many turns, playing best for just that, is a small table by points, from which follows what banking is
worth for any number of players. Last turns are reckoned as they are: who is behind has one turn to get past.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import End, Standing

Floats = NDArray[np.float64]
MOST_TURNS = 80
"""Chances of more turns are left out."""
SURE = 0.9999
"""Who is there with such a chance from nothing is there."""
SHARP = 65_535
"""A file holds chances in this many steps, two bytes each."""


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
        """The chance to be there with just this many turns, one or more."""

    def one_turn(self, points: int) -> float:
        """The chance to gain at least this many points in a turn."""
        if points <= 0:
            return 1.0
        at = self.within.shape[1] - 1 - -(-points // self.step)
        return float(self.within[1, at]) if at >= 0 else 0.0

    def after(self, match: Standing, have: Floats) -> Floats:
        """The chance to win when the seat's turn is over and it has this many points, for many at once."""
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
        """By the points of the seat, the chance that it is there first; others have their turns before its next."""
        ahead = np.ones(len(self._exactly))
        for before, others in ((1, match.done), (0, match.later)):
            for points in others:
                ahead *= self._slower(points, match.end, same=before)
        return np.asarray((self._exactly * ahead[:, None]).sum(axis=0))

    def _slower(self, points: int, end: End, *, same: int) -> Floats:
        """By the turns that the seat needs, the chance that another one needs more; half if they are even."""
        there = self.within[:, min(points // self.step, self.within.shape[1] - 1)]
        now, more = there[1:], np.append(there[2:], there[-1])
        if end is End.FINAL_LAP:  # who is there first leaves the other one turn
            return np.asarray(1 - (there[:-1] + more) / 2)
        if end is End.LAP:
            return np.asarray(1 - (there[:-1] + now) / 2 if same else 1 - (now + more) / 2)
        return np.asarray(1 - now)


def solve(target: int, turn: Callable[[Floats], Floats]) -> Floats:
    """The table to a target in steps; `turn` makes of the chances after a turn those before it."""
    rows = [np.append(np.zeros(target), 1.0)]
    while len(rows) <= MOST_TURNS and (len(rows) < 3 or rows[-1][0] < SURE):
        rows.append(np.append(turn(rows[-1]), 1.0))
    return np.array(rows)


# --- as a file -------------------------------------------------------------------------------------------------------


def name_of(*parts: object) -> str:
    """The same for turns that are the same."""
    return f"turns-{hashlib.sha256(repr(parts).encode()).hexdigest()[:16]}.xz"


def packed(within: Floats) -> bytes:
    """The shape, and the steps from one number of points to the next, which may go down and then go round."""
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
