"""The referee's states: what may lie on the tray, and what follows from it.

The cases are read from the top, and the first that holds is the state. There is no other memory than the `Situation`,
so nothing gets out of step, and whoever puts the table right can play on.
"""

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
    """The six was turned to a one, not thrown."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a state leads to.

    Attributes:
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


def rule_on(moment: Situation) -> Outcome:
    """What follows from the state that the table is in."""
    if moment.blind:
        house = RulingId.NO_CAMERA_HOUSE if moment.by_house else RulingId.NO_CAMERA_CHOICE
        outcome = Outcome(Ruling(house if moment.choosing else RulingId.NO_CAMERA))
    else:
        outcome = _choosing(moment) if moment.choosing and not moment.remembered else _throwing(moment)
    return replace(outcome, situation=moment)


def _throwing(moment: Situation) -> Outcome:
    """The table waits for a throw; or for a choice from a hand that lies on no tray."""
    # First what nobody may throw into: dice in a wrong place would be taken for the throw, or the throw for them.
    if moment.moved_theirs:
        return _theirs_moved(moment)
    if moment.tray.void:
        return _ask(Ruling(RulingId.VOID), [die for die in moment.tray.present if die.track in moment.tray.void])
    if moment.fell is not None:
        return _taken_back(moment)
    if moment.stay_unknown:
        return _hand_unknown(moment)
    if not moment.fresh:
        return _nothing_thrown(moment)
    # Then whether the throw may be made at all.
    if moment.refusal is not None:
        return Outcome(_refused(moment), effect=Effect.VOID)
    if (moment.remembered or moment.spare) and len(
        moment.fresh
    ) > moment.wanted:  # nobody may pick the best of more dice than were due
        return Outcome(Ruling(RulingId.THROW_ONLY, count=moment.wanted), effect=Effect.VOID)
    if moment.kept - moment.there:
        return _ask(Ruling(RulingId.LIFTED_FORCED), effect=Effect.ASK_BACK)
    # Last whether it is complete and sure. A doubt is asked about before a surplus: a doubtful die may be none at all.
    missing = moment.wanted - len(moment.counting)
    if missing > 0:
        return _ask(Ruling(RulingId.MISSING, count=missing))
    if moment.doubt is not None:
        return _doubt(moment)
    if moment.remembered and moment.left and len(moment.fresh) == moment.wanted:
        return _ask(Ruling(RulingId.TAKE_AWAY, count=len(moment.left)), moment.left)
    if moment.left and not missing and not moment.spare:
        return _ask(Ruling(RulingId.NOT_THROWN), moment.left)
    if missing < 0:
        return _ask(Ruling(RulingId.TOO_MANY, count=-missing))
    return _stranger(moment) if moment.strangers else _count()


def _nothing_thrown(moment: Situation) -> Outcome:
    """A throw is awaited, and nothing was thrown since the last throw that was counted."""
    if moment.refusal is not None:
        return Outcome(_refused(moment))
    if moment.tray.gap and moment.plausible:
        return _ask(Ruling(RulingId.WAS_THROWN), ok=Answer.COUNT)
    if moment.surplus > 0:
        return _ask(Ruling(RulingId.SPARE, count=moment.surplus, number=moment.game_dice))
    if moment.unseen:
        return _ask(Ruling(RulingId.VOID), moment.unseen)
    return Outcome()


def _choosing(moment: Situation) -> Outcome:
    """The table waits for a choice from the hand that lies there, and for the throw that begins with it."""
    if not moment.tray.known:
        return _hand_unknown(moment)
    if moment.moved_theirs:
        return _theirs_moved(moment)
    # A one that came for a six must be understood before anything else: else the six counts as lifted.
    if moment.turned:
        return _doubt(moment) if moment.doubt is not None else Outcome(Ruling(RulingId.FOUND), effect=Effect.TURN)
    if moment.perhaps_turned:
        return _ask(Ruling(RulingId.WAS_TURNED), tuple(moment.ones.values()), ok=Answer.TURNED)
    if moment.house_turns:
        turns = Ruling(RulingId.HOUSE_TURNS, count=len(moment.house_turns), seat=moment.seat)
        # Dice thrown in place of turning destroy the hand that was to be turned.
        return Outcome(turns, effect=Effect.LOSE if moment.fresh else None)
    if not moment.gone:
        return _all_lie(moment)
    # Some dice are in somebody's hand, or thrown: the right ones?
    if moment.kept - moment.there:
        return _hand_unknown(moment) if moment.laid else _marked_gone(moment)
    if moment.there - moment.kept:
        return _unmarked_left(moment) if moment.fresh else Outcome(Ruling(RulingId.THROW_LIFTED))
    if moment.refusal is not None:
        return Outcome(_refused(moment), effect=Effect.LOSE) if moment.fresh else _ask(_refused(moment))
    if moment.fell is not None:
        return _taken_back(moment)
    if not moment.fresh:
        return Outcome(Ruling(RulingId.THROW_LIFTED))
    # The right dice were thrown: complete and sure, as in `_throwing`?
    missing = moment.wanted - len(moment.fresh)
    if missing > 0 and moment.left and not moment.spare:
        return _ask(Ruling(RulingId.NOT_THROWN), moment.left)
    if missing > 0:
        return _ask(Ruling(RulingId.MISSING, count=missing))
    if moment.doubt is not None:
        return _doubt(moment)
    if missing < 0:
        return _ask(Ruling(RulingId.TOO_MANY, count=-missing))
    if moment.strangers:
        return _stranger(moment)
    return _ask(Ruling(RulingId.WAS_THROWN), moment.fresh, ok=Answer.COUNT) if moment.tray.gap else _count()


def _all_lie(moment: Situation) -> Outcome:
    """All dice of the hand to choose from lie there."""
    if moment.fresh:
        return _ask(Ruling(RulingId.TOO_MANY, count=len(moment.fresh)), moment.fresh)
    # With all dice kept nothing is thrown: the player only has not decided yet, and END may be right.
    if moment.refusal is not None and moment.kept != moment.slots:
        return Outcome(_refused(moment))
    return Outcome() if moment.fell is None else Outcome(Ruling(RulingId.WOULD_STAY, hand=moment.fell))


def _marked_gone(moment: Situation) -> Outcome:
    if moment.forced <= moment.there and moment.may_lie:
        return _ask(Ruling(RulingId.LIFTED), ok=Answer.KEEP_LYING, effect=Effect.ASK_BACK)
    return _ask(Ruling(RulingId.LIFTED_FORCED), effect=Effect.ASK_BACK)


def _unmarked_left(moment: Situation) -> Outcome:
    if moment.may_lie and not moment.by_house:
        return _ask(Ruling(RulingId.LEFT), moment.unmarked, ok=Answer.KEEP_LYING)
    return _ask(Ruling(RulingId.NOT_THROWN), moment.unmarked)


def _hand_unknown(moment: Situation) -> Outcome:
    """Dice with the values of the hand are taken for it; otherwise they are to be laid so, or OK says they are it."""
    if moment.laid:
        return Outcome(Ruling(RulingId.FOUND), effect=Effect.ADOPT)
    theirs = _row(moment.theirs)
    restore = Ruling(RulingId.RESTORE, hand=_row(moment.hand), theirs=theirs, seat=moment.seat if theirs else None)
    return _ask(restore, ok=Answer.AS_IT_LIES)


def _taken_back(moment: Situation) -> Outcome:
    """A throw that was undone is due again: it counts as soon as the dice lie as they fell."""
    return _count() if moment.throw else _ask(Ruling(RulingId.THROW_STAYS, hand=moment.fell or ()), moment.fresh)


def _theirs_moved(moment: Situation) -> Outcome:
    return _ask(Ruling(RulingId.THEIRS_MOVED, hand=_row(moment.theirs)), moment.strangers)


def _stranger(moment: Situation) -> Outcome:
    """A thrown die is not the player's, or can't be told."""
    return _ask(Ruling(RulingId.OTHER_HALF if moment.alike else RulingId.WHOSE_DIE), moment.strangers)


def _doubt(moment: Situation) -> Outcome:
    doubt = moment.doubt
    assert doubt is not None
    die = moment.tray.die_at(doubt.box)
    number = moment.numbered.index(die) + 1 if die in moment.numbered else None
    ruling = Ruling(RulingId.DOUBT, doubt=doubt.kind, number=number)
    return Outcome(ruling, warning=True, trouble=() if doubt.box is None else (doubt.box,))


def _count() -> Outcome:
    return Outcome(Ruling(RulingId.COUNT), effect=Effect.COUNT)


def _refused(moment: Situation) -> Ruling:
    return Ruling(RulingId.REFUSED, reason=moment.refusal)


def _row(hand: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(hand[slot] for slot in sorted(hand))


def _ask(
    ruling: Ruling, dice: Sequence[TrackedDie] = (), *, ok: Answer | None = None, effect: Effect | None = None
) -> Outcome:
    """Something must be put right: with these dice, or by OK."""
    return Outcome(ruling, warning=True, trouble=tuple(die.die.box for die in dice), ok=ok, effect=effect)
