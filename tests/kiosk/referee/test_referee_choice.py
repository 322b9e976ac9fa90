"""Dice are marked to stay, or left lying; the others are thrown, or the turn is ended."""

from __future__ import annotations

import pytest
from sitting import Sitting, a_six_that_stays, at_421

from kiosk.games.core import Choice, Keep, Roll, Stop, Throw
from kiosk.referee.keeping import Keeping
from kiosk.ruling import NoticeId, Ruling, RulingId
from vision.types import DoubtKind, Expectation


def test_keep_toggles_and_the_lamp_follows(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    assert isinstance(sitting.match.wait, Choice)
    assert sitting.lit == []
    sitting.table.keep(1, 3)
    assert sitting.lit == [1, 3]
    assert [die.kept for die in sitting.play.dice] == [True, False, True]
    sitting.table.keep(3)
    assert sitting.lit == [1]


def test_the_unmarked_are_lifted_and_thrown_and_keep_is_said_once_with_the_roll(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    count = len(sitting.match.actions)
    sitting.table.keep(1, 3)
    sitting.table.lift(2)
    assert len(sitting.match.actions) == count, "nothing is said before the throw is counted"
    assert sitting.play.ruling.id is RulingId.THROW_LIFTED
    sitting.table.throw(2, at=900)
    assert sitting.match.actions[count:] == [Keep(frozenset({1, 3})), Roll((2,))]
    assert sitting.match.last_hand == {1: 4, 2: 2, 3: 1}


def test_thrown_dice_fill_the_free_slots_left_to_right(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    sitting.table.lift(1, 3)
    sitting.table.throw(5, 3, at=700)
    assert sitting.match.last_hand == {1: 5, 2: 6, 3: 3}


def test_buttons_are_numbered_afresh_but_marks_follow_the_die(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    # The 4 is pushed from the left end to the right end.
    sitting.table.slide(1, 1000.0)
    assert [die.value for die in sitting.play.dice] == [6, 1, 4]
    assert sitting.lit == [3]
    sitting.table.lift(1, 2)
    sitting.table.throw(2, 1)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1})), Roll((2, 1))]


def test_the_rules_prompt_says_what_marks_lead_to(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    assert sitting.play.ruling.id is RulingId.PLAY_ON
    assert sitting.play.prompt == sitting.play.game.prompt == sitting.match.view.prompt
    sitting.table.keep(1)
    assert sitting.play.ruling == Ruling(RulingId.THROW_REST_OR_END, count=2)
    assert sitting.play.prompt == sitting.play.game.prompt != sitting.match.view.prompt
    sitting.table.keep(2, 3)
    assert sitting.play.ruling == Ruling(RulingId.ALL_KEPT)


def test_kept_dice_stay_marked_for_the_next_throw(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1, 3)
    sitting.table.lift(2)
    sitting.table.throw(6, at=300)
    assert isinstance(sitting.match.wait, Choice)
    assert sitting.lit == [1, 3]


def test_lifting_all_without_marks_throws_all_again(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    assert sitting.match.actions[-2:] == [Keep(frozenset()), Roll((5, 5, 2))]


def test_end_stops_the_turn(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()
    assert sitting.match.wait == Throw(1, (1, 2, 3))


def test_end_before_the_throw_is_no_stop(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.end()
    assert len(sitting.match.actions) == count
    assert sitting.play.notice_id is NoticeId.THROW_FIRST


def test_end_with_dice_in_the_hand_is_refused(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    count = len(sitting.match.actions)
    sitting.table.end()
    assert len(sitting.match.actions) == count
    assert sitting.play.notice_id is NoticeId.THROW_LIFTED


def test_a_marked_die_that_was_lifted_is_asked_back(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(1, 2, 3)
    assert sitting.play.ruling.id is RulingId.LIFTED
    # Put back with its old face; then the other two are thrown beside it.
    sitting.table.throw(4)
    assert sitting.play.ruling.id is RulingId.THROW_LIFTED
    sitting.table.throw(2, 2, at=800)
    assert sitting.match.actions[count:] == [Keep(frozenset({1})), Roll((2, 2))]


def test_a_marked_die_that_tumbled_is_not_found_in_a_thrown_one_of_its_value(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(4, 3, hits=(1, 2))
    assert sitting.play.ruling.id is RulingId.LIFTED
    assert len(sitting.match.actions) == count


def test_but_it_is_the_one_put_down_alone_once_all_others_were_thrown(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(4, 3, hits=(1, 2), at=600)  # the 4 was knocked aside, and a thrown 2 was followed in its place
    assert sitting.play.ruling.id is RulingId.LIFTED
    sitting.table.lift(2)
    sitting.table.throw(4, at=600)
    assert sitting.match.actions[count:] == [Keep(frozenset({1})), Roll((2, 3))]


def test_a_marked_die_that_nobody_could_follow_is_asked_back_though_a_thrown_one_fell_as_it_lay(
    sitting: Sitting,
) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.dice = []  # the 4 tipped over as it was hit, and one that hit it fell on 4
    sitting.table.throw(4, 3, 2, at=300)
    assert sitting.play.ruling.id is RulingId.LIFTED
    assert len(sitting.match.actions) == count
    sitting.table.lift(3)
    sitting.table.throw(4, at=200)
    assert sitting.match.actions[count:] == [Keep(frozenset({1})), Roll((4, 3))]


@pytest.mark.parametrize("others_lie", [True, False])
def test_a_marked_die_that_was_set_aside_is_known_again_while_no_other_can_have_been_thrown(
    sitting: Sitting, *, others_lie: bool
) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.stir()
    sitting.table.dice = [sitting.table._new(4, 900.0), *(sitting.table.dice[1:] if others_lie else ())]
    sitting.table.rest()
    assert (sitting.play.ruling.id is not RulingId.LIFTED) is others_lie


def test_or_the_marks_are_changed_by_ok(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.throw_all(3, 2, 2)
    assert sitting.play.ruling.id is RulingId.LIFTED
    assert len(sitting.match.actions) == count
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset()), Roll((3, 2, 2))]


def test_an_unmarked_die_left_lying_is_pointed_at_and_ok_keeps_it(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(3)
    sitting.table.throw(2, at=800)
    assert sitting.play.ruling.id is RulingId.LEFT
    assert sitting.play.trouble == (sitting.table.dice[1].die.box,)
    assert len(sitting.match.actions) == count
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset({1, 2})), Roll((2,))]


def test_a_doubt_about_a_die_that_stayed_keeps_nobody_waiting(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 1, at=800, doubts=[sitting.table.doubt(1)])
    assert sitting.match.actions[-1] == Roll((2, 1))


def test_but_another_doubt_beside_it_does(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 1, at=800, doubts=[sitting.table.doubt(1)], doubted=(3, DoubtKind.VALUE))
    assert sitting.play.ruling == Ruling(RulingId.DOUBT, doubt=DoubtKind.VALUE, number=3)
    assert len(sitting.match.actions) == count


def test_the_watcher_is_told_how_many_lie_there_and_which_stay(sitting: Sitting) -> None:
    assert sitting.session.expectation == Expectation(3)
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    assert sitting.session.expectation == Expectation(3, frozenset({sitting.table.dice[1].track}))


def test_a_die_that_the_rules_keep_is_shown_as_it_lay_when_it_was_thrown_too() -> None:
    sitting = a_six_that_stays()
    sitting.table.throw_all(2, 2, 4, 5, 5)
    assert sitting.play.ruling.id is RulingId.LIFTED_FORCED
    assert [(die.value, die.box) for die in sitting.play.dice if die.kept] == [(6, None)]


# --- keeping by hand --------------------------------------------------------------------------------------------------


def test_with_hands_whatever_stays_is_kept() -> None:
    sitting = at_421(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.table.lift(2)
    sitting.table.throw(2, at=900)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((2,))]


def test_with_hands_lifting_all_is_a_reroll_and_end_ends() -> None:
    sitting = at_421(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(2, 2, 1)
    assert sitting.match.actions[-2:] == [Keep(frozenset()), Roll((2, 2, 1))]
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()


def test_with_hands_end_ends_even_with_dice_in_the_hand() -> None:
    sitting = at_421(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.table.lift(1)
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()
