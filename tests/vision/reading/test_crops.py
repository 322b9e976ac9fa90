"""Faces cut out square, from pictures of any size."""

import cv2
import numpy as np
import pytest

from vision.reading.crops import SIDE_PX, cut_out, resized

CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)


@pytest.mark.parametrize("edge", [30, 60, 100, 400])
@pytest.mark.parametrize("centre", [(500, 400), (40, 30)])
def test_a_face_looks_the_same_however_large_it_is(edge: int, centre: tuple[int, int]) -> None:
    corners = (np.array(centre) + CORNERS * edge / 2).astype(np.float32)
    picture = np.full((800, 1000, 3), 60, np.uint8)
    pip = centre[0] + edge // 4, centre[1] + edge // 4
    cv2.circle(picture, pip, edge // 8, (250, 250, 250), -1)
    cut = cut_out(picture, corners)
    assert cut.shape == (SIDE_PX, SIDE_PX, 3)
    at = round(SIDE_PX / 2 + SIDE_PX / 1.7 / 4)
    assert cut[at, at].min() > 200
    assert cut[SIDE_PX - at, SIDE_PX - at].max() < 90


def test_grain_of_a_large_face_is_averaged_not_picked() -> None:
    grain = np.random.default_rng(1).normal(120, 30, (900, 900, 3)).clip(0, 255).astype(np.uint8)
    assert cut_out(grain, 450 + CORNERS * 300).std() < 12


@pytest.mark.parametrize("scale", [0.25, 0.5, 2.0, 3.0])
def test_a_spot_of_a_resized_picture_is_where_it_is_said_to_be(scale: float) -> None:
    rows, columns = np.mgrid[:96, :128]
    spot = np.array((70.0, 41.0), np.float32)
    picture = np.exp(-((columns - spot[0]) ** 2 + (rows - spot[1]) ** 2) / 50).astype(np.float32)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    seen = cv2.moments(np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)))
    middle = np.array((seen["m10"], seen["m01"])) / seen["m00"]
    np.testing.assert_allclose(resized(spot, scale), middle, atol=0.02)
    np.testing.assert_allclose(resized(resized(spot, scale), 1 / scale), spot, atol=1e-4)
