"""The referee's states: what may lie on the tray, and what follows from it, in two tables read from the top.

What the rules wait for chooses the table; the first case that holds is the state. There is no other memory than the
`Situation`, so nothing gets out of step. `python -m kiosk.referee.rulings` draws the tables, as README.md shows them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kiosk.referee.situation import Situation
from kiosk.ruling import PLAY_ON, Ruling, RulingId
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
        situation: the moment that it is about: an OK answers that one, however the tray may lie by then. None while
            nothing can be judged.
    """

    ruling: Ruling = PLAY_ON
    warning: bool = False
    trouble: tuple[Box, ...] = ()
    ok: Answer | None = None
    effect: Effect | None = None
    situation: Situation | None = field(default=None, repr=False)

    @property
    def answerable(self) -> bool:
        """Whether OK can be said now: only to dice that lie there are they the dice of the hand."""
        if self.ok is None or self.situation is None:
            return False
        return self.ok is not Answer.AS_IT_LIES or self.situation.adoptable is not None


def go_on(ruling: Ruling, effect: Effect | None = None) -> Outcome:
    """Nothing is to be put right."""
    return Outcome(ruling, effect=effect)


def ask(
    ruling: Ruling, dice: Sequence[TrackedDie] = (), *, ok: Answer | None = None, effect: Effect | None = None
) -> Outcome:
    """Put something right: these dice, or say OK."""
    return Outcome(ruling, warning=True, trouble=tuple(die.die.box for die in dice), ok=ok, effect=effect)


@dataclass(frozen=True, slots=True)
class Case:
    """A state: what is seen, and what follows; `says` and `seen` are for the drawing."""

    seen: str
    when: Callable[[Situation], bool]
    says: str
    then: Callable[[Situation], Outcome]


def _doubt(situation: Situation) -> Outcome:
    doubt = situation.doubt
    assert doubt is not None
    die = situation.tray.die_at(doubt.box)
    number = situation.numbered.index(die) + 1 if die in situation.numbered else None
    ruling = Ruling(RulingId.DOUBT, doubt=doubt.kind, number=number)
    return Outcome(ruling, warning=True, trouble=() if doubt.box is None else (doubt.box,))


def _stranger(situation: Situation) -> Outcome:
    return ask(Ruling(RulingId.OTHER_HALF if situation.alike else RulingId.WHOSE_DIE), situation.strangers)


def _refused(situation: Situation) -> Ruling:
    return Ruling(RulingId.REFUSED, reason=situation.refusal)


def _house_turns(situation: Situation) -> Ruling:
    return Ruling(RulingId.HOUSE_TURNS, count=len(situation.house_turns), seat=situation.seat)


def _count(situation: Situation) -> Outcome:
    return go_on(Ruling(RulingId.COUNT), Effect.KEEP_AND_COUNT if situation.choosing else Effect.COUNT)


def _lifted(situation: Situation) -> Outcome:
    if situation.forced <= situation.there and situation.may_lie:
        return ask(Ruling(RulingId.LIFTED), ok=Answer.KEEP_LYING, effect=Effect.ASK_BACK)
    return ask(Ruling(RulingId.LIFTED_FORCED), effect=Effect.ASK_BACK)


def _left_lying(situation: Situation) -> Outcome:
    if situation.may_lie and not situation.by_house:
        return ask(Ruling(RulingId.LEFT), situation.unmarked, ok=Answer.KEEP_LYING)
    return ask(Ruling(RulingId.NOT_THROWN), situation.unmarked)


def _row(hand: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(hand[slot] for slot in sorted(hand))


def _restore(situation: Situation) -> Outcome:
    theirs = _row(situation.theirs)
    seat = situation.seat if theirs else None
    ruling = Ruling(RulingId.RESTORE, hand=_row(situation.hand), theirs=theirs, seat=seat)
    return ask(ruling, ok=Answer.AS_IT_LIES)


_FOUND = go_on(Ruling(RulingId.FOUND), Effect.ADOPT)
_ASK_BACK = "asks to lay the dice as they were. OK: these are the dice", _restore


def _no_camera(situation: Situation) -> RulingId:
    if not situation.choosing:
        return RulingId.NO_CAMERA
    return RulingId.NO_CAMERA_HOUSE if situation.by_house else RulingId.NO_CAMERA_CHOICE


NO_CAMERA = Case(
    "no camera",
    lambda f: f.blind,
    "says: enter the throw by hand",
    lambda f: go_on(Ruling(_no_camera(f))),
)
MOVED = Case(
    "the other player's dice moved",
    lambda f: f.moved_theirs,
    "asks them back as they lay",
    lambda f: ask(Ruling(RulingId.THEIRS_MOVED, hand=_row(f.theirs)), f.strangers),
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
    _count,
)
STAYS = Case(
    "a throw that was taken back",
    lambda f: f.fell is not None,
    "asks to lay the dice as they fell",
    lambda f: ask(Ruling(RulingId.THROW_STAYS, hand=f.fell or ()), f.fresh),
)
DOUBT = Case("a doubt", lambda f: f.doubt is not None, "names the die and the mend", _doubt)

THROWING = (
    NO_CAMERA,
    MOVED,
    Case(
        "dice of a void throw",
        lambda f: bool(f.tray.void),
        "asks for that throw again",
        lambda f: ask(Ruling(RulingId.VOID), [die for die in f.tray.present if die.track in f.tray.void]),
    ),
    AS_IT_FELL,
    STAYS,
    Case(
        "dice stay, and nobody knows which: equal values",
        lambda f: f.stay_unknown and f.laid,
        Effect.ADOPT,
        lambda _: _FOUND,
    ),
    Case("dice stay, and nobody knows which", lambda f: f.stay_unknown, *_ASK_BACK),
    Case(
        "nothing thrown, but other dice after a gap",
        lambda f: not f.fresh and f.tray.gap and f.plausible and f.refusal is None,
        "asks: were these thrown? OK: count them",
        lambda _: ask(Ruling(RulingId.WAS_THROWN), ok=Answer.COUNT),
    ),
    Case(
        "nothing thrown, and what is marked may not stay",
        lambda f: not f.fresh and f.refusal is not None,
        "says why",
        lambda f: go_on(_refused(f)),
    ),
    Case(
        "nothing thrown, and more lie there than the game has",
        lambda f: not f.fresh and f.surplus > 0,
        "says how many to take away",
        lambda f: ask(Ruling(RulingId.SPARE, count=f.surplus, number=f.game_dice)),
    ),
    Case(
        "nothing thrown, and dice after a gap that are no whole throw",
        lambda f: not f.fresh and bool(f.unseen),
        "asks for that throw again",
        lambda f: ask(Ruling(RulingId.VOID), f.unseen),
    ),
    Case(
        "nothing thrown since the last count",
        lambda f: not f.fresh,
        "the game's own prompt",
        lambda _: go_on(PLAY_ON),
    ),
    Case(
        "thrown, and what was marked may not stay",
        lambda f: f.refusal is not None,
        "says why; the throw is void",
        lambda f: go_on(_refused(f), Effect.VOID),
    ),
    Case(
        "more thrown than there were to be, of a set that has more",
        lambda f: (f.remembered or f.spare) and len(f.fresh) > f.wanted,
        "says how many; the throw is void",
        lambda f: go_on(Ruling(RulingId.THROW_ONLY, count=f.wanted), Effect.VOID),
    ),
    Case(
        "a die that must stay was lifted",
        lambda f: bool(f.kept - f.there),
        "asks it back",
        lambda _: ask(Ruling(RulingId.LIFTED_FORCED), effect=Effect.ASK_BACK),
    ),
    Case(
        "fewer thrown than there are to be",
        lambda f: len(f.counting) < f.wanted,
        "asks for the missing",
        lambda f: ask(Ruling(RulingId.MISSING, count=f.wanted - len(f.counting))),
    ),
    DOUBT,
    Case(
        "of a remembered hand others lie beside",
        lambda f: f.remembered and bool(f.left) and len(f.fresh) == f.wanted,
        "asks to take them away",
        lambda f: ask(Ruling(RulingId.TAKE_AWAY, count=len(f.left)), f.left),
    ),
    Case(
        "some not thrown",
        lambda f: bool(f.left) and len(f.counting) == f.wanted and not f.spare,
        "asks to throw them too",
        lambda f: ask(Ruling(RulingId.NOT_THROWN), f.left),
    ),
    Case(
        "more than there are to be",
        lambda f: len(f.counting) > f.wanted,
        "asks to take the rest away",
        lambda f: ask(Ruling(RulingId.TOO_MANY, count=len(f.counting) - f.wanted)),
    ),
    STRANGER,
    Case("all thrown, none doubtful", lambda _: True, Effect.COUNT, _count),
)
"""The table waits for a throw; or for a choice from a hand that lies on no tray."""

CHOOSING = (
    NO_CAMERA,
    Case(
        "another hand than the one to choose from, equal values",
        lambda f: not f.tray.known and f.laid,
        Effect.ADOPT,
        lambda _: _FOUND,
    ),
    Case(
        "another hand than the one to choose from",
        lambda f: not f.tray.known,
        *_ASK_BACK,
    ),
    MOVED,
    Case(
        "a six turned to a one, all else as it lay, and a doubt about it",
        lambda f: f.turned and f.doubt is not None,
        "names the die and the mend",
        _doubt,
    ),
    Case(
        "a six turned to a one, all else as it lay",
        lambda f: f.turned,
        Effect.TURN,
        lambda _: go_on(Ruling(RulingId.FOUND), Effect.TURN),
    ),
    Case(
        "a one where a six lay, which may have been thrown",
        lambda f: f.perhaps_turned,
        "asks: was it turned? OK: it was",
        lambda f: ask(Ruling(RulingId.WAS_TURNED), tuple(f.ones.values()), ok=Answer.TURNED),
    ),
    Case(
        "the house turns a six, and dice were thrown",
        lambda f: bool(f.house_turns) and bool(f.fresh),
        "asks to lay the dice as they were",
        lambda f: go_on(_house_turns(f), Effect.LOSE),
    ),
    Case(
        "the house turns a six",
        lambda f: bool(f.house_turns),
        "asks to turn it",
        lambda f: go_on(_house_turns(f)),
    ),
    Case(
        "all lie there, and others",
        lambda f: not f.gone and bool(f.fresh),
        "asks to take the others away",
        lambda f: ask(Ruling(RulingId.TOO_MANY, count=len(f.fresh)), f.fresh),
    ),
    Case(
        "all lie there, and what is marked may not stay",
        lambda f: not f.gone and f.refusal is not None and f.kept != f.slots,
        "says why",
        lambda f: go_on(_refused(f)),
    ),
    Case(
        "all lie there, and the throw after what is marked was taken back",
        lambda f: not f.gone and f.fell is not None,
        "says how it fell, and stays",
        lambda f: go_on(Ruling(RulingId.WOULD_STAY, hand=f.fell or ())),
    ),
    Case(
        "all lie there",
        lambda f: not f.gone,
        "the game's own prompt: KEEP n marks, END stops",
        lambda _: go_on(PLAY_ON),
    ),
    Case(
        "a marked one was gone, and all were laid back as they were",
        lambda f: bool(f.kept - f.there) and f.laid,
        Effect.ADOPT,
        lambda _: _FOUND,
    ),
    Case(
        "a marked one is gone",
        lambda f: bool(f.kept - f.there),
        "asks it back; if it may be let go, OK: what lies there is what stays",
        _lifted,
    ),
    Case(
        "an unmarked one lies beside thrown ones",
        lambda f: bool(f.there - f.kept) and bool(f.fresh),
        "asks to throw it too; if it may stay, OK: what lies there is what stays",
        _left_lying,
    ),
    Case(
        "some unmarked ones gone",
        lambda f: bool(f.there - f.kept),
        "says: throw the dice in your hand",
        lambda _: go_on(Ruling(RulingId.THROW_LIFTED)),
    ),
    Case(
        "thrown, and what lies there may not stay",
        lambda f: f.refusal is not None and bool(f.fresh),
        "says why; asks to lay the dice as they were",
        lambda f: go_on(_refused(f), Effect.LOSE),
    ),
    Case(
        "what lies there may not stay",
        lambda f: f.refusal is not None,
        "says why",
        lambda f: ask(_refused(f)),
    ),
    AS_IT_FELL,
    STAYS,
    Case(
        "the unmarked gone, nothing thrown",
        lambda f: not f.fresh,
        "says: throw the dice in your hand",
        lambda _: go_on(Ruling(RulingId.THROW_LIFTED)),
    ),
    Case(
        "fewer thrown than were taken, and others lie there",
        lambda f: len(f.fresh) < f.wanted and bool(f.left) and not f.spare,
        "asks to throw them too",
        lambda f: ask(Ruling(RulingId.NOT_THROWN), f.left),
    ),
    Case(
        "fewer thrown than were taken",
        lambda f: len(f.fresh) < f.wanted,
        "asks for the missing",
        lambda f: ask(Ruling(RulingId.MISSING, count=f.wanted - len(f.fresh))),
    ),
    DOUBT,
    Case(
        "more thrown than were taken",
        lambda f: len(f.fresh) > f.wanted,
        "asks to take the rest away",
        lambda f: ask(Ruling(RulingId.TOO_MANY, count=len(f.fresh) - f.wanted)),
    ),
    STRANGER,
    Case(
        "all thrown, after a gap",
        lambda f: f.tray.gap,
        "asks: were these thrown? OK: count them",
        lambda f: ask(Ruling(RulingId.WAS_THROWN), f.fresh, ok=Answer.COUNT),
    ),
    Case(
        "the marked lie there, the others thrown, none doubtful",
        lambda _: True,
        Effect.KEEP_AND_COUNT,
        _count,
    ),
)
"""The table waits for a choice from the hand that lies there, and for the throw that begins with it."""


def case_of(situation: Situation) -> Case:
    """The state that the table is in."""
    cases = CHOOSING if situation.choosing and not situation.remembered else THROWING
    return next(case for case in cases if case.when(situation))


def rule_on(situation: Situation) -> Outcome:
    """What follows from the state that the table is in."""
    return replace(case_of(situation).then(situation), situation=situation)


def drawing() -> str:
    """Both tables, as text."""
    width = max(len(case.seen) for case in (*THROWING, *CHOOSING))
    lines: list[str] = []
    for title, cases in (("a throw, or a choice from a remembered hand", THROWING), ("a choice", CHOOSING)):
        lines += [title, *(f"  {case.seen.ljust(width)} ──▶ {case.says}" for case in cases), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(drawing())
