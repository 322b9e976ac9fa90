"""Cut-outs of faces, drawn."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.crops import MARGIN, SIDE_PX
from vision.types import Image

PLACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
HALF_EDGE_PX = SIDE_PX / (1 + MARGIN) / 2
Colour = tuple[int, int, int]
DARK, IVORY = (30, 30, 30), (215, 225, 230)
CRIMSON, BLACK, SILVER = (38, 30, 140), (28, 26, 26), (175, 170, 165)


def face(value: int, pip: Colour = DARK, body: Colour = IVORY, spacing: float = 0.5, narrow: float = 1.0) -> Image:
    """A cut-out of a face, softened as a small picture of it is; a six's rows `narrow` times as far apart as else."""
    cut = np.full((SIDE_PX, SIDE_PX, 3), body, np.uint8)
    for x, y in PLACES[value]:
        pip_on(cut, x * narrow * spacing, y * spacing, pip)
    return cv2.GaussianBlur(cut, (0, 0), 1.5).astype(np.uint8)


def pip_on(cut: Image, x: float, y: float, colour: Colour) -> None:
    """Draw a pip, or draw over one; half edges from the middle."""
    at = int((SIDE_PX / 2 + x * HALF_EDGE_PX) * 16), int((SIDE_PX / 2 + y * HALF_EDGE_PX) * 16)
    cv2.circle(cut, at, round(0.2 * HALF_EDGE_PX * 16), colour, -1, cv2.LINE_AA, 4)
