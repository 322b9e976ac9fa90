"""A die on felt, painted as renders are: for tests that say how it lies."""

from __future__ import annotations

import numpy as np

from vision.training.looks import Look, paint
from vision.training.sprites import EDGE_PX, Sprite
from vision.training.tables import SIZE_PX
from vision.types import Image


def on_felt(rng: np.random.Generator, sprite: Sprite, edge: float) -> Image:
    """An ivory die with black pips in the middle of grainy felt, SIZE_PX wide and high, its edge so many pixels."""
    ivory, black = np.array((215, 235, 245), np.float32), np.array((30, 30, 30), np.float32)
    look = Look(ivory, ivory, 0.0, black, black, (), gloss=0.2, haze=0.0, speckle=0.0)
    felt = np.array((46, 92, 38)) + rng.normal(0, 4, (SIZE_PX, SIZE_PX, 1))
    image, middle = felt.astype(np.float32), np.full(2, SIZE_PX / 2, np.float32)
    owner = np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    paint(image, owner, 0, sprite, np.eye(2, dtype=np.float32) * edge / EDGE_PX, middle, look)
    return np.clip(image, 0, 255).astype(np.uint8)
