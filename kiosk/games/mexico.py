"""Mexico: two dice read as a number, three lives, and 21 on top of everything."""

from functools import cached_property
from itertools import combinations_with_replacement

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView
from kiosk.games.families.lives import LIFE, Lives
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import FIRST, Preset, presets
from kiosk.games.state import ROLL_OFF, WORST, Hand, Play, State, tidy
from kiosk.games.text import Text, say, written

MEXICO = 21
LIVES = 3


class Mexico(Lives[State]):
    """The lowest number of each round costs a life."""

    name = "mexico"
    carries = True
    title = say("Mexico")
    about = say("Two dice, two digits: the lowest number of each round loses a life")
    dice = 2
    throws = 3
    cap = "leader"
    refused = say("Both dice must be thrown")
    held = say("lives")
    switches = (FIRST,)
    presets = presets(text=Preset(say("Usual rules"), say("as pages on bar games tell it: three lives, 21 on top")))
    rules = (
        say("Two dice make a number, the higher die first: 31 is the lowest, 65 beats it."),
        say("Doubles beat those, 66 the most; 21 is Mexico and beats everything."),
        say("The leader throws up to three times, the last throw counts; the others no more often."),
        say("The lowest loses a life, or two if anybody has Mexico; the tied throw off."),
        say("The loser leads the next round."),
        say("Three lives; the last one in wins."),
    )

    @cached_property
    def lesson(self) -> Lesson:

        def row(high: int) -> Example:
            name = say("{first} to {last}", first=10 * high + high - 1, last=10 * high + 1)
            return Example(name, None, ((high, high - 1), (high, 1)))

        examples = (
            Example(say("Mexico"), say("costs 2 lives"), ((2, 1),)),
            Example(say("doubles, 66 to 11"), None, ((6, 6), (1, 1))),
            *map(row, (6, 5, 4)),
            Example(say("32 and 31"), say("the lowest"), ((3, 2), (3, 1))),
        )
        words = (
            Word(say("Number"), say("The higher die first: a 3 and a 6 are 63")),
            Word(say("Double"), say("Two alike; it beats every number but 21")),
            Word(say("Leader"), say("Throws first; nobody may throw more often than the leader did")),
            Word(say("Life"), say("Everybody has {n}; who has none left is out", n=LIVES)),
            Word(say("Tie-break"), say("Both dice once more, among those tied for the lowest")),
        )
        return Lesson(examples=examples, words=words)

    def number_of(self, hand: Hand) -> int:
        return 10 * max(hand) + min(hand)

    def weakness(self, hand: Hand) -> int:
        number = self.number_of(hand)
        # Doubles are above all numbers, which are below 100, and Mexico is above all doubles.
        return -(number + 100 * (min(hand) == max(hand)) + 1000 * (number == MEXICO))

    def new(self, seats: int) -> State:
        return State(seats, counts=(LIVES,) * seats)

    def keeps(self, state: State) -> frozenset[frozenset[int]]:
        return frozenset({frozenset()})

    def aim(self, state: State) -> Aim:
        return Contest(lambda hand: -self.weakness(hand), last=True, ties=Ties.LOT)

    def settle(self, play: Play[State]) -> None:
        heat = play.state.heats[0]
        loser = self.single(play, WORST, heat.top(self.weakness), self.weakness)
        if loser is None:
            return
        cost = 2 if MEXICO in map(self.number_of, heat.hands) else 1
        self.lose(play, (loser,), LIFE, loser, most=cost)

    def describe(self, state: State, hand: Hand) -> HandView:
        number = self.number_of(hand)
        dice = tidy(hand)
        hands = list(combinations_with_replacement(range(1, 7), self.dice))
        rank = 1 + sum(self.weakness(other) < self.weakness(hand) for other in hands)
        return HandView(dice, say("Mexico") if number == MEXICO else written(dice), rank=rank, ranks=len(hands))

    def sought(self, state: State) -> Text | None:
        return self.beat(state, say("The lowest loses a life"), say("Beat {hand}, or lose a life"), self.weakness)

    def prompt(self, state: State) -> Text:
        if state.turn is None or state.heat.kind == ROLL_OFF:
            return super().prompt(state)
        if not state.turn.throwing:
            return say("Throw both dice again, or end your turn")
        return say("Tie-break: throw both dice") if state.breaking_tie else say("Throw both dice")
