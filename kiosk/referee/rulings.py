"""The referee's states: what may lie on the tray, and what follows from it.

The cases are read from the top, and the first that holds is the state. There is no other memory than the `Situation`,
so nothing gets out of step, and whoever puts the table right can play on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from kiosk.referee.situation import Situation
from kiosk.ruling import PLAY_ON, Ruling, RulingId
from vision.types import Box, TrackedDie


class Effect(Enum):
    """What the referee does by itself."""

    COUNT = auto()
    """The throw counts, in a choice together with what was kept for it."""
    VOID = auto()
    """The throw does not count."""
    ASK_BACK = auto()
    """A kept die is asked back; one that was laid down again with its old face is taken for it."""
    ADOPT = auto()
    """The dice that lie there are taken for the hand."""
    TURN = auto()
    """Sixes were turned to ones, which stay."""
    LOSE = auto()
    """Nobody knows any longer which hand lies there."""


class Answer(Enum):
    """What OK (the END button) says to a question."""

    COUNT = auto()
    """Count them."""
    KEEP_LYING = auto()
    """What lies there is what stays."""
    AS_IT_LIES = auto()
    """The dice that lie there are the hand."""
    TURNED = auto()
    """It was turned."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a state leads to.

    Attributes:
        ruling: what is shown.
        warning: something must be put right.
        trouble: boxes in the camera's picture where something is wrong.
        ok: what OK would mean; None if nothing is asked.
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
        """Whether OK can be said now; that these are the hand only while as many dice lie there as it has."""
        if self.ok is None or self.situation is None:
            return False
        return self.ok is not Answer.AS_IT_LIES or self.situation.adoptable is not None


def rule_on(f: Situation) -> Outcome:
    """What follows from the state that the table is in."""
    if f.blind:
        house = RulingId.NO_CAMERA_HOUSE if f.by_house else RulingId.NO_CAMERA_CHOICE
        outcome = Outcome(Ruling(house if f.choosing else RulingId.NO_CAMERA))
    else:
        outcome = _choosing(f) if f.choosing and not f.remembered else _throwing(f)
    return replace(outcome, situation=f)


def _throwing(f: Situation) -> Outcome:
    """The table waits for a throw; or for a choice from a hand that lies on no tray."""
    # First what nobody may throw into: dice in a wrong place would be taken for the throw, or the throw for them.
    if f.moved_theirs:
        return _theirs_moved(f)
    if f.tray.void:
        return _ask(Ruling(RulingId.VOID), [die for die in f.tray.present if die.track in f.tray.void])
    if f.fell is not None:
        return _taken_back(f)
    if f.stay_unknown:
        return _hand_unknown(f)
    if not f.fresh:
        return _nothing_thrown(f)
    # Then whether the throw may be made at all.
    if f.refusal is not None:
        return Outcome(_refused(f), effect=Effect.VOID)
    if (f.remembered or f.spare) and len(f.fresh) > f.wanted:  # nobody may pick the best of more dice than were due
        return Outcome(Ruling(RulingId.THROW_ONLY, count=f.wanted), effect=Effect.VOID)
    if f.kept - f.there:
        return _ask(Ruling(RulingId.LIFTED_FORCED), effect=Effect.ASK_BACK)
    # Last whether it is complete and sure. A doubt is asked about before a surplus: a doubtful die may be none at all.
    missing = f.wanted - len(f.counting)
    if missing > 0:
        return _ask(Ruling(RulingId.MISSING, count=missing))
    if f.doubt is not None:
        return _doubt(f)
    if f.remembered and f.left and len(f.fresh) == f.wanted:
        return _ask(Ruling(RulingId.TAKE_AWAY, count=len(f.left)), f.left)
    if f.left and not missing and not f.spare:
        return _ask(Ruling(RulingId.NOT_THROWN), f.left)
    if missing < 0:
        return _ask(Ruling(RulingId.TOO_MANY, count=-missing))
    return _stranger(f) if f.strangers else _count()


def _nothing_thrown(f: Situation) -> Outcome:
    """A throw is awaited, and nothing was thrown since the last throw that was counted."""
    if f.refusal is not None:
        return Outcome(_refused(f))
    if f.tray.gap and f.plausible:
        return _ask(Ruling(RulingId.WAS_THROWN), ok=Answer.COUNT)
    if f.surplus > 0:
        return _ask(Ruling(RulingId.SPARE, count=f.surplus, number=f.game_dice))
    if f.unseen:
        return _ask(Ruling(RulingId.VOID), f.unseen)
    return Outcome()


def _choosing(f: Situation) -> Outcome:
    """The table waits for a choice from the hand that lies there, and for the throw that begins with it."""
    if not f.tray.known:
        return _hand_unknown(f)
    if f.moved_theirs:
        return _theirs_moved(f)
    # A one that came for a six must be understood before anything else: else the six counts as lifted.
    if f.turned:
        return _doubt(f) if f.doubt is not None else Outcome(Ruling(RulingId.FOUND), effect=Effect.TURN)
    if f.perhaps_turned:
        return _ask(Ruling(RulingId.WAS_TURNED), tuple(f.ones.values()), ok=Answer.TURNED)
    if f.house_turns:
        turns = Ruling(RulingId.HOUSE_TURNS, count=len(f.house_turns), seat=f.seat)
        # Dice thrown in place of turning destroy the hand that was to be turned.
        return Outcome(turns, effect=Effect.LOSE if f.fresh else None)
    if not f.gone:
        return _all_lie(f)
    # Some dice are in somebody's hand, or thrown: the right ones?
    if f.kept - f.there:
        return _hand_unknown(f) if f.laid else _marked_gone(f)
    if f.there - f.kept:
        return _unmarked_left(f) if f.fresh else Outcome(Ruling(RulingId.THROW_LIFTED))
    if f.refusal is not None:
        return Outcome(_refused(f), effect=Effect.LOSE) if f.fresh else _ask(_refused(f))
    if f.fell is not None:
        return _taken_back(f)
    if not f.fresh:
        return Outcome(Ruling(RulingId.THROW_LIFTED))
    # The right dice were thrown: complete and sure, as in `_throwing`?
    missing = f.wanted - len(f.fresh)
    if missing > 0 and f.left and not f.spare:
        return _ask(Ruling(RulingId.NOT_THROWN), f.left)
    if missing > 0:
        return _ask(Ruling(RulingId.MISSING, count=missing))
    if f.doubt is not None:
        return _doubt(f)
    if missing < 0:
        return _ask(Ruling(RulingId.TOO_MANY, count=-missing))
    if f.strangers:
        return _stranger(f)
    return _ask(Ruling(RulingId.WAS_THROWN), f.fresh, ok=Answer.COUNT) if f.tray.gap else _count()


def _all_lie(f: Situation) -> Outcome:
    """All dice of the hand to choose from lie there."""
    if f.fresh:
        return _ask(Ruling(RulingId.TOO_MANY, count=len(f.fresh)), f.fresh)
    # With all dice kept nothing is thrown: the player only has not decided yet, and END may be right.
    if f.refusal is not None and f.kept != f.slots:
        return Outcome(_refused(f))
    return Outcome() if f.fell is None else Outcome(Ruling(RulingId.WOULD_STAY, hand=f.fell))


def _marked_gone(f: Situation) -> Outcome:
    if f.forced <= f.there and f.may_lie:
        return _ask(Ruling(RulingId.LIFTED), ok=Answer.KEEP_LYING, effect=Effect.ASK_BACK)
    return _ask(Ruling(RulingId.LIFTED_FORCED), effect=Effect.ASK_BACK)


def _unmarked_left(f: Situation) -> Outcome:
    if f.may_lie and not f.by_house:
        return _ask(Ruling(RulingId.LEFT), f.unmarked, ok=Answer.KEEP_LYING)
    return _ask(Ruling(RulingId.NOT_THROWN), f.unmarked)


def _hand_unknown(f: Situation) -> Outcome:
    """Dice with the values of the hand are taken for it; otherwise they are to be laid so, or OK says they are it."""
    if f.laid:
        return Outcome(Ruling(RulingId.FOUND), effect=Effect.ADOPT)
    theirs = _row(f.theirs)
    restore = Ruling(RulingId.RESTORE, hand=_row(f.hand), theirs=theirs, seat=f.seat if theirs else None)
    return _ask(restore, ok=Answer.AS_IT_LIES)


def _taken_back(f: Situation) -> Outcome:
    """A throw that was undone is due again: it counts as soon as the dice lie as they fell."""
    return _count() if f.throw else _ask(Ruling(RulingId.THROW_STAYS, hand=f.fell or ()), f.fresh)


def _theirs_moved(f: Situation) -> Outcome:
    return _ask(Ruling(RulingId.THEIRS_MOVED, hand=_row(f.theirs)), f.strangers)


def _stranger(f: Situation) -> Outcome:
    """A thrown die is not the player's, or can't be told."""
    return _ask(Ruling(RulingId.OTHER_HALF if f.alike else RulingId.WHOSE_DIE), f.strangers)


def _doubt(f: Situation) -> Outcome:
    doubt = f.doubt
    assert doubt is not None
    die = f.tray.die_at(doubt.box)
    number = f.numbered.index(die) + 1 if die in f.numbered else None
    ruling = Ruling(RulingId.DOUBT, doubt=doubt.kind, number=number)
    return Outcome(ruling, warning=True, trouble=() if doubt.box is None else (doubt.box,))


def _count() -> Outcome:
    return Outcome(Ruling(RulingId.COUNT), effect=Effect.COUNT)


def _refused(f: Situation) -> Ruling:
    return Ruling(RulingId.REFUSED, reason=f.refusal)


def _row(hand: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(hand[slot] for slot in sorted(hand))


def _ask(
    ruling: Ruling, dice: Sequence[TrackedDie] = (), *, ok: Answer | None = None, effect: Effect | None = None
) -> Outcome:
    """Something must be put right: with these dice, or by OK."""
    return Outcome(ruling, warning=True, trouble=tuple(die.die.box for die in dice), ok=ok, effect=effect)
