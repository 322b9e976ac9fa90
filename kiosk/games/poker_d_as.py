"""Poker d'as: five dice that are read as cards, the ace high; rounds are won, or tokens lost."""

from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from itertools import combinations_with_replacement, groupby, product
from types import MappingProxyType
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView
from kiosk.games.families.lives import Lives, out_switch
from kiosk.games.lesson import Example, Lesson, Word, ends
from kiosk.games.options import CAP, FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import BEST, WORST, Hand, Play, State, tidy
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


@cache
def _readings(suite: str, *, two_king: bool, joker: bool) -> Mapping[Hand, Reading]:
    """The best reading of every hand, high to low."""
    found: dict[Hand, Reading] = {}
    for dice in combinations_with_replacement(range(6, 0, -1), 5):
        levels = [level(die, two_king=two_king) for die in dice]
        # A joker ace is tried as every figure, and the best reading of all wins.
        choices = [range(ACE + 1) if joker and figure == ACE else (figure,) for figure in levels]
        readings = []
        for figures in product(*choices):
            kind, sets, _ = read(figures, ORDERS[suite])
            readings.append((kind, sets, -sum(a != b for a, b in zip(figures, levels, strict=True))))
        found[dice] = max(readings)
    return MappingProxyType(found)


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


TEXTS = (
    lambda seat, _: say("{seat} puts a token away", seat=seat),
    lambda seat: say("{seat} has no token left and is out", seat=seat),
)


class PokerDas(Lives[State]):
    """The best hand wins the round, or the worst loses a token."""

    name = "poker_d_as"
    title = say("Poker d'as")
    about = say("Five dice as cards, ace high: the best hand wins the round")
    dice = 5
    throws = 3
    switches = (
        FIRST,
        Switch.of(
            "suite",
            say("A straight goes"),
            under_brelan=say("Under three of a kind"),
            over_brelan=say("Over three of a kind"),
            over_full=say("Over a full house"),
        ),
        Switch.of(
            "faces",
            say("The king is"),
            six_king=say("The 6, down to the 2, the nine"),
            two_king=say("The 2, down to the 6, the nine"),
        ),
        Switch.of("joker", say("The aces"), off=say("Stand for themselves"), on=say("May stand for any figure")),
        Switch.of("match", say("It goes for"), manches=say("Rounds won"), tokens=say("Tokens that the worst loses")),
        Switch("manches", say("Rounds to win"), {2: say("{n} rounds", n=2)}, (1, 20)),
        Switch.of(
            "end",
            say("Who has won the rounds"),
            first_wins=say("Wins the match"),
            last_pays=say("Is safe, and the last one left loses"),
        ),
        Switch("tokens", say("Tokens each"), {3: say("{n} tokens", n=3)}, (1, 20)),
        out_switch(say("Who has no token left")),
        CAP,
    )
    presets = presets(
        joker=Preset(
            say("Wild aces"), say("as in French bars: an ace may stand for any figure; two rounds win"), joker="on"
        ),
        manches=Preset(
            say("Aces as aces"), say("as poker dice are played elsewhere: an ace is an ace; two rounds win")
        ),
        jetons=Preset(
            say("Tokens"), say("at the counter: the worst puts a token away; the last with any wins"), match="tokens"
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By.of(
            "cap",
            leader=say("Up to three throws, no more than the leader; keep any dice, take any back."),
            none=say("Up to three throws; keep any dice, take any back."),
        ),
        By.of(
            "faces",
            six_king=say("The 1 is the ace, the 6 the king, then queen, jack, ten, and the 2 the nine."),
            two_king=say("The 1 is the ace, the 2 the king, then queen, jack, ten, and the 6 the nine."),
        ),
        By.of("joker", off=None, on=say("An ace may stand for any figure; the hand with fewer such aces is better.")),
        say("Within a class the largest set decides, then the next, then single dice, ace high."),
        By.of(
            "match",
            manches=say("The best hand wins the round; the tied throw all dice once. The worst leads the next."),
            tokens=say("The worst hand puts a token away and leads the next round; the tied throw all dice once."),
        ),
        By.of(
            "match",
            manches=By.of(
                "end",
                first_wins=say("Rounds that win the match: {manches}."),
                last_pays=say("Rounds that make a player safe: {manches}; the last one left loses."),
            ),
            tokens=By.of(
                "out",
                last_wins=say("Tokens each: {tokens}; the last who has any wins."),
                first_pays=say("Tokens each: {tokens}; the first without any loses the match."),
            ),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        words = [
            Word(say("Figures"), say("Ace, king, queen, jack, ten, nine, the best first")),
            Word(say("Straight"), say("Five in a row: ace to ten, or king to nine")),
            Word(say("Full"), say("Three alike and a pair")),
            Word(say("Equal class"), say("The largest set decides, then the next, then single dice")),
        ]
        if self.options["joker"] == "on":
            words.append(Word(say("Wild ace"), say("Stands for any figure; the hand with fewer of them is better")))
        words.append(Word(say("Leader"), say("Throws first; nobody may throw more often than the leader did")))
        if self.options["cap"] == "none":
            words[-1] = Word(say("Leader"), say("Throws first in a round"))
        lines = groupby(sorted(self.ranks, key=self.rank), key=lambda hand: self.order[self.readings[hand][0]])
        start = self.new(2)
        examples = (
            Example(CALLED[name], None, tuple(self.describe(start, hand).dice for hand in ends(list(line))))
            for name, line in lines
        )
        return Lesson(examples=tuple(examples), words=tuple(words))

    @property
    def lives(self) -> bool:  # type: ignore[override]  # follows a house rule
        return self.options["match"] == "tokens"

    @property
    def two_king(self) -> bool:
        return self.options["faces"] == "two_king"

    @property
    def order(self) -> tuple[str, ...]:
        """The classes of hands, worst first."""
        return ORDERS[str(self.options["suite"])]

    @cached_property
    def readings(self) -> Mapping[Hand, Reading]:
        """The best reading of every hand, high to low."""
        return _readings(str(self.options["suite"]), two_king=self.two_king, joker=self.options["joker"] == "on")

    @cached_property
    def ranks(self) -> Mapping[Hand, int]:
        """The rank of every hand; 1 is the best, and equals share it."""
        steps = sorted(set(self.readings.values()), reverse=True)
        return {dice: 1 + steps.index(reading) for dice, reading in self.readings.items()}

    @property
    def faces(self) -> tuple[Text, ...]:
        return tuple(SHORT[level(die, two_king=self.two_king)] for die in range(1, 7))

    @property
    def figures(self) -> Figures:
        dice = sorted(range(1, 7), key=lambda die: -level(die, two_king=self.two_king))
        return {die: FIGURES[level(die, two_king=self.two_king)] for die in dice}

    def rank(self, hand: Hand) -> int:
        return self.ranks[tidy(hand)]

    def strength(self, hand: Hand) -> int:
        return -self.rank(hand)

    def new(self, seats: int) -> State:
        return State(seats, counts=(self.number("tokens") if self.lives else 0,) * seats)

    def aim(self, state: State) -> Aim:
        return Contest(self.strength, last=self.lives, ties=Ties.LOT)

    def settle(self, play: Play[State]) -> None:
        heat = play.state.heats[0]
        if self.lives:
            loser = self.single(play, WORST, heat.top(self.rank), self.rank)
            if loser is not None:
                self.lose(play, (loser,), TEXTS, loser)
            return
        winner = self.point(play, BEST, self.strength)
        if winner is None:
            return
        if play.state.counts[winner] < self.number("manches"):
            self.next_round(play, heat.top(self.rank)[-1])
        elif self.options["end"] == "first_wins":
            self.win(play)
        else:
            self.out(play, (winner,), lambda seat: say("{seat} has won the rounds and is safe", seat=seat))
            left = play.state.playing
            if len(left) > 1:
                self.next_round(play, heat.top(self.rank)[-1])
            else:
                self.lost_by(play, left[0])

    def describe(self, state: State, hand: Hand) -> HandView:
        dice = tidy(hand)
        place, sets, _ = self.readings[dice]
        levels = {die: level(die, two_king=self.two_king) for die in dice}
        shown = tuple(sorted(dice, key=lambda die: (-dice.count(die), -levels[die])))
        return HandView(shown, _name(self.order[place], sets), None, self.ranks[dice], max(self.ranks.values()))

    def sought(self, state: State) -> Text | None:
        if self.lives:
            return self.beat(state, say("The worst hand loses a token"), say("Beat {hand}, or lose a token"), self.rank)
        return self.beat(state, say("The best hand wins the round"), say("Beat {hand}"), self.strength)
