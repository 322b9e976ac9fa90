"""What a match remembers, and how one action changes it: turns, the heats they are compared in, counts, the pot."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Generic, NamedTuple, TypeVar

from kiosk.games.core import Event, HandView, Happening
from kiosk.games.text import Text, say, seat_name

Hand = tuple[int, ...]
Key = Callable[[Hand], int]


class Made(NamedTuple):
    """A hand and how it was made: in some games its strength depends on that.

    Attributes:
        hand: the dice at the end of the turn.
        together: whether all its dice fell in the last throw.
        points: what the turn brought, in games with points at stake.
    """

    hand: Hand
    rolls: int = 1
    together: bool = True
    points: int = 0


def tidy(dice: Iterable[int]) -> Hand:
    """Dice as they are written: high to low."""
    return tuple(sorted(dice, reverse=True))


MadeKey = Callable[[Made], int]

SIX = 6
ROLL_OFF = "roll_off"
ROUND = "round"
BEST = "best"
WORST = "worst"
"""Kinds of heats that games share. BEST and WORST are tie-breaks for the best and for the worst hand."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way.

    Attributes:
        dice: by slot; None before the first throw.
        kept: slots that stay in the throw that is awaited, or that stayed in the last one.
        throws: the hand as it lay after each throw.
        at_stake: points gathered before the last throw, and not banked.
        turned: slots whose sixes were turned to ones since the last throw.
        picking: whether the turn has ended and what the hand is used for is awaited.
    """

    seat: int
    dice: tuple[int | None, ...]
    kept: frozenset[int] = frozenset()
    throwing: bool = True
    throws: tuple[Hand, ...] = ()
    at_stake: int = 0
    turned: frozenset[int] = frozenset()
    picking: bool = False

    @property
    def rolls(self) -> int:
        return len(self.throws)

    @property
    def hand(self) -> Hand:
        return tuple(die for die in self.dice if die is not None)

    @property
    def slots(self) -> frozenset[int]:
        """All slots of the turn, 1…n."""
        return frozenset(range(1, len(self.dice) + 1))

    @property
    def made(self) -> Made:
        return Made(self.hand, self.rolls, together=not self.kept)

    @property
    def sixes(self) -> frozenset[int]:
        """The slots of the sixes that the last throw brought and nobody turned."""
        return self.slots_of(SIX) - self.kept

    @property
    def turns(self) -> frozenset[frozenset[int]]:
        """The sets of sixes that may be turned if the rules allow it: of those that fell, one must be thrown again."""
        sixes = sorted(self.sixes)
        return frozenset(frozenset(some) for size in range(1, len(sixes)) for some in combinations(sixes, size))

    def turn(self, slots: frozenset[int]) -> "Turn":
        dice = tuple(1 if slot in slots else die for slot, die in enumerate(self.dice, 1))
        return replace(self, dice=dice, turned=self.turned | slots)

    def lets_stay(self, slots: frozenset[int]) -> bool:
        """Whether these may stay after a turn of sixes: the turned ones must, and one six beside them must not."""
        return not self.turned or (self.turned <= slots and not self.sixes <= slots)

    def showing(self, slots: Iterable[int]) -> Hand:
        """What the dice of these slots show, high to low."""
        return tidy(self.dice[slot - 1] or 0 for slot in slots)

    def slots_of(self, value: int) -> frozenset[int]:
        return frozenset(slot for slot, die in enumerate(self.dice, 1) if die == value)


@dataclass(frozen=True, slots=True)
class Heat:
    """Turns whose hands are compared: a round, a roll-off, a tie-break.

    Attributes:
        made: the hands of the turns that have ended, in the same order.
        called: what the leader has called, such as high or low, where the rules let him.
    """

    kind: str
    seats: tuple[int, ...]
    dice: int
    made: tuple[Made, ...] = ()
    called: str = ""

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(made.hand for made in self.made)

    def made_by(self, seat: int) -> Made | None:
        """The hand that a seat ended its turn with, and how it was made; None before."""
        return dict(zip(self.seats, self.made, strict=False)).get(seat)

    def ranked(self, key: MadeKey) -> tuple[int, ...]:
        """The seats that have played, from the best hand to the worst; of equal hands the earlier is better."""
        played = sorted(zip(self.seats, self.made, strict=False), key=lambda pair: -key(pair[1]))
        return tuple(seat for seat, _ in played)

    def hand(self, seat: int) -> Hand | None:
        made = self.made_by(seat)
        return None if made is None else made.hand

    def top(self, key: Key) -> tuple[int, ...]:
        """The seats with the highest hand by `key`, in playing order."""
        return self.best(lambda made: key(made.hand))

    def best(self, key: MadeKey) -> tuple[int, ...]:
        """The same by a key that also looks at how hands were made."""
        highest = max(map(key, self.made))
        return tuple(seat for seat, made in zip(self.seats, self.made, strict=False) if key(made) == highest)


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment.

    Attributes:
        counts: each seat's tokens or points, whichever the game counts.
        pot: tokens that nobody holds.
        leader: who leads, or led, this round.
        round: 1 is the first; 0 in the roll-off.
        heats: of this round, then its tie-breaks; the last is being played.
        turn: the turn under way; None during a draw for the lead, and when the match is over.
        away: tokens out of play, neither held nor in the pot.
        out: seats out of the match by its rules, safe or lost, in the order of leaving; equals together.
        left: seats of players who went home: the house plays them on.
    """

    seats: int
    counts: tuple[int, ...]
    pot: int = 0
    leader: int = 0
    round: int = 0
    heats: tuple[Heat, ...] = ()
    turn: Turn | None = None
    out: tuple[tuple[int, ...], ...] = ()
    left: frozenset[int] = frozenset()
    over: bool = False
    away: int = 0

    @property
    def heat(self) -> Heat:
        return self.heats[-1]

    @property
    def breaking_tie(self) -> bool:
        return self.heats[-1].kind != self.heats[0].kind

    @property
    def playing(self) -> tuple[int, ...]:
        gone = {seat for group in self.out for seat in group}
        return tuple(seat for seat in range(self.seats) if seat not in gone)

    def ranked(self, *, lowest: bool = False) -> tuple[tuple[int, ...], ...]:
        """Seats that are not out, by what they have, most first (or `lowest` first), equals together."""
        steps = sorted({self.counts[seat] for seat in self.playing}, reverse=not lowest)
        return tuple(tuple(seat for seat in self.playing if self.counts[seat] == step) for step in steps)

    def order(self, leader: int) -> tuple[int, ...]:
        """Playing order: clockwise from `leader`, or from the next one still playing."""
        return tuple(sorted(self.playing, key=lambda seat: (seat - leader) % self.seats))


S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """One action being carried out: the state so far and what has happened."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def tell(
        self,
        what: Happening,
        text: Text,
        seat: int | None = None,
        source: int | None = None,
        amount: int = 0,
        *,
        hand: HandView | None = None,
    ) -> None:
        self.events.append(Event(what, text, seat, source, amount, hand=hand))

    def count(self, seat: int, amount: int) -> None:
        counts = self.state.counts
        self.set(counts=(*counts[:seat], counts[seat] + amount, *counts[seat + 1 :]))

    def score(self, seat: int, points: int, text: Text) -> None:
        self.count(seat, points)
        self.tell(Happening.POINTS, text, seat, amount=points)

    def take(self, seat: int, amount: int, source: int | None = None) -> None:
        """Move tokens to a seat, from another or from the pot, as far as they reach."""
        amount = min(amount, self.state.pot if source is None else self.state.counts[source])
        if amount == 0:
            return
        self.count(seat, amount)
        if source is None:
            self.set(pot=self.state.pot - amount)
            text = say(
                "{seat} takes {n} token from the pot",
                "{seat} takes {n} tokens from the pot",
                seat=seat_name(seat),
                n=amount,
            )
        else:
            self.count(source, -amount)
            text = say(
                "{source} gives {n} token to {seat}",
                "{source} gives {n} tokens to {seat}",
                source=seat_name(source),
                seat=seat_name(seat),
                n=amount,
            )
        self.tell(Happening.TOKENS, text, seat, source, amount)

    def pay(self, seat: int, amount: int, text: Text) -> None:
        self.count(seat, -amount)
        self.set(pot=self.state.pot + amount)
        self.tell(Happening.TOKENS, text, None, seat, amount)

    def put_away(self, seat: int, amount: int, text: Text) -> None:
        self.count(seat, -amount)
        self.set(away=self.state.away + amount)
        self.tell(Happening.TOKENS, text, None, seat, amount)

    def leave(self, seats: tuple[int, ...]) -> None:
        if seats:
            self.set(out=(*self.state.out, seats))

    def finish(self, text: Text, seat: int | None = None) -> None:
        self.set(over=True, turn=None)
        self.tell(Happening.OVER, text, seat)


def now(state: State) -> Turn:
    """The turn under way, where there must be one."""
    assert state.turn is not None
    return state.turn
