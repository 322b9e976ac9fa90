"""Chicago: three dice, aces 100 and sixes 60; coasters go to the lowest total, then away from the highest."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView, Happening
from kiosk.games.families.coasters import COASTERS, DEALING, PHASES, RIDDING, STAKES, WORDS, Coasters
from kiosk.games.families.lives import Lives, out_switch
from kiosk.games.families.ranking import WORTH, total
from kiosk.games.families.sixes import KEEP_FINAL, SIXES, Sixes
from kiosk.games.lesson import WORTHS, Example, Lesson, Word
from kiosk.games.options import CAP, FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import Hand, Play, State, now
from kiosk.games.text import Text, say, seat_name

LIVES = "lives"
CHICAGO = 300
FISCH = 15
"""The most that a hand without aces and sixes comes to."""

LIFE = (
    lambda seat: say("{seat} loses {n} life", "{seat} loses {n} lives", seat=seat, n=1),
    lambda seat: say("{seat} has no life left and is out", seat=seat),
)


class Chicago(Sixes[State], Coasters[State], Lives[State]):
    """The lowest total of a round takes a coaster, or loses a life."""

    name = "chicago"
    title = say("Chicago")
    about = say("Three dice, aces 100, sixes 60: the lowest takes a coaster, the last who holds any has lost")
    switches = (
        FIRST,
        SIXES,
        Switch.of("chicago", say("Three aces"), out=say("Make safe at once"), round=say("Are the best hand")),
        COASTERS,
        KEEP_FINAL,
        Switch.of("match", say("It goes for"), coasters=say("Coasters"), lives=say("Lives")),
        Switch("lives", say("Lives each"), (2, 1), (say("{n} lives", n=2), say("One life")), (1, 20)),
        out_switch(say("Who has no life left")),
        CAP,
    )
    presets, preset_titles, preset_abouts = presets(
        deckel=Preset(
            say("Coasters"), say("from German pubs: coasters are dealt, then got rid of; the last with any pays")
        ),
        leben=Preset(
            say("Two lives"),
            say("from German game pages: the lowest loses a life; three aces cost all others one"),
            match="lives",
        ),
        ein_leben=Preset(say("One life"), say("the same for a quick round: one life each"), match="lives", lives=1),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By.of(
            "sixes",
            turn=say("An ace is 100, a six 60, others their pips; of two sixes of a throw one may become an ace."),
            off=say("An ace is 100, a six 60, the others their pips."),
        ),
        By.of(
            "cap",
            leader=By.of(
                "keep",
                final=say("Up to three throws, no more than the leader; a die left lying stays."),
                free=say("Up to three throws, no more than the leader; any die may be thrown again."),
            ),
            none=By.of(
                "keep",
                final=say("Up to three throws; a die left lying stays."),
                free=say("Up to three throws; any die may be thrown again."),
            ),
        ),
        By.of(
            "match",
            coasters=By(
                "coasters",
                {
                    "n_plus_1": say("One coaster more than players: the lowest total takes one, of equals the later."),
                    "2n_minus_1": say("Two coasters each, less one: the lowest total takes one, of equals the later."),
                },
                say("Coasters in the pot: {coasters}; the lowest total takes one, of equals the later."),
            ),
            lives=say("The lowest total loses a life; of equals the later is the lower."),
        ),
        By.of(
            "match",
            coasters=say("Pot empty: who has none is safe; now the highest total puts one of his away."),
            lives=None,
        ),
        By.of(
            "chicago",
            out=By.of(
                "match",
                coasters=say("Three aces, Chicago, make safe at once. The lowest leads the next round."),
                lives=say("Three aces, Chicago, cost all others a life. The lowest leads the next round."),
            ),
            round=say("Three aces, Chicago, are the best hand. The lowest leads the next round."),
        ),
        By.of(
            "match",
            coasters=say("The last who holds any coaster has lost and pays."),
            lives=By.of(
                "out",
                last_wins=say("Who has no life left is out; the last one in wins."),
                first_pays=say("Whoever has no life left first has lost and pays; several at once pay together."),
            ),
        ),
    )

    @cached_property
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
            Example(Text("60 + 100 + 100"), say("{n}", n=total((6, 1, 1))), ((6, 1, 1),)),
            Example(Text("60 + 4 + 100"), say("{n}", n=total((6, 4, 1))), ((6, 4, 1),)),
            Example(say("Fisch"), say("15 to 6"), ((5, 5, 5), (2, 2, 2))),
        )
        words = [
            Word(say("Chicago"), say("Three aces: {n}, the best hand", n=CHICAGO)),
            Word(say("Fisch"), say("No ace and no six: {n} at most", n=FISCH)),
        ]
        if self.lives:
            out = say("Everybody has {n}; who has none left is out", n=self.number("lives"))
            pays = say("Everybody has {n}; who has none left pays", n=self.number("lives"))
            words.append(Word(say("Life"), pays if self.options["out"] == "first_pays" else out))
        else:
            words += WORDS
        return Lesson(WORTHS, examples, tuple(words))

    @property
    def lives(self) -> bool:
        """Whether lives are lost; else coasters are dealt."""
        return self.options["match"] == "lives"

    @property
    def held(self) -> Text:  # type: ignore[override]  # follows a house rule
        """Lives, or coasters."""
        return say("lives") if self.lives else say("coasters")

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]  # follows a house rule
        """Dealing and getting rid, or rounds for lives."""
        return (LIVES,) if self.lives else tuple(PHASES)

    def new(self, seats: int) -> State:
        """All coasters in the pot; or lives, and those lost will lie there."""
        if self.lives:
            return State(seats, counts=(self.number("lives"),) * seats)
        return State(seats, counts=(0,) * seats, pot=self.coasters(seats))

    def open(self, play: Play[State]) -> None:
        """The first round."""
        self.next_round(play, play.state.leader, self.kinds[0])

    def aim(self, state: State) -> Aim:
        """Not to be lowest; once coasters are got rid of, to be highest."""
        return Contest(total, last=state.heat.kind != RIDDING, ties=Ties.EARLIER)

    def decided(self, state: State) -> bool:
        """All have played, or all but one have made themselves safe."""
        heat = state.heat
        safe = sum(total(hand) == CHICAGO for hand in heat.hands)
        last = not self.lives and self.options["chicago"] == "out" and safe == len(heat.seats) - 1
        return super().decided(state) or last

    def turn_ended(self, play: Play[State], points: int) -> None:  # noqa: ARG002  # none are at stake
        """A word on Chicago and Fisch."""
        seat, hand = now(play.state).seat, now(play.state).hand
        if total(hand) == CHICAGO:
            play.tell(Happening.SPECIAL, say("Chicago for {seat}", seat=seat_name(seat)), seat)
        elif total(hand) <= FISCH:
            play.tell(Happening.SPECIAL, say("Fisch for {seat}: no ace, no six", seat=seat_name(seat)), seat)

    def settle(self, play: Play[State]) -> None:
        """The lowest takes, the highest puts away, or the lowest loses a life."""
        heat = play.state.heat
        order = heat.ranked(lambda made: total(made.hand))
        made = tuple(seat for seat in order if total(heat.hand(seat) or ()) == CHICAGO)
        gone = made if self.options["chicago"] == "out" else ()
        if not self.lives:
            self.pass_coasters(play, order, gone)
            return
        losers = [seat for seat in heat.seats if seat not in gone] if gone else order[-1:]
        self.lose_one(play, losers, LIFE, order[-1], LIVES)

    def standing(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Who was safe first, then by coasters, fewest first; or by lives, then who lost them last."""
        if self.lives:
            return self.by_lives(state)
        return (*state.out, *state.ranked(lowest=True))

    def describe(self, state: State, hand: Hand) -> HandView:  # noqa: ARG002  # the same in all states
        """Its total, and the names of the best and of the poor."""
        dice, n = tuple(sorted(hand, reverse=True)), total(hand)
        ranks = sorted({total(one) for one in combinations_with_replacement(range(1, 7), 3)}, reverse=True)
        kind = say("Chicago") if n == CHICAGO else say("Fisch") if n <= FISCH else None
        name = say("{kind}, {n}", kind=kind, n=n) if kind else say("{n} point", "{n} points", n=n)
        return HandView(dice, name, rank=1 + ranks.index(n), ranks=len(ranks))

    def phase(self, state: State) -> Text:
        """Dealing, getting rid, or the round."""
        kind = state.heats[0].kind if state.heats else self.kinds[0]
        return PHASES.get(kind) or super().phase(state)

    def sought(self, state: State) -> Text | None:
        """What a round is about; then what is to be beaten."""
        heat = state.heat
        if not heat.hands:
            return STAKES.get(heat.kind) or say("The lowest loses a life")
        order = heat.ranked(lambda made: total(made.hand))
        seat = order[0] if heat.kind == RIDDING else order[-1]
        hand = self.describe(state, heat.hand(seat) or ()).name
        if heat.kind == RIDDING:
            return say("Beat {hand} to get rid of a coaster", hand=hand)
        if heat.kind == DEALING:
            return say("Beat {hand}, or take a coaster", hand=hand)
        return say("Beat {hand}, or lose a life", hand=hand)
