"""A six is turned to a one by hand: the table sees it done, and asks only where it might have been thrown."""

from __future__ import annotations

import pytest
from sitting import Sitting

from kiosk.games.core import Choice, Keep, Roll, Throw, Turned
from kiosk.referee.keeping import Keeping
from kiosk.ruling import RulingId


@pytest.fixture
def two_sixes() -> Sitting:
    """Chicago: Marie has thrown two sixes and a four."""
    return with_sixes()


def with_sixes(*, keeping: Keeping = Keeping.BUTTONS, cap: str = "leader") -> Sitting:
    sitting = Sitting("chicago", None, {"cap": cap}, first=0, keeping=keeping)
    sitting.table.throw(6, 4, 6)
    assert isinstance(sitting.match.wait, Choice)
    return sitting


def test_a_six_that_lies_in_place_as_a_one_was_turned_and_stays(two_sixes: Sitting) -> None:
    two_sixes.table.turn(3, 1)
    assert two_sixes.match.actions[-1] == Turned(frozenset({3}))
    assert two_sixes.match.last_hand == {1: 6, 2: 4, 3: 1}
    assert two_sixes.lit == [3]
    assert [die.value for die in two_sixes.play.dice] == [6, 4, 1]
    assert all(die.picture is not None for die in two_sixes.play.dice)
    two_sixes.table.lift(1, 2)
    two_sixes.table.throw(5, 2, at=600)
    assert two_sixes.match.actions[-2:] == [Keep(frozenset({3})), Roll((5, 2))]
    assert two_sixes.match.hand == {1: 5, 2: 2, 3: 1}


def test_the_other_six_must_be_thrown(two_sixes: Sitting) -> None:
    two_sixes.table.turn(1, 1)
    two_sixes.table.keep(3)
    assert two_sixes.lit == [1]
    two_sixes.table.end()
    assert isinstance(two_sixes.match.wait, Choice), "the turn cannot end"


def test_it_may_be_put_down_elsewhere_while_all_else_lies(two_sixes: Sitting) -> None:
    two_sixes.table.lift(1)
    two_sixes.table.throw(1, at=900)
    assert two_sixes.match.actions[-1] == Turned(frozenset({1}))


def test_marks_before_do_not_matter_unless_they_say_that_just_it_is_thrown(two_sixes: Sitting) -> None:
    two_sixes.table.keep(2, 3)
    two_sixes.table.lift(1)
    two_sixes.table.throw(1, at=900)
    assert two_sixes.match.actions[-2:] == [Keep(frozenset({2, 3})), Roll((1,))]
    other = with_sixes()
    other.table.keep(2, 3)
    other.table.rest()
    other.table.turn(1, 1)
    assert other.play.ruling.id is RulingId.WAS_TURNED
    other.table.end()
    assert other.match.actions[-1] == Turned(frozenset({1}))


def test_turned_and_the_others_thrown_in_one_breath_is_asked(two_sixes: Sitting) -> None:
    two_sixes.table.turn(1, 1, throw=(3, 5), at=600)
    assert two_sixes.play.ruling.id is RulingId.WAS_TURNED
    two_sixes.table.end()
    assert two_sixes.match.actions[-3:] == [Turned(frozenset({1})), Keep(frozenset({1})), Roll((3, 5))]


def test_a_one_that_was_thrown_onto_that_place_is_pushed_aside_and_counts(two_sixes: Sitting) -> None:
    two_sixes.table.turn(1, 1, throw=(3, 5), at=600)
    two_sixes.table.slide(1, 400.0)
    assert two_sixes.match.actions[-2:] == [Keep(frozenset()), Roll((1, 3, 5))]


def test_three_sixes_may_become_two_ones() -> None:
    sitting = Sitting("chicago", first=0)
    sitting.table.throw(6, 6, 6)
    sitting.table.turn(1, 1)
    assert sitting.match.actions[-1] == Turned(frozenset({1}))
    sitting.table.turn(2, 1)
    assert sitting.match.actions[-1] == Turned(frozenset({2}))
    assert sitting.match.wait == Throw(0, (3,))
    sitting.table.lift(3)
    sitting.table.throw(1, at=700)
    assert sitting.match.hand == {1: 1, 2: 1, 3: 1}


def test_another_die_that_shows_another_face_is_still_asked_about(two_sixes: Sitting) -> None:
    two_sixes.table.turn(2, 1)
    assert not any(isinstance(action, Turned) for action in two_sixes.match.actions)
    assert two_sixes.play.warning


def test_with_hands_alone_a_one_in_the_place_of_a_six_is_asked_about() -> None:
    sitting = with_sixes(keeping=Keeping.HANDS)
    sitting.table.turn(1, 1)
    assert sitting.play.ruling.id is RulingId.WAS_TURNED
    sitting.table.end()
    assert sitting.match.actions[-1] == Turned(frozenset({1}))
    elsewhere = with_sixes(keeping=Keeping.HANDS)
    elsewhere.table.lift(1)
    elsewhere.table.throw(1, at=900)
    assert elsewhere.match.actions[-1] == Roll((1,))


def test_undo_asks_for_the_six_back(two_sixes: Sitting) -> None:
    two_sixes.table.turn(1, 1)
    two_sixes.undo()
    assert two_sixes.match.last_hand == {1: 6, 2: 4, 3: 6}
    assert two_sixes.play.ruling.id is RulingId.RESTORE
    two_sixes.table.turn(1, 6)
    assert two_sixes.play.ruling.id is RulingId.PLAY_ON


def test_a_corrected_throw_without_two_sixes_drops_what_was_turned(two_sixes: Sitting) -> None:
    two_sixes.table.turn(1, 1)
    two_sixes.match.correct({3: 5}, two_sixes.table.time)
    assert two_sixes.match.actions == [Roll((6, 4, 5))]


def test_what_was_turned_is_no_throw_that_could_be_corrected(two_sixes: Sitting) -> None:
    two_sixes.table.turn(1, 1)
    before = list(two_sixes.match.actions)
    two_sixes.match.correct({1: 5}, two_sixes.table.time)
    assert two_sixes.match.actions == before


def test_the_house_has_its_six_turned() -> None:
    two_sixes = with_sixes(cap="none")
    two_sixes.leaves(0)
    assert two_sixes.play.ruling.id is RulingId.HOUSE_TURNS
    two_sixes.table.turn(1, 1)
    assert Turned(frozenset({1})) in two_sixes.match.actions
    assert two_sixes.lit
    assert two_sixes.play.ruling.id is RulingId.HOUSE_KEEPS


def test_without_a_camera_the_house_has_its_six_turned_at_once() -> None:
    two_sixes = with_sixes(cap="none")
    two_sixes.leaves(0)
    two_sixes.blind()
    assert Turned(frozenset({1})) in two_sixes.match.actions
    assert two_sixes.lit
    assert two_sixes.play.ruling.id is RulingId.NO_CAMERA_HOUSE


def test_without_a_camera_the_menu_says_that_one_was_turned(two_sixes: Sitting) -> None:
    assert not two_sixes.referee.may_turn
    two_sixes.blind()
    two_sixes.choose("A six was turned to a one")
    assert two_sixes.match.actions[-1] == Turned(frozenset({1}))
