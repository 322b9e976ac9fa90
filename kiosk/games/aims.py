"""What a turn is played for, as a game tells the odds; they are worked out in `kiosk/odds`, from the rules."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from kiosk.games.state import Hand, Made, State
from kiosk.games.text import Text


class Ties(StrEnum):
    """Which of several equal hands is the best, or the worst."""

    LOT = "lot"
    """One of them, each with the same chance: they throw for it."""
    LATER = "later"
    """The later hand is the stronger."""
    EARLIER = "earlier"
    """The earlier hand is the stronger."""
    ALL = "all"
    """All of them."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The tokens that a heat moves to its worst hand, seen from one seat that plays in it.

    Attributes:
        moves: how many tokens move, by the worst and the best `Made`.
        held: how many the seat has.
        others: how many each of the others in the heat has, on average.
        pot: how many lie in the pot, from which they are taken first.
        every: all tokens of the match.
    """

    moves: Callable[[Made, Made], int]
    held: int
    others: float
    pot: int
    seats: int
    every: int
    loser_leads: bool = True

    @classmethod
    def of(cls, state: State, moves: Callable[[Made, Made], int], *, loser_leads: bool = True) -> "Stakes | None":
        """The stakes for the seat in turn; None in a tie-break, which moves no tokens of its own."""
        heat = state.heat
        seat = heat.seats[min(len(heat.hands), len(heat.seats) - 1)]
        held, tokens, playing = state.counts[seat], sum(state.counts), len(heat.seats)
        others = (tokens - held) / max(1, playing - 1)
        stakes = cls(moves, held, others, state.pot, playing, tokens + state.pot, loser_leads)
        return None if state.breaking_tie else stakes


@dataclass(frozen=True, slots=True)
class Contest:
    """Aim: not to have the worst hand of the heat, or to have the best.

    Attributes:
        strength: higher is better; of a `Hand`, or with `made` of a `Made`.
        last: whether the aim is not to be last; otherwise it is to be best.
        ties: which of equal hands is the worst, or the best.
        void: whether nobody is last or best if all hands are equal.
        stakes: the tokens that the heat moves; with them the aim is not to lose the match.
        calls: the strengths that the leader may choose from after his turn, by the name of the offer (high, low); the
            first holds until he has chosen. Empty: he chooses nothing.
    """

    strength: Callable[[Any], int]
    last: bool
    ties: Ties
    void: bool = False
    made: bool = False
    stakes: Stakes | None = None
    calls: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)

    def of(self, made: Made) -> int:
        return self.strength(made if self.made else made.hand)


@dataclass(frozen=True, slots=True)
class Score:
    """Aim: the highest expected points in the turn, or the lowest.

    Attributes:
        lowest: whether few points are better.
        chance: whether points are only 1 or 0, so that their expectation is told as a chance.
    """

    points: Callable[[Any], int]
    lowest: bool = False
    chance: bool = False
    made: bool = False

    def of(self, made: Made) -> int:
        return self.points(made if self.made else made.hand)


@dataclass(frozen=True, slots=True)
class Race:
    """Aim: to reach a goal first with a hand that stays from turn to turn.

    Attributes:
        goal: the goal's name: "20".
        laps: whether the others finish the lap, and may reach it too.
    """

    there: Callable[[Hand], bool]
    goal: Text
    laps: bool = False


class End(StrEnum):
    """How a match for points ends."""

    AT_ONCE = "at_once"
    """As soon as somebody has the target."""
    EXACT = "exact"
    """The same, but a turn that goes beyond the target brings nothing."""
    LAP = "lap"
    """With the round in which somebody has reached it: the most points win."""
    FINAL_LAP = "final_lap"
    """After one more turn of all others: the most points win."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A match for points, seen from the seat in turn.

    Attributes:
        have: the seat's points.
        done: the points of the others who have had their turn in this round.
        later: the points of the others who play later in this round.
        closing: whether somebody has reached the target, and these are the last turns.
        opening: what a seat's first banked turn must bring at least.
    """

    have: int
    done: tuple[int, ...]
    later: tuple[int, ...]
    target: int
    end: End = End.AT_ONCE
    closing: bool = False
    opening: int = 0

    @property
    def others(self) -> tuple[int, ...]:
        return self.later + self.done


@dataclass(frozen=True, slots=True)
class Bank:
    """Aim: to throw on while it is worth the risk, and to bank in time; to win the `match`, or without one for points.

    Attributes:
        parts: what may be set aside of a throw (high to low): each part with its points. Empty: a bust.
        dice: the dice of a whole throw; once all are set aside, all are thrown again.
        wiped: whether a bust with these dice costs what was banked, too.
        must: whether the turn may not end while all dice count.
        least: points that the turn must bring before it may end.
        loss: points that a bust costs besides those at stake.
        match: how the match stands; None to play for the points of the turn alone.
    """

    parts: Callable[[Hand], Mapping[Hand, int]] = field(compare=False)
    dice: int
    wiped: Callable[[Hand], bool] = field(default=lambda _: False, compare=False)
    must: bool = False
    least: int = 0
    loss: int = 0
    match: Standing | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Aim: the highest expected total of a sheet; each turn writes one box, and each box is written once.

    The worth of the rest of a sheet depends only on which boxes are open and on a *memory* of the written ones (such as
    the upper sum), which is a number below `memories`, 0 for a new sheet.

    Attributes:
        name: names the table of odds; rules that score alike share it.
        boxes: the names of the offers; a set of open boxes is a number whose bit n is the n-th box.
        rolls: throws in a turn, of any dice; it may end after each.
        stands: state -> the open boxes, the memory and the points of the seat in turn.
        ways: open boxes, hand -> the boxes it may be written into, and whether as a joker.
        brings: box, hand, joker? -> all of the hand that matters in this box.
        write: box, brought, memory -> all points that this earns, and the memory afterwards.
    """

    name: str
    boxes: tuple[str, ...]
    memories: int
    rolls: int
    stands: Callable[[Any], tuple[int, int, int]]
    ways: Callable[[int, Hand], tuple[int, bool]]
    brings: Callable[[int, Hand, bool], Hashable]
    write: Callable[[int, Any, int], tuple[int, int]]


Aim = Contest | Score | Race | Bank | Sheet
