"""Chicago: three dice, aces 100 and sixes 60; coasters go to the worst hand, then away from the best."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView, Happening, Offer, OfferWords
from kiosk.games.families.lives import LIFE, Lives, out_switch
from kiosk.games.families.ranking import WORTH, total
from kiosk.games.families.sixes import KEEP_FINAL, SIXES, Sixes
from kiosk.games.lesson import WORTHS, Example, Lesson, Word
from kiosk.games.options import CAP, FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import Hand, Heat, Play, State, now, tidy
from kiosk.games.text import Text, fill, say, seat_name

DEALING, RIDDING = "dealing", "ridding"
COASTERS = Switch.of(
    "coasters",
    say("Coasters"),
    n_plus_1=say("One more than players"),
    numbers=(1, 40),
    **{"2n_minus_1": say("Two each, but one")},
)
WORDS = (
    Word(say("Coaster"), say("Dealt to the worst hand; who holds the last one pays")),
    Word(say("Dealing"), say("First part: the pot goes, a coaster a round, to the worst")),
    Word(say("Getting rid"), say("Second part: the best puts a coaster of his own away")),
)
PHASES = {DEALING: say("Dealing"), RIDDING: say("Getting rid")}
STAKES = {DEALING: say("The worst hand takes a coaster"), RIDDING: say("The best hand puts a coaster away")}
LIVES = "lives"
CHICAGO = 300
"""The points of three aces, which no other hand has."""
FISCH = 15
"""The most points of a hand without aces and sixes."""
HIGH, LOW = "high", "low"
ASK = say("Play high or low?")
CALLS = {HIGH: say("high"), LOW: say("low")}
BEAT = {
    DEALING: (say("Go below {hand}, or take a coaster"), say("Beat {hand}, or take a coaster")),
    RIDDING: (say("Go below {hand} to get rid of a coaster"), say("Beat {hand} to get rid of a coaster")),
    LIVES: (say("Go below {hand}, or lose a life"), say("Beat {hand}, or lose a life")),
}
"""What is sought once somebody has played, in a low and in a high round."""
STRENGTHS: Mapping[str, Callable[[Hand], int]] = {HIGH: total, LOW: lambda hand: -sum(hand)}
"""The strength of a hand, higher is better; low, an ace is 1 and a six 6, so that three aces win both ways."""


class Chicago(Sixes[State], Lives[State]):
    """The worst hand of a round takes a coaster, or loses a life."""

    name = "chicago"
    fewest_first = True
    title = say("Chicago")
    about = say("Three dice, aces 100, sixes 60: the worst takes a coaster, the last who holds any has lost")
    offer_words = OfferWords(say("Play"), say("Play {box}: {n} point", "Play {box}: {n} points"))
    switches = (
        FIRST,
        SIXES,
        Switch.of("chicago", say("Three aces"), out=say("Make safe at once"), round=say("Are the best hand")),
        COASTERS,
        KEEP_FINAL,
        Switch.of(
            "direction",
            say("A round goes"),
            high=say("Always high"),
            low=say("Always low"),
            leader=say("As the leader says after his throws"),
        ),
        Switch.of("match", say("It goes for"), coasters=say("Coasters"), lives=say("Lives")),
        Switch("lives", say("Lives each"), {2: say("{n} lives", n=2), 1: say("One life")}, (1, 20)),
        out_switch(say("Who has no life left")),
        CAP,
    )
    presets = presets(
        hoch_tief=Preset(
            say("High or low"),
            say("as German pubs mostly play: after his throws the leader says whether high or low is good"),
            direction="leader",
        ),
        deckel=Preset(say("Always high"), say("from German pages on pub games: the highest total is always the best")),
        leben=Preset(
            say("Two lives"),
            say("from German game pages: the worst hand loses a life; three aces cost all others one"),
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
            "direction",
            high=say("The highest total is the best hand."),
            low=say("The fewest pips are the best hand; an ace is 1, a six 6."),
            leader=say("After his throws the leader says high or low; low, the fewest pips are best, an ace is 1."),
        ),
        By.of(
            "match",
            coasters=By(
                "coasters",
                {
                    "n_plus_1": say("One coaster more than players: the worst hand takes one, of equals the later."),
                    "2n_minus_1": say("Two coasters each, less one: the worst hand takes one, of equals the later."),
                },
                say("Coasters in the pot: {coasters}; the worst hand takes one, of equals the later."),
            ),
            lives=say("The worst hand loses a life; of equals the later is worse."),
        ),
        By.of(
            "match",
            coasters=say("Pot empty: who has none is safe, the best puts one away; the last with any loses and pays."),
            lives=By.of(
                "out",
                last_wins=say("Who has no life left is out; the last one in wins."),
                first_pays=say("Whoever has no life left first has lost and pays; several at once pay together."),
            ),
        ),
        By.of(
            "chicago",
            out=By.of(
                "match",
                coasters=say("Three aces, Chicago, make safe at once. The worst leads the next round."),
                lives=say("Three aces, Chicago, cost all others a life. The worst leads the next round."),
            ),
            round=say("Three aces, Chicago, are the best hand. The worst leads the next round."),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
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
        if self.options["direction"] != HIGH:
            words.append(Word(say("High or low"), say("Low, all dice are their pips, and the fewest are best")))
        if self.lives:
            out = say("Everybody has {n}; who has none left is out", n=self.number("lives"))
            pays = say("Everybody has {n}; who has none left pays", n=self.number("lives"))
            words.append(Word(say("Life"), pays if self.options["out"] == "first_pays" else out))
        else:
            words += WORDS
        return Lesson(WORTHS, examples, tuple(words))

    @property
    def lives(self) -> bool:  # type: ignore[override]  # follows a house rule
        return self.options["match"] == "lives"

    @property
    def held(self) -> Text:  # type: ignore[override]  # follows a house rule
        return say("lives") if self.lives else say("coasters")

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]  # follows a house rule
        return (LIVES,) if self.lives else tuple(PHASES)

    def new(self, seats: int) -> State:
        if self.lives:
            return State(seats, counts=(self.number("lives"),) * seats)
        return State(seats, counts=(0,) * seats, pot=self.coasters(seats))

    def called(self, heat: Heat) -> str:
        """Whether a round is played high or low; high before the leader says so."""
        direction = str(self.options["direction"])
        return direction if direction in STRENGTHS else heat.called or HIGH

    def points(self, heat: Heat, hand: Hand) -> int:
        return abs(STRENGTHS[self.called(heat)](hand))

    def order(self, heat: Heat) -> tuple[int, ...]:
        strength = STRENGTHS[self.called(heat)]
        return heat.ranked(lambda made: strength(made.hand))

    def aim(self, state: State) -> Aim:
        return Contest(
            STRENGTHS[self.called(state.heat)],
            last=state.heat.kind != RIDDING,
            ties=Ties.EARLIER,
            calls=STRENGTHS if self.options["direction"] == "leader" else {},
        )

    def offers(self, state: State) -> tuple[Offer, ...]:
        if state.heat.hands or self.options["direction"] != "leader":
            return ()
        hand = now(state).hand
        return tuple(Offer(name, text, abs(STRENGTHS[name](hand))) for name, text in CALLS.items())

    def chosen(self, play: Play[State], offer: Offer) -> None:
        seat = now(play.state).seat
        play.set(heats=(replace(play.state.heat, called=offer.name),))
        play.tell(Happening.SPECIAL, say("{seat} plays {call}", seat=seat_name(seat), call=offer.text), seat)

    def coasters(self, seats: int) -> int:
        chosen = str(self.options["coasters"])
        return {"n_plus_1": seats + 1, "2n_minus_1": 2 * seats - 1}.get(chosen) or int(chosen)

    def pass_coasters(self, play: Play[State], order: Sequence[int], gone: tuple[int, ...]) -> None:
        """A round is over, its best seat first in `order`: coasters move; those `gone` are safe at once."""
        kind = play.state.heat.kind
        self._make_safe(play, gone)
        left = [seat for seat in order if seat not in gone]
        if len(play.state.playing) > 1:
            self._move(play, left)
        self._continue(play, left[-1] if left else order[-1], kind)

    def _make_safe(self, play: Play[State], seats: Iterable[int]) -> None:
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

    def _move(self, play: Play[State], order: Sequence[int]) -> None:
        if play.state.heat.kind == DEALING:
            play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(order[-1])), order[-1])
            play.take(order[-1], 1)
        elif order:
            text = say("{seat} puts a coaster away", seat=seat_name(order[0]))
            play.put_away(order[0], 1, text)

    def _continue(self, play: Play[State], worst: int, kind: str) -> None:
        if kind == DEALING and play.state.pot and len(play.state.playing) > 1:
            self.next_round(play, worst, DEALING)
            return
        few = len(play.state.playing) == 1  # the last one left has lost, even without a coaster
        safe = () if few else tuple(seat for seat in play.state.playing if not play.state.counts[seat])
        self.out(play, safe, lambda seat: say("{seat} has no coaster and is safe", seat=seat))
        left = play.state.playing
        if len(left) == 1:
            self.lost_by(play, left[0])
            return
        if kind == DEALING:
            play.tell(Happening.PHASE, say("The pot is empty: now get rid of them"))
        self.next_round(play, worst, RIDDING)

    def decided(self, state: State) -> bool:
        heat = state.heat
        safe = sum(total(hand) == CHICAGO for hand in heat.hands)
        # All but one are safe: nobody is left for the last seat to play against.
        last = not self.lives and self.options["chicago"] == "out" and safe == len(heat.seats) - 1
        return super().decided(state) or last

    def turn_ended(self, play: Play[State], points: int) -> None:
        seat, hand = now(play.state).seat, now(play.state).hand
        if total(hand) == CHICAGO:
            play.tell(Happening.SPECIAL, say("Chicago for {seat}", seat=seat_name(seat)), seat)
        elif total(hand) <= FISCH and self.called(play.state.heat) == HIGH:
            play.tell(Happening.SPECIAL, say("Fisch for {seat}: no ace, no six", seat=seat_name(seat)), seat)

    def settle(self, play: Play[State]) -> None:
        heat = play.state.heat
        order = self.order(heat)
        made = tuple(seat for seat in order if total(heat.hand(seat) or ()) == CHICAGO)
        gone = made if self.options["chicago"] == "out" else ()
        if not self.lives:
            self.pass_coasters(play, order, gone)
            return
        # With lives a Chicago costs every other player one, in place of the worst alone.
        losers = [seat for seat in heat.seats if seat not in gone] if gone else order[-1:]
        self.lose(play, losers, LIFE, order[-1], LIVES)

    def describe(self, state: State, hand: Hand) -> HandView:
        # Named and ranked by how this round is played, high or low.
        strength, n = STRENGTHS[self.called(state.heat)], self.points(state.heat, hand)
        ranks = sorted({strength(dice) for dice in combinations_with_replacement(range(1, 7), 3)}, reverse=True)
        kind = say("Chicago") if total(hand) == CHICAGO else say("Fisch") if strength is total and n <= FISCH else None
        name = say("{kind}, {n}", kind=kind, n=n) if kind else say("{n} point", "{n} points", n=n)
        rank = 1 + ranks.index(strength(hand))
        return HandView(tidy(hand), name, rank=rank, ranks=len(ranks))

    def phase(self, state: State) -> Text:
        kind = state.heats[0].kind if state.heats else self.kinds[0]
        return PHASES.get(kind) or super().phase(state)

    def prompt(self, state: State) -> Text:
        return ASK if state.turn is not None and state.turn.picking else super().prompt(state)

    def sought(self, state: State) -> Text | None:
        heat = state.heat
        if not heat.hands:
            if state.turn is not None and state.turn.picking:
                return ASK
            return STAKES.get(heat.kind) or say("The worst hand loses a life")
        extreme = max if heat.kind == RIDDING else min
        hand = self.describe(state, extreme(heat.hands, key=STRENGTHS[self.called(heat)])).name
        low, high = BEAT[heat.kind]
        return fill(low if self.called(heat) == LOW else high, hand=hand)
