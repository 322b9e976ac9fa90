"""Faces cut out of a picture, square, with what lies around them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Array = NDArray[np.float32]

SIDE_PX = 64
"""Width and height of a cut-out."""
MARGIN = 0.7
"""Of the face's edge, half on each side of it: the classifier sees whether a face is a die's top or its side."""


def cut_out(image: Image, corners: Array) -> Image:
    """The face between its corners (4, 2), warped to a square of SIDE_PX with MARGIN around it."""
    return squared(image, corners, SIDE_PX, MARGIN / 2 / (1 + MARGIN) * SIDE_PX)


def squared(image: Image, corners: Array, side: int, rim: float = 0.0) -> Image:
    """What lies between the corners (4, 2), warped to a square of so many pixels; `rim` of them show what is around."""
    far = side - rim
    square = np.array([(rim, rim), (far, rim), (far, far), (rim, far)], np.float32)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    made = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(made, np.uint8)
