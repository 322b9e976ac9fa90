"""How a die's top face slants in the picture, by a network that is shown the face and the sides beside it.

The slant is the face's normal projected onto the picture: (2,), x to the right, y down, with the sine of the angle
between normal and line of sight as its length. It is zero for a face seen squarely; for a flat die to the right of the
point below the camera it points to the right.
"""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detector import load
from vision.types import Die, Image

Slant = NDArray[np.float64]

TILT_SIDE_PX = 64
"""Width and height of a cut-out."""
SHOWN_EDGES = 2.4
"""A cut-out is 2.4 edges of the die wide: it shows the sides of a leaning die, and some of what it lies on."""


def cut_around(image: Image, centre: tuple[float, float], size: float) -> Image:
    """What lies around a face, upright as in the picture: a square of TILT_SIDE_PX that shows SHOWN_EDGES edges."""
    half = SHOWN_EDGES / 2 * size
    left, top = round(centre[0] - half), round(centre[1] - half)
    right, bottom = max(left + 1, round(centre[0] + half)), max(top + 1, round(centre[1] + half))
    height, width = image.shape[:2]
    part = image[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    beyond = (max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width))
    whole = cv2.copyMakeBorder(part, *beyond, cv2.BORDER_REPLICATE) if any(beyond) else part
    how = cv2.INTER_AREA if 2 * half > TILT_SIDE_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(whole, (TILT_SIDE_PX, TILT_SIDE_PX), interpolation=how), np.uint8)


class SlantEstimator:
    """Tells slants from pictures; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._net = load("slant.onnx.xz")

    def of(self, image: Image, die: Die) -> Slant:
        """How the die's face slants, (2,): the mean over the picture mirrored in all four ways.

        Eight ways, with turned pictures too, find no more leaning dice, and no fewer false ones.
        """
        upright = cut_around(image, die.centre, die.size)
        ways = list(product((1, -1), (1, -1)))
        seen = [np.ascontiguousarray(upright[::down, ::left]) for left, down in ways]
        self._net.setInput(cv2.dnn.blobFromImages(seen, 1 / 255))
        said = self._net.forward()[:, :2] * np.array(ways)
        return np.asarray(np.mean(said, axis=0), np.float64)
