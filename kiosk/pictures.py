"""Photographs from and to files, as they are stored: a camera's note about which way is up is not followed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.reading.drawing import draw
from vision.types import Image, Reading


def load(photo: Path) -> Image | None:
    """The picture, BGR uint8, (height, width, 3); None if it is none."""
    try:
        data = np.frombuffer(photo.read_bytes(), np.uint8)
    except OSError:
        return None
    if not data.size:
        return None
    # Boxes are in pixels of the photo as stored.
    image = cv2.imdecode(data, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    return None if image is None else np.asarray(image, np.uint8)


def save_shown(photo: Path, image: Image, reading: Reading) -> Path:
    """Write the picture with what was read drawn on it into the working folder; the file's name."""
    shown = Path(f"{photo.stem}.seen.jpg")
    _, data = cv2.imencode(".jpg", draw(image, reading))
    shown.write_bytes(data.tobytes())
    return shown
