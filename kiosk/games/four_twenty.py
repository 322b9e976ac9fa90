"""420, a game designed by Mark Steere (2025): four dice that stay in hand between turns; exactly 20 wins."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from kiosk.games.aims import Aim, Race
from kiosk.games.core import Choice, DiceSet, Happening, Throw
from kiosk.games.lesson import Example, Lesson, Word
from kiosk.games.options import FIRST, By, Preset, Rule, Switch, Value, presets
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROUND, Play, State, now
from kiosk.games.text import Text, say, seat_name

GOAL = 20
"""The sum of four dice that wins."""
AT_LEAST = 5
"""The dice that stay must make at least 5 each, on average."""


class FourTwenty(Rounds[State]):
    """One throw a turn of some or all of one's dice; a heat is a lap of the table."""

    name = "four_twenty"
    title = say("420")
    about = say("Four dice for each player: whoever has exactly 20 wins")
    credit = say("Designed by Mark Steere, 2025")
    dice = 4
    switches = (
        replace(FIRST, labels={**FIRST.labels, "roll_off": say("Red, or whoever is drawn")}),
        Switch.of(
            "equal_turns",
            say("At 20"),
            off=say("The round ends at once"),
            on=say("The lap is finished, several may win"),
        ),
        Switch.of(
            "continue_hands", say("After a winner"), off=say("A fresh deal"), on=say("The others keep their hands")
        ),
        Switch.of(
            "dice_set", say("Dice"), shared=say("One set, passed around"), own=say("Two sets of four, two players")
        ),
    )
    presets = presets(text=Preset(say("As written"), say("as its designer wrote it")))
    rules: ClassVar[tuple[Rule, ...]] = (
        say("Your four dice stay yours between turns. The first throw is of all four."),
        say("Later, one throw a turn of one to four of them; nobody may pass."),
        say("What stays must make 15 together if three dice stay, 10 if two, 5 if one, or more."),
        say("Over 20, all four must be thrown."),
        By.of(
            "equal_turns",
            off=say("Exactly 20 at the end of your turn wins."),
            on=say("Exactly 20 at the end of your turn wins; the lap is finished first."),
        ),
        By.of(
            "continue_hands",
            off=say("With more players the winner drops out; the last one in buys the drinks."),
            on=say("The winner drops out, the others keep their hands; the last one in buys the drinks."),
        ),
    )

    def __init__(self, preset: str | None = None, options: Mapping[str, Value] | None = None) -> None:
        """Two sets of dice are for two players."""
        super().__init__(preset, options)
        if self.dice_set is DiceSet.OWN:
            self.seats = range(2, 3)

    @property
    def dice_set(self) -> DiceSet:
        return DiceSet.OWN if self.options["dice_set"] == "own" else DiceSet.REMEMBERED

    @cached_property
    def lesson(self) -> Lesson:
        examples = (
            Example(say("exactly 20"), say("wins"), ((6, 6, 5, 3),)),
            Example(say("over 20"), say("throw all four"), ((6, 6, 5, 4),)),
            Example(say("three may stay"), say("15 or more"), ((6, 5, 4),)),
            Example(say("two may stay"), say("10 or more"), ((6, 4),)),
            Example(say("one may stay"), say("5 or more"), ((6,), (5,))),
            Example(say("none may stay"), say("throw all four"), ((4, 3, 3, 2),)),
        )
        words = (
            Word(say("Hand"), say("Your four dice; they stay yours from turn to turn")),
            Word(say("To stay"), say("Dice that are not thrown: one makes 5, two together 10, three 15, or more")),
            Word(say("Over"), say("More than 20: all four are thrown on the next turn")),
            Word(say("Deal"), say("With three or more players: until one has 20 and drops out")),
        )
        return Lesson(say("What your four dice may do"), examples, words)

    def begin(self, play: Play[State]) -> None:
        """Red is first of two; of more, somebody is drawn."""
        if play.state.seats == 2 and self.options["first"] != "seat":
            self.lead(play, 0)

    def opening(self, state: State, seat: int) -> tuple[int | None, ...]:
        # The hand of the seat's last turn, which may be a few laps old.
        hands = (heat.hand(seat) for heat in reversed(state.heats[:-1]))
        return next((hand for hand in hands if hand), super().opening(state, seat))

    def keeps(self, state: State) -> frozenset[frozenset[int]]:
        turn = now(state)
        most = 0 if sum(turn.hand) > GOAL else self.dice - 1
        return frozenset(
            frozenset(slots)
            for size in range(most + 1)
            for slots in combinations(sorted(turn.slots), size)
            if sum(turn.hand[slot - 1] for slot in slots) >= AT_LEAST * size
        )

    def may_stop(self, state: State) -> bool:
        return False

    def refusal(self, state: State, slots: frozenset[int]) -> Text:
        return say("The dice that stay must make at least {n}", n=AT_LEAST * len(slots))

    def aim(self, state: State) -> Aim:
        laps = self.options["equal_turns"] == "on"
        return Race(lambda hand: sum(hand) == GOAL, Text(str(GOAL)), laps)

    def decided(self, state: State) -> bool:
        at_once = self.options["equal_turns"] == "off" and sum(state.heat.hands[-1]) == GOAL
        return at_once or super().decided(state)

    def settle(self, play: Play[State]) -> None:
        state, heat = play.state, play.state.heat
        winners = tuple(seat for seat in heat.seats if sum(heat.hand(seat) or ()) == GOAL)
        # As many laps as seats hold every seat's last hand: a win ends a lap early, once for each seat.
        known = state.heats[-state.seats :]
        if not winners:
            play.set(heats=known)
            self.heat(play, ROUND, heat.seats)
            return
        play.leave(winners)
        for seat in winners:
            play.tell(Happening.OUT, say("{seat} has 20 and wins", seat=seat_name(seat)), seat)
        if len(play.state.playing) > 1:
            # A winner is out, and the others deal anew or keep their hands.
            self.next_round(play, state.leader + 1, after=known if self.options["continue_hands"] == "on" else ())
        elif state.seats > 2 and play.state.playing:
            last = play.state.playing[0]
            play.finish(say("{seat} is the last one in and buys the drinks", seat=seat_name(last)), last)
        else:
            self.win(play)

    def score_of(self, state: State, seat: int) -> int | None:
        return next((sum(hand) for heat in reversed(state.heats) if (hand := heat.hand(seat))), None)

    def title_of(self, state: State, seat: int) -> Text | None:
        return None if state.seats > 2 else (say("Red"), say("Blue"))[seat]

    def sought(self, state: State) -> Text:
        turn = state.turn
        stays = sum(turn.showing(turn.kept)) if turn is not None and turn.throwing else 0
        return say("Exactly 20 wins: {n} more", n=GOAL - stays) if stays else say("Exactly 20 wins")

    def phase(self, state: State) -> Text:
        return say("First to 20") if state.seats == 2 else say("Deal {n}", n=max(1, state.round))

    def prompt(self, state: State) -> Text:
        match self.waits(state):
            case Throw(slots=slots) if len(slots) == self.dice and now(state).hand:
                if sum(now(state).hand) > GOAL:
                    return say("Over 20: throw all four dice")
                none = self.keeps(state) == {frozenset()}
                return say("No dice may stay: throw all four") if none else say("Throw all four dice")
            case Choice():
                return say("Keep 5 or more a die, or none; throw the rest")
            case _:
                return super().prompt(state)
