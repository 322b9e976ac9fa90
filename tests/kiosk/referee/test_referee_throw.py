"""A throw counts once all its dice lie still and were thrown, none doubtful; else a sentence says what to do."""

from __future__ import annotations

import pytest
from made_up import MadeUpTable
from sitting import Sitting, at_421

from kiosk.games.core import Roll
from kiosk.match.journal import Journal
from kiosk.ruling import Ruling, RulingId
from kiosk.session.session import Session
from vision.types import Doubt, DoubtKind, SceneState


def test_dice_thrown_and_settled_are_counted_left_to_right() -> None:
    sitting = at_421()
    sitting.table.throw(3, 1, 6)
    assert sitting.match.actions == [Roll((3, 1, 6))]


def test_dice_that_lay_there_at_the_start_were_not_thrown() -> None:
    session = Session(Journal())
    match, table = session.begin("le_421", None, {}, ["Marie", "Jean"]), MadeUpTable(session.scene, session.press)
    table.lie(5, 5, 5)
    assert not match.actions
    table.throw_all(1, 2, 3)
    assert match.actions == [Roll((1, 2, 3))]


def test_the_dice_of_the_player_before_are_not_the_next_throw(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.rest()
    sitting.table.stir()
    sitting.table.rest()
    assert len(sitting.match.actions) == count
    assert not sitting.play.warning, "they may lie there until somebody throws"


def test_a_throw_is_counted_once_however_long_it_lies(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 4, 1)
    count = len(sitting.match.actions)
    for _ in range(5):
        sitting.table.rest()
    assert len(sitting.match.actions) == count


def test_a_missing_die_is_asked_for_and_may_come_after(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2)
    assert len(sitting.match.actions) == count
    assert sitting.play.ruling == Ruling(RulingId.MISSING, count=1)
    assert sitting.play.warning
    sitting.table.throw(1, at=900)
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]
    assert not sitting.play.warning


def test_a_die_too_many_is_to_be_taken_away(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, 6)
    assert sitting.play.ruling == Ruling(RulingId.TOO_MANY, count=1)
    sitting.table.lift(4)
    sitting.table.rest()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]


def test_a_die_left_lying_by_the_player_before_must_be_thrown_too(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(5, 4)
    assert sitting.play.ruling.id is RulingId.NOT_THROWN
    assert len(sitting.play.trouble) == 1
    sitting.table.lift(1)
    sitting.table.throw(6, at=900)
    assert len(sitting.match.actions) == count + 1


@pytest.mark.parametrize("kind", DoubtKind)
def test_a_doubt_is_never_counted_and_says_which_die(sitting: Sitting, kind: DoubtKind) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, doubted=(2, kind))
    assert len(sitting.match.actions) == count
    assert sitting.play.ruling == Ruling(RulingId.DOUBT, doubt=kind, number=2)
    assert len(sitting.play.trouble) == 1
    # Nudged, and sure now: the nudge is no throw, the fall before it was one.
    sitting.table.stir()
    sitting.table.rest()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]


def test_a_doubt_about_something_that_is_no_die_keeps_the_throw_and_points_there(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    aside = (900.0, 100.0, 50.0, 50.0)
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(4, 2, 1, doubts=[Doubt(DoubtKind.HIDDEN, aside)])
    assert len(sitting.match.actions) == count
    assert sitting.play.ruling == Ruling(RulingId.DOUBT, doubt=DoubtKind.HIDDEN, number=None)
    assert sitting.play.trouble == (aside,)
    sitting.table.rest()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]


def test_a_doubt_about_the_number_alone_stops_no_throw_that_has_its_dice(sitting: Sitting) -> None:
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(4, 2, 1, doubts=[Doubt(DoubtKind.COUNT, None)])
    assert sitting.match.actions[-1] == Roll((4, 2, 1))


def test_a_doubt_about_the_whole_picture_stands_until_people_named_the_dice(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(4, 2, 1, doubts=[Doubt(DoubtKind.BLUR, None)])
    assert sitting.play.ruling == Ruling(RulingId.DOUBT, doubt=DoubtKind.BLUR, number=None)
    assert sitting.play.trouble == ()
    assert len(sitting.match.actions) == count
    sitting.correct()
    sitting.table.end()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]


def test_a_die_that_tips_over_by_itself_after_the_count_amends_the_throw(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.tip(2, 3)
    assert sitting.match.actions[-1] == Roll((4, 3, 1))
    assert not sitting.play.warning
    sitting.table.keep(2)
    sitting.table.lift(1, 3)
    sitting.table.throw(5, 5, at=800)
    assert sitting.match.last_hand == {1: 5, 2: 3, 3: 5}


def test_a_die_that_tips_over_after_its_turn_ended_amends_the_throw_too() -> None:
    sitting = at_421()
    sitting.table.throw(6, 6, 6)
    sitting.table.tip(1, 2)
    assert sitting.match.actions == [Roll((2, 6, 6))]
    assert sitting.match.corrections == 0, "nobody corrected anything"


def test_a_die_that_tips_over_once_its_throw_was_taken_back_amends_nothing(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(1, 6, 4)
    sitting.undo()
    assert sitting.play.ruling.id is RulingId.WOULD_STAY, "the values of the throw before lie there"
    sitting.table.tip(2, 3)
    assert sitting.match.actions[-1] == Roll((4, 6, 1))
    assert sitting.play.ruling.id is RulingId.LEFT, "it is a thrown die beside others"


def test_a_die_turned_by_a_hand_amends_nothing(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.tell(SceneState.HAND)
    sitting.table.tip(2, 3)
    assert sitting.match.actions[-1] == Roll((4, 6, 1))
    assert sitting.play.warning


@pytest.mark.parametrize(("seconds", "roll"), [(2.5, (4, 3, 1)), (3.0, (4, 6, 1))])
def test_a_die_amends_its_throw_for_three_seconds(sitting: Sitting, seconds: float, roll: tuple[int, ...]) -> None:
    sitting.table.throw_all(4, 6, 1)
    for _ in range(int(seconds / 0.5)):
        sitting.table.tell(SceneState.SETTLED, after=0.5)
    sitting.table.tip(2, 3)
    assert sitting.match.actions[-1] == Roll(roll)


def test_a_die_that_tips_over_and_is_hard_to_read_amends_its_throw_once_it_is_not(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.tip(2, 3, doubted=True)
    assert sitting.match.actions[-1] == Roll((4, 6, 1))
    sitting.table.rest(sitting.table.doubt(1))
    assert sitting.match.actions[-1] == Roll((4, 3, 1)), "the doubt is about another die"


def test_a_kept_die_that_tips_over_after_the_count_is_asked_back_and_not_another_throw(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 5, at=700)
    count = len(sitting.match.actions)
    sitting.table.tip(1, 3)
    assert sitting.play.ruling.id is RulingId.LIFTED
    assert sitting.match.hand == {1: 4, 2: 2, 3: 5}
    sitting.table.turn(1, 4)
    assert not sitting.play.warning
    assert len(sitting.match.actions) == count
