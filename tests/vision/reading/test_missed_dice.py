"""Who must see nothing where something stands out beside dice that were told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from two_threes import EDGE, TOLD, three, told, two_threes

from vision.reading.detector import Detected, DetectedUnreadable
from vision.reading.missed_dice import missed
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

    def detect(self, pictures: Sequence[Image], _least: float) -> list[Detected]:
        self.shown += len(pictures)
        return [
            ([], [DetectedUnreadable(picture.shape[1] / 2, picture.shape[0] / 2, 0.5)] if self.dice else [])
            for picture in pictures
        ]


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
