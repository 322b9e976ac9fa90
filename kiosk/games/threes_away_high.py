"""Threes Away, high: five dice set aside bit by bit, threes count nothing, the highest total wins."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from kiosk.games.aims import Score
from kiosk.games.core import HandView, Happening
from kiosk.games.lesson import WORTHS, Example, Lesson, Word
from kiosk.games.options import FIRST, JOINT, TIE, By, Preset, Rule, Switch, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROUND, Hand, Play, State, now, tidy
from kiosk.games.text import Text, say, seat_name, written

LENGTH = "length"
"""The kind of the heat in which the leader throws one die for the number of rounds."""


@dataclass(frozen=True, slots=True)
class ThreesState(State):
    """`rounds` of the match, 0 before they are thrown for; the counts are totals, without extra rounds."""

    rounds: int = 0


class ThreesAwayHigh(Rounds[ThreesState]):
    """Five dice, at least one set aside after each throw."""

    name = "threes_away_high"
    title = say("Threes Away, high")
    about = say("Five dice: the highest total wins, and threes count nothing")
    dice = 5
    asks = say("Set aside every 3, one die at least, and throw the rest")
    sign: ClassVar[int] = 1
    """1: the highest total wins; -1: the lowest."""
    switches: ClassVar[tuple[Switch, ...]] = (
        FIRST,
        Switch.of("rounds", say("Rounds"), die=say("What the leader throws"), numbers=(1, 50)),
        Switch.of(
            "leader", say("Who leads the next round"), same=say("The same player"), rotate=say("The next player")
        ),
        Switch.of("final_tie", TIE, extra_round=say("Extra rounds among the tied"), joint=JOINT),
    )
    presets = presets(
        text=Preset(say("As written"), say("by its rule sheet: the leader throws for the number of rounds"))
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By(
            "rounds",
            {"die": say("The leader throws one die: that many rounds are played.")},
            say("Rounds to play: {rounds}."),
        ),
        By.of("leader", same=None, rotate=say("The lead passes on each round.")),
        say("Throw five dice; set aside at least one and every 3, and throw the rest again."),
        say("What is set aside stays; the turn ends when all five are."),
        say("A turn scores the sum of its five dice; a 3 counts nothing."),
        By.of(
            "final_tie",
            extra_round=say("The highest total wins; the tied play an extra round."),
            joint=say("The highest total wins; the tied win together."),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        hands = sorted(((6, 6, 6, 6, 6), (6, 6, 5, 4, 2), (5, 3, 3, 2, 1), (3, 3, 3, 3, 3)), key=self.strength)
        said = {hands[-1]: say("the best of all"), hands[0]: say("the worst of all")}
        shown = [
            Example(
                said.get(hand, Text(" + ".join(str(die) if die != 3 else "0" for die in hand))),
                say("{n}", n=self.pips(hand)),
                (hand,),
            )
            for hand in reversed(hands)
        ]
        examples = (
            Example(say("a 3"), say("{n}", n=0), ((3,),)),
            Example(say("any other"), say("its pips"), ((6,), (1,))),
            *shown,
        )
        words = (
            Word(say("Set aside"), say("A die that stays where it lies, and is never thrown again")),
            Word(say("Leader"), say("Throws first in a round; before the match one die for the number of rounds")),
            Word(say("Extra round"), say("One round more among those tied at the end")),
        )
        joint, fixed = self.options["final_tie"] == "joint", self.options["rounds"] != "die"
        leader = Word(say("Leader"), say("Throws first in a round"))
        return Lesson(WORTHS, examples, (words[0], leader if fixed else words[1], *(() if joint else words[2:])))

    def pips(self, hand: Hand) -> int:
        return sum(die for die in hand if die != 3)

    def strength(self, hand: Hand) -> int:
        return self.sign * self.pips(hand)

    def new(self, seats: int) -> ThreesState:
        rounds = self.options["rounds"]
        return ThreesState(seats, counts=(0,) * seats, rounds=0 if rounds == "die" else int(rounds))

    def open(self, play: Play[ThreesState]) -> None:
        if play.state.rounds:
            super().open(play)
        else:
            self.heat(play, LENGTH, (play.state.leader,), dice=1)

    def rolls_allowed(self, state: ThreesState) -> int | None:
        return 1 if state.heat.kind == LENGTH else None

    def keeps(self, state: ThreesState) -> frozenset[frozenset[int]]:
        turn = now(state)
        aside = turn.kept | turn.slots_of(3)
        loose = turn.slots - aside
        # One die at least is set aside after each throw; a 3 that was thrown is one already.
        fewest = 0 if aside > turn.kept else 1
        return frozenset(
            aside | frozenset(more) for size in range(fewest, len(loose)) for more in combinations(loose, size)
        )

    def refusal(self, state: ThreesState, slots: frozenset[int]) -> Text:
        turn = now(state)
        if not turn.kept <= slots:
            return say("What is set aside stays")
        if not turn.slots_of(3) <= slots:
            return say("Every 3 must be set aside")
        return say("Set aside at least one die, or end your turn")

    def aim(self, state: ThreesState) -> Score | None:
        return None if state.heat.kind == LENGTH else Score(self.pips, lowest=self.sign < 0)

    def decided(self, state: ThreesState) -> bool:
        return super().decided(state) or self.shot(state) is not None

    def shot(self, state: ThreesState) -> int | None:
        """The seat whose last hand wins the match at once."""
        return None

    def settle(self, play: Play[ThreesState]) -> None:
        state, heat = play.state, play.state.heat
        if heat.kind == LENGTH:
            play.set(rounds=heat.hands[0][0])
            text = say("{n} round is played", "{n} rounds are played", n=heat.hands[0][0])
            play.tell(Happening.PHASE, text)
            self.next_round(play, state.leader)
            return
        if (winner := self.shot(state)) is not None:
            play.tell(Happening.SPECIAL, say("Five 6s: {seat} shoots the moon", seat=seat_name(winner)), winner)
            self._won(play, winner)
            return
        leader = state.leader + (self.options["leader"] == "rotate")
        if state.round > state.rounds:
            # An extra round decides by itself, and adds nothing to the totals.
            ahead = heat.top(self.strength)
        else:
            for seat, hand in zip(heat.seats, heat.hands, strict=True):
                points = self.pips(hand)
                text = say("{n} point for {seat}", "{n} points for {seat}", n=points, seat=seat_name(seat))
                play.score(seat, points, text)
            ahead = self.standing(play.state)[0]
        if state.round < state.rounds:
            self.next_round(play, leader)
        elif len(ahead) == 1:
            self._won(play, ahead[0])
        elif self.options["final_tie"] == "joint":
            self.win(play)
        else:
            play.tell(Happening.TIE, say("{n} are tied: they play an extra round", n=len(ahead)))
            self.next_round(play, leader, ROUND, ahead)

    def _won(self, play: Play[ThreesState], seat: int) -> None:
        """Place the winner before the totals, which an extra round does not change."""
        play.leave((seat,))
        self.win(play)

    def describe(self, state: ThreesState, hand: Hand) -> HandView:
        if state.heat.kind == LENGTH:
            return HandView(hand, written(hand))
        points = self.pips(hand)
        return HandView(tidy(hand), say("{n} point", "{n} points", n=points))

    def phase(self, state: ThreesState) -> Text:
        if not state.round:
            return say("How many rounds?")
        if state.round > state.rounds:
            return say("Extra round")
        return say("Round {n} of {all}", n=state.round, all=state.rounds)

    def sought(self, state: ThreesState) -> Text | None:
        turn = state.turn
        aside = [die for slot, die in enumerate(turn.dice, 1) if slot in turn.kept and die] if turn else []
        if not aside:
            return say("The highest total wins") if self.sign > 0 else say("The lowest total wins")
        return say("{n} point set aside", "{n} points set aside", n=self.pips(tuple(aside)))

    def prompt(self, state: ThreesState) -> Text:
        if state.heats and state.heats[0].kind == LENGTH:
            return say("Throw one die: that many rounds are played")
        return super().prompt(state)
