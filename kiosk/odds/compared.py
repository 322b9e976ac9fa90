"""What all heats share in which hands are compared: how strong hands are, in steps, and what was solved already."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import Contest
from kiosk.games.game import Game
from kiosk.games.state import Made
from kiosk.odds.choosing import Values
from kiosk.odds.turns import AT_ONCE, Numbers, Solved, Turns, allowance, slices

Case = tuple[int, int]
"""What a seat must know of the hands that lie; of two numbers, what they are says each kind of heat."""
Cases = NDArray[np.intp]
"""Cases x 2."""
NOTHING: Case = (0, 0)
"""No hand lies."""


class Compared(ABC):
    """All heats of one kind, by how many seats are left to play; up to as many as the state has, if it is exact."""

    def __init__(self, game: Game[Any], state: Any, aim: Contest, turns: Turns, *, exact: bool) -> None:
        self._game, self._state, self.aim, self._turns = game, state, aim, turns
        seats, most = len(state.heat.seats), allowance(game, state, ()) or turns.dice
        lots = lcm(*range(1, max(2, seats) + 1))
        self.numbers = Numbers(lots * 6 ** (turns.dice * seats * most) if exact else 1.0)
        strengths = {rolls: [aim.of(made) for made in turns.made(rolls)] for rolls in range(1, most + 1)}
        self._steps = {strength: step for step, strength in enumerate(sorted(set().union(*strengths.values())))}
        self._step_of = {
            rolls: np.array([self._steps[strength] for strength in strong]) for rolls, strong in strengths.items()
        }
        """Of each node, by the throws made."""
        self._found: dict[tuple[int | None, ...], tuple[Values, ...]] = {}
        """What it is worth to hold, by what makes a difference."""
        self._solved: dict[tuple[int, int, int | None, Case], Solved] = {}

    def solved(self, made: tuple[Made, ...], left: int) -> Solved:
        """The turn of the seat that plays when these hands lie, and this many seats play after it: one case."""
        rolls = tuple(hand.rolls for hand in made)
        case = self._case([self._steps[self.aim.of(hand)] for hand in made]) if made else NOTHING
        key = (len(made), left, self._allowed(rolls), case)
        if key not in self._solved:
            self._solved[key] = self._solve(rolls, left, np.array([case]))
        return self._solved[key]

    def _allowed(self, rolls: tuple[int, ...]) -> int | None:
        return allowance(self._game, self._state, rolls)

    def _each(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Values:
        """What a turn is worth before its first throw, by what holds: parts x cases."""
        some = [self._solve(rolls, left, cases[these]).throw((), 0) for these in slices(len(cases), AT_ONCE)]
        return np.concatenate(some, axis=1)

    @abstractmethod
    def _case(self, steps: list[int]) -> Case:
        """What is to be known of hands so strong."""

    @abstractmethod
    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Solved:
        """A turn after this many throws of others and before `left` seats, for each case. The first part is its own."""
