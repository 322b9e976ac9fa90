"""The house chooses for its seats, and whoever throws for it changes nothing about that."""

from __future__ import annotations

from sitting import Sitting

from hardware.presses import Button
from kiosk.games.core import Keep, Roll, Stop
from kiosk.ruling import RulingId


def test_the_house_marks_what_it_keeps_and_nobody_changes_that(sitting: Sitting) -> None:
    sitting.leaves(0)
    sitting.table.throw_all(4, 6, 1)
    assert sitting.lit == [1, 3]
    assert sitting.play.ruling.id is RulingId.HOUSE_KEEPS
    sitting.table.keep(2)
    sitting.table.end()
    assert sitting.lit == [1, 3]
    assert sitting.match.actions[-1] == Roll((4, 6, 1))


def test_what_the_house_keeps_is_put_back_and_what_it_throws_is_thrown(sitting: Sitting) -> None:
    sitting.leaves(0)
    sitting.table.throw_all(4, 6, 1)
    sitting.table.lift(2, 3)
    sitting.table.throw(3, 5, at=600)
    assert sitting.play.ruling.id is RulingId.LIFTED_FORCED, "nobody may let go what the house keeps"
    sitting.table.lift(2)
    sitting.table.throw(1, at=600)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((5,))]


def test_what_the_house_throws_is_not_kept_because_it_was_left_lying(sitting: Sitting) -> None:
    sitting.leaves(0)
    sitting.table.throw_all(6, 3, 4)
    assert sitting.lit == [3]
    sitting.table.lift(2)
    sitting.table.throw(2, at=600)
    assert sitting.play.ruling.id is RulingId.NOT_THROWN
    sitting.table.end()
    assert sitting.play.ruling.id is RulingId.NOT_THROWN


def test_without_a_camera_it_is_said_how_to_throw_for_the_house(sitting: Sitting) -> None:
    sitting.leaves(0)
    sitting.table.throw_all(4, 6, 1)
    sitting.blind()
    assert sitting.play.ruling.id is RulingId.NO_CAMERA_HOUSE
    assert sitting.lit == [1, 3], "which it keeps"
    sitting.table.press(Button.END, long=True)
    sitting.table.end()
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((1,))]


def test_the_house_stops_where_nothing_is_better(sitting: Sitting) -> None:
    sitting.leaves(0)
    sitting.table.throw_all(4, 2, 1)
    assert sitting.match.actions[-1] == Stop()
