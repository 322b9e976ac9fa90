"""Turns as the rules let them be played, laid out as tables once, and solved backwards from their ends.

Dice are alike, so a hand is a multiset: there are 56 of three dice, 126 of four, 252 of five. A *throw* is what stays
while the other dice are thrown; a *node* is a hand on the table together with what may be done with it.

Many values are worked out at once, in arrays of nodes (or throws) x parts x cases. *Cases* are circumstances of which
each is solved by itself, such as what the others have thrown. *Parts* are the values followed in each: the first is
what the player plays for, the others are only carried along, as they come of the same choices.
"""

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
"""Worth less than anything: what may not be done."""


def fewest_thrown(keep: Hand) -> tuple[int, ...]:
    """Sorts choices that are worth the same: those that keep more dice first, then those that keep higher ones."""
    return (-len(keep), *(-die for die in keep))


class Choosing:
    """The best choice of each node, for many cases at once."""

    def __init__(self, choices: Sequence[Hand], sets: Sequence[frozenset[Hand]]) -> None:
        """`choices` are the dice that stay, high to low; `sets` says for each node which of them are allowed."""
        place = {keep: at for at, keep in enumerate(choices)}
        most_first = sorted(range(len(sets)), key=lambda at: -len(sets[at]))
        offered = [sorted(sets[at], key=fewest_thrown) for at in most_first]
        self._columns = [
            np.array([place[keep] for keep in column if keep is not None]) for column in zip_longest(*offered)
        ]
        """All sets' first choices, then their second ones, and so on; the largest sets first, as others end sooner."""
        self._rows = np.argsort(most_first)

    def best(self, worth: Values, rounding: float) -> tuple[Values, Places]:
        """The value of the best choice of each set, and which it is: sets x cases.

        Args:
            worth: of each choice, choices x cases.
            rounding: values that differ by no more are equal: then the first by `fewest_thrown` is best. The best of an
                empty set is worth `NEVER`.
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
"""Up to 128 cases are solved together: all at once would not fit into the processor's cache, or not even into
memory."""
SMALL = 2**18
"""Matrices are multiplied in pieces of up to 2**18 multiplications: NumPy does so small a piece on one core, and leaves
the others to the reader."""


@cache
def outcomes(dice: int) -> tuple[tuple[Hand, int], ...]:
    """All hands that this many dice may show, each with the number of ways out of 6**dice."""
    return tuple(
        (tidy(hand), factorial(dice) // prod(map(factorial, Counter(hand).values())))
        for hand in combinations_with_replacement(FACES, dice)
    )


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers to calculate with: floats; or, to be exact, whole numbers, which NumPy handles as it does floats.

    Attributes:
        unit: what stands for 1: 1.0, or a whole number that every divisor used divides without a remainder.
    """

    unit: int | float

    @property
    def exact(self) -> bool:
        return isinstance(self.unit, int)

    @property
    def rounding(self) -> float:
        """How much values may differ that should be equal."""
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
    """Ask the game about a hand of which some dice stayed before: what may stay now, and whether the turn may end.

    `made`: gives of a `Made` what matters of how the hand was made.
    """
    dice = kept + thrown
    turn = Turn(0, dice, kept=frozenset(range(1, len(kept) + 1)), throwing=False, throws=(dice,))
    imagined = replace(state, turn=turn)
    keeps = _stay(game, imagined)
    if game.turns_sixes(imagined):
        keeps = keeps.union(*(_stay(game, replace(imagined, turn=turn.turn(slots))) for slots in turn.turns))
    # Whether all dice fell in one throw splits a node in two only if the game tells the two apart.
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
        hands: the hand of each node; `together` says whether all its dice fell in the last throw, as far as it matters.
        keeps: the dice that may stay, for each node.
        throws: the index of each throw, by what stays; () is a throw of all dice, as the first one.
        most: how many throws a turn may take if the rules set no number; None if it might go on for ever.
    """

    def __init__(self, game: Game[Any], state: Any, made: Callable[[Made], object] = lambda _: None) -> None:
        """Ask the game about turns of the heat that `state` is in.

        `made`: gives of a `Made` what matters of how the hand was made; by default nothing does.
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
        # From the first throw on to all that follow from it: the list grows while it is gone through.
        for kept in waiting:
            starts.append(len(into))
            for thrown, count in outcomes(self.dice - len(kept)):
                node = _ask(game, state, kept, thrown, made)
                place = nodes.setdefault(node, len(nodes))
                for keep in node.keeps:
                    if keep not in self.throws:
                        self.throws[keep] = len(waiting)
                        waiting.append(keep)
                # If a throw need not add to the dice that stay, nothing limits the turn.
                if node.keeps and min(map(len, node.keeps)) <= len(kept):
                    self.most = None
                self._nodes[node.hand, kept] = place
                into.append(place)
                ways.append(count)
        self.hands = tuple(node.hand for node in nodes)
        self.together = tuple(node.together for node in nodes)
        self.keeps = tuple(node.keeps for node in nodes)
        # Outcomes of all throws in a row, for exact sums; and the same as a matrix of chances, for floats.
        self._into, self._ways, self._starts = np.array(into), np.array(ways, dtype=object)[:, None, None], starts
        self._total = np.array([6 ** (self.dice - len(keep)) for keep in self.throws], dtype=object)[:, None, None]
        self._chances = np.zeros((len(self.throws), len(nodes)))
        """The chance of each throw to lead to each node."""
        throws = np.repeat(np.arange(len(self.throws)), np.diff([*starts, len(into)]))
        np.add.at(self._chances, (throws, self._into), np.array(ways, dtype=float))
        self._chances /= self._total[:, :, 0].astype(float)
        self._choosing = Choosing(tuple(self.throws), self.keeps)
        self._may_stop = np.array([node.may_stop or not node.keeps for node in nodes])[:, None]

    def made(self, rolls: int) -> list[Made]:
        """The hand of each node, made with this many throws."""
        return [Made(hand, rolls, together) for hand, together in zip(self.hands, self.together, strict=True)]

    def node(self, hand: Hand, kept: Hand = ()) -> int:
        """The node of a hand of which these dice stayed in the last throw."""
        return self._nodes[tidy(hand), tidy(kept)]

    def thrown(self, values: Values, numbers: Numbers, *, first: bool = False) -> Values:
        """The mean value of each throw, if each node is worth `values` (nodes x parts x cases).

        `first`: only of the throw of all dice, which begins a turn.
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
        """The value of each node with the best choice: one of the throws, or to end the turn.

        The first part decides. Of equal choices the end is taken first, then the one that throws the fewest dice.
        """
        value, best = self._choosing.best(throws[:, 0], numbers.rounding)
        stops = self._may_stop & (ends[:, 0] >= value - numbers.rounding)
        return np.where(stops[:, None], ends, np.take_along_axis(throws, best[:, None], axis=0))


def slices(count: int, size: int) -> list[slice]:
    """`count` cases in slices of up to `size`."""
    return [slice(start, start + size) for start in range(0, count, size)]


@dataclass(frozen=True, slots=True)
class Solved:
    """A turn that was solved: the values of throws, by the number of throws before; and of ends, by that number.

    The last array also stands for all numbers beyond. Arrays are throws (or nodes) x parts x cases.
    """

    turns: Turns
    throws: tuple[Values, ...]
    ends: tuple[Values, ...]

    def throw(self, kept: Hand, made: int) -> Values:
        """The value of letting these stay and throwing the others, after this many throws: parts x cases."""
        return np.asarray(self.throws[min(made, len(self.throws) - 1)][self.turns.throws[tidy(kept)]])

    def stop(self, node: int, made: int) -> Values:
        """The value of ending the turn after this many throws: parts x cases."""
        return np.asarray(self.ends[min(made, len(self.ends)) - 1][node])


def solve(turns: Turns, ends: Callable[[int], Values], allowed: int | None, numbers: Numbers) -> Solved:
    """Solve a turn backwards.

    Args:
        turns: all turns of this kind.
        ends: gives the value of each node if the turn ends with it after this many throws: nodes x parts x cases.
        allowed: throws in the turn; None if the rules set no number.
        numbers: what is reckoned with.
    """
    if allowed is None:
        if turns.most is None:
            raise EndlessError
        # Without a number of throws it does not matter which throw it is. Each adds a die that stays, so as many rounds
        # as there are dice settle it.
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
