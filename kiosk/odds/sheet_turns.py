"""Turns in which any dice may stay and any throw may be the last: solved for many sheets at once, one in each column.

A row is a multiset of dice that stay. To keep one die less is to look at another row; to throw one die is the mean of
the six rows with one die more. So a throw takes a few operations for each row, instead of a sum over all its outcomes.
"""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from kiosk.games.state import Hand, tidy
from kiosk.odds.turns import FACES

Columns = NDArray[np.float64]
"""Values, rows x sheets."""


class SheetTurns:
    """The rows of turns with this many dice.

    Attributes:
        keeps: what each row holds, high to low; those of fewer dice come first, whole hands last.
    """

    def __init__(self, dice: int) -> None:
        found = [tidy(keep) for size in range(dice + 1) for keep in combinations_with_replacement(FACES, size)]
        self.keeps: tuple[Hand, ...] = tuple(found)
        self._row = {keep: row for row, keep in enumerate(found)}
        self._begins = [next(row for row, keep in enumerate(found) if len(keep) == size) for size in range(dice + 1)]
        self._begins.append(len(found))
        self.first = self._begins[dice]
        self.hands = self.keeps[self.first :]
        more = [[self._row[tidy((*keep, face))] for face in FACES] for keep in found[: self.first]]
        fewer = [[self._row[keep[:at] + keep[at + 1 :]] for at in range(len(keep))] for keep in found]
        self._more = np.array(more)
        self._fewer = [np.array(fewer[start:end]) for start, end in zip(self._begins, self._begins[1:], strict=False)]

    def row(self, keep: Hand) -> int:
        return self._row[tidy(keep)]

    def throw(self, values: Columns) -> None:
        """Fill in what each row is worth if its missing dice are thrown, from what whole hands are worth."""
        for size in reversed(range(len(self._begins) - 2)):
            start, end = self._begins[size], self._begins[size + 1]
            more = self._more[start:end]
            mean = values[more[:, 0]]
            for face in range(1, len(FACES)):
                mean += values[more[:, face]]
            values[start:end] = mean / len(FACES)

    def choose(self, values: Columns) -> None:
        """Raise each row to the best that it becomes by throwing some of its dice."""
        for size, fewer in enumerate(self._fewer[1:], 1):
            here = values[self._begins[size] : self._begins[size + 1]]
            for column in range(size):
                np.maximum(here, values[fewer[:, column]], out=here)

    def solve(self, ends: Columns, rolls: int) -> list[Columns]:
        """The value of letting each row stay, by the number of throws, 0 first; `ends`: of hands at the turn's end."""
        values = np.empty((len(self.keeps), ends.shape[1]))
        values[self.first :] = ends
        found = []
        for made in reversed(range(rolls)):
            self.throw(values)
            found.append(values.copy() if made else values)
            if made:
                self.choose(values)
        return found[::-1]


@cache
def sheet_turns(dice: int) -> SheetTurns:
    """The rows for this many dice, laid out once."""
    return SheetTurns(dice)
