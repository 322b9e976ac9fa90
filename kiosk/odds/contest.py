"""Heats in which hands are compared: every seat plays best for itself, knowing the hands that lie.

Where the worst hand is looked for, who ends better than the worst so far is safe whatever comes; where the best is
looked for, who ends worse than the best so far has lost. So all that a seat must know of the hands before it is the
one that *holds*, the worst or the best so far, and how many share it; and of their throws, how many they leave it.
That makes heats of eight seats as exact as heats of two. One thing is simplified: a tie-break counts as a lot, also in
a game whose tie-breaks are whole turns.
"""

from __future__ import annotations

import numpy as np

from kiosk.games.aims import Ties
from kiosk.odds.choosing import Values
from kiosk.odds.compared import Case, Cases, Compared
from kiosk.odds.turns import Solved, solve


class Heats(Compared):
    """A case is how strong the hand is that holds, and how many seats share it."""

    @property
    def _counted(self) -> bool:
        return self.aim.ties is Ties.LOT or (self.aim.ties is Ties.ALL and self.aim.void)

    def _case(self, steps: list[int]) -> Case:
        step = min(steps) if self.aim.last else max(steps)
        return step, steps.count(step) if self._counted else 1

    def _solve(self, rolls: tuple[int, ...], left: int, cases: Cases) -> Solved:
        """Parts: own value, the holders' value."""
        step, share = cases.T
        nobody = self._value(out=True)

        def ends(made: int) -> Values:
            own_step = self._step_of[made][:, None]
            shape = np.broadcast_shapes(own_step.shape, step.shape)
            further = own_step < step if self.aim.last else own_step > step
            beyond = further if rolls else np.full(shape, fill_value=True)
            equal = (own_step == step) & ~beyond
            held = self._after((*rolls, made), left)
            most = held.shape[1]
            taken = np.broadcast_to(held[:, 0][own_step], shape)
            stays = np.broadcast_to(held[step, np.clip(share, 1, most) - 1], shape)
            own, others = np.where(beyond, taken, nobody), np.where(beyond, nobody, stays)
            if self.aim.ties in {Ties.LOT, Ties.ALL}:
                both = np.broadcast_to(held[step, np.minimum(share + 1, most) - 1], shape)
                own, others = np.where(equal, both, own), np.where(equal, both, others)
            elif (self.aim.ties is Ties.LATER) is not self.aim.last:  # the equal hand holds from now on
                own, others = np.where(equal, taken, own), np.where(equal, nobody, others)
            return np.stack([own, others], axis=1)

        return solve(self._turns, ends, self._allowed(rolls), self.numbers)

    def _after(self, rolls: tuple[int, ...], left: int) -> Values:
        """What it is worth to hold after this many throws and before this many seats: steps x how many share it."""
        shares = len(rolls) if self._counted else 1
        key = (left, shares, self._allowed(rolls) if left else None)
        if key not in self._found:
            cases = np.array([(step, share) for step in range(len(self._steps)) for share in range(1, shares + 1)])
            values = self._each(rolls, left - 1, cases)[1] if left else self._end(cases[:, 1], len(rolls))
            self._found[key] = (values.reshape(len(self._steps), shares),)
        return self._found[key][0]

    def _end(self, shares: Cases, seats: int) -> Values:
        unit, found = self.numbers.unit, self.numbers.array(np.zeros(len(shares), int))
        for share in range(1, seats + 1):
            chance = (unit // share if isinstance(unit, int) else unit / share) if self.aim.ties is Ties.LOT else unit
            void = self.aim.void and share == seats
            found[shares == share] = self._value(out=True) if void else unit - chance if self.aim.last else chance
        return found

    def _value(self, *, out: bool) -> int | float:
        return self.numbers.unit if self.aim.last is out else 0 * self.numbers.unit
