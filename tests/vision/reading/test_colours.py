"""Colours as far apart as they look."""

import cv2
import numpy as np
import pytest

from vision.reading.colours import as_bodies, lab


def test_every_colour_is_as_opencv_has_it() -> None:
    levels = np.array([0, 1, 2, 4, 8, 16, 50, 90, 140, 200, 255], np.uint8)
    colours = np.stack(np.meshgrid(levels, levels, levels), -1).reshape(1, -1, 3)
    as_it_has = cv2.cvtColor(colours.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    assert lab(colours) == pytest.approx(as_it_has, abs=0.3)


def test_one_colour_or_a_picture_of_them_may_be_asked_about() -> None:
    assert lab((255, 255, 255)) == pytest.approx([100, 0, 0], abs=0.1)
    assert lab((0, 0, 255)) == pytest.approx([53.2, 80.1, 67.2], abs=0.1)
    assert lab(np.zeros((2, 5, 3), np.uint8)).shape == (2, 5, 3)


def test_bodies_are_compared_with_half_the_weight_on_lightness() -> None:
    assert as_bodies((0, 0, 255)) == pytest.approx([26.6, 80.1, 67.2], abs=0.1)
