"""Races, in which hands stay from turn to turn: the fewest turns of a lone hand, and the duel of two.

Only what may stay of a hand matters, so the 121 hands of four dice that are not there yet are a few dozen *positions*;
to have no hand yet, and so to throw all dice, is one of them. A duel is a pair of positions. It may go on for long, but
each throw wins with some chance: so it is solved turn by turn until nothing changes (value iteration).

A hand "is there" when it is the one that wins.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import Race
from kiosk.games.state import Hand, tidy
from kiosk.odds.turns import Turns, fewest_thrown, outcomes

Floats = NDArray[np.float64]
Position = frozenset[Hand]
"""The sets of dice that may stay."""

CONVERGED = 1e-15
"""A duel is solved when one more turn changes no chance by more than 1e-15; the error is then below 1e-13."""
ANEW: Position = frozenset({()})
"""The position in which all dice are thrown."""


class Races:
    """Turns of one throw each, from hand to hand, until one is there."""

    def __init__(self, aim: Race, turns: Turns) -> None:
        self._laps = aim.laps
        lying = {hand: turns.keeps[turns.node(hand)] for hand, _ in outcomes(turns.dice)}
        self._position = {hand: keeps for hand, keeps in lying.items() if not aim.there(hand)}
        self._positions = {keeps: place for place, keeps in enumerate(dict.fromkeys([ANEW, *self._position.values()]))}
        self._throws = sorted(frozenset[Hand]().union(*self._positions), key=fewest_thrown)
        self._place = {keep: place for place, keep in enumerate(self._throws)}
        self.there: dict[Hand, Fraction] = {}
        self._next: list[dict[Position, Fraction]] = []
        for keep in self._throws:
            ways = dict.fromkeys(self._positions, 0)
            for thrown, count in outcomes(turns.dice - len(keep)):
                if (after := self._position.get(tidy(keep + thrown))) is not None:
                    ways[after] += count
            total = 6 ** (turns.dice - len(keep))
            self.there[keep] = Fraction(total - sum(ways.values()), total)
            self._next.append({after: Fraction(count, total) for after, count in ways.items() if count})

    @cached_property
    def turns(self) -> dict[Hand, Fraction]:
        """The expected number of turns until the hand is there, with this one, if these dice stay now."""
        # Policy iteration: choices, what to expect of them, better choices, until none is better.
        best = {position: min(position, key=fewest_thrown) for position in self._positions}
        while True:
            expected = self._expected(best)
            better = {
                position: min(sorted(position, key=fewest_thrown), key=expected.__getitem__)
                for position in self._positions
            }
            if all(expected[better[position]] == expected[best[position]] for position in best):
                return expected
            best = better

    def _expected(self, chosen: dict[Position, Hand]) -> dict[Hand, Fraction]:
        """Expected turns of each throw if these choices follow: a linear equation for each throw, solved exactly."""
        rows = []
        for place, follows in enumerate(self._next):
            row = [Fraction(place == column) for column in range(len(self._throws))] + [Fraction(1)]
            for position, chance in follows.items():
                row[self._place[chosen[position]]] -= chance
            rows.append(row)
        return dict(zip(self._throws, solve_linear(rows), strict=True))

    def duel(self, keep: Hand, other: Hand | None, *, first: bool = True, reached: bool = False) -> float:
        """The chance to win if these dice stay now, and both play best from here on.

        Args:
            keep: the dice that stay.
            other: the opponent's hand; None: it has none yet.
            first: this seat plays first in each lap; it matters where laps are finished.
            reached: the opponent is there, and this is the lap's last throw: to get there too counts half.
        """
        throw = self._place[tidy(keep)]
        if reached:
            return float(self.there[tidy(keep)]) / 2
        ahead, behind = self._duels
        position = ANEW if other is None else self._position[tidy(other)]
        return float((ahead if first else behind)[throw, self._positions[position]])

    @cached_property
    def _duels(self) -> tuple[Floats, Floats]:
        """The chance to win, throws x the opponent's positions, for the first and for the second seat of a lap."""
        there = np.array([[float(self.there[keep])] for keep in self._throws])
        onward = np.array([[float(chances.get(after, 0)) for after in self._positions] for chances in self._next])
        widest = max(map(len, self._positions))
        places = [sorted(self._place[keep] for keep in position) for position in self._positions]
        # One row for each position, of one length: short ones repeat their first choice, which changes no maximum.
        options = np.array([row + row[:1] * (widest - len(row)) for row in places])

        def best(throws: Floats) -> Floats:
            return np.asarray(throws[options].max(axis=1))

        shared = best(there).T / 2 if self._laps else np.zeros((1, len(self._positions)))
        first = second = np.full((len(self._throws), len(self._positions)), 0.5)
        while True:
            was = first
            first = there * (1 - shared) + onward @ (1 - best(second).T)
            second = there + onward @ (1 - best(first).T) if self._laps else first
            if np.abs(first - was).max() <= CONVERGED:
                return first, second


def solve_linear(rows: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """The solution of linear equations, each a row of coefficients and the right side; exact, by elimination."""
    matrix = [list(row) for row in rows]
    for column in range(len(matrix)):
        pivot = next(row for row in range(column, len(matrix)) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        matrix[column] = [value / matrix[column][column] for value in matrix[column]]
        for row in range(len(matrix)):
            if row != column and (factor := matrix[row][column]):
                matrix[row] = [value - factor * lead for value, lead in zip(matrix[row], matrix[column], strict=True)]
    return [row[-1] for row in matrix]
