"""Ship, Captain, Crew: a 6, a 5 and a 4 in that order, then the other two dice are the cargo."""

from dataclasses import replace
from functools import cached_property
from itertools import combinations, product

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import Choice, HandView
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import FIRST, Preset, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROUND, Hand, Play, State, now, tidy
from kiosk.games.text import Text, kept, say

CREW = (6, 5, 4)
TARGET = 5
"""Points that win."""
TIE = "tie"
STEPS = (say("No ship yet: a 6"), say("Ship! Now a 5"), say("Ship and captain! Now a 4"))
"""What is sought while the ship, then the captain, then the crew is missing."""


class ShipCaptainCrew(Rounds[State]):
    """The highest cargo of each round takes a point."""

    name = "ship_captain_crew"
    title = say("Ship, Captain, Crew")
    about = say("Five dice: find ship, captain and crew, then load the most cargo")
    dice = 5
    switches = (FIRST,)
    presets = presets(text=Preset(say("Usual rules"), say("as pages on bar games tell it: to five points")))
    rules = (
        say("Up to three throws of five dice."),
        say("Set aside a 6, the ship, then a 5, the captain, then a 4, the crew; they stay."),
        say("With all three, the other two dice are your cargo; throw them again if you like."),
        say("Without all three you have no cargo."),
        say("The highest cargo takes a point; the tied play another turn for it."),
        say("Five points win."),
    )

    @cached_property
    def lesson(self) -> Lesson:

        def loaded(*cargo: int) -> Example:
            return Example(say("cargo of {n}", n=sum(cargo)), None, ((*CREW, *cargo),))

        best, worst = loaded(6, 6), loaded(1, 1)
        examples = (
            replace(best, worth=say("the best of all")),
            loaded(5, 3),
            replace(worst, worth=say("the least")),
            Example(say("no cargo"), say("a 4 is missing"), ((6, 5, 6, 3, 2),)),
        )
        words = (
            Word(say("Ship"), say("A 6: it comes first")),
            Word(say("Captain"), say("A 5, once there is a ship")),
            Word(say("Crew"), say("A 4, once there is a captain")),
            Word(say("Cargo"), say("The sum of the other two dice, once the three are there")),
            Word(say("Tie-break"), say("One more turn each, among the tied")),
        )
        return Lesson(examples=examples, words=words)

    def cargo(self, hand: Hand) -> int:
        return sum(hand) - sum(CREW) if set(CREW) <= set(hand) else 0

    def rolls_allowed(self, state: State) -> int:
        return 3

    def keeps(self, state: State) -> frozenset[frozenset[int]]:
        """One each of the 6, 5 and 4 there are, in that order; the cargo only beside all three."""
        turn = now(state)
        aside: list[frozenset[int]] = []
        for value in CREW:
            there = turn.slots_of(value)
            if not there:
                break
            aside.append(there & turn.kept or there)  # a die that was set aside stays the one
        complete = len(aside) == len(CREW)
        crews = {frozenset(slots) for slots in product(*aside)}
        return frozenset(
            crew | frozenset(cargo)
            for crew in crews
            for size in range(2 if complete else 1)
            for cargo in combinations(turn.slots - crew, size)
        )

    def may_stop(self, state: State) -> bool:
        return self.cargo(now(state).hand) > 0

    def refusal(self, state: State, slots: frozenset[int]) -> Text:
        for value in CREW:
            there = now(state).slots_of(value)
            if not there:
                break
            if not there & slots and self.may_stop(state):
                return say("Keep one {value} too, or end your turn", value=value)
            if not there & slots:
                return say("One {value} must stay: keep it", value=value)
        return say("A 6, then a 5, then a 4 stay; the others must be thrown")

    def aim(self, state: State) -> Aim:
        return Contest(self.cargo, last=False, ties=Ties.LOT)

    def settle(self, play: Play[State]) -> None:
        winner = self.point(play, TIE, self.cargo)
        if winner is None:
            return
        if play.state.counts[winner] == TARGET:
            self.win(play)
        else:
            self.next_round(play, play.state.leader + 1, ROUND)

    def sought(self, state: State) -> Text | None:
        turn = state.turn
        there = () if turn is None else turn.showing(turn.kept) if turn.throwing else turn.hand
        missing = next((step for value, step in zip(CREW, STEPS, strict=True) if value not in there), None)
        if missing is not None:
            return missing
        best = max(map(self.cargo, state.heat.hands), default=0)
        return say("Beat cargo of {n}", n=best) if best else say("The highest cargo takes a point")

    def prompt(self, state: State) -> Text:
        match self.waits(state):
            case Choice(may_stop=True):
                return say("Throw the cargo again, or end your turn")
            case Choice():
                crew = [value for place, value in enumerate(CREW) if set(CREW[: place + 1]) <= set(now(state).hand)]
                return say("Keep {dice}, and throw the rest", dice=kept(crew, now(state).hand))
            case _:
                return super().prompt(state)

    def describe(self, state: State, hand: Hand) -> HandView:
        missing = (say("no ship"), say("no captain"), say("no crew"))
        name = next((text for value, text in zip(CREW, missing, strict=True) if value not in hand), None)
        return HandView(tidy(hand), name or say("cargo of {n}", n=self.cargo(hand)))
