"""Photographs from and to files, in the orientation in which their pixels are stored: an EXIF rotation is ignored."""

from pathlib import Path

import cv2
import numpy as np

from hardware.camera.still import decode
from vision.types import Image, Reading

LARGEST_PX = 16_000_000
"""A photo with more than 16 million pixels is made smaller: reading takes a second for each million on a slow machine,
and phones' photos have twelve."""
_SURE_BGR = (80, 220, 80)
_UNSURE_BGR = (0, 170, 255)
_DOUBT_BGR = (60, 60, 255)


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
    _, data = cv2.imencode(".jpg", _drawn(image, reading))
    shown.write_bytes(data.tobytes())
    return shown


def _drawn(image: Image, reading: Reading) -> Image:
    """A copy of the picture, for eyes, with every die outlined (thick where vouched for) and every doubt boxed."""
    drawn = image.copy()
    line = max(1, round(max(image.shape[:2]) / 500))
    doubted = {doubt.box for doubt in reading.doubts}
    for die in reading.dice:
        sure = die.box not in doubted
        colour = _SURE_BGR if sure else _UNSURE_BGR
        outline = np.array(die.corners).round().astype(np.int32)
        cv2.polylines(drawn, [outline], isClosed=True, color=colour, thickness=line * (2 if sure else 1))
        _label(drawn, f"{die.value} {die.confidence:.2f}", outline.max(0).tolist(), colour, line)
    for doubt in reading.doubts:
        if doubt.box is None:
            _label(drawn, doubt.kind.value, [8, 24 * line], _DOUBT_BGR, line)
        else:
            x, y, w, h = (round(v) for v in doubt.box)
            cv2.rectangle(drawn, (x - line, y - line), (x + w + line, y + h + line), _DOUBT_BGR, line)
            _label(drawn, doubt.kind.value, [x, y - 3 * line], _DOUBT_BGR, line)
    return drawn


def _label(image: Image, text: str, at: list[int], colour: tuple[int, int, int], line: int) -> None:
    """Text with a dark rim, readable on any surface."""
    for ink, thickness in (((0, 0, 0), line * 3), (colour, line)):
        cv2.putText(image, text, (at[0], at[1]), cv2.FONT_HERSHEY_SIMPLEX, 0.5 * line, ink, thickness, cv2.LINE_AA)
