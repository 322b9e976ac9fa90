"""Turns as the rules let them be played, laid out as tables once, and solved backwards from their ends.

Dice are alike, so what counts is how many show what: 56 hands of three dice, 126 of four, 252 of five. A *throw* is
what stays while the others are thrown; a *node* is a hand on the table together with what may be done with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, zip_longest
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiosk.games.game import Game
from kiosk.games.state import Hand, Heat, Made, Turn, tidy

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


FACES = range(1, 7)
AT_ONCE = 128
"""Cases that are solved together: all at once would fill the memory, or at least the processor's own."""
SMALL = 2**18
"""Matrices that take no more multiplications than these are multiplied by one core: they are too small to share, and
the others have dice to read."""


@cache
def outcomes(dice: int) -> tuple[tuple[Hand, int], ...]:
    """What this many dice may show, with the number of ways out of 6**dice."""
    return tuple(
        (tidy(hand), factorial(dice) // prod(map(factorial, Counter(hand).values())))
        for hand in combinations_with_replacement(FACES, dice)
    )


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is reckoned with: floats, or exactly, with whole numbers.

    Attributes:
        unit: what stands for 1. Exactly, it is a power of 6 so high that every division on the way comes out even.
    """

    unit: int | float

    @property
    def exact(self) -> bool:
        return isinstance(self.unit, int)

    @property
    def rounding(self) -> float:
        """By how much values may differ that ought to be equal."""
        return 0 if self.exact else 1e-12

    def number(self, value: Any) -> Fraction | float:
        return Fraction(value, self.unit) if isinstance(self.unit, int) else float(value)

    def array(self, values: Any) -> Values:
        if self.exact:
            return np.array(np.asarray(values, dtype=object) * self.unit, dtype=object)
        return np.asarray(values, dtype=float) * self.unit


class _Node(NamedTuple):
    hand: Hand
    keeps: frozenset[Hand]
    may_stop: bool
    together: bool


def _ask(game: Game[Any], state: Any, kept: Hand, thrown: Hand, made: Callable[[Made], object]) -> _Node:
    """What may stay of a hand of which some dice stayed before, and whether the turn may end with it.

    `made`: what matters of how a hand was made.
    """
    dice = kept + thrown
    turn = Turn(0, dice, kept=frozenset(range(1, len(kept) + 1)), throwing=False, throws=(dice,))
    imagined = replace(state, turn=turn)
    keeps = _stay(game, imagined)
    if game.turns_sixes(imagined):
        keeps = keeps.union(*(_stay(game, replace(imagined, turn=turn.turn(slots))) for slots in turn.turns))
    hand, most = tidy(dice), allowance(game, state, ()) or len(dice)
    alike = all(made(Made(hand, rolls, True)) == made(Made(hand, rolls, False)) for rolls in range(1, most + 1))
    return _Node(hand, keeps, game.may_stop(imagined), together=alike or not kept)


def _stay(game: Game[Any], state: Any) -> frozenset[Hand]:
    turn: Turn = state.turn
    hand, stay = turn.hand, filter(turn.lets_stay, game.keeps(state))
    return frozenset([tidy([hand[slot - 1] for slot in slots]) for slots in stay])


class Turns:
    """Every turn of one kind of heat.

    Attributes:
        hands: the hand of each node; `together` says whether all its dice fell in its last throw.
        keeps: what may stay of it.
        throws: what may stay while the others are thrown, to its place among the throws; () is the first throw.
        most: throws that a turn may take where the rules set no number; None if it might go on for ever.
    """

    def __init__(self, game: Game[Any], state: Any, made: Callable[[Made], object] = lambda _: None) -> None:
        """Ask the game about turns of the heat that `state` is in.

        `made`: what matters of how a hand was made; else dice that fell together are like any others.
        """
        self.dice: int = state.heat.dice
        self.throws: dict[Hand, int] = {(): 0}
        self.most: int | None = self.dice
        self._nodes: dict[tuple[Hand, Hand], int] = {}
        nodes: dict[_Node, int] = {}
        into: list[int] = []
        ways: list[int] = []
        starts: list[int] = []
        waiting: list[Hand] = [()]
        for kept in waiting:  # grows on the way
            starts.append(len(into))
            for thrown, count in outcomes(self.dice - len(kept)):
                node = _ask(game, state, kept, thrown, made)
                place = nodes.setdefault(node, len(nodes))
                for keep in node.keeps:
                    if keep not in self.throws:
                        self.throws[keep] = len(waiting)
                        waiting.append(keep)
                if node.keeps and min(map(len, node.keeps)) <= len(kept):
                    self.most = None
                self._nodes[node.hand, kept] = place
                into.append(place)
                ways.append(count)
        self.hands = tuple(node.hand for node in nodes)
        self.together = tuple(node.together for node in nodes)
        self.keeps = tuple(node.keeps for node in nodes)
        self._into, self._ways, self._starts = np.array(into), np.array(ways, dtype=object)[:, None, None], starts
        self._total = np.array([6 ** (self.dice - len(keep)) for keep in self.throws], dtype=object)[:, None, None]
        self._chances = np.zeros((len(self.throws), len(nodes)))
        """Of each throw to end in each node."""
        throws = np.repeat(np.arange(len(self.throws)), np.diff([*starts, len(into)]))
        np.add.at(self._chances, (throws, self._into), np.array(ways, dtype=float))
        self._chances /= self._total[:, :, 0].astype(float)
        self._choosing = Choosing(tuple(self.throws), self.keeps)
        self._may_stop = np.array([node.may_stop or not node.keeps for node in nodes])[:, None]

    def made(self, rolls: int) -> list[Made]:
        """The hand of each node as it is after this many throws."""
        return [Made(hand, rolls, together) for hand, together in zip(self.hands, self.together, strict=True)]

    def node(self, hand: Hand, kept: Hand = ()) -> int:
        """The node of a hand of which these dice stayed in the last throw."""
        return self._nodes[tidy(hand), tidy(kept)]

    def thrown(self, values: Values, numbers: Numbers, *, first: bool = False) -> Values:
        """What each throw is worth on average, where each node is worth `values` (nodes x parts x cases).

        `first`: only the first throw of a turn, of all dice.
        """
        throws = 1 if first else len(self._starts)
        if not numbers.exact:
            flat = values.astype(float, copy=False).reshape(len(values), -1)
            found = np.empty((throws, flat.shape[1]))
            for columns in slices(flat.shape[1], max(1, SMALL // (throws * len(values)))):
                found[:, columns] = self._chances[:throws] @ flat[:, columns]
            return found.reshape(throws, *values.shape[1:])
        last = self._starts[1] if first and len(self._starts) > 1 else None
        sums = np.add.reduceat(self._ways[:last] * values[self._into[:last]], self._starts[:throws], axis=0)
        return np.asarray(sums // self._total[:throws])

    def chosen(self, throws: Values, ends: Values, numbers: Numbers) -> Values:
        """What each node is worth with the best choice: of the throws, or of ending the turn.

        The first part decides; of equal choices, to end is taken first, then to throw few dice.
        """
        value, best = self._choosing.best(throws[:, 0], numbers.rounding)
        stops = self._may_stop & (ends[:, 0] >= value - numbers.rounding)
        return np.where(stops[:, None], ends, np.take_along_axis(throws, best[:, None], axis=0))


def slices(count: int, size: int) -> list[slice]:
    """Slices that `count` cases are cut into, in order, each of at most `size`."""
    return [slice(start, start + size) for start in range(0, count, size)]


@dataclass(frozen=True, slots=True)
class Solved:
    """A turn solved: `throws` by the throws made before (the last for all that follow), `ends` by those made.

    Each is an array: throws or nodes x parts x cases.
    """

    turns: Turns
    throws: tuple[Values, ...]
    ends: tuple[Values, ...]

    def throw(self, kept: Hand, made: int) -> Values:
        """What it is worth to let these stay and throw the others, after this many throws: parts x cases."""
        return np.asarray(self.throws[min(made, len(self.throws) - 1)][self.turns.throws[tidy(kept)]])

    def stop(self, node: int, made: int) -> Values:
        """What it is worth to end the turn after this many throws: parts x cases."""
        return np.asarray(self.ends[min(made, len(self.ends)) - 1][node])


def solve(turns: Turns, ends: Callable[[int], Values], allowed: int | None, numbers: Numbers) -> Solved:
    """Solve a turn backwards.

    Args:
        turns: the turns that can be.
        ends: what each node is worth if the turn ends with it after this many throws: nodes x parts x cases; the first
            part is what the player wants most of, others are carried along.
        allowed: throws in the turn; None if the rules set no number.
        numbers: what is reckoned with.
    """
    if allowed is None:
        if turns.most is None:
            raise EndlessError
        end = ends(1)
        values = end
        for _ in range(turns.most):
            throws = turns.thrown(values, numbers)
            values = turns.chosen(throws, end, numbers)
        return Solved(turns, (throws,), (end,))
    ended = tuple(ends(made) for made in range(1, allowed + 1))
    values = ended[-1]
    found = [turns.thrown(values, numbers, first=allowed == 1)]
    for made in reversed(range(1, allowed)):
        values = turns.chosen(found[-1], ended[made - 1], numbers)
        found.append(turns.thrown(values, numbers, first=made == 1))
    return Solved(turns, tuple(reversed(found)), ended)


class EndlessError(ValueError):
    """Turns that might go on for ever have no odds."""


def allowance(game: Game[Any], state: Any, rolls: tuple[int, ...]) -> int | None:
    """How many throws the next seat of the heat has when those before it threw `rolls` times."""
    heat: Heat = state.heat
    made = tuple(Made((1,) * heat.dice, used) for used in rolls)
    return game.rolls_allowed(replace(state, heats=(*state.heats[:-1], replace(heat, made=made))))
