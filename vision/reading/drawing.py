"""A reading drawn on its picture, for eyes: faces with their values, doubts with their reasons."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Image, Reading

_SURE_BGR = (80, 220, 80)
_UNSURE_BGR = (0, 170, 255)
_DOUBT_BGR = (60, 60, 255)


def draw(image: Image, reading: Reading) -> Image:
    """A copy of the picture with every die outlined (thick where vouched for) and every doubt boxed."""
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
