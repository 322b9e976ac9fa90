"""Who must see nothing where something stands out beside dice that were told."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from two_threes import EDGE, TOLD, three, told, two_threes

from vision.reading.detector import Detected
from vision.reading.missed_dice import MOST_PLACES, Saliency, missed
from vision.reading.pyramid import Pyramid
from vision.types import Image, Point


@pytest.fixture
def table() -> Image:
    return two_threes()


@dataclass
class Seeing:
    """A detector that takes all or nothing for a die that can't be read, and how many windows it was shown."""

    dice: bool = False
    shown: int = 0

    def detect(self, picture: Image, _least: float) -> Detected:
        self.shown += 1
        middle = np.array((picture.shape[1] / 2, picture.shape[0] / 2), np.float32)
        return [], [(0.5, middle)] if self.dice else []


@dataclass
class Eyes:
    """All that looks."""

    fast: Seeing = field(default_factory=Seeing)
    full: Seeing = field(default_factory=Seeing)

    def miss(self, picture: Image, suspected: Sequence[Point] = ()) -> bool:
        networks = SimpleNamespace(fast_detector=self.fast, detector=self.full)
        return missed(Pyramid(picture), networks, [told(at, EDGE) for at in TOLD], suspected)  # type: ignore[arg-type]


def test_a_plain_table_is_shown_to_nobody(table: Image) -> None:
    eyes = Eyes(Seeing(dice=True), Seeing(dice=True))
    assert not eyes.miss(table, TOLD)
    assert eyes.fast.shown == eyes.full.shown == 0


def test_what_stands_out_is_no_die_if_nobody_sees_one(table: Image) -> None:
    three(table, (120.0, 80.0), (200, 200, 200))
    assert not Eyes().miss(table)
    assert not Eyes(Seeing(dice=True)).miss(table), "the full detector decides"
    assert Eyes(Seeing(dice=True), Seeing(dice=True)).miss(table)
    only_the_full_one = Eyes(full=Seeing(dice=True))
    assert not only_the_full_one.miss(table)
    assert only_the_full_one.full.shown == 0


def test_what_is_suspected_is_shown_to_the_full_detector_in_any_case(table: Image) -> None:
    cv2.rectangle(table, (114, 74), (126, 86), (25, 30, 25), cv2.FILLED)
    cv2.circle(table, (120, 80), 1, (30, 30, 140), cv2.FILLED)
    eyes = Eyes(full=Seeing(dice=True))
    assert not eyes.miss(table)
    assert eyes.miss(table, [(120.0, 80.0)])
    assert eyes.fast.shown == 0


def test_where_too_much_stands_out_one_may_be_missed() -> None:
    assert Eyes().miss(np.random.default_rng(4).integers(0, 255, (120, 160, 3), np.uint8))


# --- what stands out --------------------------------------------------------------------------------------------------


def standing_out(picture: Image, faces: Sequence[Point], suspected: Sequence[Point]) -> tuple[list[Point], list[Point]]:
    """Where dice are suspected and something stands out, and where anything does as dice do."""
    surroundings = Saliency(Pyramid(picture), faces, EDGE)
    return surroundings.suspected(suspected), surroundings.plain()


def test_felt_and_the_rim_of_a_tray_do_not_stand_out(table: Image) -> None:
    assert standing_out(table, TOLD, TOLD) == ([], [])
    cv2.line(table, (0, 100), (159, 100), (20, 40, 16), 1)
    assert standing_out(table, TOLD, TOLD) == ([], [])


def test_another_die_stands_out_also_where_it_touches(table: Image) -> None:
    for at in ((120.0, 80.0), (73.0, 42.0), (2.0, 118.0)):
        picture = table.copy()
        three(picture, at, (200, 200, 200))
        _, (place,) = standing_out(picture, TOLD, TOLD)
        assert math.dist(place, at) < EDGE
        assert standing_out(picture, [*TOLD, at], TOLD) == ([], [])


def test_of_many_dice_none_is_far_from_where_anything_stands_out(table: Image) -> None:
    others = [(x, y) for x in (90.0, 104.0) for y in (20.0, 34.0, 48.0)]
    for at in others:
        three(table, at, (235, 240, 245))
    _, places = standing_out(table, TOLD, TOLD)
    assert all(min(max(abs(x - u), abs(y - v)) for u, v in places) < EDGE for x, y in others)
    assert len(places) <= 3 * len(others)


def test_where_all_stands_out_that_is_not_all_told(table: Image) -> None:
    assert (
        len(standing_out(np.random.default_rng(4).integers(0, 255, table.shape, np.uint8), TOLD, [])[1]) > MOST_PLACES
    )
    assert standing_out(np.full_like(table, 90), TOLD, TOLD) == ([], [])


def test_between_two_others_a_die_stands_out_if_it_is_suspected(table: Image) -> None:
    row = [(30.0, 90.0), (43.0, 90.0), (56.0, 90.0)]
    for at in row:
        three(table, at, (235, 240, 245))
    assert standing_out(table, [*TOLD, row[0], row[2]], row)[0] == [row[1]]
    assert standing_out(table, [*TOLD, *row], row) == ([], [])


def test_a_far_fainter_die_stands_out_only_where_it_is_suspected(table: Image) -> None:
    x, y = 120.0, 80.0
    cv2.rectangle(table, (114, 74), (126, 86), (25, 30, 25), cv2.FILLED)
    cv2.circle(table, (120, 80), 1, (30, 30, 140), cv2.FILLED)
    assert standing_out(table, TOLD, TOLD) == ([], [])
    assert standing_out(table, TOLD, [(x, y)]) == ([(x, y)], [])


def test_where_a_die_is_suspected_less_is_enough(table: Image) -> None:
    blot = np.zeros((120, 160), np.float32)
    cv2.circle(blot, (110, 70), 8, 1.0, cv2.FILLED)
    faint = np.clip(table + 110 * cv2.GaussianBlur(blot, (0, 0), 4)[..., None], 0, 255).astype(np.uint8)
    assert standing_out(faint, TOLD, TOLD) == ([], [])
    assert standing_out(faint, TOLD, [*TOLD, (110.0, 70.0)]) == ([(110.0, 70.0)], [])
    assert standing_out(faint, TOLD, [*TOLD, (20.0, 90.0)]) == ([], [])
