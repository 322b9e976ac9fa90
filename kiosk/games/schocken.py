"""Schocken: three dice and a stack of tokens, played in two halves and a final; how a hand was made decides."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, groupby
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Stakes, Ties
from kiosk.games.core import HandView, Happening
from kiosk.games.families.sixes import KEEP_FREE, SIXES, Sixes
from kiosk.games.lesson import TOKENS, Example, Lesson, Word, ends, span
from kiosk.games.options import FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import Hand, Made, Play, State, now, tidy
from kiosk.games.text import Text, say, seat_name, written

NUMBER, STREET, SCHOCK_2, GENERAL, SCHOCK, JULE, AUS = range(7)
"""The classes of hands, weakest first; a Schock 2 has its own class only by the rule that puts it under a General."""
COSTS = {NUMBER: 1, STREET: 2, GENERAL: 3, JULE: 7}
"""What hands cost, tokens; a Schock costs what its third die shows, a Schock aus all."""
FRESH = [Made(tuple(sorted(dice, reverse=True))) for dice in combinations_with_replacement(range(1, 7), 3)]
"""All 56 hands, each thrown in one throw."""


def _class(kind: int, schock: Text) -> Text:
    names = {NUMBER: say("number"), STREET: say("straight"), GENERAL: say("General"), JULE: say("Jule")}
    return (names | {AUS: say("Schock aus")}).get(kind, schock)


STACK, GIVING = "stack", "giving"
HALVES = (say("First half"), say("Second half"), say("Final"))


@dataclass(frozen=True, slots=True)
class HalvesState(State):
    """A match of halves: `half` is 0, 1, or 2 for the final; `losers` are the losers of the halves already over."""

    half: int = 0
    losers: tuple[int, ...] = ()


class Schocken(Sixes[HalvesState]):
    """The worst hand takes what the best is worth; whoever holds all tokens has lost the half."""

    name = "schocken"
    title = say("Schocken")
    about = say("Three dice and tokens: whoever holds all of them has lost the half")
    kinds = (STACK, GIVING)
    pile = say("in the stack")
    switches = (
        FIRST,
        SIXES,
        Switch.of(
            "built",
            say("General and straight in several throws"),
            number=say("Are mere numbers"),
            counts=say("Count as such"),
        ),
        Switch.of(
            "schock_2", say("A Schock 2 goes"), over_general=say("Over a General"), under_general=say("Under a General")
        ),
        Switch(
            "tokens", say("Tokens in the stack"), {13: say("{n} tokens", n=13), 15: say("{n} tokens", n=15)}, (1, 99)
        ),
        Switch.of(
            "ties",
            say("Equal hands"),
            rolls=say("Fewer throws are better, then the earlier"),
            order=say("The earlier is better"),
        ),
        Switch.of("halves", say("Halves"), two=say("Two, and a final"), one=say("One decides")),
        KEEP_FREE,
        Switch.of("seven", say("4-2-1"), off=say("Is a number"), on=say("Is the Jule, 7 tokens")),
    )
    presets = presets(
        text=Preset(say("Usual rules"), say("as German pubs and tournaments play: two halves and a final"))
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By.of(
            "sixes",
            turn=say("Up to three throws, no more than the leader; two sixes: turn one to a one, throw the other."),
            off=say("Up to three throws, no more than the leader."),
        ),
        By.of("keep", free=None, final=say("A die left lying stays for the turn.")),
        By.of(
            "built",
            number=say("General and straight only count if all three dice fell in the same, last throw."),
            counts=say("General and straight count, in however many throws they were made."),
        ),
        By.of(
            "ties",
            rolls=say("Equal hands: fewer throws are better, then the earlier."),
            order=say("Equal hands: the earlier is better."),
        ),
        say("The worst takes what the best is worth: from the stack, then from the best hand's own."),
        say("Tokens in the stack: {tokens}. Once it is empty, whoever has none is out and safe."),
        By.of(
            "halves",
            two=say("Whoever holds all has lost the half; the losers of both play the final."),
            one=say("Whoever holds all has lost, and pays."),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        words = [
            Word(say("Schock"), say("Two aces and another die; it costs that die")),
            Word(say("Schock aus"), say("Three aces: the worst hand takes all tokens, wherever they lie")),
            Word(say("General"), say("Three alike, in one throw")),
            Word(say("Straight"), say("Three in a row, in one throw")),
            Word(say("Stack"), say("The tokens that nobody holds yet")),
        ]
        if self.options["built"] == "counts":
            words[2:4] = [Word(say("General"), say("Three alike")), Word(say("Straight"), say("Three in a row"))]
        if self.options["seven"] == "on":
            words.append(Word(say("Jule"), say("4-2-1: it costs 7")))
        if self.options["halves"] == "two":
            words.append(Word(say("Durchmarsch"), say("The same player loses both halves, and has lost the match")))
        ordered = sorted(FRESH, key=self.value, reverse=True)
        examples = (self._example(list(line)) for _, line in groupby(ordered, key=self.kind))
        return Lesson(TOKENS, tuple(examples), tuple(words))

    def _example(self, line: list[Made]) -> Example:
        schock = say("Schock") if len(line) > 1 else say("Schock {n}", n=max(line[0].hand))
        kind = self.kind(line[0])
        tokens = say("all") if kind == AUS else span([self.worth(made) for made in line])
        return Example(_class(kind, schock), tokens, ends([made.hand for made in line]))

    def kind(self, made: Made) -> int:
        high, middle, low = sorted(made.hand, reverse=True)
        counts = made.together or self.options["built"] == "counts"
        if middle == low == 1:
            return (
                AUS if high == 1 else SCHOCK_2 if high == 2 and self.options["schock_2"] == "under_general" else SCHOCK
            )
        if (high, middle, low) == (4, 2, 1) and self.options["seven"] == "on":
            return JULE
        if counts and high == low:
            return GENERAL
        return STREET if counts and (high - middle, middle - low) == (1, 1) else NUMBER

    def value(self, made: Made) -> tuple[int, Hand]:
        """Higher is better; how many throws it took does not matter here."""
        return self.kind(made), tidy(made.hand)

    def strength(self, made: Made) -> int:
        """Higher is better; of equal hands that with fewer throws, by the rules."""
        kind, hand = self.value(made)
        # One number in which class, dice and throws have a place each: dice are below 7, throws below 4.
        late = made.rolls if self.options["ties"] == "rolls" else 0
        return ((kind * 7 + hand[0]) * 7 + hand[1]) * 28 + hand[2] * 4 - late

    def worth(self, made: Made) -> int:
        kind = self.kind(made)
        return self.number("tokens") if kind == AUS else COSTS.get(kind, max(made.hand))

    def describe(self, state: HalvesState, hand: Hand) -> HandView:
        return self.describe_made(state, Made(hand))

    def describe_made(self, state: HalvesState, made: Made) -> HandView:
        kind, dice = self.value(made)
        names = {
            GENERAL: say("General {n}", n=dice[0]),
            STREET: say("straight {dice}", dice=written(dice)),
            NUMBER: written(dice),
        }
        rank = 1 + sum(self.value(other) > (kind, dice) for other in FRESH)
        worth = say("all tokens") if kind == AUS else say("{n} token", "{n} tokens", n=self.worth(made))
        name = _class(kind, say("Schock {n}", n=dice[0]))
        return HandView(dice, names.get(kind, name), worth, rank, len(FRESH))

    def aim(self, state: HalvesState) -> Aim:
        stakes = Stakes.of(state, lambda _, best: self.worth(best))
        return Contest(self.strength, last=True, ties=Ties.EARLIER, made=True, stakes=stakes)

    def turn_ended(self, play: Play[HalvesState], points: int) -> None:
        turn = now(play.state)
        if self.kind(turn.made) == AUS:
            play.tell(Happening.SPECIAL, say("Schock aus for {seat}", seat=seat_name(turn.seat)), turn.seat)

    def new(self, seats: int) -> HalvesState:
        return HalvesState(seats, counts=(0,) * seats, pot=self.number("tokens"))

    def settle(self, play: Play[HalvesState]) -> None:
        heat = play.state.heat
        order = heat.ranked(self.strength)
        best, worst = order[0], order[-1]
        made = heat.made_by(best) or Made(())
        play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(worst)), worst)
        if self.kind(made) == AUS:
            # A Schock aus costs all tokens, wherever they lie.
            play.take(worst, play.state.pot)
            for seat in range(play.state.seats):
                if seat != worst:
                    play.take(worst, play.state.counts[seat], seat)
        else:
            play.take(worst, self.worth(made), None if heat.kind == STACK else best)
        self._continue(play, worst)

    def _continue(self, play: Play[HalvesState], worst: int) -> None:
        state = play.state
        if state.counts[worst] == self.number("tokens"):
            self.half_lost(play, worst)
            return
        if state.pot:
            self.next_round(play, worst, STACK)
            return
        safe = tuple(seat for seat in state.playing if not state.counts[seat])
        self.out(play, safe, lambda seat: say("{seat} has no token left and is safe", seat=seat))
        if state.heat.kind == STACK:
            play.tell(Happening.PHASE, say("The stack is empty: the best gives to the worst"))
        self.next_round(play, worst, GIVING)

    def half_lost(self, play: Play[HalvesState], loser: int) -> None:
        state = play.state
        losers = (*state.losers, loser)
        play.set(losers=losers)
        if losers == (loser, loser):
            play.tell(Happening.SPECIAL, say("Durchmarsch: {seat} lost both halves", seat=seat_name(loser)), loser)
        if self.options["halves"] == "one" or losers == (loser, loser) or state.half == len(HALVES) - 1:
            self.lost_by(play, loser)
            return
        half = state.half + 1
        play.set(half=half, counts=(0,) * state.seats, pot=self.number("tokens"), out=())
        if half == len(HALVES) - 1:
            play.leave(tuple(seat for seat in range(state.seats) if seat not in losers))
        text = say("{seat} has lost the half. Now: {half}", seat=seat_name(loser), half=HALVES[half])
        play.tell(Happening.PHASE, text, loser)
        self.next_round(play, loser, self.kinds[0])

    def standing(self, state: HalvesState) -> tuple[tuple[int, ...], ...]:
        """At the end: the rest together, the other finalist, the loser. Before: those who are safe, then by tokens."""
        if state.over:
            loser = state.losers[-1]
            finalist = tuple(seat for seat in state.losers if seat != loser)
            rest = tuple(seat for seat in range(state.seats) if seat not in state.losers)
            return tuple(group for group in (rest, finalist[:1], (loser,)) if group)
        safe = tuple(sorted(seat for group in state.out for seat in group))
        return (*((safe,) if safe else ()), *state.ranked(lowest=True))

    def phase(self, state: HalvesState) -> Text:
        kind = state.heats[0].kind if state.heats else STACK
        part = say("from the stack") if kind == STACK else say("from hand to hand")
        return say("{half}, {part}", half=HALVES[state.half], part=part)

    def sought(self, state: HalvesState) -> Text | None:
        heat = state.heat
        if not heat.hands:
            if heat.kind == STACK:
                return say("The worst hand takes tokens from the stack")
            return say("The best hand gives tokens to the worst")
        # Of equal hands the later is worse: `min` takes the first it meets.
        best, worst = max(heat.made, key=self.strength), min(reversed(heat.made), key=self.strength)
        n = state.pot + sum(state.counts) if self.kind(best) == AUS else self.worth(best)
        hand = self.describe_made(state, worst).name
        return say(
            "Beat {hand} in {rolls}, or take {n} token",
            "Beat {hand} in {rolls}, or take {n} tokens",
            hand=hand,
            rolls=worst.rolls,
            n=n,
        )
