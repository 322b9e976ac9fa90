"""A die is followed from picture to picture: how far, how long, and what is not taken for it."""

import cv2
import numpy as np
import pytest
from readers import read_die

from vision.types import Die, Image, Point
from vision.watching.patch_tracker import Follower, follow

EDGE = 14.0
START: Point = (100.0, 90.0)
FELT, BODY, PIP = 90, 210, 30


def picture(*dice: Point, contrast: float = 1.0, turn: float = 0.0) -> Image:
    """Grey felt with twos on it, 320 wide; `contrast` is how strongly these stand out of the felt."""
    fine = np.full((180 * 8, 320 * 8), FELT, np.float32)
    angle = np.radians(turn)
    across = np.array([np.cos(angle), np.sin(angle)]) * EDGE / 2
    down = np.array([-across[1], across[0]])
    for at in dice:
        middle = np.array(at)
        corners = [middle + u * across + v * down for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillPoly(fine, [np.rint((np.array(corners) + 0.5) * 8).astype(np.int32)], BODY)
        for side in (-1, 1):
            x, y = np.rint((middle + side * 0.5 * across + side * 0.5 * down + 0.5) * 8).astype(int).tolist()
            cv2.circle(fine, (x, y), 14, PIP, cv2.FILLED)
    small = cv2.resize(fine, (320, 180), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(FELT + (small - FELT) * contrast, 0, 255), np.uint8)


def die(at: Point) -> Die:
    """As it was read in a frame four times as large."""
    return read_die(2, (at[0] * 4, at[1] * 4), EDGE * 4)


def follower(small: Image, at: Point = START) -> Follower:
    return Follower(small, 0.25, die(at), 10.0)


@pytest.fixture
def followed() -> Follower:
    return follower(picture(START))


def moved(x: float, y: float = 0.0) -> Point:
    return START[0] + x, START[1] + y


def test_it_knows_when_the_die_lay_still_last(followed: Follower) -> None:
    assert followed.rested == 10.0
    assert followed.stays(picture(START), 10.1)
    assert followed.rested == 10.1
    followed.search(picture(moved(1.0)), 10.2, [])
    assert (followed.seen, followed.rested) == (10.2, 10.2), "light and noise move it by as much"
    followed.search(picture(moved(8.0)), 10.3, [])
    followed.search(picture(moved(14.0)), 10.4, [])
    assert (followed.seen, followed.rested) == (10.4, 10.2)
    followed.lose()
    assert followed.rested == -np.inf


@pytest.mark.parametrize("by", [(4.0, 0.0), (0.0, -4.0), (30.0, 0.0)])
def test_what_has_moved_or_is_not_there_does_not_stay(followed: Follower, by: Point) -> None:
    assert not followed.stays(picture(moved(*by)), 10.1)
    assert followed.seen == 10.0


@pytest.mark.parametrize(
    "by", [(5.0, -3.0), (-12.0, 8.0), (21.0, 0.0), (-21.0, 0.0), (0.0, 21.0), (0.0, -21.0), (2.5, 1.25)]
)
def test_a_die_is_found_nearby_to_a_fraction_of_a_pixel(followed: Follower, by: Point) -> None:
    followed.search(picture(moved(*by)), 10.1, [])
    assert followed.at == pytest.approx(moved(*by), abs=0.4)
    assert followed.seen == 10.1


@pytest.mark.parametrize("by", [(25.0, 0.0), (0.0, 25.0), (-25.0, -2.0)])
def test_a_die_is_not_sought_farther_than_an_edge_and_a_half(followed: Follower, by: Point) -> None:
    followed.search(picture(moved(*by)), 10.1, [])
    assert (followed.at, followed.seen) == (START, 10.0)


@pytest.mark.parametrize("sign", [1, -1], ids=["forwards", "backwards"])
def test_a_die_out_of_sight_for_half_a_second_is_gone_unless_it_lies_there_still(followed: Follower, sign: int) -> None:
    followed.search(picture(), 10 + 0.4 * sign, [])
    assert not followed.gone
    followed.search(picture(), 10 + 0.5 * sign, [])
    assert followed.gone
    followed.search(picture(moved(5)), 10 + 0.55 * sign, [])
    assert (followed.at, followed.seen) == (START, 10.0)
    assert followed.stays(picture(START), 10 + sign)
    assert not followed.gone


def test_of_what_was_lost_nothing_is_known_unless_it_lies_there_still(followed: Follower) -> None:
    followed.lose()
    followed.search(picture(moved(5)), 10.1, [])
    assert followed.at == START
    assert followed.seen == -np.inf
    assert followed.stays(picture(START), 10.2)


@pytest.mark.parametrize(("contrast", "found"), [(0.3, False), (0.5, False), (0.65, True), (1.0, True)])
def test_what_has_another_contrast_is_another_thing(followed: Follower, contrast: float, *, found: bool) -> None:
    followed.search(picture(moved(6), contrast=contrast), 10.1, [])
    assert (followed.seen == 10.1) == found


@pytest.mark.parametrize(("contrast", "found"), [(1.6, True), (2.2, False)])
def test_what_stands_out_more_than_it_did_is_another_thing(contrast: float, *, found: bool) -> None:
    dim = follower(picture(START, contrast=0.4))
    dim.search(picture(moved(6), contrast=0.4 * contrast), 10.1, [])
    assert (dim.seen == 10.1) == found


@pytest.mark.parametrize("turn", [15.0, -15.0, 30.0, -30.0])
def test_a_die_that_was_hit_may_turn(followed: Follower, turn: float) -> None:
    followed.search(picture(moved(6), turn=turn), 10.1, [])
    assert followed.at == pytest.approx(moved(6), abs=0.7)


def test_of_two_alike_the_nearer_one_is_it(followed: Follower) -> None:
    followed.search(picture(moved(-17), moved(9)), 10.1, [])
    assert followed.at == pytest.approx(moved(9), abs=0.5)


def test_it_is_not_found_where_another_is(followed: Follower) -> None:
    followed.search(picture(moved(9)), 10.1, [moved(9 + 6)])
    assert followed.seen == 10.0
    followed.search(picture(moved(9)), 10.1, [moved(9 + 8)])
    assert followed.seen == 10.1


def test_at_the_edge_of_the_picture_nothing_is_followed() -> None:
    for at in ((5.0, 90.0), (100.0, 4.0), (316.0, 90.0), (100.0, 176.0)):
        beside = follower(picture(at), at)
        assert not beside.stays(picture(at), 10.1)
        beside.search(picture(at), 10.1, [])
        assert (beside.at, beside.seen) == (at, 10.0)


def test_dice_followed_together_are_not_found_where_one_of_them_lies_or_was_last_seen() -> None:
    small = picture(START, moved(20))
    left, right = follower(small), follower(small, moved(20))
    follow([left, right], picture(moved(20)), 10.1)
    assert (left.at, left.seen) == (START, 10.0)
    assert right.seen == 10.1
    left.gone = True
    follow([left, right], picture(moved(4)), 10.2)
    assert right.at == pytest.approx(moved(4), abs=0.5), "where one was that is gone another may be"
