"""The referee's states: what may lie on the tray, and what follows from it, in two tables read from the top.

What the rules wait for chooses the table; the first case that holds is the state. There is no other memory than the
`Situation`, so nothing gets out of step. `drawing()` is what kiosk/README.md shows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.text import Text
from kiosk.referee import prompts
from kiosk.referee.situation import Situation
from vision.types import Box, TrackedDie


class Effect(StrEnum):
    """What the referee does by itself."""

    COUNT = "Roll"
    KEEP_AND_COUNT = "Keep and Roll, together"
    VOID = "the throw is void"
    ASK_BACK = "a die laid back with its old face is that die again"
    ADOPT = "those are the dice of the hand"
    LOSE = "the hand is asked for"


class Answer(StrEnum):
    """What OK (the END button) says to a question."""

    COUNT = "count them"
    KEEP_LYING = "what lies there is what stays"
    AS_IT_LIES = "these are the dice"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the table says of how it lies.

    Attributes:
        text: the sentence; None leaves it to the game's own prompt.
        warning: something must be put right.
        trouble: where to look.
        ok: what OK would mean; None if there is nothing to say it to.
        effect: what happens at once.
    """

    text: Text | None = None
    warning: bool = False
    trouble: tuple[Box, ...] = ()
    ok: Answer | None = None
    effect: Effect | None = None


def tell(text: Text | None = None, effect: Effect | None = None) -> Ruling:
    """Go on, with this sentence."""
    return Ruling(text, effect=effect)


def ask(
    text: Text, dice: Sequence[TrackedDie] = (), *, ok: Answer | None = None, effect: Effect | None = None
) -> Ruling:
    """Put something right: these dice, or say OK."""
    return Ruling(text, warning=True, trouble=tuple(die.die.box for die in dice), ok=ok, effect=effect)


@dataclass(frozen=True, slots=True)
class Case:
    """A state: what is seen, and what follows; `says` and `seen` are for the drawing."""

    seen: str
    when: Callable[[Situation], bool]
    says: str
    then: Callable[[Situation], Ruling]


def _doubt(situation: Situation) -> Ruling:
    doubt = situation.doubt
    assert doubt is not None
    die = situation.tray.at(doubt.box)
    number = situation.numbered.index(die) + 1 if die in situation.numbered else None
    text = prompts.doubtful(doubt.kind, number)
    return Ruling(text, warning=True, trouble=() if doubt.box is None else (doubt.box,))


def _stranger(situation: Situation) -> Ruling:
    text = prompts.OTHER_HALF if situation.alike else prompts.UNTOLD
    return ask(text, situation.strangers)


NO_CAMERA = Case(
    "no camera",
    lambda f: f.blind,
    "says: enter the throw by hand",
    lambda f: tell(prompts.NO_CAMERA_CHOICE if f.choosing else prompts.NO_CAMERA),
)
MOVED = Case(
    "the other player's dice moved",
    lambda f: f.moved_theirs,
    "asks them back as they lay",
    lambda f: ask(prompts.asked_back(f.theirs), f.strangers),
)
STRANGER = Case(
    "a thrown die is not the player's, or can't be told",
    lambda f: bool(f.strangers),
    "asks to nudge it, or to push it over",
    _stranger,
)
AS_IT_FELL = Case(
    "a throw that was taken back, and lies as it fell",
    lambda f: f.fell is not None and bool(f.throw),
    Effect.COUNT,
    lambda f: tell(effect=Effect.KEEP_AND_COUNT if f.choosing else Effect.COUNT),
)
STAYS = Case(
    "a throw that was taken back",
    lambda f: f.fell is not None,
    "asks to lay the dice as they fell",
    lambda f: ask(prompts.as_it_fell(f.fell or ()), f.fresh),
)
DOUBT = Case("a doubt", lambda f: f.doubt is not None, "names the die and the mend", _doubt)

THROWING = (
    NO_CAMERA,
    MOVED,
    Case(
        "dice of a void throw",
        lambda f: bool(f.tray.void),
        "asks for that throw again",
        lambda f: ask(prompts.VOID, [die for die in f.tray.present if die.track in f.tray.void]),
    ),
    AS_IT_FELL,
    STAYS,
    Case(
        "nothing thrown, but other dice after a gap",
        lambda f: not f.fresh and f.tray.gap and f.plausible and f.refusal is None,
        "asks: were these thrown? OK: count them",
        lambda _: ask(prompts.WAS_THROWN, ok=Answer.COUNT),
    ),
    Case(
        "nothing thrown, and what is marked may not stay",
        lambda f: not f.fresh and f.refusal is not None,
        "says why",
        lambda f: tell(f.refusal),
    ),
    Case(
        "nothing thrown since the last count",
        lambda f: not f.fresh,
        "the game's own prompt",
        lambda _: tell(),
    ),
    Case(
        "thrown, and what was marked may not stay",
        lambda f: f.refusal is not None,
        "says why; the throw is void",
        lambda f: tell(f.refusal, Effect.VOID),
    ),
    Case(
        "more thrown than there were to be, of a set that has more",
        lambda f: (f.remembered or f.spare) and len(f.fresh) > f.wanted,
        "says how many; the throw is void",
        lambda f: tell(prompts.throw_only(f.wanted), Effect.VOID),
    ),
    Case(
        "a die that must stay was lifted",
        lambda f: bool(f.kept - f.there),
        "asks it back",
        lambda _: ask(prompts.LIFTED_FORCED, effect=Effect.ASK_BACK),
    ),
    Case(
        "fewer thrown than there are to be",
        lambda f: len(f.counting) < f.wanted,
        "asks for the missing",
        lambda f: ask(prompts.missing(f.wanted - len(f.counting))),
    ),
    DOUBT,
    Case(
        "of a remembered hand others lie beside",
        lambda f: f.remembered and bool(f.left) and len(f.fresh) == f.wanted,
        "asks to take them away",
        lambda f: ask(prompts.take_away(len(f.left)), f.left),
    ),
    Case(
        "some not thrown",
        lambda f: bool(f.left) and len(f.counting) == f.wanted and not f.spare,
        "asks to throw them too",
        lambda f: ask(prompts.NOT_THROWN, f.left),
    ),
    Case(
        "more than there are to be",
        lambda f: len(f.counting) > f.wanted,
        "asks to take the rest away",
        lambda f: ask(prompts.too_many(len(f.counting) - f.wanted)),
    ),
    STRANGER,
    Case("all thrown, none doubtful", lambda _: True, Effect.COUNT, lambda _: tell(effect=Effect.COUNT)),
)
"""The table waits for a throw; or for a choice from a hand that lies on no tray."""

CHOOSING = (
    NO_CAMERA,
    Case(
        "another hand than the one to choose from, equal values",
        lambda f: not f.known and f.laid,
        Effect.ADOPT,
        lambda _: tell(effect=Effect.ADOPT),
    ),
    Case(
        "another hand than the one to choose from",
        lambda f: not f.known,
        "asks to lay the dice as they were. OK: these are the dice",
        lambda f: ask(prompts.restore(f.hand, f.theirs), ok=Answer.AS_IT_LIES),
    ),
    MOVED,
    Case(
        "all lie there, and others",
        lambda f: not f.gone and bool(f.fresh),
        "asks to take the others away",
        lambda f: ask(prompts.too_many(len(f.fresh)), f.fresh),
    ),
    Case(
        "all lie there, and what is marked may not stay",
        lambda f: not f.gone and f.refusal is not None and f.kept != f.slots,
        "says why",
        lambda f: tell(f.refusal),
    ),
    Case(
        "all lie there, and the throw after what is marked was taken back",
        lambda f: not f.gone and f.fell is not None,
        "says how it fell, and stays",
        lambda f: tell(prompts.would_stay(f.fell or ())),
    ),
    Case(
        "all lie there",
        lambda f: not f.gone,
        "the game's own prompt: KEEP n marks, END stops",
        lambda _: tell(),
    ),
    Case(
        "a marked one was gone, and all were laid back as they were",
        lambda f: bool(f.kept - f.there) and f.laid,
        Effect.ADOPT,
        lambda _: tell(effect=Effect.ADOPT),
    ),
    Case(
        "a marked one is gone that must stay",
        lambda f: bool(f.kept - f.there) and not f.forced <= f.there,
        "asks it back",
        lambda _: ask(prompts.LIFTED_FORCED, effect=Effect.ASK_BACK),
    ),
    Case(
        "a marked one is gone",
        lambda f: bool(f.kept - f.there),
        "asks it back. OK: what lies there is what stays",
        lambda _: ask(prompts.LIFTED, ok=Answer.KEEP_LYING, effect=Effect.ASK_BACK),
    ),
    Case(
        "one that the house did not mark lies beside thrown ones",
        lambda f: bool(f.there - f.kept) and bool(f.fresh) and f.by_house,
        "asks to throw it too",
        lambda f: ask(prompts.NOT_THROWN, f.unmarked),
    ),
    Case(
        "an unmarked one lies beside thrown ones",
        lambda f: bool(f.there - f.kept) and bool(f.fresh),
        "asks to throw it too. OK: what lies there is what stays",
        lambda f: ask(prompts.LEFT, f.unmarked, ok=Answer.KEEP_LYING),
    ),
    Case(
        "some unmarked ones gone",
        lambda f: bool(f.there - f.kept),
        "says: throw the dice in your hand",
        lambda _: tell(prompts.THROW_LIFTED),
    ),
    Case(
        "thrown, and what lies there may not stay",
        lambda f: f.refusal is not None and bool(f.fresh),
        "says why; asks to lay the dice as they were",
        lambda f: tell(f.refusal, Effect.LOSE),
    ),
    Case(
        "what lies there may not stay",
        lambda f: f.refusal is not None,
        "says why",
        lambda f: ask(f.refusal or prompts.HANDS_KEEP),
    ),
    AS_IT_FELL,
    STAYS,
    Case(
        "the unmarked gone, nothing thrown",
        lambda f: not f.fresh,
        "says: throw the dice in your hand",
        lambda _: tell(prompts.THROW_LIFTED),
    ),
    Case(
        "fewer thrown than were taken, and others lie there",
        lambda f: len(f.fresh) < f.wanted and bool(f.left) and not f.spare,
        "asks to throw them too",
        lambda f: ask(prompts.NOT_THROWN, f.left),
    ),
    Case(
        "fewer thrown than were taken",
        lambda f: len(f.fresh) < f.wanted,
        "asks for the missing",
        lambda f: ask(prompts.missing(f.wanted - len(f.fresh))),
    ),
    DOUBT,
    Case(
        "more thrown than were taken",
        lambda f: len(f.fresh) > f.wanted,
        "asks to take the rest away",
        lambda f: ask(prompts.too_many(len(f.fresh) - f.wanted)),
    ),
    STRANGER,
    Case(
        "all thrown, after a gap",
        lambda f: f.tray.gap,
        "asks: were these thrown? OK: count them",
        lambda f: ask(prompts.WAS_THROWN, f.fresh, ok=Answer.COUNT),
    ),
    Case(
        "the marked lie there, the others thrown, none doubtful",
        lambda _: True,
        Effect.KEEP_AND_COUNT,
        lambda _: tell(effect=Effect.KEEP_AND_COUNT),
    ),
)
"""The table waits for a choice from the hand that lies there, and for the throw that begins with it."""


def rule_on(situation: Situation) -> Ruling:
    """The state that the table is in."""
    cases = CHOOSING if situation.choosing and not situation.remembered else THROWING
    return next(case.then(situation) for case in cases if case.when(situation))


def drawing() -> str:
    """Both tables, as text."""
    width = max(len(case.seen) for case in (*THROWING, *CHOOSING))
    lines: list[str] = []
    for title, cases in (("a throw, or a choice from a remembered hand", THROWING), ("a choice", CHOOSING)):
        lines += [title, *(f"  {case.seen.ljust(width)} ──▶ {case.says}" for case in cases), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(drawing())
