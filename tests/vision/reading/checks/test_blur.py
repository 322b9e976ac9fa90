"""How much is fine on a face."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading.checks.blur import blurred, sharpness, streaked
from vision.reading.crops import SIDE_PX
from vision.types import Image

EDGE_PX = 38.0
"""Of a face in a cut-out."""


def three(body: tuple[int, int, int], pip: tuple[int, int, int]) -> Image:
    cut = np.full((SIDE_PX, SIDE_PX, 3), (46, 92, 38), np.uint8)
    cv2.rectangle(cut, (13, 13), (50, 50), body, cv2.FILLED)
    for k in (-10, 0, 10):
        cv2.circle(cut, (32 + k, 32 + k), 4, pip, cv2.FILLED, cv2.LINE_AA)
    return cut


@pytest.mark.parametrize(("body", "pip"), [((235, 240, 245), (20, 20, 20)), ((30, 30, 190), (40, 40, 40))])
def test_a_face_is_blurred_once_nothing_fine_is_left_on_it(
    body: tuple[int, int, int], pip: tuple[int, int, int]
) -> None:
    cut = three(body, pip)
    seen = [
        np.asarray(cv2.GaussianBlur(cut, (0, 0), edges * EDGE_PX), np.uint8) for edges in (0.02, 0.05, 0.08, 0.11, 0.2)
    ]
    sharp = [sharpness(cut) for cut in seen]
    assert sharp == sorted(sharp, reverse=True)
    assert [blurred(cut) for cut in seen] == [False, False, False, False, True]


def test_a_face_on_which_nothing_shows_is_blurred() -> None:
    assert blurred(np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8))


@pytest.mark.parametrize("turned", [0, 1])
def test_a_face_in_motion_is_streaked_whichever_way_it_moves(turned: int) -> None:
    cut = three((235, 240, 245), (20, 20, 20))
    moved = np.ascontiguousarray(np.rot90(cv2.blur(cut, (25, 1)), turned), np.uint8)
    assert streaked(moved)
    assert not blurred(moved)
    assert not streaked(cut)


def test_a_face_on_which_nothing_shows_is_not_streaked() -> None:
    assert not streaked(np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8))
