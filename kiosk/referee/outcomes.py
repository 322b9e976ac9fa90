"""What follows from how the table lies: the ruling that is shown, what OK would mean, and what happens by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.ruling import PLAY_ON, Ruling
from vision.types import Box, TrackedDie


class Effect(StrEnum):
    """What the referee does by itself."""

    COUNT = "Roll"
    KEEP_AND_COUNT = "Keep and Roll, together"
    VOID = "the throw is void"
    ASK_BACK = "a die laid back with its old face is that die again"
    ADOPT = "those are the dice of the hand"
    TURN = "Turned: a one that stays"
    LOSE = "the hand is asked for"


class Answer(StrEnum):
    """What OK (the END button) says to a question."""

    COUNT = "count them"
    KEEP_LYING = "what lies there is what stays"
    AS_IT_LIES = "these are the dice"
    TURNED = "it was turned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a case leads to.

    Attributes:
        ruling: what is shown.
        warning: something must be put right.
        trouble: where to look.
        ok: what OK would mean; None if there is nothing to say it to.
        effect: what happens at once.
    """

    ruling: Ruling = PLAY_ON
    warning: bool = False
    trouble: tuple[Box, ...] = ()
    ok: Answer | None = None
    effect: Effect | None = None


def go_on(ruling: Ruling, effect: Effect | None = None) -> Outcome:
    """Nothing is to be put right."""
    return Outcome(ruling, effect=effect)


def ask(
    ruling: Ruling, dice: Sequence[TrackedDie] = (), *, ok: Answer | None = None, effect: Effect | None = None
) -> Outcome:
    """Put something right: these dice, or say OK."""
    return Outcome(ruling, warning=True, trouble=tuple(die.die.box for die in dice), ok=ok, effect=effect)
