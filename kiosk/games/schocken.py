"""Schocken: three dice and a stack of tokens, played in two halves and a final; how a hand was made decides."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView, Happening
from kiosk.games.families.sixes import FINAL, FREE, KEEP, SIXES, kept_stay
from kiosk.games.lesson import TOKENS, Example, Lesson, Word, ends, span
from kiosk.games.options import FIRST, By, Rule, Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import Hand, Made, Play, State, now
from kiosk.games.text import Text, say, seat_name, written

STACK = "stack"
GIVING = "giving"
HALVES = (say("First half"), say("Second half"), say("Final"))
NUMBER, STREET, SCHOCK_2, GENERAL, SCHOCK, JULE, AUS = range(7)
"""The classes of hands, weakest first; a Schock 2 is of its own only where it is under a General."""


@dataclass(frozen=True, slots=True)
class Halves(State):
    """A match of halves: `half` counts from 0, 2 is the final; `losers` are those of the halves that are over."""

    half: int = 0
    losers: tuple[int, ...] = ()


class Schocken(Rounds[Halves]):
    """The worst hand takes what the best is worth; whoever holds all tokens has lost the half."""

    name = "schocken"
    title = say("Schocken")
    about = say("Three dice and tokens: whoever holds all of them has lost the half")
    dice = 3
    tokens = True
    kinds = (STACK, GIVING)
    switches = (
        FIRST,
        SIXES,
        Switch(
            "built",
            say("General and Straße in several throws"),
            ("number", "counts"),
            (say("Are mere numbers"), say("Count as such")),
        ),
        Switch(
            "schock_2",
            say("A Schock 2 goes"),
            ("over_general", "under_general"),
            (say("Over a General"), say("Under a General")),
        ),
        Switch(
            "tokens", say("Tokens in the pot"), (13, 15), (say("{n} tokens", n=13), say("{n} tokens", n=15)), (1, 99)
        ),
        Switch(
            "ties",
            say("Equal hands"),
            ("rolls", "order"),
            (say("Fewer throws are better, then the earlier"), say("The earlier is better")),
        ),
        Switch("halves", say("Halves"), ("two", "one"), (say("Two, and a final"), say("One decides"))),
        Switch("keep", KEEP, ("free", "final"), (FREE, FINAL)),
        Switch("seven", say("4-2-1"), ("off", "on"), (say("Is a number"), say("Is the Jule, 7 tokens"))),
    )
    presets = {"text": {}}  # noqa: RUF012  # a ClassVar by its declaration in Game
    preset_titles = {"text": say("As written")}  # noqa: RUF012  # a ClassVar by its declaration in Game
    rules: ClassVar[tuple[Rule, ...]] = (
        By(
            "sixes",
            {
                "turn": say(
                    "Up to three throws, no more than the leader; two sixes: turn one to a one, throw the other."
                ),
                "off": say("Up to three throws, no more than the leader."),
            },
        ),
        By("keep", {"free": None, "final": say("A die left lying stays for the turn.")}),
        By(
            "built",
            {
                "number": say("General and Straße only count if all three dice fell in the same, last throw."),
                "counts": say("General and Straße count, in however many throws they were made."),
            },
        ),
        By(
            "ties",
            {
                "rolls": say("Equal hands: fewer throws are better, then the earlier."),
                "order": say("Equal hands: the earlier is better."),
            },
        ),
        say("The worst takes what the best is worth: from the stack, then from the best hand's own."),
        By(
            "halves",
            {
                "two": say("Whoever holds all has lost the half; the losers of both play the final."),
                "one": say("Whoever holds all has lost, and pays."),
            },
        ),
    )

    @property
    def lesson(self) -> Lesson:
        """The classes of hands and what they cost, best first, each die fallen together."""
        fallen = [Made(tuple(sorted(dice, reverse=True))) for dice in combinations_with_replacement(range(1, 7), 3)]
        fallen.sort(key=self.value, reverse=True)
        lines = [list(line) for _, line in groupby(fallen, key=self.kind)]
        words = [
            Word(say("Schock"), say("Two aces and another die; it costs that die")),
            Word(say("Schock aus"), say("Three aces: the worst hand takes all tokens, wherever they lie")),
            Word(say("General"), say("Three alike, in one throw")),
            Word(say("Straße"), say("Three in a row, in one throw")),
            Word(say("Stack"), say("The tokens that nobody holds yet")),
        ]
        if self.options["built"] == "counts":
            words[2:4] = [Word(say("General"), say("Three alike")), Word(say("Straße"), say("Three in a row"))]
        if self.options["seven"] == "on":
            words.append(Word(say("Jule"), say("4-2-1: it costs 7")))
        if self.options["halves"] == "two":
            words.append(Word(say("Durchmarsch"), say("The same player loses both halves, and has lost the match")))
        return Lesson(TOKENS, tuple(map(self._example, lines)), tuple(words))

    def _example(self, line: list[Made]) -> Example:
        """A class of hands, with what it costs."""
        kind = self.kind(line[0])
        names = {AUS: say("Schock aus"), JULE: say("Jule"), GENERAL: say("General"), STREET: say("Straße")}
        schock = say("Schock") if len(line) > 1 else say("Schock {n}", n=max(line[0].hand))
        name = say("number") if kind == NUMBER else names.get(kind, schock)
        tokens = say("all") if kind == AUS else span([self.worth(made) for made in line])
        return Example(name, tokens, ends([made.hand for made in line]))

    # --- hands ---

    def kind(self, made: Made) -> int:
        """The class of a hand."""
        high, middle, low = sorted(made.hand, reverse=True)
        counts = made.together or self.options["built"] == "counts"
        if middle == low == 1:
            under = high == 2 and self.options["schock_2"] == "under_general"
            return AUS if high == 1 else SCHOCK_2 if under else SCHOCK
        if (high, middle, low) == (4, 2, 1) and self.options["seven"] == "on":
            return JULE
        if counts and high == low:
            return GENERAL
        return STREET if counts and (high - middle, middle - low) == (1, 1) else NUMBER

    def value(self, made: Made) -> tuple[int, Hand]:
        """Higher is better, whatever throws it took."""
        return self.kind(made), tuple(sorted(made.hand, reverse=True))

    def strength(self, made: Made) -> int:
        """Higher is better; of equal hands that with fewer throws, by the switch."""
        kind, hand = self.value(made)
        late = made.rolls if self.options["ties"] == "rolls" else 0
        return ((kind * 7 + hand[0]) * 7 + hand[1]) * 28 + hand[2] * 4 - late

    def worth(self, made: Made) -> int:
        """The tokens that the worst takes when this is the best hand."""
        kind, high = self.kind(made), max(made.hand)
        fixed = {NUMBER: 1, STREET: 2, GENERAL: 3, JULE: 7, AUS: self.number("tokens")}
        return fixed.get(kind, high)

    def describe(self, state: Halves, hand: Hand) -> HandView:
        """As if its dice had fallen together."""
        return self.describe_made(state, Made(hand))

    def describe_made(self, state: Halves, made: Made) -> HandView:  # noqa: ARG002  # the same in all states
        """Its name, and what it costs."""
        kind, dice = self.value(made)
        names = {
            AUS: say("Schock aus"),
            JULE: say("Jule"),
            GENERAL: say("General {n}", n=dice[0]),
            STREET: say("Straße {dice}", dice=written(dice)),
            NUMBER: written(dice),
        }
        fresh = [self.value(Made(other)) for other in combinations_with_replacement(range(1, 7), 3)]
        rank = 1 + sum(other > (kind, dice) for other in fresh)
        worth = say("all tokens") if kind == AUS else say("{n} token", "{n} tokens", n=self.worth(made))
        return HandView(dice, names.get(kind, say("Schock {n}", n=dice[0])), worth, rank, len(fresh))

    # --- turns ---

    def new(self, seats: int) -> Halves:
        """All tokens in the stack."""
        return Halves(seats, counts=(0,) * seats, pot=self.number("tokens"))

    def open(self, play: Play[Halves]) -> None:
        """The first half begins."""
        self.next_round(play, play.state.leader, STACK)

    def rolls_allowed(self, state: Halves) -> int:
        """Up to three, no more than the leader."""
        return state.heat.rolls[0] if state.heat.rolls else 3

    def turns_sixes(self, state: Halves) -> bool:  # noqa: ARG002  # the same in all states
        """By the switch."""
        return self.options["sixes"] == "turn"

    def keeps(self, state: Halves) -> frozenset[frozenset[int]]:
        """Any dice; by the switch with those that were left lying before."""
        keeps = super().keeps(state)
        return kept_stay(state, keeps) if self.options["keep"] == "final" else keeps

    def refusal(self, state: Halves, slots: frozenset[int]) -> Text:
        """What was left lying stays."""
        return (
            say("What was left lying stays for the turn") if now(state).kept - slots else super().refusal(state, slots)
        )

    def aim(self, state: Halves) -> Aim:
        """Not to be worst; once tokens are given, to be best as well."""
        both = state.heat.kind == GIVING
        return Contest(self.strength, last=True, ties=Ties.EARLIER, made=True, both=both)

    def turn_ended(self, play: Play[Halves], points: int) -> None:  # noqa: ARG002  # none are at stake
        """A word on a Schock aus."""
        turn = now(play.state)
        if self.kind(turn.made) == AUS:
            play.tell(Happening.SPECIAL, say("Schock aus for {seat}", seat=seat_name(turn.seat)), turn.seat)

    # --- rounds and halves ---

    def settle(self, play: Play[Halves]) -> None:
        """The worst takes from the stack, from the best, or all there is."""
        heat = play.state.heat
        order = heat.ranked(self.strength)
        best, worst = order[0], order[-1]
        made = heat.made_by(best) or Made(())
        play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(worst)), worst)
        if self.kind(made) == AUS:
            play.take(worst, play.state.pot)
            for seat in range(play.state.seats):
                if seat != worst:
                    play.take(worst, play.state.counts[seat], seat)
        else:
            play.take(worst, self.worth(made), None if heat.kind == STACK else best)
        self._continue(play, worst)

    def _continue(self, play: Play[Halves], worst: int) -> None:
        """Who is safe, whether the half is over, and the next round."""
        state = play.state
        if state.counts[worst] == self.number("tokens"):
            self._half_lost(play, worst)
            return
        if state.pot:
            self.next_round(play, worst, STACK)
            return
        safe = tuple(seat for seat in state.playing if not state.counts[seat])
        for seat in safe:
            play.tell(Happening.OUT, say("{seat} has no token left and is safe", seat=seat_name(seat)), seat)
        play.leave(safe)
        if state.heat.kind == STACK:
            play.tell(Happening.PHASE, say("The stack is empty: the best gives to the worst"))
        self.next_round(play, worst, GIVING)

    def _half_lost(self, play: Play[Halves], loser: int) -> None:
        """The next half, the final, or the end."""
        state = play.state
        losers = (*state.losers, loser)
        play.set(losers=losers)
        if self.options["halves"] == "one" or losers == (loser, loser) or state.half == len(HALVES) - 1:
            if losers == (loser, loser):
                play.tell(Happening.SPECIAL, say("Durchmarsch: {seat} lost both halves", seat=seat_name(loser)), loser)
            play.finish(say("{seat} has lost the match", seat=seat_name(loser)), loser)
            return
        half = state.half + 1
        others = tuple(seat for seat in range(state.seats) if seat not in losers)
        play.set(half=half, counts=(0,) * state.seats, pot=self.number("tokens"), out=())
        if half == len(HALVES) - 1:
            play.leave(others)
        text = say("{seat} has lost the half. Now: {half}", seat=seat_name(loser), half=HALVES[half])
        play.tell(Happening.PHASE, text, loser)
        self.next_round(play, loser, STACK)

    def standing(self, state: Halves) -> tuple[tuple[int, ...], ...]:
        """At the end the rest together, the other finalist, the loser; before that who is safe, then by tokens."""
        if state.over:
            loser = state.losers[-1]
            finalist = tuple(seat for seat in state.losers if seat != loser)
            rest = tuple(seat for seat in range(state.seats) if seat not in state.losers)
            return tuple(group for group in (rest, finalist[:1], (loser,)) if group)
        safe = tuple(sorted(seat for group in state.out for seat in group))
        return (*((safe,) if safe else ()), *state.ranked(lowest=True))

    # --- words ---

    def phase(self, state: Halves) -> Text:
        """Which half, and whether there is a stack."""
        kind = state.heats[0].kind if state.heats else STACK
        part = say("from the stack") if kind == STACK else say("from hand to hand")
        return say("{half}, {part}", half=HALVES[state.half], part=part)

    def stake(self, state: Halves) -> Text | None:
        """What a round is about; then best and worst so far, with their throws, and what it costs."""
        heat = state.heat
        if not heat.hands:
            if heat.kind == STACK:
                return say("The worst hand takes tokens from the stack")
            return say("The best hand gives tokens to the worst")
        order = heat.ranked(self.strength)
        best, worst = (heat.made_by(seat) or Made(()) for seat in (order[0], order[-1]))
        said = {"seat": seat_name(order[0]), "hand": self.describe_made(state, best).name, "rolls": best.rolls}
        if len(order) == 1:
            return say("To beat: {seat} with {hand} in {rolls}", **said)
        last = {"last": seat_name(order[-1]), "bad": self.describe_made(state, worst).name, "late": worst.rolls}
        n = state.pot + sum(state.counts) if self.kind(best) == AUS else self.worth(best)
        return say(
            "Best: {hand} in {rolls} · worst: {last}, {bad} in {late}: {n} token",
            "Best: {hand} in {rolls} · worst: {last}, {bad} in {late}: {n} tokens",
            n=n,
            hand=said["hand"],
            rolls=best.rolls,
            **last,
        )
