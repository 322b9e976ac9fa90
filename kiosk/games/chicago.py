"""Chicago: three dice, aces 100 and sixes 60; coasters go to the lowest total, then away from the highest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView, Happening
from kiosk.games.families.sixes import FINAL, FREE, KEEP, SIXES, kept_stay
from kiosk.games.lesson import WORTHS, Example, Lesson, Word
from kiosk.games.options import FIRST, By, Rule, Switch
from kiosk.games.rounds import Rounds
from kiosk.games.state import Hand, Play, State, now
from kiosk.games.text import Text, say, seat_name

DEALING = "dealing"
RIDDING = "ridding"
LIVES = "lives"
CHICAGO = 300
FISCH = 15
"""The most that a hand without aces and sixes comes to."""
WORTH = {1: 100, 6: 60}


class Chicago(Rounds[State]):
    """The lowest total of a round takes a coaster, or loses a life."""

    name = "chicago"
    title = say("Chicago")
    about = say("Three dice, aces 100, sixes 60: the lowest takes a coaster, the last who holds any has lost")
    dice = 3
    tokens = True
    switches = (
        FIRST,
        SIXES,
        Switch(
            "chicago",
            say("Three aces"),
            ("out", "round"),
            (say("Make safe at once"), say("Are the best hand")),
        ),
        Switch(
            "coasters",
            say("Coasters"),
            ("n_plus_1", "2n_minus_1"),
            (say("One more than players"), say("Two each, but one")),
            (1, 40),
        ),
        Switch("keep", KEEP, ("final", "free"), (FINAL, FREE)),
        Switch("match", say("It goes for"), ("coasters", "lives"), (say("Coasters"), say("Lives"))),
        Switch("lives", say("Lives each"), (2, 1), (say("{n} lives", n=2), say("One life")), (1, 20)),
        Switch(
            "out",
            say("Who has no life left"),
            ("last_wins", "first_pays"),
            (say("Is out, and the last one in wins"), say("Has lost the match")),
        ),
        Switch("cap", say("Throws"), ("leader", "none"), (say("No more than the leader"), say("Up to three each"))),
    )
    presets = {  # noqa: RUF012  # a ClassVar by its declaration in Game
        "deckel": {},
        "leben": {"match": "lives"},
        "ein_leben": {"match": "lives", "lives": 1},
    }
    preset_titles = {  # noqa: RUF012  # a ClassVar by its declaration in Game
        "deckel": say("Coasters"),
        "leben": say("Two lives"),
        "ein_leben": say("One life"),
    }
    preset_abouts = {  # noqa: RUF012  # a ClassVar by its declaration in Game
        "deckel": say("Coasters are dealt, then got rid of; the last who holds any pays"),
        "leben": say("The lowest loses a life; three aces cost all others one"),
        "ein_leben": say("The same with one life: short and sharp"),
    }
    rules: ClassVar[tuple[Rule, ...]] = (
        By(
            "cap",
            {
                "leader": say(
                    "An ace is 100, a six 60, the others their pips. Up to three throws, no more than the leader."
                ),
                "none": say("An ace is 100, a six 60, the others their pips. Up to three throws."),
            },
        ),
        By(
            "sixes",
            {
                "turn": say("Two sixes of one throw: one may be turned to an ace, the other is thrown again."),
                "off": None,
            },
        ),
        By(
            "match",
            {
                "coasters": say("The lowest total takes a coaster from the pot; of equals the later is the lower."),
                "lives": say("The lowest total loses a life; of equals the later is the lower."),
            },
        ),
        By(
            "match",
            {
                "coasters": say("Pot empty: who has none is safe; now the highest total puts one of his away."),
                "lives": None,
            },
        ),
        By(
            "chicago",
            {
                "out": By(
                    "match",
                    {
                        "coasters": say("Three aces, Chicago, make safe at once. The lowest leads the next round."),
                        "lives": say("Three aces, Chicago, cost all others a life. The lowest leads the next round."),
                    },
                ),
                "round": say("Three aces, Chicago, are the best hand. The lowest leads the next round."),
            },
        ),
        By(
            "match",
            {
                "coasters": say("The last who holds any coaster has lost and pays."),
                "lives": By(
                    "out",
                    {
                        "last_wins": say("Who has no life left is out; the last one in wins."),
                        "first_pays": say("Whoever has no life left first has lost and pays."),
                    },
                ),
            },
        ),
    )

    @property
    def lesson(self) -> Lesson:
        """What dice and hands come to."""
        safe = say("safe at once") if self.options["chicago"] == "out" else say("{n}", n=CHICAGO)
        if self.lives and self.options["chicago"] == "out":
            safe = say("all others lose a life")
        examples = (
            Example(say("an ace"), say("{n}", n=WORTH[1]), ((1,),)),
            Example(say("a six"), say("{n}", n=WORTH[6]), ((6,),)),
            Example(say("any other"), say("its pips"), ((5,), (2,))),
            Example(say("Chicago"), safe, ((1, 1, 1),)),
            Example(Text("60 + 100 + 100"), say("{n}", n=self.total((6, 1, 1))), ((6, 1, 1),)),
            Example(Text("60 + 4 + 100"), say("{n}", n=self.total((6, 4, 1))), ((6, 4, 1),)),
            Example(say("Fisch"), say("15 to 6"), ((5, 5, 5), (2, 2, 2))),
        )
        words = [
            Word(say("Chicago"), say("Three aces: {n}, the best hand", n=CHICAGO)),
            Word(say("Fisch"), say("No ace and no six: {n} at most", n=FISCH)),
        ]
        if self.lives:
            words.append(Word(say("Life"), say("Everybody has {n}; who has none left is out", n=self.number("lives"))))
            if self.options["out"] == "first_pays":
                words[-1] = Word(say("Life"), say("Everybody has {n}; who has none left pays", n=self.number("lives")))
        else:
            words.append(Word(say("Coaster"), say("Dealt to the lowest; who holds the last one pays")))
            words.append(Word(say("Dealing"), say("First part: the pot goes, a coaster a round, to the lowest")))
            words.append(Word(say("Getting rid"), say("Second part: the highest puts a coaster of his own away")))
        return Lesson(WORTHS, examples, tuple(words))

    @property
    def lives(self) -> bool:
        """Whether lives are lost; else coasters are dealt."""
        return self.options["match"] == "lives"

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]  # follows a house rule
        """Dealing and getting rid, or rounds for lives."""
        return (LIVES,) if self.lives else (DEALING, RIDDING)

    def total(self, hand: Hand) -> int:
        """What a hand comes to."""
        return sum(WORTH.get(die, die) for die in hand)

    def new(self, seats: int) -> State:
        """All coasters in the pot; or lives, and those lost will lie there."""
        if self.lives:
            return State(seats, counts=(self.number("lives"),) * seats)
        chosen = self.options["coasters"]
        pot = {"n_plus_1": seats + 1, "2n_minus_1": 2 * seats - 1}.get(str(chosen))
        return State(seats, counts=(0,) * seats, pot=int(chosen) if pot is None else pot)

    def open(self, play: Play[State]) -> None:
        """The first round."""
        self.next_round(play, play.state.leader, self.kinds[0])

    def rolls_allowed(self, state: State) -> int:
        """Up to three, no more than the leader."""
        return self.capped(state, 3)

    def turns_sixes(self, state: State) -> bool:  # noqa: ARG002  # the same in all states
        """By the switch."""
        return self.options["sixes"] == "turn"

    def keeps(self, state: State) -> frozenset[frozenset[int]]:
        """Any dice, with those that were left lying before."""
        keeps = super().keeps(state)
        return kept_stay(state, keeps) if self.options["keep"] == "final" else keeps

    def refusal(self, state: State, slots: frozenset[int]) -> Text:
        """What was left lying stays."""
        return (
            say("What was left lying stays for the turn") if now(state).kept - slots else super().refusal(state, slots)
        )

    def aim(self, state: State) -> Aim:
        """Not to be lowest; once coasters are got rid of, to be highest."""
        return Contest(self.total, last=state.heat.kind != RIDDING, ties=Ties.EARLIER)

    def decided(self, state: State) -> bool:
        """All have played, or all but one have made themselves safe."""
        heat = state.heat
        safe = sum(self.total(hand) == CHICAGO for hand in heat.hands)
        last = not self.lives and self.options["chicago"] == "out" and safe == len(heat.seats) - 1
        return super().decided(state) or last

    def turn_ended(self, play: Play[State], points: int) -> None:  # noqa: ARG002  # none are at stake
        """A word on Chicago and Fisch."""
        seat, hand = now(play.state).seat, now(play.state).hand
        if self.total(hand) == CHICAGO:
            play.tell(Happening.SPECIAL, say("Chicago for {seat}", seat=seat_name(seat)), seat)
        elif self.total(hand) <= FISCH:
            play.tell(Happening.SPECIAL, say("Fisch for {seat}: {n}", seat=seat_name(seat), n=self.total(hand)), seat)

    def settle(self, play: Play[State]) -> None:
        """The lowest takes, the highest puts away, or the lowest loses a life."""
        heat = play.state.heat
        order = heat.ranked(lambda made: self.total(made.hand))
        made = tuple(seat for seat in order if self.total(heat.hand(seat) or ()) == CHICAGO)
        if self.lives:
            self._lose_lives(play, order[-1], made)
            return
        gone = made if self.options["chicago"] == "out" else ()
        self._make_safe(play, gone)
        left = [seat for seat in order if seat not in gone]
        if len(play.state.playing) > 1:
            self._move(play, left)
        self._continue(play, left[-1] if left else order[-1], heat.kind)

    def _make_safe(self, play: Play[State], seats: Iterable[int]) -> None:
        """Three aces: out, and the coasters back to the pot, or away."""
        for seat in seats:
            if len(play.state.playing) == 1:
                return
            coasters = play.state.counts[seat]
            text = say("Chicago: {seat} is safe", seat=seat_name(seat))
            if coasters and play.state.heat.kind == DEALING:
                play.pay(seat, coasters, text)
            elif coasters:
                play.put_away(seat, coasters, text)
            play.tell(Happening.OUT, text, seat)
            play.leave((seat,))

    def _move(self, play: Play[State], order: list[int]) -> None:
        """A coaster, from the pot to the lowest, or away from the highest who is not safe yet."""
        if play.state.heat.kind == DEALING:
            play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(order[-1])), order[-1])
            play.take(order[-1], 1)
        elif order:
            text = say("{seat} puts a coaster away", seat=seat_name(order[0]))
            play.put_away(order[0], 1, text)

    def _continue(self, play: Play[State], lowest: int, kind: str) -> None:
        """Who is safe, whether the match is over, and the next round."""
        if kind == DEALING and play.state.pot and len(play.state.playing) > 1:
            self.next_round(play, lowest, DEALING)
            return
        few = len(play.state.playing) == 1  # the last one left has lost, whatever he holds
        safe = () if few else tuple(seat for seat in play.state.playing if not play.state.counts[seat])
        play.leave(safe)
        for seat in safe:
            play.tell(Happening.OUT, say("{seat} has no coaster and is safe", seat=seat_name(seat)), seat)
        left = play.state.playing
        if len(left) == 1:
            play.finish(say("{seat} has lost the match", seat=seat_name(left[0])), left[0])
            return
        if kind == DEALING:
            play.tell(Happening.PHASE, say("The pot is empty: now get rid of them"))
        self.next_round(play, lowest, RIDDING)

    def _lose_lives(self, play: Play[State], lowest: int, made: tuple[int, ...]) -> None:
        """The lowest loses a life; or after three aces all others."""
        spared = made if self.options["chicago"] == "out" else ()
        losers = [seat for seat in play.state.heat.seats if seat not in spared] if spared else [lowest]
        for seat in losers:
            play.pay(seat, 1, say("{seat} loses {n} life", "{seat} loses {n} lives", seat=seat_name(seat), n=1))
        dead = tuple(seat for seat in losers if not play.state.counts[seat])
        if dead and self.options["out"] == "first_pays":
            play.finish(say("{seat} has lost the match", seat=seat_name(dead[-1])), dead[-1])
            return
        for seat in dead:
            play.tell(Happening.OUT, say("{seat} has no life left and is out", seat=seat_name(seat)), seat)
        play.leave(dead)
        if len(play.state.playing) <= 1:
            self.win(play)
        else:
            self.next_round(play, lowest, LIVES)

    def standing(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Who was safe first, then by coasters, fewest first; or by lives, then who lost them last."""
        if self.lives:
            return (*state.ranked(), *reversed(state.out))
        return (*state.out, *state.ranked(lowest=True))

    def describe(self, state: State, hand: Hand) -> HandView:  # noqa: ARG002  # the same in all states
        """Its total, and the names of the best and of the poor."""
        dice, total = tuple(sorted(hand, reverse=True)), self.total(hand)
        ranks = sorted({self.total(one) for one in combinations_with_replacement(range(1, 7), 3)}, reverse=True)
        kind = say("Chicago") if total == CHICAGO else say("Fisch") if total <= FISCH else None
        name = say("{kind}: {n}", kind=kind, n=total) if kind else say("{n} point", "{n} points", n=total)
        return HandView(dice, name, rank=1 + ranks.index(total), ranks=len(ranks))

    def phase(self, state: State) -> Text:
        """Dealing, getting rid, or the round."""
        kind = state.heats[0].kind if state.heats else self.kinds[0]
        return {DEALING: say("Dealing"), RIDDING: say("Getting rid")}.get(kind) or super().phase(state)

    def stake(self, state: State) -> Text | None:
        """What a round is about; then what is to be beaten."""
        heat = state.heat
        if not heat.hands:
            return {
                DEALING: say("The lowest takes a coaster"),
                RIDDING: say("The highest puts a coaster away"),
            }.get(heat.kind) or say("The lowest loses a life")
        order = heat.ranked(lambda made: self.total(made.hand))
        seat = order[0] if heat.kind == RIDDING else order[-1]
        said = {"seat": seat_name(seat), "hand": self.describe(state, heat.hand(seat) or ()).name}
        if heat.kind == RIDDING or len(heat.hands) == 1:
            return say("To beat: {seat} with {hand}", **said)
        return say("Lowest so far: {seat} with {hand}", **said)
