"""The best choice of every hand at once, over many cases: the best of a few best ones, instead of all that there are.

What may stay of a hand mostly includes what may stay of fewer of its dice. So the best choice with at most 6-5 staying
is the best of three: to keep 6-5, and the best with at most 6 or at most 5 staying. Of a hand of five dice, the best of
31 choices is the best of five.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.games.state import Hand

Places = NDArray[np.intp]
Values = NDArray[Any]
NEVER = float("-inf")
"""Worth less than anything."""


def fewest_thrown(keep: Hand) -> tuple[int, ...]:
    """The order in which choices are offered that are worth the same: to keep many dice, and high ones."""
    return (-len(keep), *(-die for die in keep))


class Choosing:
    """What is best of each of many sets of choices, by what each choice is worth."""

    def __init__(self, choices: Sequence[Hand], sets: Sequence[frozenset[Hand]]) -> None:
        """`choices` are the dice that stay, high to low; `sets` are of those, and one may be empty."""
        self._order: Places = np.array(sorted(range(len(choices)), key=lambda place: fewest_thrown(choices[place])))
        below = {keep: _fewer(keep).intersection(choices) | {keep} for keep in choices}
        pools = _Pools(below)
        for some in sets:
            pools.level(some)
        nothing = len(choices)
        rows = {frozenset({choices[place]}): rank for rank, place in enumerate(self._order)} | {frozenset(): nothing}
        self._levels: list[tuple[int, list[Places]]] = []
        """Of each level its first row, and for each row the place of a first part, then of a second if there is one."""
        for level in sorted(set(pools.levels.values()) - {0}):
            new = [some for some, its in pools.levels.items() if its == level]
            new.sort(key=lambda some: -len(pools.parts(some)))
            parts = [[rows[part] for part in pools.parts(some)] for some in new]
            columns = [np.array([row[column] for row in parts if len(row) > column]) for column in range(len(parts[0]))]
            self._levels.append((len(rows), columns))
            rows |= {some: len(rows) + at for at, some in enumerate(new)}
        self._count, self._size = nothing, len(rows)
        self._sets = np.array([rows[some] for some in sets])

    def best(self, worth: Values, rounding: float) -> tuple[Values, Places]:
        """What the best choice of each set is worth, and which it is: sets x cases.

        Args:
            worth: of each choice, choices x cases.
            rounding: what differs by no more is worth the same: then it is the first by `fewest_thrown`. What is best
                of an empty set is worth `NEVER`.
        """
        value = np.empty((self._size, worth.shape[1]), worth.dtype if worth.dtype == object else float)
        rank = np.empty(value.shape, np.int16)
        value[: self._count], rank[: self._count] = worth[self._order], np.arange(self._count)[:, None]
        value[self._count], rank[self._count] = NEVER, 0
        for start, (first, *others) in self._levels:
            best, which = value[first], rank[first]
            for column in others:
                some, its = value[column], rank[column]
                have, had = best[: len(column)], which[: len(column)]
                better = (some > have + rounding) | ((some >= have - rounding) & (its < had))
                best[: len(column)] = np.where(better, some, have)
                which[: len(column)] = np.where(better, its, had)
            value[start : start + len(first)], rank[start : start + len(first)] = best, which
        return value[self._sets], self._order[rank[self._sets]]


class _Pools:
    """Sets of choices, each the union of smaller ones: its parts."""

    def __init__(self, below: dict[Hand, set[Hand]]) -> None:
        """`below`: of each choice itself and those with fewer of its dice."""
        self._below = below
        self._parts: dict[frozenset[Hand], list[frozenset[Hand]]] = {}
        self.levels: dict[frozenset[Hand], int] = {}
        """Of each set one more than of its parts; a single choice, or none, is 0."""

    def parts(self, some: frozenset[Hand]) -> list[frozenset[Hand]]:
        """By the largest choices, each with what is below it; of what is below one, that one, then the others."""
        if some not in self._parts:
            tops = self._tops(some)
            alone = [frozenset(tops)] if len(tops) == 1 else []
            rest = some.difference(*alone)
            self._parts[some] = alone + [rest & self._below[top] for top in sorted(self._tops(rest))]
        return self._parts[some]

    def level(self, some: frozenset[Hand]) -> int:
        """Where a set stands; with it all its parts are known."""
        if some not in self.levels:
            self.levels[some] = 1 + max(map(self.level, self.parts(some))) if len(some) > 1 else 0
        return self.levels[some]

    def _tops(self, some: Iterable[Hand]) -> set[Hand]:
        """Those that are below no other."""
        every = set(some)
        return {keep for keep in every if not any(keep in self._below[more] for more in every if more != keep)}


def _fewer(keep: Hand) -> set[Hand]:
    """All that may be kept of these dice, but for all of them."""
    return {some for size in range(len(keep)) for some in combinations(keep, size)}
