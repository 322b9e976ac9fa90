"""Faces that models have seen, made up, and a picture of one."""

import cv2
import numpy as np

from vision.reading.candidates import Candidate
from vision.reading.classifier import CLASSES
from vision.types import Image

EDGE_PX = 60.0


def a_four() -> Image:
    """On felt, its face 60 pixels wide about (100, 100)."""
    felt = np.full((200, 200, 3), (46, 92, 38), np.uint8)
    cv2.rectangle(felt, (70, 70), (130, 130), (235, 240, 245), cv2.FILLED)
    for at in ((85, 85), (115, 85), (85, 115), (115, 115)):
        cv2.circle(felt, at, 7, (20, 20, 20), cv2.FILLED)
    return felt


def seen_as(
    value: int,
    share: float,
    x: float = 100.0,
    size: float = EDGE_PX,
    *,
    printed: float = 0.0,
    heat: float = 0.95,
    cut: Image | None = None,
) -> Candidate:
    """A face about (x, 100) that only classifiers know, with this share; 0 is no face, `printed` is for a print."""
    corners = (np.array((x, 100)) + size / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])).astype(np.float32)
    flat = np.full(6, 1 / 6, np.float32)
    shares = np.full(CLASSES, (1 - share - printed) / (CLASSES - 1))
    shares[value] = share
    shares[-1] += printed
    return Candidate(heat, corners, corners.mean(0), size, size, flat, flat, np.log(shares).astype(np.float32), cut)
