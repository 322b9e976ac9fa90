"""Points at stake: when to throw on, and when to bank; of two, by the chance to win the match.

A turn is known by the number of dice that are thrown next and by the points at stake, which only grow: so it is solved
backwards from many points, all hands of a throw at once. A match of two is `duel.py`.
"""

from __future__ import annotations

from itertools import accumulate
from math import gcd
from typing import Any

import numpy as np

from kiosk.games.aims import Bank, Duel
from kiosk.games.state import Hand
from kiosk.odds.duel import Duels, Floats
from kiosk.odds.turns import outcomes, tidy

ENOUGH = 400
"""Steps at stake with which a turn that has no other end is taken to end: none of a thousand million comes so far."""
NEVER = float("-inf")
MOST_KNOWN = 500
"""Situations whose values are kept; a few kilobytes each."""


class Risk:
    """The turns of one game with its house rules; the values of each situation are worked out once.

    Attributes:
        step: all points are multiples of it.
    """

    def __init__(self, aim: Bank) -> None:
        """Lay out what each throw allows."""
        self.dice = aim.dice
        self._parts = aim.parts
        self._busts = np.zeros(aim.dice)
        self._wipes = np.zeros(aim.dice)
        lefts: list[int] = []
        gains: list[int] = []
        starts: list[int] = []
        rows: dict[tuple[Any, ...], float] = {}
        for thrown in range(1, aim.dice + 1):
            for hand, ways in outcomes(thrown):
                chance = ways / 6**thrown
                parts = aim.parts(hand)
                if parts:
                    best: dict[int, int] = {}
                    for part, points in parts.items():
                        left = (thrown - len(part)) or aim.dice
                        best[left] = max(points, best.get(left, 0))
                    ends = not (aim.must and any(len(part) == thrown for part in parts))
                    row = (thrown, tuple(sorted(best.items())), max(parts.values()), ends)
                    rows[row] = rows.get(row, 0.0) + chance
                elif aim.wiped(hand):
                    self._wipes[thrown - 1] += chance
                else:
                    self._busts[thrown - 1] += chance
        for _, options, _, _ in rows:
            starts.append(len(lefts))
            lefts += [left - 1 for left, _ in options]
            gains += [points for _, points in options]
        self.step = gcd(*gains)
        self._left, self._starts = np.array(lefts), np.array(starts)
        self._gain = np.array(gains) // self.step
        self._all = np.array([points for _, _, points, _ in rows]) // self.step
        self._ends = np.array([ends for *_, ends in rows])
        self._chance = np.array(list(rows.values()))
        counts = [sum(row[0] == thrown for row in rows) for thrown in range(1, aim.dice + 1)]
        self._throws = np.array([0, *accumulate(counts)][:-1])
        self._known: dict[Bank, Floats] = {}
        self._matches: dict[int, Floats] = {}

    @property
    def steady(self) -> bool:
        """Whether always all dice are thrown: each throw risks the same."""
        return set(map(len, self._parts((5,) * self.dice))) == {self.dice}

    def bust(self, thrown: int) -> float:
        """The chance that a throw of so many dice loses what is at stake."""
        return float(self._busts[thrown - 1] + self._wipes[thrown - 1])

    def pays(self, aim: Bank, points: int) -> float:
        """What it is worth to end the turn with so many points; `NEVER` where it may not end."""
        if points < aim.least:
            return NEVER
        if aim.duel is not None:
            return self._after(aim.duel, aim.duel.have + points)
        if aim.need is not None:
            return 1.0 if points > aim.need else 0.5 if points == aim.need else 0.0
        return 0.0 if aim.most is not None and points > aim.most else float(points)

    def throw(self, aim: Bank, thrown: int, at_stake: int) -> float:
        """What it is worth to throw so many dice with so many points at stake."""
        values = self._values(aim)
        return float(values[thrown - 1, min(at_stake // self.step, values.shape[1] - 1)])

    def gain(self, fresh: Hand, aside: Hand) -> int:
        """What a part of the throw `fresh` adds."""
        return self._parts(tidy(fresh))[tidy(aside)]

    # --- one turn ---

    def _values(self, aim: Bank) -> Floats:
        """Of a throw of 1, 2, … dice (rows) with 0, 1, … steps at stake."""
        if aim not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[aim] = self._solve(aim)
        return self._known[aim]

    def _solve(self, aim: Bank) -> Floats:
        limits = [limit for limit in (aim.room, aim.need, aim.most) if limit is not None]
        most = max(1, -(-min(limits) // self.step) + (aim.room is None)) if limits else ENOUGH
        pays = np.array([self.pays(aim, steps * self.step) for steps in range(most + 1)])
        lost = wiped = -float(aim.loss)
        if aim.duel is not None:
            lost, wiped = self._after(aim.duel, aim.duel.have), self._after(aim.duel, 0)
        values = np.empty((self.dice, most + 1))
        values[:, most] = pays[most]
        for steps in range(most - 1, -1, -1):
            thrown = values[self._left, np.minimum(self._gain + steps, most)]
            best = np.maximum.reduceat(thrown, self._starts)
            ends = np.where(self._ends, pays[np.minimum(self._all + steps, most)], NEVER)
            mean = np.add.reduceat(self._chance * np.maximum(best, ends), self._throws)
            values[:, steps] = mean + self._busts * lost + self._wipes * wiped
        return values

    # --- a match of two ---

    def _after(self, duel: Duel, have: int) -> float:
        """The chance to win with so many points when the turn is over."""
        return 1.0 if have >= duel.target else 1.0 - float(self.match(duel.target)[duel.other, have])

    def match(self, target: int) -> Floats:
        """The chance to win of who begins a turn: own points x the other's."""
        if target not in self._matches:
            gains = np.zeros(int(self._all.max()) * self.step)
            of_all = slice(int(self._throws[-1]), None)
            np.add.at(gains, self._all[of_all] * self.step - 1, self._chance[of_all])
            self._matches[target] = Duels(target, gains, float(self._busts[-1]), float(self._wipes[-1])).won
        return self._matches[target]
