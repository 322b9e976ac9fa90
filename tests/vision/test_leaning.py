"""A die leans if its body reaches beyond its top face where that of a flat die would not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.leaning import LEARNED, Leaning
from vision.tray import Bodies
from vision.types import Die

WIDTH, HEIGHT, SCALE = 320, 180, 0.25
EDGE = 44.0
Point = tuple[float, float]


def die(x: float, y: float) -> Die:
    half = EDGE / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Die(3, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), (x, y), corners, EDGE, (255, 255, 255), 0.99)


def bodies(*shown: tuple[Die, Point]) -> Bodies:
    """The top faces, and sides that reach so many edges further in x and y."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for each, (dx, dy) in shown:
        top = np.array(each.corners)
        hull = cv2.convexHull(np.concatenate([top, top + np.array([dx, dy]) * EDGE]).astype(np.float32))
        cv2.fillConvexPoly(mask, (hull * SCALE).round().astype(np.int32), 255)
    return Bodies(mask, mask, np.full((HEIGHT, WIDTH), 255, np.uint8))


def flat(x: float, y: float, *, below: Point = (640, 360)) -> tuple[Die, Point]:
    """A flat die under a camera 2500 pixels of focal length over `below`."""
    return die(x, y), ((below[0] - x) / 2500, (below[1] - y) / 2500)


def scattered(count: int, below: Point = (640, 360)) -> list[tuple[Die, Point]]:
    places = np.random.default_rng(1).uniform((150, 150), (1130, 570), (count, 2))
    return [flat(float(x), float(y), below=below) for x, y in places]


def test_flat_dice_lie_flat_all_over_the_tray() -> None:
    leaning = Leaning()
    assert all(leaning.look(bodies(shown), SCALE, [shown[0]]) == [] for shown in scattered(60))


@pytest.mark.parametrize("side", [(0.6, 0.0), (0.0, 0.6), (-0.5, 0.1)])
def test_a_body_that_reaches_far_leans(side: Point) -> None:
    leaning = Leaning()
    for shown in scattered(LEARNED):
        leaning.look(bodies(shown), SCALE, [shown[0]])
    leans, lies = die(500, 300), flat(800, 300)
    assert leaning.look(bodies((leans, side), lies), SCALE, [leans, lies[0]]) == [leans]


def test_where_the_camera_stands_is_learned_from_the_dice() -> None:
    leaning = Leaning()
    aside = (1100.0, 100.0)
    for shown in scattered(40, aside):
        leaning.look(bodies(shown), SCALE, [shown[0]])
    assert all(leaning.look(bodies(shown), SCALE, [shown[0]]) == [] for shown in scattered(40, aside))


def test_a_die_that_touches_another_is_no_side_of_it() -> None:
    leaning = Leaning()
    first, second = flat(600, 360), flat(600 + EDGE, 360)
    assert leaning.look(bodies(first, second), SCALE, [first[0], second[0]]) == []


def test_nothing_is_said_where_the_tray_is_unknown() -> None:
    seen = bodies((die(500, 300), (0.8, 0.0)))
    unknown = Bodies(seen.lighter, seen.unshaded, np.zeros((HEIGHT, WIDTH), np.uint8))
    assert Leaning().look(unknown, SCALE, [die(500, 300)]) == []


def test_pips_on_a_side_are_part_of_it() -> None:
    leans = die(500, 300)
    seen = bodies((leans, (0.8, 0.0)))
    cv2.circle(seen.lighter, (round((500 + 0.8 * EDGE) * SCALE), round(300 * SCALE)), 1, 0, cv2.FILLED)
    assert Leaning().look(seen, SCALE, [leans]) == [leans]


def test_a_die_that_leans_on_the_rim_in_the_corner_of_the_picture_leans() -> None:
    leans = die(30, 690)
    assert Leaning().look(bodies((leans, (0.4, -0.6))), SCALE, [leans]) == [leans]
