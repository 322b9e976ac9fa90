"""Poker d'as: five dice that are read as cards, the ace high; rounds are won, or tokens lost."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from kiosk.games.aims import Aim, Contest, Ties
from kiosk.games.core import HandView
from kiosk.games.families.cards import Cards
from kiosk.games.families.lives import Lives, out_switch
from kiosk.games.lesson import Lesson, Word
from kiosk.games.options import CAP, FIRST, By, Preset, Rule, Switch, presets
from kiosk.games.state import BEST, WORST, Hand, Play, State
from kiosk.games.text import Figures, Text, say

TEXTS = (
    lambda seat, _: say("{seat} puts a token away", seat=seat),
    lambda seat: say("{seat} has no token left and is out", seat=seat),
)


class PokerDas(Lives[State]):
    """The best hand wins the round, or the worst loses a token."""

    name = "poker_d_as"
    title = say("Poker d'as")
    about = say("Five dice as cards, ace high: the best hand wins the round")
    dice = 5
    throws = 3
    switches = (
        FIRST,
        Switch.of(
            "suite",
            say("A straight goes"),
            under_brelan=say("Under three of a kind"),
            over_brelan=say("Over three of a kind"),
            over_full=say("Over a full house"),
        ),
        Switch.of(
            "faces",
            say("The king is"),
            six_king=say("The 6, down to the 2, the nine"),
            two_king=say("The 2, down to the 6, the nine"),
        ),
        Switch.of("joker", say("The aces"), off=say("Stand for themselves"), on=say("May stand for any figure")),
        Switch.of("match", say("It goes for"), manches=say("Rounds won"), tokens=say("Tokens that the worst loses")),
        Switch("manches", say("Rounds to win"), {2: say("{n} rounds", n=2)}, (1, 20)),
        Switch.of(
            "end",
            say("Who has won the rounds"),
            first_wins=say("Wins the match"),
            last_pays=say("Is safe, and the last one left loses"),
        ),
        Switch("tokens", say("Tokens each"), {3: say("{n} tokens", n=3)}, (1, 20)),
        out_switch(say("Who has no token left")),
        CAP,
    )
    presets = presets(
        joker=Preset(
            say("Wild aces"), say("as in French bars: an ace may stand for any figure; two rounds win"), joker="on"
        ),
        manches=Preset(
            say("Aces as aces"), say("as poker dice are played elsewhere: an ace is an ace; two rounds win")
        ),
        jetons=Preset(
            say("Tokens"), say("at the counter: the worst puts a token away; the last with any wins"), match="tokens"
        ),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        By.of(
            "cap",
            leader=say("Up to three throws, no more than the leader; keep any dice, take any back."),
            none=say("Up to three throws; keep any dice, take any back."),
        ),
        By.of(
            "faces",
            six_king=say("The 1 is the ace, the 6 the king, then queen, jack, ten, and the 2 the nine."),
            two_king=say("The 1 is the ace, the 2 the king, then queen, jack, ten, and the 6 the nine."),
        ),
        By.of("joker", off=None, on=say("An ace may stand for any figure; the hand with fewer such aces is better.")),
        say("Within a class the largest set decides, then the next, then single dice, ace high."),
        By.of(
            "match",
            manches=say("The best hand wins the round; the tied throw all dice once. The worst leads the next."),
            tokens=say("The worst hand puts a token away and leads the next round; the tied throw all dice once."),
        ),
        By.of(
            "match",
            manches=By.of(
                "end",
                first_wins=say("Rounds that win the match: {manches}."),
                last_pays=say("Rounds that make a player safe: {manches}; the last one left loses."),
            ),
            tokens=By.of(
                "out",
                last_wins=say("Tokens each: {tokens}; the last who has any wins."),
                first_pays=say("Tokens each: {tokens}; the first without any loses the match."),
            ),
        ),
    )

    @cached_property
    def lesson(self) -> Lesson:
        words = [
            Word(say("Figures"), say("Ace, king, queen, jack, ten, nine, the best first")),
            Word(say("Straight"), say("Five in a row: ace to ten, or king to nine")),
            Word(say("Full"), say("Three alike and a pair")),
            Word(say("Equal class"), say("The largest set decides, then the next, then single dice")),
        ]
        if self.cards.joker:
            words.append(Word(say("Wild ace"), say("Stands for any figure; the hand with fewer of them is better")))
        words.append(Word(say("Leader"), say("Throws first; nobody may throw more often than the leader did")))
        if self.options["cap"] == "none":
            words[-1] = Word(say("Leader"), say("Throws first in a round"))
        return Lesson(examples=self.cards.taught(), words=tuple(words))

    @property
    def lives(self) -> bool:  # type: ignore[override]  # follows a house rule
        return self.options["match"] == "tokens"

    @property
    def cards(self) -> Cards:
        options = self.options
        return Cards(str(options["suite"]), options["faces"] == "two_king", options["joker"] == "on")

    @property
    def faces(self) -> tuple[Text, ...]:
        return self.cards.faces

    @property
    def figures(self) -> Figures:
        return self.cards.figures

    def rank(self, hand: Hand) -> int:
        return self.cards.rank(hand)

    def strength(self, hand: Hand) -> int:
        return -self.rank(hand)

    def new(self, seats: int) -> State:
        return State(seats, counts=(self.number("tokens") if self.lives else 0,) * seats)

    def aim(self, state: State) -> Aim:
        return Contest(self.strength, last=self.lives, ties=Ties.LOT)

    def settle(self, play: Play[State]) -> None:
        heat = play.state.heats[0]
        if self.lives:
            loser = self.single(play, WORST, heat.top(self.rank), self.rank)
            if loser is not None:
                self.lose(play, (loser,), TEXTS, loser)
            return
        winner = self.point(play, BEST, self.strength)
        if winner is None:
            return
        if play.state.counts[winner] < self.number("manches"):
            self.next_round(play, heat.top(self.rank)[-1])
        elif self.options["end"] == "first_wins":
            self.win(play)
        else:
            self.out(play, (winner,), lambda seat: say("{seat} has won the rounds and is safe", seat=seat))
            left = play.state.playing
            if len(left) > 1:
                self.next_round(play, heat.top(self.rank)[-1])
            else:
                self.lost_by(play, left[0])

    def describe(self, state: State, hand: Hand) -> HandView:
        return self.cards.named(hand)

    def sought(self, state: State) -> Text | None:
        if self.lives:
            return self.beat(state, say("The worst hand loses a token"), say("Beat {hand}, or lose a token"), self.rank)
        return self.beat(state, say("The best hand wins the round"), say("Beat {hand}"), self.strength)
