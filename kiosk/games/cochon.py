"""Cochon, or Pig: gather pips throw by throw, bank them in time; a 1 loses what is at stake."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kiosk.games.core import Happening
from kiosk.games.families.banking import Banking
from kiosk.games.lesson import AT_STAKE, BANK, WORTHS, Example, Lesson, Word
from kiosk.games.options import FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import Hand, Play, State, now
from kiosk.games.text import Text, say, seat_name


class Cochon(Banking[State]):
    """The first with 100 points wins."""

    name = "cochon"
    title = say("Cochon")
    about = say("One die or two: gather points, and bank them before a 1 comes")
    dice = 1
    refused = say("All dice are thrown again")
    asks = say("Throw again, or press END to bank")
    switches = (
        FIRST,
        Switch("dice", say("Dice"), {1: say("One"), 2: say("Two")}),
        Switch.of("double_one", say("Two ones"), wipe=say("Lose all that was banked"), turn=say("Only end the turn")),
        Switch("target", say("Points to win"), {100: say("100")}, (20, 1000)),
        Switch.of("end", say("The end"), at_once=say("Whoever gets there first"), lap=say("After the round, the most")),
    )
    presets = presets(
        un_de=Preset(say("One die"), say("as John Scarne wrote it down in 1945: a 1 loses the turn's points")),
        deux_des=Preset(say("Two dice"), say("as game pages tell it for two dice: two ones lose all points"), dice=2),
        deux_des_doux=Preset(
            say("Two dice, gentle"),
            say("a milder house rule: two ones lose only the turn's points"),
            dice=2,
            double_one="turn",
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By(
            "dice",
            {
                1: say("Throw as often as you like: a 2 to 6 adds its pips to what is at stake."),
                2: say("Throw both dice as often as you like: their pips add to what is at stake."),
            },
        ),
        say("END banks it; banked points are safe."),
        By(
            "dice",
            {
                1: say("A 1 ends the turn, and what was at stake is lost."),
                2: say("A single 1 ends the turn, and what was at stake is lost."),
            },
        ),
        By(
            "dice",
            {
                1: None,
                2: By.of(
                    "double_one",
                    wipe=say("Two ones take all that you had banked, too."),
                    turn=say("Two ones cost no more than one."),
                ),
            },
        ),
        By.of(
            "end",
            at_once=say("The first to bank {target} wins, at once."),
            lap=say("Once somebody has {target} the round is finished; the most wins."),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        target, two = self.number("target"), self.dice == 2
        ace = Word(say("A 1"), say("Ends the turn: the points at stake are lost"))
        examples = [
            Example(say("a throw without a 1"), say("its pips"), ((6, 5), (2, 2)) if two else ((6,), (2,))),
            Example(say("a single 1") if two else say("a 1"), say("the turn is lost"), ((4, 1),) if two else ((1,),)),
        ]
        words = [AT_STAKE, BANK, ace, Word(say("The goal"), say("{n} points banked", n=target))]
        if two:
            wipe = self.options["double_one"] == "wipe"
            examples.append(
                Example(say("two 1s"), say("all points are lost") if wipe else say("the turn is lost"), ((1, 1),))
            )
            words.insert(
                3, Word(say("Two 1s"), say("Take all that was banked, too") if wipe else say("Only end the turn"))
            )
        return Lesson(WORTHS, tuple(examples), tuple(words))

    def parts(self, dice: Hand) -> Mapping[Hand, int]:
        return {} if 1 in dice else {dice: sum(dice)}

    def keeps(self, state: State) -> frozenset[frozenset[int]]:
        have = state.counts[now(state).seat] + self.at_stake(state)
        there = self.options["end"] == "at_once" and have >= self.number("target")
        return frozenset() if there else super().keeps(state)

    def wiped(self, dice: Hand) -> bool:
        return dice == (1, 1) and self.options["double_one"] == "wipe"

    def lose(self, play: Play[State], lost: int) -> None:
        turn = now(play.state)
        if not self.wiped(turn.hand):
            super().lose(play, lost)
            return
        banked = play.state.counts[turn.seat]
        play.count(turn.seat, -banked)
        play.tell(
            Happening.BUST, say("{seat} loses everything", seat=seat_name(turn.seat)), turn.seat, amount=lost + banked
        )

    def sought(self, state: State) -> Text:
        turn = state.turn
        if turn is None or not turn.rolls:
            return self.to_go(state, self.number("target"))
        risk = self.risk(self.dice)
        return say(
            "Bank {points}: {n} in {all} loses them",
            points=self.at_stake(state),
            n=risk.numerator,
            all=risk.denominator,
        )
