"""What a turn is played for: a game that says it has odds. The figures are worked out elsewhere, from the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.state import Hand
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
class Contest:
    """Not to have the worst hand of the heat, or to have the best.

    Attributes:
        strength: higher is better.
        last: not to be last; otherwise to be best.
        ties: among the worst, or the best.
        void: if the hands of all are equal, nobody is last or best.
    """

    strength: Callable[[Hand], int]
    last: bool
    ties: Ties
    void: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """As many points in the turn as can be expected, or as few."""

    points: Callable[[Hand], int]
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class Race:
    """To be the first whose hand is there, where hands stay from turn to turn.

    Attributes:
        there: whether a hand is.
        goal: what it is called: "20".
        laps: the others finish the lap, and may be there too.
    """

    there: Callable[[Hand], bool]
    goal: Text
    laps: bool = False


Aim = Contest | Score | Race
