"""Faces cut out of a picture, square, with what lies around them."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Array = NDArray[np.float32]

SIDE_PX = 64
"""Width and height of a cut-out."""
MARGIN = 0.7
"""A cut-out shows 0.7 of the face's edge around it, half on each side: so the classifier can tell a top from a side."""
CUT_EDGE_PX = 60.0
"""Faces with edges over 60 pixels are made smaller before they are cut out: they would alias otherwise."""


def resized(points: Array, scale: float) -> Array:
    """Points of a picture, (…, 2), in the resized picture; in both the middles of pixels are at whole numbers."""
    half = np.float32(0.5)
    return (points + half) * np.float32(scale) - half


def cut_out(image: Image, corners: Array) -> Image:
    """The face between its corners (4, 2), warped to a square of SIDE_PX with MARGIN around it; a large one shrunk."""
    times = math.ceil(float(np.sqrt(cv2.contourArea(corners.astype(np.float32)))) / CUT_EDGE_PX)
    if times > 1:  # a whole number: OpenCV shrinks ten times as fast then
        around = MARGIN * np.ptp(corners, axis=0)
        left, top = np.maximum(corners.min(0) - around, 0).astype(int)
        right, bottom = np.maximum(corners.max(0) + around, 0).astype(int) + times
        part = image[top:bottom, left:right]
        height, width = (n // times for n in part.shape[:2])
        part = part[: height * times, : width * times]
        image = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        corners = resized(corners - np.array((left, top), np.float32), 1 / times)
    return squared(image, corners, SIDE_PX, MARGIN / 2 / (1 + MARGIN) * SIDE_PX)


def squared(image: Image, corners: Array, side: int, rim: float = 0.0) -> Image:
    """What lies between the corners (4, 2), warped to a square of `side` pixels; `rim` of them show what is around."""
    far = side - rim
    square = np.array([(rim, rim), (far, rim), (far, far), (rim, far)], np.float32)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    made = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(made, np.uint8)
