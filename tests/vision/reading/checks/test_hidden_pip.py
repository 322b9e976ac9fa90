"""What is left of a middle pip that a lamp hides."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading.checks.hidden_pip import pip_hidden
from vision.reading.crops import SIDE_PX
from vision.types import Image

Colour = tuple[int, int, int]
WHITE, BLACK, RED = (235, 240, 245), (20, 20, 20), (30, 30, 190)
OUTER = {2: [(-9, -9), (9, 9)], 3: [(-9, 9), (9, -9)], 4: [(-9, -9), (-9, 9), (9, -9), (9, 9)]}
MIDDLE = SIDE_PX // 2
EDGE_PX = 38.0


def face(value: int, body: Colour, pip: Colour) -> Image:
    """A cut-out of a face without its middle pip, if it has one."""
    cut = np.full((SIDE_PX, SIDE_PX, 3), (46, 92, 38), np.uint8)
    cv2.rectangle(cut, (13, 13), (51, 51), body, cv2.FILLED)
    for x, y in OUTER[value]:
        cv2.circle(cut, (MIDDLE + x, MIDDLE + y), 4, pip, cv2.FILLED, cv2.LINE_AA)
    return cut


def streaked(value: int, body: Colour, pip: Colour) -> Image:
    """The same, with what a lamp's streak leaves of a pip in its middle."""
    cut = face(value, body, pip)
    cv2.circle(cut, (MIDDLE, MIDDLE), 4, pip, cv2.FILLED, cv2.LINE_AA)
    cv2.line(cut, (MIDDLE - 12, MIDDLE + 1), (MIDDLE + 12, MIDDLE + 1), (250, 250, 250), 6, cv2.LINE_AA)
    return cut


def filmed(cut: Image) -> Image:
    noisy = cv2.GaussianBlur(cut, (0, 0), 0.8) + np.random.default_rng(3).normal(0, 3, cut.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", [2, 4])
@pytest.mark.parametrize(("body", "pip"), [(WHITE, BLACK), (RED, BLACK), (BLACK, WHITE)])
def test_an_empty_middle_hides_nothing(value: int, body: Colour, pip: Colour) -> None:
    assert not pip_hidden(filmed(face(value, body, pip)), value, EDGE_PX)


@pytest.mark.parametrize("value", [2, 4])
@pytest.mark.parametrize("body", [WHITE, RED])
def test_what_is_left_of_a_pip_is_seen(value: int, body: Colour) -> None:
    assert pip_hidden(filmed(streaked(value, body, BLACK)), value, EDGE_PX)


def test_where_pips_are_light_a_lamp_is_no_pip() -> None:
    assert not pip_hidden(filmed(streaked(4, BLACK, WHITE)), 4, EDGE_PX)


def test_what_has_a_middle_pip_hides_none_there() -> None:
    assert not pip_hidden(filmed(streaked(3, WHITE, BLACK)), 3, EDGE_PX)


def test_on_a_small_face_nothing_so_small_is_seen() -> None:
    assert not pip_hidden(filmed(streaked(4, WHITE, BLACK)), 4, 14.0)


@pytest.mark.parametrize("seed", range(5))
def test_on_a_speckled_body_a_speck_is_none(seed: int) -> None:
    cut = face(2, WHITE, BLACK)
    for x, y in np.random.default_rng(seed).integers(16, 48, (120, 2)).tolist():
        cv2.circle(cut, (x, y), 1, (90, 90, 90), cv2.FILLED)
    assert not pip_hidden(filmed(cut), 2, EDGE_PX)


def test_between_pips_that_are_close_there_is_no_room_for_one() -> None:
    cut = np.full((SIDE_PX, SIDE_PX, 3), WHITE, np.uint8)
    for x in (-6, 6):
        cv2.circle(cut, (MIDDLE + x, MIDDLE), 3, BLACK, cv2.FILLED, cv2.LINE_AA)
    cv2.circle(cut, (MIDDLE, MIDDLE), 1, BLACK, cv2.FILLED)
    assert not pip_hidden(filmed(cut), 2, EDGE_PX)
