"""What games with points at stake share: points are gathered within a turn, and banked or lost at its end."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from kiosk.games.aims import Bank, End, Standing
from kiosk.games.core import GameView, HandView, Happening, Offer
from kiosk.games.options import Value
from kiosk.games.rounds import Rounds
from kiosk.games.state import ROLL_OFF, ROUND, Hand, Made, Play, S, now, tidy
from kiosk.games.text import Text, say, seat_name

LAP, TIE = "lap", "tie"
"""Kinds of heats: the last turns of the others once somebody has the target, and extra turns of the tied."""


class Banking(Rounds[S]):
    """The points of a turn are at stake until it ends; a throw in which nothing counts loses them."""

    carries = True
    throws = None

    def __init__(self, preset: str | None = None, options: Mapping[str, Value] | None = None) -> None:
        super().__init__(preset, options)
        self.dice = int(self.options.get("dice", self.dice))

    @abstractmethod
    def parts(self, dice: Hand) -> Mapping[Hand, int]:
        """What may be set aside of a throw of these dice (high to low): each part with its points; empty: a bust.

        The odds are worked out from this.
        """

    def gain(self, state: S, slots: frozenset[int] | None) -> int:
        """The points that the last throw adds if these slots stay, or if the turn ends (None)."""
        return max(self._counts(state).values())

    def keeps(self, state: S) -> frozenset[frozenset[int]]:
        return frozenset({frozenset[int]()}) if self._counts(state) else frozenset()

    def may_stop(self, state: S) -> bool:
        return bool(self._counts(state))

    def wiped(self, dice: Hand) -> bool:
        """Whether a bust with these dice takes what was banked, too."""
        return False

    @property
    def must(self) -> bool:
        """Whether the turn may not end while all dice count."""
        return False

    @property
    def opening_points(self) -> int:
        """The points that a seat's first banked turn must bring."""
        return 0

    def least(self, state: S, seat: int) -> int:
        """The points that this seat's turn must bring to be banked."""
        return 0

    def fine(self, state: S, seat: int) -> int:
        """Points that a bust costs this seat besides those at stake."""
        return 0

    def bust(self, state: S) -> bool:
        return not self._counts(state)

    def lose(self, play: Play[S], lost: int) -> None:
        seat = now(play.state).seat
        text = say("{seat} loses {n} point", "{seat} loses {n} points", seat=seat_name(seat), n=lost)
        play.tell(Happening.BUST, text if lost else say("{seat} gets nothing", seat=seat_name(seat)), seat, amount=lost)

    def bank(self, play: Play[S], points: int) -> None:
        seat = now(play.state).seat
        text = say("{seat} banks {n} point", "{seat} banks {n} points", seat=seat_name(seat), n=points)
        play.score(seat, points, text)

    def one_more(self, state: S) -> bool:
        """Whether all others have one more turn, once somebody has reached the switch `target`."""
        return False

    def there(self, state: S) -> bool:
        return max(state.counts) >= self.number("target")

    def decided(self, state: S) -> bool:
        """Whether all have played; or, unless the end is a lap, whether somebody has the target."""
        at_once = self.options["end"] != "lap" and bool(state.heats) and state.heat.kind == ROUND
        return super().decided(state) or (at_once and self.there(state))

    def settle(self, play: Play[S]) -> None:
        state, first = play.state, play.state.ranked()[0]
        # Once somebody has the target the match ends: at once, after a lap, or after extra turns of the tied.
        if not self.there(state):
            self.next_round(play, state.leader)
        elif self.one_more(state):
            text = say("{seat} has {n}: one more turn for the others", seat=seat_name(first[0]), n=max(state.counts))
            play.tell(Happening.PHASE, text, first[0])
            self.heat(play, LAP, state.order(first[0])[1:])
        elif len(first) == 1 or self.options.get("final_tie") == "joint":
            self.win(play)
        else:
            play.tell(Happening.TIE, say("{n} are tied: one more turn each", n=len(first)))
            self.heat(play, TIE, tuple(seat for seat in state.order(state.leader) if seat in first))

    def phase(self, state: S) -> Text:
        if not state.heats or state.heat.kind == ROUND:
            return say("Round {n}, to {target}", n=state.round, target=self.number("target"))
        return say("Final lap") if state.heat.kind == LAP else say("Extra turns")

    def aim(self, state: S) -> Bank:
        heat = state.heat
        # Asked between turns, too: then of the seat that would be next, or the last one.
        at = min(len(heat.hands), len(heat.seats) - 1)
        seat, after = heat.seats[at], heat.seats[at + 1 :]
        others = [other for other in range(state.seats) if other != seat]
        match = Standing(
            state.counts[seat],
            done=tuple(state.counts[other] for other in others if other not in after),
            later=tuple(state.counts[other] for other in after),
            target=self.number("target"),
            end=End(str(self.options["end"])),
            closing=heat.kind in {LAP, TIE} or self.there(state),
            opening=self.opening_points,
        )
        return Bank(
            self.parts,
            self.dice,
            self.wiped,
            must=self.must,
            least=self.least(state, seat),
            loss=self.fine(state, seat),
            match=match,
        )

    def _counts(self, state: S) -> Mapping[Hand, int]:
        turn = now(state)
        return self.parts(turn.showing(turn.slots - turn.kept))

    def risk(self, dice: int) -> Fraction:
        """The chance that nothing counts in a throw of this many dice."""
        hands = combinations_with_replacement(range(6, 0, -1), dice)
        busts = (Counter(hand).values() for hand in hands if not self.parts(hand))
        # Each hand stands for all orders in which its dice can fall: a multinomial coefficient.
        return Fraction(sum(factorial(dice) // prod(map(factorial, counts)) for counts in busts), 6**dice)

    def at_stake(self, state: S) -> int:
        """The points that the turn would bring if it ended now."""
        turn = now(state)
        return turn.at_stake + (0 if turn.throwing or self.bust(state) else self.gain(state, None))

    def keep_said(self, play: Play[S], slots: frozenset[int]) -> None:
        turn = now(play.state)
        play.set(turn=replace(turn, at_stake=turn.at_stake + self.gain(play.state, slots)))

    def brings(self, state: S, offer: Offer | None = None) -> int:
        return 0 if self.bust(state) else self.at_stake(state)

    def turn_ended(self, play: Play[S], points: int) -> None:
        if self.bust(play.state):
            self.lose(play, now(play.state).at_stake)
        else:
            self.bank(play, points)

    def view(self, state: S) -> GameView:
        shown = super().view(state)
        playing = state.turn is not None and state.heat.kind != ROLL_OFF
        return replace(shown, at_stake=self.at_stake(state) if playing else None)

    def describe(self, state: S, hand: Hand) -> HandView:
        if state.turn is None:
            return self.describe_turn(state, Made(hand))
        stake, have = self.at_stake(state), state.counts[state.turn.seat]
        name = say("makes {n}", n=have + stake) if self.may_stop(state) else say("{n} so far", n=stake)
        return HandView(tidy(hand), name)

    def describe_turn(self, state: S, made: Made) -> HandView:
        name = say("{n} point", "{n} points", n=made.points) if made.points else say("nothing")
        return HandView(tidy(made.hand), name)

    def to_go(self, state: S, target: int) -> Text:
        most = max(state.counts)
        ahead = tuple(seat for seat, count in enumerate(state.counts) if count == most)
        if len(ahead) > 1:
            return say("{n} point to go", "{n} points to go", n=max(0, target - most))
        return say("{seat} leads with {have}, {n} to go", seat=seat_name(ahead[0]), have=most, n=max(0, target - most))
