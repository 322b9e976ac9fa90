"""Felt with two threes that were told, on which something else may lie."""

import cv2
import numpy as np
from readers import read_die

from vision.types import Die, Image, Point

EDGE = 12.0
TOLD = [(30.0, 30.0), (60.0, 42.0)]


def two_threes() -> Image:
    """Grainy felt under uneven light, 160x120, with two threes."""
    rng = np.random.default_rng(3)
    light = np.linspace(0.7, 1.0, 160, dtype=np.float32)[None, :, None]
    felt = np.full((120, 160, 3), (46, 92, 38), np.float32) * light + rng.normal(0, 2, (120, 160, 1))
    picture = np.clip(felt, 0, 255).astype(np.uint8)
    for at in TOLD:
        three(picture, at, (235, 240, 245))
    return picture


def three(picture: Image, at: tuple[float, float], body: tuple[int, int, int]) -> None:
    x, y = int(at[0]), int(at[1])
    cv2.rectangle(picture, (x - 6, y - 6), (x + 6, y + 6), body, cv2.FILLED)
    for k in (-3, 0, 3):
        cv2.circle(picture, (x + k, y + k), 1, (30, 30, 30), cv2.FILLED)


def told(at: Point, edge: float, confidence: float = 0.99) -> Die:
    """A three that was told there."""
    return read_die(3, at, edge, colour=(240, 240, 240), confidence=confidence)
