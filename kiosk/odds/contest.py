"""Heats in which hands are compared: every seat plays best for itself, knowing the hands that lie.

If the worst hand loses, whoever ends better than the worst hand lying is safe, whatever comes; if the best hand wins,
whoever ends worse than the best hand lying has lost. So a seat needs to know only the hand that *holds* (the worst or
the best lying) and how many seats share it; and, where the leader's throws limit the others', how many throws are left
to it. That makes heats of eight seats as exact as heats of two. One thing is simplified: a tie-break counts as drawing
lots, also in games whose tie-breaks are whole turns.

Strengths are counted in *steps*: 0 is the weakest hand that there is, 1 the next.
"""

from abc import ABC, abstractmethod
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import Contest, Ties
from kiosk.games.game import Game
from kiosk.games.state import Made
from kiosk.odds.turns import AT_ONCE, Numbers, Solved, Turns, Values, allowance, slices, solve

Case = tuple[int, int]
"""What a seat must know of the hands that lie: two numbers, which each class below explains."""
Cases = NDArray[np.intp]
"""Cases x 2."""
NOTHING: Case = (0, 0)
"""The case of the first seat, before which no hand lies."""


class Compared(ABC):
    """Solves all heats of one kind, for any number of seats; if it is exact, for up to as many as the state has."""

    def __init__(self, game: Game[Any], state: Any, aim: Contest, turns: Turns, *, exact: bool) -> None:
        self._game, self._state, self.aim, self._turns = game, state, aim, turns
        seats, most = len(state.heat.seats), allowance(game, state, ()) or turns.dice
        # A draw among up to all seats must come out even too.
        lots = lcm(*range(1, max(2, seats) + 1))
        self.numbers = Numbers(lots * 6 ** (turns.dice * seats * most) if exact else 1.0)
        strengths = {rolls: [aim.of(made) for made in turns.made(rolls)] for rolls in range(1, most + 1)}
        self._steps = {strength: step for step, strength in enumerate(sorted(set().union(*strengths.values())))}
        self._step_of = {
            rolls: np.array([self._steps[strength] for strength in strong]) for rolls, strong in strengths.items()
        }
        """The step of each node, by the number of throws."""
        self._found: dict[tuple[int | None, ...], tuple[Values, ...]] = {}
        """What it is worth to hold, for each combination of what it depends on (see `_after`)."""
        self._solved: dict[tuple[int, int, int | None, Case], Solved] = {}

    def solved(self, made: tuple[Made, ...], left: int) -> Solved:
        """The turn of a seat after these hands, and with this many seats still to follow."""
        rolls = tuple(hand.rolls for hand in made)
        case = self._case([self._steps[self.aim.of(hand)] for hand in made]) if made else NOTHING
        key = (len(made), left, self._allowed(rolls), case)
        if key not in self._solved:
            self._solved[key] = self._solve(rolls, left, np.array([case]))
        return self._solved[key]

    def _allowed(self, rolls: tuple[int, ...]) -> int | None:
        return allowance(self._game, self._state, rolls)

    def _each(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Values:
        """The value of a turn before its first throw, for each case: parts x cases."""
        some = [self._solve(rolls, left, cases[these]).throw((), 0) for these in slices(len(cases), AT_ONCE)]
        return np.concatenate(some, axis=1)

    @abstractmethod
    def _case(self, steps: list[int]) -> Case:
        """The case of hands of these steps."""

    @abstractmethod
    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Solved:
        """Solve a turn after others with these numbers of throws and before `left` seats; part 0 is its own value."""


class Heats(Compared):
    """Heats for places. A case is the step of the hand that holds, and how many seats share it."""

    @property
    def _counted(self) -> bool:
        """Whether it matters how many share it."""
        return self.aim.ties is Ties.LOT or (self.aim.ties is Ties.ALL and self.aim.void)

    def _case(self, steps: list[int]) -> Case:
        step = min(steps) if self.aim.last else max(steps)
        return step, steps.count(step) if self._counted else 1

    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Solved:
        """Parts: the value for this seat, and for a seat that held before it."""
        step, share = cases.T
        nobody = self._value(out=True)

        def ends(made: int) -> Values:
            own_step = self._step_of[made][:, None]
            shape = np.broadcast_shapes(own_step.shape, step.shape)
            further = own_step < step if self.aim.last else own_step > step
            beyond = further if rolls else np.full(shape, fill_value=True)
            equal = (own_step == step) & ~beyond
            # Of a hand that holds from here on, by its step and how many share it.
            held = self._after((*rolls, made), left)
            most = held.shape[1]
            taken = np.broadcast_to(held[:, 0][own_step], shape)
            stays = np.broadcast_to(held[step, np.clip(share, 1, most) - 1], shape)
            own, others = np.where(beyond, taken, nobody), np.where(beyond, nobody, stays)
            if self.aim.ties in {Ties.LOT, Ties.ALL}:
                both = np.broadcast_to(held[step, np.minimum(share + 1, most) - 1], shape)
                own, others = np.where(equal, both, own), np.where(equal, both, others)
            # The equal hand holds from now on: it is the stronger one and the best wins, or the weaker and the worst
            # loses.
            elif (self.aim.ties is Ties.LATER) is not self.aim.last:
                own, others = np.where(equal, taken, own), np.where(equal, nobody, others)
            return np.stack([own, others], axis=1)

        return solve(self._turns, ends, self._allowed(rolls), self.numbers)

    def _after(self, rolls: tuple[int, ...], left: int) -> Values:
        """The value of holding after these numbers of throws, before `left` more seats: steps x how many share."""
        shares = len(rolls) if self._counted else 1
        key = (left, shares, self._allowed(rolls) if left else None)
        if key not in self._found:
            cases = np.array([(step, share) for step in range(len(self._steps)) for share in range(1, shares + 1)])
            values = self._each(rolls, left - 1, cases)[1] if left else self._end(cases[:, 1], len(rolls))
            self._found[key] = (values.reshape(len(self._steps), shares),)
        return self._found[key][0]

    def _end(self, shares: Cases, seats: int) -> Values:
        """The value of holding when all have played, by how many share it: a lot decides among them."""
        unit, found = self.numbers.unit, self.numbers.array(np.zeros(len(shares), int))
        for share in range(1, seats + 1):
            chance = (unit // share if isinstance(unit, int) else unit / share) if self.aim.ties is Ties.LOT else unit
            void = self.aim.void and share == seats
            found[shares == share] = self._value(out=True) if void else unit - chance if self.aim.last else chance
        return found

    def _value(self, *, out: bool) -> int | float:
        """The value of being out of it or not: out is safe from the worst place, but has lost the best one."""
        return self.numbers.unit if self.aim.last is out else 0 * self.numbers.unit
