"""Writes a moving picture as an animated PNG of 256 colours: small enough for a page, and every browser plays it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

COLOURS = 255
TRANSPARENT = 255
"""Index of the colour that leaves what was there."""
UNCHANGED = 6
"""Grey levels: a camera's grain changes a pixel by no more from picture to picture."""
LEVELS = 32
"""Of each colour channel, when colours are told apart."""
SAMPLED = 4
"""Every so manieth pixel, both ways, has a say in which colours there are."""
KEEP, OVER = 0, 1
"""How a picture lies on the one before: it stays when the next one comes, and is laid over it."""
INDEXED = 3
"""PNG's kind of colours: each pixel names one of a palette."""


def write_apng(file: Path, pictures: Sequence[Image], fps: float, *, last_s: float = 2.0) -> None:
    """Write the pictures, BGR, all of one size; the last one stays `last_s` before they begin anew."""
    palette = _palette(pictures)
    nearest = _nearest(palette)
    high, wide = pictures[0].shape[:2]
    chunks = [
        _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, INDEXED, 0, 0, 0)),
        _chunk(b"acTL", struct.pack(">II", len(pictures), 0)),
        _chunk(b"PLTE", palette[:, ::-1].tobytes() + bytes(3)),
        _chunk(b"tRNS", bytes([255] * COLOURS + [0])),
    ]
    shown = np.zeros_like(pictures[0])
    sequence = 0
    for number, image in enumerate(pictures):
        changed = np.abs(image.astype(np.int16) - shown).max(axis=-1) > UNCHANGED
        changed |= number == 0
        shown[changed] = image[changed]
        indices = np.where(changed, nearest[tuple((image // (256 // LEVELS)).transpose(2, 0, 1))], TRANSPARENT)
        x, y, width, height = cv2.boundingRect(changed.astype(np.uint8)) if changed.any() else (0, 0, 1, 1)
        part = indices[y : y + height, x : x + width].astype(np.uint8)
        data = zlib.compress(b"".join(b"\0" + row.tobytes() for row in part), 9)
        milliseconds = round(1000 * (last_s if number == len(pictures) - 1 else 1 / fps))
        control = struct.pack(">IIIIIHHBB", sequence, width, height, x, y, milliseconds, 1000, KEEP, OVER)
        chunks.append(_chunk(b"fcTL", control))
        # The first picture is also the one that is shown by whoever knows still pictures only.
        chunks.append(_chunk(b"fdAT", struct.pack(">I", sequence + 1) + data) if number else _chunk(b"IDAT", data))
        sequence += 2 if number else 1
    file.write_bytes(b"".join([b"\x89PNG\r\n\x1a\n", *chunks, _chunk(b"IEND", b"")]))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _palette(pictures: Sequence[Image]) -> NDArray[np.uint8]:
    """The colours that stand for all of them: (255, 3), by k-means."""
    pixels = np.concatenate([image[::SAMPLED, ::SAMPLED].reshape(-1, 3) for image in pictures[::SAMPLED]])
    # Each colour counts by how often it is there, and rare ones count too.
    rare = np.unique(pixels // 4, axis=0) * 4 + 2
    sample = np.concatenate([rare, pixels[:: 2 * SAMPLED]]).astype(np.float32)
    sample = np.resize(sample, (max(len(sample), COLOURS), 3))
    cv2.setRNGSeed(0)
    steps: Any = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1.0)
    _, _, centres = cv2.kmeans(sample, COLOURS, np.empty(0, np.int32), steps, 1, cv2.KMEANS_PP_CENTERS)
    return np.clip(np.rint(centres), 0, 255).astype(np.uint8)


def _nearest(palette: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """For blue, green and red, `LEVELS` each: the index of the nearest colour."""
    level = (np.arange(LEVELS) + 0.5) * (256 / LEVELS)
    blue, green, red = np.meshgrid(level, level, level, indexing="ij")
    colours = np.stack([blue, green, red], axis=-1).reshape(-1, 1, 3)
    found = [np.argmin(((part - palette) ** 2).sum(axis=-1), axis=1) for part in np.array_split(colours, LEVELS)]
    return np.concatenate(found).astype(np.uint8).reshape(LEVELS, LEVELS, LEVELS)
