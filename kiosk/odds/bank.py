"""Points at stake: when to throw on, and when to bank, by the chance to win the match.

The state of a turn is the number of dice that are thrown next and the points at stake. These only grow, so a turn is
solved backwards from many points, for all hands of a throw at once. What banking is worth comes from `reach.py`,
exactly if two play for few points. Points are counted in *steps*: the greatest common divisor of all gains.
"""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from itertools import accumulate
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiosk.games.aims import Bank, End, Standing
from kiosk.games.state import Hand, tidy
from kiosk.odds.reach import Duels, Floats, Reach, name_of, packed, solve, unpacked
from kiosk.odds.tables import kept
from kiosk.odds.turns import NEVER, outcomes

ENOUGH = 400
"""A turn without any other limit is taken to end at 400 steps at stake: of 1,000 million turns none gets there."""
BEYOND = 60
"""Where a match plays on after the target, a turn is taken to end 60 steps past what is enough: nobody overtakes
that."""
AGAIN = 12
"""At that limit the throw is solved 12 times over: where all dice count one has to throw on without more being at
stake."""
MOST_KNOWN = 500
"""The values of 500 situations are kept; a few kilobytes each."""
DUEL_TO = 150
"""A duel for up to 150 points is solved exactly; for more it would take minutes, and is estimated as with more
players."""


class Risk:
    """The turns of one game with its house rules, which are laid out here once.

    For each number of dice, hands that offer the same are one row: what may be set aside, and the chance of that.
    """

    def __init__(self, aim: Bank) -> None:
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
                    options = {((thrown - len(part)) or aim.dice, points) for part, points in parts.items()}
                    if not _fits(aim.match):  # for each number of dice left, only the most points
                        options = set(dict(sorted(options)).items())
                    ends = not (aim.must and any(len(part) == thrown for part in parts))
                    row = (thrown, tuple(sorted(options)), max(parts.values()), ends)
                    rows[row] = rows.get(row, 0.0) + chance
                elif aim.wiped(hand):
                    self._wipes[thrown - 1] += chance
                else:
                    self._busts[thrown - 1] += chance
        for _, options_, _, _ in rows:
            starts.append(len(lefts))
            lefts += [left - 1 for left, _ in options_]
            gains += [points for _, points in options_]
        self.step = gcd(*gains)
        self._left, self._gain, self._starts = np.array(lefts), np.array(gains) // self.step, np.array(starts)
        """The options of all rows, one after the other: dice thrown next, less one, and steps; where each row
        begins."""
        self._all = np.array([points for _, _, points, _ in rows]) // self.step
        """By row, the steps if all that counts is set aside."""
        self._ends = np.array([ends for *_, ends in rows])
        """By row, whether the turn may end then."""
        self._chance = np.array(list(rows.values()))
        counts = [sum(row[0] == thrown for row in rows) for thrown in range(1, aim.dice + 1)]
        self._throws = np.array([0, *accumulate(counts)][:-1])
        """Where the rows of each number of dice begin."""
        self._values = lru_cache(MOST_KNOWN)(self._solve)
        self.match = cache(self._match)
        self._reaches: dict[tuple[int, bool, int], Reach] = {}

    @property
    def steady(self) -> bool:
        """Whether all dice are thrown each time, so that each throw risks the same."""
        return set(map(len, self._parts((5,) * self.dice))) == {self.dice}

    def bust(self, thrown: int) -> float:
        return float(self._busts[thrown - 1] + self._wipes[thrown - 1])

    def pays(self, aim: Bank, points: int) -> float:
        """The value of ending the turn with this many points; `NEVER` if it may not end."""
        return float(self._pays(aim, np.array([points]))[0])

    def throw(self, aim: Bank, thrown: int, at_stake: int) -> float:
        values = self._values(aim)
        return float(values[thrown - 1, min(at_stake // self.step, values.shape[1] - 1)])

    def gain(self, fresh: Hand, aside: Hand) -> int:
        """The points of the dice set `aside` from the throw `fresh`."""
        return self._parts(tidy(fresh))[tidy(aside)]

    def _solve(self, aim: Bank) -> Floats:
        """The value of a throw of 1, 2, … dice (rows) with 0, 1, … steps at stake (columns)."""
        lost = wiped = -float(aim.loss)
        most, match = ENOUGH, aim.match
        if match is not None:
            lost, wiped = self._after(match, np.array([match.have - aim.loss, 0.0]))
            enough = match.target if match.end is End.AT_ONCE else max(match.target, *match.others)
            most = max(1, -(-(enough - match.have) // self.step)) + BEYOND * (match.end is not End.AT_ONCE)
        pays = self._pays(aim, np.arange(most + 1) * self.step)
        room = np.array([(match.target - match.have) // self.step]) if match and _fits(match) else None
        solved = self._turn(pays[:, None], np.array([lost]), np.array([wiped]), room)
        return np.asarray(solved[:, :, 0])

    def _turn(self, pays: Floats, lost: Floats, wiped: Floats, room: NDArray[Any] | None) -> Floats:
        """The value of a throw: dice x steps at stake x cases.

        Args:
            pays: the value of ending the turn with this many steps at stake: steps x cases.
            lost: the value after a bust, by case.
            wiped: the same after a bust that takes all banked points.
            room: by case, the steps that are left to the target if more than it is nothing: then a part of what counts
                may be set aside at the end; None: there is no such limit.
        """
        most = len(pays) - 1
        values = np.empty((self.dice, most + 1, pays.shape[1]))
        values[:, most] = pays[most]
        busts, wipes = self._busts[:, None] * lost, self._wipes[:, None] * wiped
        for steps in (*(most,) * AGAIN, *range(most - 1, -1, -1)):
            # The best option of each row if the turn goes on, what it pays to end, and the mean over the rows of each
            # number of dice.
            with_ = np.minimum(self._gain + steps, most)
            best = np.maximum.reduceat(values[self._left, with_], self._starts)
            ends = np.where(self._ends[:, None], pays[np.minimum(self._all + steps, most)], NEVER)
            if room is not None:
                part = np.maximum.reduceat(pays[with_], self._starts)
                ends = np.where(self._all[:, None] + steps > room, part, ends)
            mean = np.add.reduceat(self._chance[:, None] * np.maximum(best, ends), self._throws)
            values[:, steps] = mean + busts + wipes
        return values

    def _pays(self, aim: Bank, points: NDArray[Any]) -> Floats:
        """The values of ending the turn with these points; `NEVER` if it may not end."""
        if aim.match is None:
            found = points.astype(float)
        else:
            have = aim.match.have + points
            if _fits(aim.match):
                have = np.where(have > aim.match.target, aim.match.have, have)
            found = self._after(aim.match, have)
        return np.where(points < aim.least, NEVER, found)

    def _after(self, match: Standing, have: NDArray[Any]) -> Floats:
        """The chances to win with these points when the turn is over."""
        if match.end is End.AT_ONCE and len(match.others) == 1 and match.target <= DUEL_TO and self.step == 1:
            won = self.match(match.target)[match.others[0]]
            short = np.minimum(have, match.target - 1).astype(int)
            return np.where(have >= match.target, 1.0, 1.0 - won[short])
        return self.reach(match).after(match, have)

    def _match(self, target: int) -> Floats:
        """The chance to win a duel for who begins a turn: own points x the other's."""
        gains = np.zeros(int(self._all.max()) * self.step)
        of_all = slice(int(self._throws[-1]), None)
        np.add.at(gains, self._all[of_all] * self.step - 1, self._chance[of_all])
        return Duels(target, gains, float(self._busts[-1]), float(self._wipes[-1])).won

    def reach(self, match: Standing) -> Reach:
        """The table of how likely the target of a match is reached within N turns."""
        key = match.target, _fits(match), match.opening
        if key not in self._reaches:
            name, make = self.within(match)
            self._reaches[key] = Reach(self.step, kept(name, unpacked, packed, make))
        return self._reaches[key]

    def within(self, match: Standing) -> tuple[str, Callable[[], Floats]]:
        """The name of that table's file, and a function that makes the table."""
        target, opening = -(-match.target // self.step), -(-match.opening // self.step)
        turn = partial(self.before_turn, target, fits=_fits(match), opening=opening)
        laid = (self._left, self._gain, self._starts, self._ends, self._chance, self._wipes)
        shown = [np.round(array.astype(float), 9).tolist() for array in laid]
        return name_of(target, opening, _fits(match), shown), lambda: solve(target, turn)

    def before_turn(self, target: int, before: Floats, *, fits: bool, opening: int) -> Floats:
        """The chances of reaching `target` within one turn more than `before` tells, by the steps that one has."""
        have = np.arange(target)
        then = have + np.arange(target + 2)[:, None]
        pays = before[np.minimum(then, target)]
        if fits:  # too much is nothing
            pays = np.where(then > target, before[have], pays)
        if opening:
            pays[:opening, 0] = NEVER
        room = target - have if fits else None
        return np.asarray(self._turn(pays, before[have], np.full(target, before[0]), room)[-1, 0])


def _fits(match: Standing | None) -> bool:
    """Whether points beyond the target count for nothing, so that at the end some of what counts may be left lying."""
    return match is not None and match.end is End.EXACT
