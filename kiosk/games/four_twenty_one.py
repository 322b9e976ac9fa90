"""Four Twenty One: ten rounds for points, the best of three dice in up to three throws."""

from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView
from kiosk.games.families.ranking import named, points_table, taught
from kiosk.games.lesson import Lesson, Word
from kiosk.games.options import CAP_FREE, FIRST, JOINT, TIE, By, Preset, Rule, Switch, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import BEST, ROUND, Hand, Play, State, now, tidy
from kiosk.games.text import Text, say, seat_name


class FourTwentyOne(Rounds[State]):
    """A point for the best hand of each round, two for a 421 at the first throw."""

    name = "four_twenty_one"
    place = 2
    title = say("Four Twenty One")
    about = say("Three dice, up to three throws: the best hand of each round takes a point")
    dice = 3
    throws = 3
    switches = (
        FIRST,
        CAP_FREE,
        Switch.of(
            "leader",
            say("Who leads the next round"),
            rotate=say("The next player"),
            same=say("The same player"),
            winner=say("Who won the round"),
        ),
        Switch("rounds", say("Rounds"), {10: say("{n} rounds", n=10)}, (1, 50)),
        Switch.of("final_tie", TIE, sudden_death=say("Sudden death among the tied"), joint=JOINT),
        Switch.of(
            "bonus", say("Two points for a 4-2-1"), first_roll=say("At the first throw"), any_roll=say("At any throw")
        ),
    )
    presets = presets(text=Preset(say("As written"), say("by the rule sheet of this table: ten rounds, a point each")))
    rules: ClassVar[tuple[Rule, ...]] = (
        By.of(
            "cap",
            none=say("Throw three dice up to three times; keep any, take any back, stop when you like."),
            leader=say("Three dice, no more throws than the leader; keep any, take any back."),
        ),
        say("Best first: 4-2-1, three of a kind, pairs by the pair, the rest by the highest die."),
        say("The best hand of a round gets a point; the tied throw all dice once for it."),
        By.of(
            "bonus",
            first_roll=say("A 4-2-1 at the first throw gets 2 points at once, whoever wins the round."),
            any_roll=say("A 4-2-1 gets 2 points at once, whoever wins the round."),
        ),
        By.of(
            "leader",
            rotate=say("The lead passes on each round."),
            same=say("The same player leads every round."),
            winner=say("Whoever wins a round leads the next."),
        ),
        By.of(
            "final_tie",
            sudden_death=say("Most points after round {rounds} wins; the tied go on until one is ahead."),
            joint=say("Most points after round {rounds} wins; the tied win together."),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        best, *others = taught(points_table(), lambda _: 0)
        early = self.options["bonus"] == "first_roll"
        name = say("4-2-1 at the first throw") if early else say("4-2-1 at any throw")
        best = replace(best, name=name, worth=say("{n} point", "{n} points", n=2))
        words = (
            Word(say("Leader"), say("Throws first in a round")),
            Word(say("Pair"), say("Two alike: the pair decides, then the other die; aces are low")),
            Word(say("Tie-break"), say("All three dice once more, among the tied")),
            Word(say("Sudden death"), say("Tied at the end: these play on until one is ahead after a round")),
        )
        joint = self.options["final_tie"] == "joint"
        return Lesson(examples=(best, *others), words=words[:-1] if joint else words)

    def strength(self, hand: Hand) -> int:
        return -points_table()[tidy(hand)].rank

    def rolled(self, play: Play[State]) -> None:
        *before, hand = map(tidy, now(play.state).throws)
        late = bool(before) and (self.options["bonus"] == "first_roll" or (4, 2, 1) in before)
        if hand == (4, 2, 1) and not late and not play.state.breaking_tie:
            seat = now(play.state).seat
            play.score(seat, 2, say("4-2-1: {n} points for {seat}", seat=seat_name(seat), n=2))

    def aim(self, state: State) -> Aim:
        return Contest(self.strength, last=False, ties=Ties.LOT)

    def settle(self, play: Play[State]) -> None:
        winner = self.point(play, BEST, self.strength)
        if winner is None:
            return
        leaders = play.state.ranked()[0]
        last = play.state.round >= self.number("rounds")
        if last and (len(leaders) == 1 or self.options["final_tie"] == "joint"):
            self.win(play)
            return
        leader = {"rotate": play.state.leader + 1, "same": play.state.leader, "winner": winner}
        self.next_round(play, leader[str(self.options["leader"])], ROUND, leaders if last else None)

    def describe(self, state: State, hand: Hand) -> HandView:
        return named(points_table(), hand)

    def phase(self, state: State) -> Text:
        rounds = self.number("rounds")
        return say("Round {n} of {all}", n=state.round, all=rounds) if state.round <= rounds else say("Sudden death")

    def sought(self, state: State) -> Text | None:
        return self.beat(state, say("The best hand takes a point"), say("Beat {hand}"), self.strength)
