"""Five dice that are read as cards: the classes of hands, their order, and what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from types import MappingProxyType

from kiosk.games.core import HandView
from kiosk.games.lesson import Example, ends
from kiosk.games.state import Hand, tidy
from kiosk.games.text import Figure, Figures, Text, say

ACE = 5
"""The level of the ace; levels of figures go from 0, the nine, to 5."""
SHORT = (say("9"), say("10"), say("J"), say("Q"), say("K"), say("A"))
FIGURES = (
    Figure(say("nine"), say("the nine"), say("only one nine")),
    Figure(say("ten"), say("the ten"), say("only one ten")),
    Figure(say("jack"), say("the jack"), say("only one jack")),
    Figure(say("queen"), say("the queen"), say("only one queen")),
    Figure(say("king"), say("the king"), say("only one king")),
    Figure(say("ace"), say("the ace"), say("only one ace")),
)
MANY = (say("nines"), say("tens"), say("jacks"), say("queens"), say("kings"), say("aces"))
ORDERS = {
    "under_brelan": ("nothing", "pair", "two_pairs", "suite", "brelan", "full", "carre", "poker"),
    "over_brelan": ("nothing", "pair", "two_pairs", "brelan", "suite", "full", "carre", "poker"),
    "over_full": ("nothing", "pair", "two_pairs", "brelan", "full", "suite", "carre", "poker"),
}
"""Classes of hands, worst first, by the switch `suite`."""
SETS = {(5,): "poker", (4, 1): "carre", (3, 2): "full", (3, 1, 1): "brelan", (2, 2, 1): "two_pairs"}
CALLED = {
    "poker": say("poker"),
    "carre": say("four alike"),
    "full": say("full"),
    "brelan": say("three alike"),
    "suite": say("straight"),
    "two_pairs": say("two pairs"),
    "pair": say("pair"),
    "nothing": say("nothing"),
}
SETS |= {(2, 1, 1, 1): "pair", (1, 1, 1, 1, 1): "nothing"}

Reading = tuple[int, tuple[int, ...], int]
"""What hands are compared by: class, levels of the sets (largest first), and minus the aces read as other figures."""


def level(die: int, *, two_king: bool) -> int:
    """Which figure a die shows."""
    return ACE if die == 1 else ACE + 1 - die if two_king else die - 2


def read(levels: tuple[int, ...], order: tuple[str, ...]) -> Reading:
    """How a hand of these figures compares, without jokers."""
    sets = sorted(Counter(levels).items(), key=lambda entry: (-entry[1], -entry[0]))
    row = len(sets) == len(levels) and max(levels) - min(levels) == len(levels) - 1
    name = (
        "suite" if row else SETS.get(tuple(many for _, many in sets), "pair" if len(sets) < len(levels) else "nothing")
    )
    return order.index(name), tuple(figure for figure, _ in sets), 0


@dataclass(frozen=True, slots=True)
class Cards:
    """The order of all 252 hands by the house rules.

    Attributes:
        suite: where straights go, a key of `ORDERS`.
        two_king: whether figures go from the 2, the king, to the 6, the nine; otherwise from the 6 to the 2.
        joker: whether an ace may stand for any figure; the best reading counts.
    """

    suite: str
    two_king: bool
    joker: bool

    @property
    def faces(self) -> tuple[Text, ...]:
        return tuple(SHORT[level(die, two_king=self.two_king)] for die in range(1, 7))

    @property
    def figures(self) -> Figures:
        dice = sorted(range(1, 7), key=lambda die: -level(die, two_king=self.two_king))
        return {die: FIGURES[level(die, two_king=self.two_king)] for die in dice}

    def rank(self, hand: Hand) -> int:
        """1 is the best; higher is worse."""
        return _ranks(self)[tidy(hand)]

    def named(self, hand: Hand) -> HandView:
        """The hand with its name: "full house, aces over queens"."""
        dice = tidy(hand)
        place, sets, _ = _table(self)[dice]
        ranks, kind = _ranks(self), ORDERS[self.suite][place]
        levels = {die: level(die, two_king=self.two_king) for die in dice}
        shown = tuple(sorted(dice, key=lambda die: (-dice.count(die), -levels[die])))
        return HandView(shown, _name(kind, sets), None, ranks[dice], max(ranks.values()))

    def taught(self) -> tuple[Example, ...]:
        table, order = _table(self), ORDERS[self.suite]
        lines = groupby(sorted(_ranks(self), key=self.rank), key=lambda hand: order[table[hand][0]])
        return tuple(
            Example(CALLED[name], None, tuple(self.named(hand).dice for hand in ends(list(line))))
            for name, line in lines
        )


@cache
def _table(cards: Cards) -> Mapping[Hand, Reading]:
    """The best reading of every hand, high to low."""
    found: dict[Hand, Reading] = {}
    for dice in combinations_with_replacement(range(6, 0, -1), 5):
        levels = [level(die, two_king=cards.two_king) for die in dice]
        # A joker ace is tried as every figure, and the best reading of all wins.
        choices = [range(ACE + 1) if cards.joker and figure == ACE else (figure,) for figure in levels]
        readings = []
        for figures in product(*choices):
            kind, sets, _ = read(figures, ORDERS[cards.suite])
            readings.append((kind, sets, -sum(a != b for a, b in zip(figures, levels, strict=True))))
        found[dice] = max(readings)
    return MappingProxyType(found)


@cache
def _ranks(cards: Cards) -> Mapping[Hand, int]:
    hands = _table(cards)
    steps = sorted(set(hands.values()), reverse=True)
    return MappingProxyType({dice: 1 + steps.index(reading) for dice, reading in hands.items()})


def _name(kind: str, sets: tuple[int, ...]) -> Text:
    first, second = MANY[sets[0]], MANY[sets[min(1, len(sets) - 1)]]
    match kind:
        case "poker":
            return say("poker of {figures}", figures=first)
        case "carre":
            return say("four {figures}", figures=first)
        case "full":
            return say("full house, {figures} over {others}", figures=first, others=second)
        case "brelan":
            return say("three {figures}", figures=first)
        case "suite":
            return say("straight to the {figure}", figure=FIGURES[sets[0]].name)
        case "two_pairs":
            return say("two pairs, {figures} and {others}", figures=first, others=second)
        case "pair":
            return say("pair of {figures}", figures=first)
        case _:
            return say("nothing, {figure} high", figure=FIGURES[sets[0]].name)
