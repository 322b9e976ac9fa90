"""Photographs from and to files, as they are stored: a camera's note about which way is up is not followed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware.camera.still import decode
from vision.reading.drawing import draw
from vision.types import Image, Reading

LARGEST_PX = 16_000_000
"""Pixels that a photo is read with: reading takes a second for each million on a slow machine, and a photo of phones
has twelve."""


def load(photo: Path) -> tuple[Image, float]:
    """The picture, BGR uint8, (height, width, 3), made smaller where it is very large; and how much smaller.

    Raises:
        CameraError: it can't be read; it says why.
    """
    # Boxes are in pixels of the photo as stored.
    image = decode(photo, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    height, width = image.shape[:2]
    scale = max(1.0, (height * width / LARGEST_PX) ** 0.5)
    if scale > 1:
        size = max(1, round(width / scale)), max(1, round(height / scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return image, scale


def save_shown(photo: Path, image: Image, reading: Reading) -> Path:
    """Write the picture with what was read drawn on it into the working folder; the file's name."""
    shown = Path(f"{photo.stem}.seen.jpg")
    _, data = cv2.imencode(".jpg", draw(image, reading))
    shown.write_bytes(data.tobytes())
    return shown
