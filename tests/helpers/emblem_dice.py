"""A tray on which a die shows a letter, drawn plainly: what a reader of pips can only doubt."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Box, Image, Point
from vision.watching.calibration import Calibration

EDGE_PX = 40.0
SIZE = 1280, 720
TRAY = Calibration(
    SIZE, ((100.0, 100.0), (1180.0, 100.0), (1180.0, 620.0), (100.0, 620.0)), (26.0, 60.0), (((200, 210, 220),),)
)
"""What a table knows whose dice have faces of EDGE_PX."""
Lying = tuple[str, Point, float]
"""A letter, where its die lies, pixels, and how it is turned, degrees."""


def drawn(*dice: Lying) -> Image:
    """A picture of dice that show these letters."""
    image = np.full((SIZE[1], SIZE[0], 3), (60, 110, 50), np.uint8)
    image += np.random.default_rng(1).integers(0, 12, image.shape, np.uint8)
    for letter, at, degrees in dice:
        side = 160
        face = np.full((side, side, 3), (205, 215, 220), np.uint8)
        (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 3.0, 11)
        place = (side - width) // 2, (side + height) // 2
        cv2.putText(face, letter, place, cv2.FONT_HERSHEY_DUPLEX, 3.0, (30, 20, 25), 11, cv2.LINE_AA)
        warp = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, EDGE_PX / side)
        warp[:, 2] = np.add(warp[:, 2], np.subtract(at, side / 2))
        small = cv2.GaussianBlur(face, (0, 0), 1.5)
        cv2.warpAffine(small, warp, SIZE, dst=image, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    return image


def box_at(at: Point, edge: float = EDGE_PX) -> Box:
    """About a die that lies there."""
    return at[0] - edge / 2, at[1] - edge / 2, edge, edge
