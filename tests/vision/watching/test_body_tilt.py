"""A top face slants as far as the die's body reaches beyond it, on the other side."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from readers import read_die

from vision.types import Die
from vision.watching.background import Foreground
from vision.watching.body_tilt import slant_by_body

WIDTH, HEIGHT, SCALE = 320, 180, 0.25
EDGE = 44.0
PIXEL = 1 / (EDGE * SCALE)
"""One of the small picture, in edges."""
Point = tuple[float, float]


def die(x: float, y: float) -> Die:
    return read_die(3, (x, y), EDGE)


def foreground(*shown: tuple[Die, Point]) -> Foreground:
    """The top faces, and sides that reach this many edges further in x and y."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for each, (dx, dy) in shown:
        top = np.array(each.corners)
        hull = cv2.convexHull(np.concatenate([top, top + np.array([dx, dy]) * EDGE]).astype(np.float32))
        cv2.fillConvexPoly(mask, (hull * SCALE).round().astype(np.int32), 255)
    return Foreground(mask, mask, np.full((HEIGHT, WIDTH), 255, np.uint8))


@pytest.mark.parametrize("reach", [(0.0, 0.0), (0.3, 0.0), (0.0, -0.5), (-0.4, 0.3)])
def test_a_face_slants_away_from_the_sides_that_are_seen(reach: Point) -> None:
    lying = die(500, 300)
    slant = slant_by_body(foreground((lying, reach)), SCALE, lying, [lying])
    assert slant == pytest.approx(-np.array(reach), abs=1.5 * PIXEL)


def test_a_die_that_touches_another_is_no_side_of_it() -> None:
    first, second = die(600, 360), die(600 + EDGE, 360)
    seen = foreground((first, (0, 0)), (second, (0, 0)))
    assert slant_by_body(seen, SCALE, first, [first, second]) == pytest.approx([0, 0], abs=1.5 * PIXEL)


def test_nothing_is_said_where_the_tray_is_unknown() -> None:
    lying = die(500, 300)
    seen = foreground((lying, (0.8, 0.0)))
    unknown = Foreground(seen.lighter, seen.unshaded, np.zeros((HEIGHT, WIDTH), np.uint8))
    assert slant_by_body(unknown, SCALE, lying, [lying]) is None


def test_pips_on_a_side_are_part_of_it() -> None:
    lying = die(500, 300)
    seen = foreground((lying, (0.8, 0.0)))
    cv2.circle(seen.lighter, (round((500 + 0.8 * EDGE) * SCALE), round(300 * SCALE)), 1, 0, cv2.FILLED)
    assert slant_by_body(seen, SCALE, lying, [lying]) == pytest.approx([-0.8, 0], abs=1.5 * PIXEL)


def test_what_lies_beyond_the_pictures_edge_is_not_there() -> None:
    lying = die(30, 690)
    assert slant_by_body(foreground((lying, (0.4, -0.6))), SCALE, lying, [lying]) == pytest.approx(
        [-0.4, 0.6], abs=1.5 * PIXEL
    )


def test_a_die_outside_the_picture_says_nothing() -> None:
    lying = die(500, 300)
    seen = foreground((lying, (0.4, 0.0)))
    outside = die(500, -100)
    assert slant_by_body(seen, SCALE, outside, [outside]) is None


def test_of_a_die_brighter_than_the_tray_nothing_darker_is_part() -> None:
    lying = die(500, 300)
    bright, dark = foreground((lying, (0.0, 0.0))).lighter, foreground((lying, (0.5, 0.0))).unshaded
    known = np.full((HEIGHT, WIDTH), 255, np.uint8)
    assert slant_by_body(Foreground(bright, dark, known), SCALE, lying, [lying]) == pytest.approx(
        [0, 0], abs=1.5 * PIXEL
    )
    nothing = np.zeros((HEIGHT, WIDTH), np.uint8)
    assert slant_by_body(Foreground(nothing, dark, known), SCALE, lying, [lying]) == pytest.approx(
        [-0.5, 0], abs=1.5 * PIXEL
    )


def test_what_follows_after_a_gap_wider_than_a_pip_is_another_thing() -> None:
    lying = die(500, 300)
    for gap, reach in ((0.15, 1.0), (0.45, 0.1)):
        seen = foreground((lying, (1.0, 0.0)))
        left = 500 + EDGE * (0.5 + 0.1)
        columns = np.s_[:, round(left * SCALE) : round((left + gap * EDGE) * SCALE) + 1]
        seen.lighter[columns] = 0
        slant = slant_by_body(seen, SCALE, lying, [lying])
        assert slant is not None
        assert -slant[0] == pytest.approx(reach, abs=0.16)


def test_sides_seen_of_a_turned_die_point_where_they_reach() -> None:
    lying = die(500, 300)
    turn = np.radians(35)
    about = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = (np.array(lying.corners) - (500, 300)) @ about.T + (500, 300)
    turned = replace(lying, corners=tuple((float(x), float(y)) for x, y in corners))  # type: ignore[arg-type]  # four
    reach = about @ (0.5, 0.0)
    backwards = replace(turned, corners=turned.corners[::-1])
    for either in (turned, backwards):
        slant = slant_by_body(foreground((turned, (float(reach[0]), float(reach[1])))), SCALE, either, [either])
        assert slant == pytest.approx(-reach, abs=2 * PIXEL)
