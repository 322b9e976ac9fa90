"""Each state of the tray leads to its own ruling, with the data that it needs: those that no other test comes by."""

from __future__ import annotations

from dataclasses import replace

from made_up import RED
from sitting import Sitting

from hardware.panel import KEEPS, Button
from kiosk.games.core import Keep, Roll, Stop, Throw
from kiosk.referee.keeping import Keeping
from kiosk.referee.play_view import KEEP, KEPT
from kiosk.ruling import NoticeId, Ruling, RulingId
from vision.types import DoubtKind, SceneState

BLUE = (190, 70, 30)


def two_sets(keeping: Keeping = Keeping.BUTTONS) -> Sitting:
    """420 with a set each: Red has thrown, left, and Blue is to."""
    sitting = Sitting("four_twenty", options={"dice_set": "own", "first": "seat"}, first=0, keeping=keeping)
    sitting.table.throw(6, 4, 3, 1, at=100)
    sitting.table.colour = BLUE
    return sitting


def chosen(keeping: Keeping = Keeping.BUTTONS) -> Sitting:
    """The same once Blue has thrown, and Red is to choose."""
    sitting = two_sets(keeping)
    sitting.table.throw(5, 4, 3, 1, at=700)
    sitting.table.colour = RED
    return sitting


def taken_back(sitting: Sitting) -> None:
    """Undo, and lay the hand before as it lay."""
    sitting.undo()
    assert sitting.play.ruling == Ruling(RulingId.RESTORE, hand=(4, 6, 1))
    sitting.table.throw_all(4, 6, 1)
    assert not sitting.play.warning


# --- a throw is awaited ----------------------------------------------------------------------------------------------


def test_before_their_own_first_throw_nobody_moves_the_others_dice() -> None:
    sitting = two_sets()
    sitting.table.lift(2)
    assert sitting.play.ruling == Ruling(RulingId.THEIRS_MOVED, hand=(6, 4, 3, 1))


def test_a_first_throw_of_mixed_dice_is_asked_about() -> None:
    sitting = Sitting("four_twenty", options={"dice_set": "own", "first": "seat"}, first=0)
    sitting.table.throw(6, 4)
    assert sitting.play.ruling == Ruling(RulingId.MISSING, count=2)
    sitting.table.colour = BLUE
    sitting.table.throw(3, 1)
    assert sitting.play.ruling.id is RulingId.WHOSE_DIE
    assert len(sitting.play.trouble) == 4
    assert sitting.match.actions == []


def test_a_throw_after_a_stop_taken_back_is_due_again_and_counts_as_it_fell(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    sitting.table.throw_all(5, 5, 2)
    taken_back(sitting)
    sitting.table.end()
    assert isinstance(sitting.match.wait, Throw)
    assert sitting.play.ruling == Ruling(RulingId.THROW_STAYS, hand=(5, 5, 2))
    sitting.table.throw_all(6, 6, 6)
    assert sitting.play.ruling == Ruling(RulingId.THROW_STAYS, hand=(5, 5, 2))
    assert len(sitting.play.trouble) == 3
    sitting.table.throw_all(2, 5, 5)
    assert sitting.match.actions[-2:] == [Stop(), Roll((5, 5, 2))]


def test_a_throw_taken_back_that_still_lies_as_it_fell_needs_no_hand(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    sitting.table.throw_all(5, 5, 2)
    sitting.undo()
    count = len(sitting.match.actions)
    sitting.table.end()  # OK: these are the dice
    assert len(sitting.match.actions) == count
    sitting.table.rest()
    sitting.table.end()
    assert sitting.match.actions[count:] == [Stop(), Roll((5, 5, 2))]


def test_a_throw_that_is_due_as_it_fell_needs_its_own_dice_and_no_other(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    sitting.table.throw_all(5, 5, 2)
    taken_back(sitting)
    sitting.table.end()
    count = len(sitting.match.actions)
    for values in ((5, 5), (5, 5, 2, 2), (5, 2, 2)):
        sitting.table.throw_all(*values)
        assert sitting.play.ruling == Ruling(RulingId.THROW_STAYS, hand=(5, 5, 2)), values
        assert len(sitting.match.actions) == count


# --- a choice is awaited ---------------------------------------------------------------------------------------------


def test_a_die_more_beside_the_whole_hand_is_to_be_taken_away(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    count = len(sitting.match.actions)
    sitting.table.throw(5, 5, at=800)
    assert sitting.play.ruling == Ruling(RulingId.TOO_MANY, count=2)
    assert [box[0] for box in sitting.play.trouble] == [775.0, 875.0]
    assert len(sitting.match.actions) == count


def test_marks_that_may_not_stay_say_why_while_all_lie_there() -> None:
    sitting = chosen()
    sitting.table.keep(2)
    assert sitting.play.ruling.id is RulingId.REFUSED
    assert sitting.play.prompt == sitting.play.ruling.reason
    assert not sitting.play.warning


def test_a_hand_laid_back_as_it_was_is_the_hand_again(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    count = len(sitting.match.actions)
    sitting.table.throw_all(1, 6, 4)
    assert not sitting.play.warning
    assert sitting.lit == [2], "the 6 stays marked"
    assert len(sitting.match.actions) == count


def test_with_hands_what_may_not_stay_is_said_before_the_throw() -> None:
    sitting = chosen(Keeping.HANDS)
    sitting.table.lift(1, 3, 4)
    assert sitting.play.ruling.id is RulingId.REFUSED
    assert sitting.play.warning


def test_with_hands_a_throw_beside_what_may_not_stay_is_asked_back() -> None:
    sitting = chosen(Keeping.HANDS)
    count = len(sitting.match.actions)
    sitting.table.lift(1, 3, 4)
    sitting.table.throw(2, 2, 2, at=300)
    assert sitting.play.ruling == Ruling(RulingId.RESTORE, hand=(6, 4, 3, 1), theirs=(5, 4, 3, 1), seat=0)
    assert sitting.play.notice_id is NoticeId.REFUSED
    assert len(sitting.match.actions) == count


def test_the_throw_after_a_choice_taken_back_stays_if_the_choice_is_made_again(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(5, 2, at=800)
    taken_back(sitting)
    sitting.table.keep(1)
    assert sitting.play.ruling == Ruling(RulingId.WOULD_STAY, hand=(5, 2))
    sitting.table.lift(2, 3)
    sitting.table.throw(3, 3, at=800)
    assert sitting.play.ruling == Ruling(RulingId.THROW_STAYS, hand=(5, 2))
    assert len(sitting.play.trouble) == 2
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 5, at=800)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1})), Roll((5, 2))]


def test_a_doubt_about_a_thrown_die_names_it(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 5, at=800, doubted=(3, DoubtKind.COCKED))
    assert sitting.play.ruling == Ruling(RulingId.DOUBT, doubt=DoubtKind.COCKED, number=3)
    assert sitting.play.trouble == (sitting.table.dice[2].die.box,)
    assert len(sitting.match.actions) == count


def test_a_die_more_than_were_taken_is_to_be_taken_away(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 5, 3, 3, at=800)
    assert sitting.play.ruling == Ruling(RulingId.TOO_MANY, count=2)
    assert len(sitting.match.actions) == count


# --- what is remembered between them ---------------------------------------------------------------------------------


def test_what_is_thrown_under_our_eyes_after_a_gap_is_not_asked_about(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.dice = [replace(die, thrown=False) for die in sitting.table.dice]
    sitting.table.tell(SceneState.SETTLED, after=2.0)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 5, at=800)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1})), Roll((2, 5))]


def test_a_hand_that_lies_there_is_known_again_when_only_its_stop_is_taken_back(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.match.correct({2: 5}, sitting.table.time)  # to the camera it shows a 6
    sitting.table.end()
    sitting.undo()
    assert sitting.play.ruling.id is RulingId.PLAY_ON
    sitting.table.keep(2)
    assert sitting.lit == [2]


def test_a_hand_to_be_laid_back_has_no_buttons(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    sitting.undo()
    assert [(die.value, die.button) for die in sitting.play.dice] == [(4, None), (6, None), (1, None)]
    assert [(die.value, die.button) for die in sitting.play.before] == [(5, 1), (5, 2), (2, 3)]


# --- what buttons offer ----------------------------------------------------------------------------------------------


def test_every_die_that_may_stay_is_offered_and_dark_until_it_does(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    keys = [sitting.keys[button] for button in KEEPS[:3]]
    assert [(key.label, key.lit) for key in keys] == [(KEEP, False), (KEPT, True), (KEEP, False)]
    assert KEEPS[3] not in sitting.keys


def test_a_throw_is_entered_from_one_to_six(sitting: Sitting) -> None:
    sitting.table.press(Button.END, long=True)
    dialog = sitting.dialog
    values = []
    for _ in range(6):
        values.append(dialog.values)
        dialog.step(1)
    assert values == [(1, value, 1) for value in range(1, 7)]
    assert dialog.values == (1, 1, 1)
