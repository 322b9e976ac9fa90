"""A top face slants as far as the die's body reaches beyond it, on the other side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.types import Die
from vision.watching.background import Foreground
from vision.watching.body_tilt import slant_by_body

WIDTH, HEIGHT, SCALE = 320, 180, 0.25
EDGE = 44.0
PIXEL = 1 / (EDGE * SCALE)
"""One of the small picture, in edges."""
Point = tuple[float, float]


def die(x: float, y: float) -> Die:
    half = EDGE / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Die(3, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), (x, y), corners, EDGE, (255, 255, 255), 0.99)


def foreground(*shown: tuple[Die, Point]) -> Foreground:
    """The top faces, and sides that reach so many edges further in x and y."""
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
