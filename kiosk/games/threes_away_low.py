"""Threes Away, low: the same dice, but the lowest total wins, and five 6s may shoot the moon."""

from functools import cached_property
from typing import ClassVar

from kiosk.games.aims import Score
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import By, Rule, Switch
from kiosk.games.state import ROUND
from kiosk.games.text import say
from kiosk.games.threes_away_high import ThreesAwayHigh, ThreesState


class ThreesAwayLow(ThreesAwayHigh):
    """The lowest total wins."""

    name = "threes_away_low"
    title = say("Threes Away, low")
    about = say("Five dice: the lowest total wins, and threes count nothing")
    sign = -1
    fewest_first = True
    switches = (
        *ThreesAwayHigh.switches,
        Switch.of("moon", say("Five 6s"), off=say("30 points"), win=say("Win the match at once")),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        *ThreesAwayHigh.rules[:-1],
        By.of("moon", off=None, win=say("Five 6s win the match at once.")),
        By.of(
            "final_tie",
            extra_round=say("The lowest total wins; the tied play an extra round."),
            joint=say("The lowest total wins; the tied win together."),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        lesson = super().lesson
        if self.options["moon"] == "off":
            return lesson
        sixes = Example(say("five 6s"), say("win the match"), ((6,) * 5,))
        moon = Word(say("Moon"), say("Five 6s: the match is won at once"))
        examples = (sixes, *(example for example in lesson.examples if example.hands != sixes.hands))
        return Lesson(lesson.heading, examples, (*lesson.words, moon))

    def aim(self, state: ThreesState) -> Score | None:
        """Few points are best; five 6s that win the match count as 0, the best score there is."""
        aim = super().aim(state)
        if aim is None or self.options["moon"] == "off":
            return aim
        return Score(lambda hand: 0 if set(hand) == {6} else self.pips(hand), lowest=True)

    def shot(self, state: ThreesState) -> int | None:
        heat = state.heat
        moon = self.options["moon"] == "win" and heat.kind == ROUND and heat.hands and set(heat.hands[-1]) == {6}
        return heat.seats[len(heat.hands) - 1] if moon else None
