"""Faces that models have seen, made up, and a picture of one."""

import cv2
import numpy as np

from vision.reading.candidates import Candidate
from vision.reading.classifier import CLASSES
from vision.reading.crops import cut_out
from vision.reading.pips import fit
from vision.types import Image

EDGE_PX = 60.0
A_FOUR_AT = np.array([(70, 70), (130, 70), (130, 130), (70, 130)], np.float32)


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
    [fitted] = fit([cut_out(a_four(), A_FOUR_AT) if cut is None else cut])
    return Candidate(corners, corners.mean(0), size, heat, size, flat, flat, np.log(shares).astype(np.float32), fitted)
