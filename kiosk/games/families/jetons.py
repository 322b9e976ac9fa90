"""Charge and décharge: tokens go from the pot to the worst hands, then from the best hands to the worst."""

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Stakes, Ties
from kiosk.games.core import HandView, Happening
from kiosk.games.families.ranking import Category, Rank, Table, named, taught
from kiosk.games.lesson import TOKENS, Lesson, Word
from kiosk.games.rounds import Rounds
from kiosk.games.state import BEST, WORST, Hand, Heat, Made, Play, State, tidy
from kiosk.games.text import Text, say, seat_name

FICHES = (say("Two aces and another die; it is worth that die"), say("Any pair and another die; it is worth that die"))
"""The meaning of *fiche*: with a pair of aces only, or with any pair (indexed by `any_pair`)."""
RAMPO = Word(say("Rampo"), say("All three dice once more, among the tied"))
CHARGE = "charge"
DECHARGE = "decharge"


class Jetons(Rounds[State]):
    """A game of three dice in which the last holder of all tokens loses."""

    dice = 3
    throws = 3
    tokens = True
    fewest_first = True
    kinds = (CHARGE, DECHARGE)
    phases: ClassVar[tuple[Text, Text]] = (say("Charge"), say("Décharge"))
    """What the charge and the décharge are called."""
    own_words: ClassVar[tuple[Word, ...]] = ()
    """Words to explain besides the names of hands."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """The order of hands by these house rules."""

    @property
    @abstractmethod
    def nenette_extra(self) -> int:
        """Tokens that whoever makes a nénette (2-2-1) takes besides."""

    def rank(self, hand: Hand) -> Rank:
        return self.table[tidy(hand)]

    def strength(self, hand: Hand) -> int:
        return -self.rank(hand).rank

    def weakness(self, hand: Hand) -> int:
        return self.rank(hand).rank

    @property
    def fewer(self) -> bool:
        """Whether of equal hands the one made in fewer throws is better."""
        return self.options.get("equal") == "fewer"

    @property
    def later(self) -> bool:
        """Whether of equal hands the later is the stronger, at both ends; else they throw again."""
        return self.options.get("ties") == "later"

    @property
    def loser_leads(self) -> bool:
        return self.options.get("leader", "loser") == "loser"

    def made_strength(self, made: Made) -> int:
        # Times 4: up to three throws must never outweigh one rank.
        return 4 * self.strength(made.hand) - (made.rolls if self.fewer else 0)

    def best_and_worst(self, heat: Heat) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats with the best hand, and those with the worst, in playing order."""
        return heat.best(self.made_strength), heat.best(lambda made: -self.made_strength(made))

    def worth(self, hand: Hand) -> int:
        return self.rank(hand).tokens or 0

    def moves(self, worst: Hand, best: Hand) -> int:
        """The tokens that go to the worst hand, without those for a nénette."""
        return self.worth(best)

    def amount(self, heat: Heat, loser: int) -> int:
        best = max(heat.hands, key=self.strength)
        return self.moves(heat.hand(loser) or best, best)

    def stakes(self, state: State) -> Stakes | None:
        return Stakes.of(state, self.moves_in_all, loser_leads=self.loser_leads)

    def moves_in_all(self, worst: Made, best: Made) -> int:
        extra = self.nenette_extra if self.rank(worst.hand).category is Category.NENETTE else 0
        return self.moves(worst.hand, best.hand) + extra

    def swept(self, seat: int) -> Text:
        return say("{seat} took every token", seat=seat_name(seat))

    def new(self, seats: int) -> State:
        return State(seats, counts=(0,) * seats, pot=self.number("tokens"))

    def move(self, play: Play[State], losers: tuple[int, ...], giver: int | None) -> None:
        """The losers take from the giver, or from the pot (None); then each maker of a nénette takes its extra."""
        heat = play.state.heats[0]
        for loser in losers:
            play.tell(Happening.ROUND_ENDED, say("{seat} loses the round", seat=seat_name(loser)), loser)
            play.take(loser, self.amount(heat, loser), giver)
        for seat, hand in zip(heat.seats, heat.hands, strict=True):
            if self.nenette_extra and self.rank(hand).category is Category.NENETTE:
                text = say("Nénette: {n} more for {seat}", seat=seat_name(seat), n=self.nenette_extra)
                play.tell(Happening.SPECIAL, text, seat)
                play.take(seat, self.nenette_extra, giver)

    def go_on(self, play: Play[State], leader: int, giver: int | None) -> None:
        charging = play.state.heats[0].kind == CHARGE
        if charging and play.state.pot:
            self.next_round(play, leader, CHARGE)
            return
        first_out = self.options.get("end") == "first_out"
        safe = tuple(seat for seat in play.state.playing if play.state.counts[seat] == 0)
        # Unless one seat holds everything after the charge: then it has lost at once.
        if first_out and not (charging and len(safe) == len(play.state.playing) - 1):
            # By this rule only the winner of a round of the décharge can be out.
            safe = tuple(seat for seat in safe if seat == giver)
        self.out(play, safe, lambda seat: say("{seat} has no token left and is safe", seat=seat))
        holders = play.state.playing
        if first_out and safe and not charging:
            self.win(play)
        elif len(holders) == 1:
            if charging:
                play.tell(Happening.SPECIAL, self.swept(holders[0]), holders[0])
            self.lost_by(play, holders[0])
        else:
            if charging:
                play.tell(Happening.PHASE, say("The pot is empty: {phase}", phase=self.phases[1]))
            self.next_round(play, leader, DECHARGE)

    def aim(self, state: State) -> Aim:
        all_take = state.heat.kind == CHARGE and self.options.get("charge_ties") == "all"
        ties = Ties.ALL if all_take else Ties.LATER if self.later else Ties.LOT
        last, void = state.heat.kind != BEST, not state.breaking_tie and not self.later
        strength = self.made_strength if self.fewer else self.strength
        return Contest(strength, last, ties, void=void, made=self.fewer, stakes=self.stakes(state))

    def settle(self, play: Play[State]) -> None:
        heat = play.state.heats[0]
        best, worst = self.best_and_worst(heat)
        if self.later:
            best, worst = best[-1:], worst[:1]
        elif best == worst:
            play.tell(Happening.ROUND_ENDED, say("All hands are equal: nothing moves"))
            self.next_round(play, play.state.leader, heat.kind)
            return
        giver = None
        if heat.kind == DECHARGE:
            giver = self.single(play, BEST, best, self.strength)
            if giver is None:
                return  # a rampo was begun; `settle` is called again after it
        if heat.kind == DECHARGE or self.options.get("charge_ties", "rampo") == "rampo":
            loser = self.single(play, WORST, worst, self.weakness)
            if loser is None:
                return
            worst = (loser,)
        self.move(play, worst, giver)
        winner = best[0] if giver is None else giver
        self.go_on(play, worst[0] if self.loser_leads else winner, giver)

    def describe(self, state: State, hand: Hand) -> HandView:
        return named(self.table, hand, say("{n} token", "{n} tokens", n=self.worth(hand)))

    @cached_property
    def lesson(self) -> Lesson:
        any_pair = self.table[(6, 6, 5)].category is Category.FICHE
        extra, worth = self.nenette_extra, self.worth((2, 2, 1))
        weakest = say("2-2-1, the weakest hand; it is worth {n}", n=worth)
        costly = say("2-2-1, the weakest hand; whoever makes it takes {n} tokens more", n=extra)
        names = (
            Word(say("Ace"), say("The face with one pip")),
            Word(say("Fiche"), FICHES[any_pair]),
            Word(say("Baraque"), say("Three alike, but aces; it is worth its face")),
            Word(say("Suite"), say("Three in a row, as 5-4-3; it is worth 2")),
            Word(say("Nénette"), costly if extra else weakest),
        )
        return Lesson(TOKENS, taught(self.table, self.worth), (*names, *self.own_words))

    def phase(self, state: State) -> Text:
        if state.heats and state.breaking_tie:
            return say("Rampo for the best hand") if state.heat.kind == BEST else say("Rampo for the worst hand")
        return self.phases[0] if state.heats and state.heats[0].kind == CHARGE else self.phases[1]

    def sought(self, state: State) -> Text | None:
        heat = state.heats[0]
        if not heat.hands:
            if heat.kind == CHARGE:
                return say("The worst hand takes tokens from the pot")
            return say("The best hand gives tokens to the worst")
        last = self.best_and_worst(heat)[1][0]
        amount = self.amount(heat, last)
        if state.breaking_tie:
            return say("{n} token is at stake", "{n} tokens are at stake", n=amount)
        hand = self.to_beat(state, heat.made_by(last) or Made(()))
        return say("Beat {hand}, or take {n} token", "Beat {hand}, or take {n} tokens", hand=hand, n=amount)

    def to_beat(self, state: State, made: Made) -> Text:
        name = self.describe(state, made.hand).name
        return say("{hand} in {rolls}", hand=name, rolls=made.rolls) if self.fewer else name

    def prompt(self, state: State) -> Text:
        if state.turn is not None and state.turn.throwing and state.breaking_tie:
            return say("Rampo: throw all {n} dice", n=self.dice)
        return super().prompt(state)
