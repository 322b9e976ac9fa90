"""A die's side is no other die's top."""

import numpy as np

from vision.reading.side_faces import without_sides
from vision.reading.tilt_net import Slant
from vision.types import Die, Doubt, DoubtKind, Reading

EDGE = 40.0
SEEN_FROM_45_DEGREES = 0.7
UP, DOWN = (0.0, -SEEN_FROM_45_DEGREES), (0.0, SEEN_FROM_45_DEGREES)


def face(x: float, y: float, value: int = 3, confidence: float = 0.95) -> Die:
    """A face as a camera at 45 degrees sees tops and fronts: as wide as before, and less high."""
    wide, high = EDGE / 2, EDGE / 2 * SEEN_FROM_45_DEGREES
    corners = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    size = float(np.sqrt(4 * wide * high))
    return Die(value, (0, 0, 1, 0, 0, 0), (x, y), corners, size, (0, 0, 0), confidence)


def told(dice: list[tuple[Die, tuple[float, float]]], doubts: list[Doubt] | None = None) -> Reading:
    """What is left of a reading whose faces slant so."""

    def slant_of(die: Die) -> Slant:
        return np.array(next(slant for one, slant in dice if one == die))

    reading = Reading(tuple(die for die, _ in dice), tuple(doubts or []))
    return without_sides(reading, slant_of)


def test_a_front_below_its_top_is_no_die_and_takes_its_doubt_along() -> None:
    top, front = face(100, 100), face(100, 130, value=2, confidence=0.6)
    reading = told([(top, UP), (front, DOWN)], [Doubt(DoubtKind.VALUE, front.box)])
    assert reading == Reading((top,), ())


def test_a_front_that_looks_surer_than_its_top_is_known_by_the_other_dice() -> None:
    top, front, other = face(100, 100, confidence=0.8), face(100, 130, value=2), face(250, 100)
    assert told([(top, UP), (front, DOWN), (other, UP)]).dice == (top, other)


def test_dice_that_touch_are_two_whichever_way_the_camera_looks() -> None:
    near, far = face(100, 100), face(100, 130)
    for slant in (UP, DOWN, (0.0, 0.0)):
        reading = Reading((near, far), ())
        assert told([(near, slant), (far, slant)]) == reading


def test_a_die_that_leans_beside_a_flat_one_is_no_side_of_it() -> None:
    flat, leaning = face(100, 100), face(146, 100)
    assert len(told([(flat, (0.0, 0.0)), (leaning, (0.65, 0.0))]).dice) == 2


def test_of_one_die_s_faces_of_which_nobody_can_tell_the_top_none_is_vouched_for() -> None:
    one, other = face(100, 100), face(100, 130)
    reading = told([(one, UP), (other, DOWN)])
    assert {doubt.box for doubt in reading.doubts} == {one.box, other.box}
    assert not reading.certain


def test_where_the_other_dice_contradict_the_surer_face_none_is_vouched_for() -> None:
    top, front, other = face(100, 100, confidence=0.5), face(100, 130), face(250, 100)
    said = [Doubt(DoubtKind.VALUE, top.box)]
    reading = told([(top, UP), (front, DOWN), (other, UP)], said)
    assert [doubt.box for doubt in reading.doubts] == [top.box, front.box]


def test_a_lone_face_is_not_asked_how_it_slants() -> None:
    die = face(100, 100)

    def never(_: Die) -> Slant:
        raise AssertionError("nothing lies beside it")

    assert without_sides(Reading((die,), ()), never) == Reading((die,), ())
