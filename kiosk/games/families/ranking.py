"""The order of all 56 hands of three dice, as the games around 421 know it; what a hand is called and worth."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement, groupby
from types import MappingProxyType

from kiosk.games.core import HandView
from kiosk.games.lesson import Example, ends, span
from kiosk.games.state import Hand, tidy
from kiosk.games.text import Text, say, written


class Category(StrEnum):
    """The classes of hands, by the names that bars use; in the order of the table by class."""

    FOUR_TWENTY_ONE = "421"
    ACES = "triple-as"
    FICHE = "fiche"
    BARAQUE = "baraque"
    SUITE = "suite"
    OTHER = "autre"
    NENETTE = "nenette"
    TRIPLE = "triple"
    DOUBLE = "double"
    UNMATCHED = "unmatched"
    ZANZI = "zanzi"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of a table: `rank` 1 is best, `dice` are high to low, `tokens` the hand's value where hands have one."""

    rank: int
    dice: Hand
    category: Category
    tokens: int | None = None


Table = Mapping[Hand, Rank]
"""Every hand, high to low, to its rank."""


WORTH = {1: 100, 6: 60}
"""Points of an ace and a six in games where these count more than their pips."""


def total(hand: Hand) -> int:
    """The points of a hand in such a game."""
    return sum(WORTH.get(die, die) for die in hand)


@cache
def family_table(*, any_pair: bool, by_value: bool, value_of_421: int = 10) -> Table:
    """The table of 421 and Zanzibar.

    Args:
        any_pair: whether every pair with another die is a fiche, not only a pair of aces.
        by_value: whether hands are ordered by their value first, then by class; otherwise by class first.
        value_of_421: its value in tokens.
    """
    classes = tuple(Category)

    def order(rank: Rank) -> tuple[int, ...]:
        value, place = -(rank.tokens or 0), classes.index(rank.category)
        weakest = rank.category is Category.NENETTE
        return (weakest, value, place) if by_value else (weakest, place, value)

    def within(rank: Rank) -> tuple[int, ...]:
        if rank.category is Category.FICHE:  # the ace is the strongest pair, then 6 to 2
            pair = rank.dice[1]
            return (0 if pair == 1 else 7 - pair,)
        return tuple(-die for die in rank.dice)

    def classed(dice: Hand) -> Rank:
        category = _family_category(dice, any_pair=any_pair)
        return Rank(0, dice, category, _family_value(dice, category, value_of_421))

    return _table(classed, lambda rank: (*order(rank), *within(rank)))


@cache
def points_table() -> Table:
    """The table of Four Twenty One: 421, triples, doubles by their pair, the rest by the highest die; aces are low."""

    def classed(dice: Hand) -> Rank:
        if dice == (4, 2, 1):
            return Rank(0, dice, Category.FOUR_TWENTY_ONE)
        category = {1: Category.TRIPLE, 2: Category.DOUBLE, 3: Category.UNMATCHED}[len(set(dice))]
        return Rank(0, dice, category)

    def order(rank: Rank) -> tuple[int, ...]:
        middle = rank.dice[1]  # written high to low, the middle die is always one of the pair
        first = -middle if rank.category is Category.DOUBLE else 0
        return (list(Category).index(rank.category), first, *(-die for die in rank.dice))

    return _table(classed, order)


@cache
def zanzi_table() -> Table:
    """The table of Zanzi: three alike, aces first, for 3 tokens; then all others by their points, for 1 token."""

    def classed(dice: Hand) -> Rank:
        zanzi = len(set(dice)) == 1
        return Rank(0, dice, Category.ZANZI, 3) if zanzi else Rank(0, dice, Category.POINTS, 1)

    return _table(classed, lambda rank: (rank.category is Category.POINTS, -total(rank.dice)))


def _table(classed: Callable[[Hand], Rank], order: Callable[[Rank], tuple[int, ...]]) -> Table:
    hands = combinations_with_replacement(range(6, 0, -1), 3)
    lines = sorted((classed(hand) for hand in hands), key=order)
    # Hands of equal order share a rank, and the next one has the rank of its place.
    orders = list(map(order, lines))
    return MappingProxyType({line.dice: replace(line, rank=1 + orders.index(order(line))) for line in lines})


def _family_category(dice: Hand, *, any_pair: bool) -> Category:
    high, middle, low = dice
    if dice == (4, 2, 1):
        return Category.FOUR_TWENTY_ONE
    if dice == (2, 2, 1):
        return Category.NENETTE
    if high == low:
        return Category.ACES if high == 1 else Category.BARAQUE
    if middle in (high, low):
        return Category.FICHE if any_pair or middle == low == 1 else Category.OTHER
    return Category.SUITE if high - low == 2 else Category.OTHER


def _family_value(dice: Hand, category: Category, value_of_421: int) -> int:
    high, middle, low = dice
    match category:
        case Category.FOUR_TWENTY_ONE:
            return value_of_421
        case Category.ACES:
            return 7
        case Category.FICHE:
            return low if high == middle else high
        case Category.BARAQUE:
            return high
        case Category.SUITE | Category.NENETTE:
            return 2
        case _:
            return 1


def name_of(rank: Rank) -> Text:
    """What the hand is called: « 4-2-1 », « nénette », "fiche of two aces and a 6"."""
    high, middle, low = rank.dice
    other = low if high == middle else high
    match rank.category:
        case Category.ACES:
            return say("three aces")
        case Category.BARAQUE:
            return say("baraque of {die}", die=high)
        case Category.SUITE:
            return say("suite {dice}", dice=written(rank.dice))
        case Category.NENETTE:
            return say("nénette")
        case Category.FICHE if middle == 1:
            return say("fiche of two aces and a {die}", die=other)
        case Category.FICHE if other == 1:
            return say("fiche of two {pair}s and an ace", pair=middle)
        case Category.FICHE:
            return say("fiche of two {pair}s and a {die}", pair=middle, die=other)
        case Category.ZANZI:
            return say("zanzi of aces") if high == 1 else say("zanzi of {die}", die=high)
        case Category.POINTS:
            return say("{dice}, {n} points", dice=written(rank.dice), n=total(rank.dice))
        case Category.TRIPLE:
            return say("three {die}s", die=high)
        case Category.DOUBLE:
            return say("two {pair}s and a {die}", pair=middle, die=other)
        case _:
            return written(rank.dice)


def named(table: Table, hand: Hand, worth: Text | None = None) -> HandView:
    """A hand of three dice as the screen shows it."""
    rank = table[tidy(hand)]
    return HandView(tidy(hand), name_of(rank), worth, rank.rank, len(table))


CALLED = {
    Category.FOUR_TWENTY_ONE: say("4-2-1"),
    Category.ACES: say("three aces"),
    Category.FICHE: say("fiche"),
    Category.BARAQUE: say("baraque"),
    Category.SUITE: say("suite"),
    Category.OTHER: say("all the rest"),
    Category.NENETTE: say("nénette"),
    Category.TRIPLE: say("three alike"),
    Category.DOUBLE: say("pair"),
    Category.UNMATCHED: say("all different"),
    Category.ZANZI: say("zanzi"),
    Category.POINTS: say("all the rest, by points"),
}


def taught(table: Table, worth: Callable[[Hand], int]) -> tuple[Example, ...]:
    """The table in few lines, best first: by class, or by worth where the classes alternate."""
    ranks = sorted(table.values(), key=lambda rank: rank.rank)

    def alike(key: Callable[[Rank], object]) -> list[list[Rank]]:
        return [list(group) for _, group in groupby(ranks, key=key)]

    by_class = alike(lambda rank: rank.category)
    by_worth = alike(lambda rank: (worth(rank.dice), rank.category is Category.NENETTE))
    lines = min(by_class, by_worth, key=len) if any(map(worth, table)) else by_class
    return tuple(_example(line, worth) for line in lines)


def _example(line: list[Rank], worth: Callable[[Hand], int]) -> Example:
    name, *more = (CALLED[category] for category in dict.fromkeys(rank.category for rank in line))
    for other in more:
        name = say("{some}, {more}", some=name, more=other)
    amounts = [worth(rank.dice) for rank in line]
    return Example(name, span(amounts) if any(amounts) else None, ends([rank.dice for rank in line]))
