"""What a turn is played for: a game that says it has odds. The figures are worked out elsewhere, from the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from kiosk.games.state import Hand, Made, State
from kiosk.games.text import Text


class Ties(StrEnum):
    """What becomes of equal hands where one is looked for."""

    LOT = "lot"
    """It is one of them, each as likely: they throw for it."""
    LATER = "later"
    """The later hand is the stronger."""
    EARLIER = "earlier"
    """The earlier hand is the stronger."""
    ALL = "all"
    """It is all of them."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The tokens that a heat moves to its worst hand, for a seat that plays in it.

    Attributes:
        moves: how many, by the worst and the best `Made`.
        held: what the seat has.
        others: what others have, on average of those who play.
        pot: what lies in the pot: from there they come, as long as it holds any.
        every: all the tokens of the match.
    """

    moves: Callable[[Made, Made], int]
    held: int
    others: float
    pot: int
    seats: int
    every: int
    loser_leads: bool = True

    @classmethod
    def of(cls, state: State, moves: Callable[[Made, Made], int], *, loser_leads: bool = True) -> Stakes | None:
        """For the seat in turn; a tie-break only settles whose it is."""
        heat = state.heat
        seat = heat.seats[min(len(heat.hands), len(heat.seats) - 1)]
        held, tokens, playing = state.counts[seat], sum(state.counts), len(heat.seats)
        others = (tokens - held) / max(1, playing - 1)
        stakes = cls(moves, held, others, state.pot, playing, tokens + state.pot, loser_leads)
        return None if state.breaking_tie else stakes


@dataclass(frozen=True, slots=True)
class Contest:
    """Not to have the worst hand of the heat, or to have the best.

    Attributes:
        strength: higher is better; of a `Hand`, or where it depends on how the hand was `made`, of a `Made`.
        last: not to be last; otherwise to be best.
        ties: among the worst, or the best.
        void: if the hands of all are equal, nobody is last or best.
        stakes: what the heat moves; what matters then is not to lose the match.
        calls: how strong hands are by what the leader says once his own lies, by the name of the offer; of hands that
            lie where nothing was said the first counts. None: he says nothing.
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
    """As many points in the turn as can be expected, or as few.

    Attributes:
        lowest: few are better.
        chance: points are 1 or 0: what is told is the chance of such a hand.
    """

    points: Callable[[Any], int]
    lowest: bool = False
    chance: bool = False
    made: bool = False

    def of(self, made: Made) -> int:
        return self.points(made if self.made else made.hand)


@dataclass(frozen=True, slots=True)
class Race:
    """To be the first whose hand is there, where hands stay from turn to turn.

    Attributes:
        goal: what it is called: "20".
        laps: the others finish the lap, and may be there too.
    """

    there: Callable[[Hand], bool]
    goal: Text
    laps: bool = False


class End(StrEnum):
    """How a match for points ends."""

    AT_ONCE = "at_once"
    """As soon as somebody has the target."""
    EXACT = "exact"
    """The same, and more than the target is nothing."""
    LAP = "lap"
    """When the round is over in which somebody has it: the most points win."""
    FINAL_LAP = "final_lap"
    """When all others have had one more turn: the most points win."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A match for points as it is for the seat in turn.

    Attributes:
        have: its points.
        done: those of the others who have had their turns of this round.
        later: those of the others who are still to play in it.
        closing: somebody is there, and these are the last turns.
        opening: what the first turn must bring that is banked.
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
    """To throw on while it is worth the risk, and to bank in time: for the match, or without one for points.

    Attributes:
        parts: what may be set aside of a throw of these dice, written high to low: each part with its points; none is
            a bust.
        dice: of a whole throw; once all are set aside all are thrown again.
        wiped: whether a bust costs what was banked, too.
        must: the turn may not end while all dice count.
        least: points below which it may not end.
        loss: points that a bust costs besides those at stake.
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
    """As high a total as can be expected of a sheet whose boxes are each written once, a turn for each.

    What the rest of a sheet is worth follows from the boxes that are open, and from what is remembered of the others:
    a number below `memories`, 0 for a new sheet.

    Attributes:
        name: the same for rules that score the same: they share a table.
        boxes: the names of the offers; bit n of a set of open boxes is the n-th.
        rolls: throws in a turn, of any dice; it may end after each.
        stands: of a state, the open boxes and the memory of the seat in turn, and its points so far.
        ways: by the open boxes and a hand, those it may be written into, and whether as a joker.
        brings: by box, hand, and whether it is a joker: whatever of the hand matters there.
        write: by box, what is brought, and memory: the points in all, and the memory after.
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
