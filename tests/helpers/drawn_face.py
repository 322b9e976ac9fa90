"""Faces, drawn: cut out, or on a die that lies on felt, painted as renders are; and letters in place of pips."""

import cv2
import numpy as np

from vision.reading.crops import MARGIN, SIDE_PX
from vision.types import PATTERNS, Box, Image, Point
from vision.watching.calibration import Calibration
from workshop.training.looks import Look, paint
from workshop.training.sprites import EDGE_PX, Sprite
from workshop.training.tables import SIZE_PX

HALF_EDGE_PX = SIDE_PX / (1 + MARGIN) / 2
Colour = tuple[int, int, int]
DARK, IVORY = (30, 30, 30), (215, 225, 230)
CRIMSON, BLACK, SILVER = (38, 30, 140), (28, 26, 26), (175, 170, 165)


def face(value: int, pip: Colour = DARK, body: Colour = IVORY, spacing: float = 0.5, narrow: float = 1.0) -> Image:
    """A cut-out of a face, softened as a small picture of it is; a six's rows `narrow` times as far apart as else."""
    cut = np.full((SIDE_PX, SIDE_PX, 3), body, np.uint8)
    for x, y in PATTERNS[value]:
        pip_on(cut, x * narrow * spacing, y * spacing, pip)
    return cv2.GaussianBlur(cut, (0, 0), 1.5).astype(np.uint8)


def pip_on(cut: Image, x: float, y: float, colour: Colour) -> None:
    """Draw a pip, or draw over one; half edges from the middle."""
    at = int((SIDE_PX / 2 + x * HALF_EDGE_PX) * 16), int((SIDE_PX / 2 + y * HALF_EDGE_PX) * 16)
    cv2.circle(cut, at, round(0.2 * HALF_EDGE_PX * 16), colour, -1, cv2.LINE_AA, 4)


def on_felt(rng: np.random.Generator, sprite: Sprite, edge: float) -> Image:
    """An ivory die with black pips in the middle of grainy felt, SIZE_PX wide and high, its edge `edge` pixels."""
    ivory, black = np.array((215, 235, 245), np.float32), np.array((30, 30, 30), np.float32)
    look = Look(ivory, ivory, 0.0, black, black, (), gloss=0.2, haze=0.0, speckle=0.0)
    felt = np.array((46, 92, 38)) + rng.normal(0, 4, (SIZE_PX, SIZE_PX, 1))
    image, middle = felt.astype(np.float32), np.full(2, SIZE_PX / 2, np.float32)
    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    paint(image, owner, 0, sprite, np.eye(2, dtype=np.float32) * edge / EDGE_PX, middle, look)
    return np.clip(image, 0, 255).astype(np.uint8)


LETTERED_PX = 40.0
TRAY_SIZE = 1280, 720
TRAY = Calibration(
    TRAY_SIZE, ((100.0, 100.0), (1180.0, 100.0), (1180.0, 620.0), (100.0, 620.0)), (26.0, 60.0), (((200, 210, 220),),)
)
"""What a table knows whose dice have faces of LETTERED_PX."""
Lying = tuple[str, Point, float]
"""A letter, where its die lies, pixels, and how it is turned, degrees."""


def lettered(*dice: Lying) -> Image:
    """A picture of dice that show these letters."""
    image = np.full((TRAY_SIZE[1], TRAY_SIZE[0], 3), (60, 110, 50), np.uint8)
    image += np.random.default_rng(1).integers(0, 12, image.shape, np.uint8)
    for letter, at, degrees in dice:
        side = 160
        face = np.full((side, side, 3), (205, 215, 220), np.uint8)
        (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 3.0, 11)
        place = (side - width) // 2, (side + height) // 2
        cv2.putText(face, letter, place, cv2.FONT_HERSHEY_DUPLEX, 3.0, (30, 20, 25), 11, cv2.LINE_AA)
        warp = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, LETTERED_PX / side)
        warp[:, 2] = np.add(warp[:, 2], np.subtract(at, side / 2))
        small = cv2.GaussianBlur(face, (0, 0), 1.5)
        cv2.warpAffine(small, warp, TRAY_SIZE, dst=image, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    return image


def box_at(at: Point, edge: float = LETTERED_PX) -> Box:
    """About a die that lies there."""
    return at[0] - edge / 2, at[1] - edge / 2, edge, edge
