"""The best choice of every hand at once, over many cases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
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
        place = {keep: at for at, keep in enumerate(choices)}
        most_first = sorted(range(len(sets)), key=lambda at: -len(sets[at]))
        offered = [sorted(sets[at], key=fewest_thrown) for at in most_first]
        self._columns = [
            np.array([place[keep] for keep in column if keep is not None]) for column in zip_longest(*offered)
        ]
        """Of each set that has as many the first choice, then the second, and so on; the largest sets stand first."""
        self._rows = np.argsort(most_first)

    def best(self, worth: Values, rounding: float) -> tuple[Values, Places]:
        """What the best choice of each set is worth, and which it is: sets x cases.

        Args:
            worth: of each choice, choices x cases.
            rounding: what differs by no more is worth the same: then it is the first by `fewest_thrown`. What is best
                of an empty set is worth `NEVER`.
        """
        value = np.full((len(self._rows), worth.shape[1]), NEVER, worth.dtype if worth.dtype == object else float)
        which = np.zeros(value.shape, np.intp)
        for column in self._columns:
            some, best, its = worth[column], value[: len(column)], which[: len(column)]
            better = some > best + rounding
            np.copyto(best, some, where=better)
            np.copyto(its, column[:, None], where=better)
        return value[self._rows], which[self._rows]
