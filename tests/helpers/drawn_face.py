"""Faces, drawn: cut out, or on a die that lies on felt, painted as renders are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.crops import MARGIN, SIDE_PX
from vision.training.looks import Look, paint
from vision.training.sprites import EDGE_PX, Sprite
from vision.training.tables import SIZE_PX
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


def on_felt(rng: np.random.Generator, sprite: Sprite, edge: float) -> Image:
    """An ivory die with black pips in the middle of grainy felt, SIZE_PX wide and high, its edge so many pixels."""
    ivory, black = np.array((215, 235, 245), np.float32), np.array((30, 30, 30), np.float32)
    look = Look(ivory, ivory, 0.0, black, black, (), gloss=0.2, haze=0.0, speckle=0.0)
    felt = np.array((46, 92, 38)) + rng.normal(0, 4, (SIZE_PX, SIZE_PX, 1))
    image, middle = felt.astype(np.float32), np.full(2, SIZE_PX / 2, np.float32)
    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    paint(image, owner, 0, sprite, np.eye(2, dtype=np.float32) * edge / EDGE_PX, middle, look)
    return np.clip(image, 0, 255).astype(np.uint8)
