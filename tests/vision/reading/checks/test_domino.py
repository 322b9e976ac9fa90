"""Which faces lie side by side as the halves of a domino do."""

from __future__ import annotations

import numpy as np
import pytest
from seen_face import EDGE_PX, a_four, seen_as

from vision.reading.candidates import Detections
from vision.reading.checks.domino import halves
from vision.reading.detector import Array
from vision.reading.fusion import CERTAIN, UNDISPUTED
from vision.reading.reader import Reader

SQUARE: Array = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], np.float32)


def face(x: float, y: float, degrees: float = 0.0, edge: float = 1.0) -> Array:
    """Its corners as a camera sees them that stands aside; middle and edge in edges of a die."""
    turn = np.radians(degrees)
    c, s = np.cos(turn), np.sin(turn)
    turned = SQUARE @ np.array([(c, s), (-s, c)], np.float32) * edge + np.array((x, y), np.float32)
    nearer = 1 + 0.05 * turned[:, 1:]  # a table seen at an angle
    return np.asarray(turned * (40, 28) * nearer + (300, 200), np.float32)


@pytest.mark.parametrize("turned", [0, 30, 90, 180])
def test_halves_of_a_domino_lie_side_by_side(turned: float) -> None:
    x, y = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    assert halves(face(0, 0, turned), face(x, y, turned))


def test_corners_may_begin_anywhere_and_be_a_little_off() -> None:
    rng = np.random.default_rng(3)
    other = np.roll(face(0, 1.05), 2, axis=0) + rng.normal(0, 1, (4, 2)).astype(np.float32)
    assert halves(face(0, 0), other)


@pytest.mark.parametrize(
    "other",
    [
        face(1.4, 0),
        face(1, 0.35),
        face(1, 0, 20),
        face(1, 1),
        face(2, 0),
        face(1, 0, edge=0.6),
        face(0, 0),
        face(9, 2),
        np.zeros((4, 2), np.float32),
    ],
    ids=["apart", "shifted", "turned", "across a corner", "two away", "smaller", "the same", "far", "without area"],
)
def test_dice_that_merely_lie_near_one_another_are_none(other: Array) -> None:
    assert not halves(face(0, 0), other)


def test_a_die_beside_an_emblem_is_not_a_half_of_it() -> None:
    picture = np.hstack([a_four()[:, 30:130], a_four()[:, 70:]])
    die, emblem = seen_as(4, 0.93, printed=0.05), seen_as(1, 0.18, 100 + EDGE_PX, printed=0.8)
    reading = Reader().conclude(picture, Detections([die, emblem]))
    assert [doubt.box for doubt in reading.doubts] == [one.box for one in reading.dice if one.value == 1]


@pytest.mark.parametrize(
    ("printed", "bar", "expected", "doubted"),
    [
        (0.05, UNDISPUTED, None, 2),
        (0.05, UNDISPUTED, 2, 0),
        (0.05, CERTAIN, None, 0),
        (0.01, UNDISPUTED, None, 0),
        (0.2, UNDISPUTED, 2, 2),
        (0.2, CERTAIN, None, 2),
    ],
)
def test_after_one_search_of_dice_that_nobody_counted_less_print_is_enough_to_look_again(
    printed: float, bar: float, expected: int | None, doubted: int
) -> None:
    tile = Detections([seen_as(4, 0.98 - printed, 100 + at, printed=printed) for at in (0, EDGE_PX)])
    picture = np.hstack([a_four()[:, 30:130], a_four()[:, 70:]])
    assert len(Reader().conclude(picture, tile, bar, expected=expected).doubts) == doubted
