"""Tells a die that leans from one that lies flat, by how far its body reaches beyond its top face.

A camera above the tray sees the top face of a flat die and, away from the point straight below the camera, a strip of
the sides that face that point: as wide, in edges of the die, as the die is away from it in focal lengths. A leaning die
shows more, or shows it elsewhere. Where the camera stands is learned from the dice themselves, as nearly all lie flat.

How often it is right: `tests/benchmarks/leaning.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray import Bodies
from vision.types import Die

Vector = NDArray[np.float64]

LEANS = 0.21
"""A body that reaches elsewhere than expected by more than this, in edges, leans."""
LEANS_UNLEARNED, LEARNED = 0.3, 8
"""The same until so many dice have shown where the camera stands."""
UNSTEADY = 4.0
"""Where bodies are hard to tell from the tray, only what lies so many times beyond the usual error leans."""
REMEMBERED = 120
"""Dice that the camera's place is learned from."""
FOCAL_WIDTHS = 2.0
"""Focal length before anything is learned, in widths of the picture: a camera 60 cm above a tray of 30."""
SURE_OF_PLACE, SURE_OF_FOCAL = 4.0, 0.5
"""How much that counts: as so many dice below the camera, as so many dice a width away from there."""
REACH, STEP = 1.2, 0.05
"""How far beyond the face the body is followed, and in what steps; edges."""
ALONG = np.linspace(-0.3, 0.3, 7)
"""Where on each side it is followed, in edges from the middle."""
PIP_STEPS = 5
"""A pip is at most so many steps wide."""
FACE_STANDS_OUT = 0.5
"""A die is brighter than the tray if so much of its face is, pips aside: then nothing darker belongs to it."""
NEIGHBOUR = 1.3
"""A die next to another hides the strip: within so many times its face nothing is told apart."""


class Leaning:
    """Knows where the camera stands over the tray, as far as flat dice have shown it."""

    def __init__(self) -> None:
        self._seen: deque[tuple[Vector, Vector]] = deque(maxlen=REMEMBERED)
        """Where a die lay, in widths of the picture from its middle, and how its body reached beyond its face."""
        self._below = np.zeros(2)
        self._slope = -1 / FOCAL_WIDTHS
        self._usual_error = 0.0

    def look(self, bodies: Bodies, scale: float, dice: Sequence[Die]) -> list[Die]:
        """Those of the dice that lean; all of them are learned from.

        Args:
            bodies: what stands on the tray, in a small picture.
            scale: small pixels per pixel of the frame.
            dice: read in the frame.
        """
        height, width = bodies.known.shape
        middle = np.array([width, height]) / (2 * scale)
        reaches = [(die, reach(bodies, scale, die, dice)) for die in dice]
        placed = [(die, (np.array(die.centre) - middle) * scale / width, r) for die, r in reaches if r is not None]
        leaning = [die for die, place, r in placed if np.linalg.norm(r - self._expected(place)) > self._limit]
        self._seen += [(place, r) for _, place, r in placed]
        self._learn()
        return leaning

    @property
    def _limit(self) -> float:
        learned = len(self._seen) >= LEARNED
        return max(LEANS, UNSTEADY * self._usual_error) if learned else LEANS_UNLEARNED

    def _expected(self, place: Vector) -> Vector:
        return self._below + self._slope * place

    def _learn(self) -> None:
        """Fit reach = below + slope * place by least squares; what does not fit counts less (Huber 1964)."""
        if not self._seen:
            return
        places, reaches = (np.array(column) for column in zip(*self._seen, strict=True))
        ones, zeros = np.ones(len(places)), np.zeros(len(places))
        x, y, slope = np.eye(3)
        prior = np.stack([SURE_OF_PLACE * x, SURE_OF_PLACE * y, SURE_OF_FOCAL * slope]) ** 0.5
        for _ in range(3):
            error = np.linalg.norm(reaches - self._expected(places), axis=1)
            weight = np.minimum(1.0, LEANS / 2 / np.maximum(error, 1e-9)) ** 0.5
            rows = [[ones * weight, zeros, places[:, 0] * weight], [zeros, ones * weight, places[:, 1] * weight]]
            equations = np.concatenate([np.stack(rows[0], 1), np.stack(rows[1], 1), prior])
            results = [reaches[:, 0] * weight, reaches[:, 1] * weight, prior @ (0, 0, -1 / FOCAL_WIDTHS)]
            *below, self._slope = np.linalg.lstsq(equations, np.concatenate(results), rcond=None)[0]
            self._below = np.array(below)
        self._usual_error = float(np.median(error))


def reach(bodies: Bodies, scale: float, die: Die, dice: Sequence[Die]) -> Vector | None:
    """How far the body of a die reaches beyond its top face, over all four sides: (2,) x and y in edges.

    None where the tray around it is not known, and of a die outside the picture. What lies beyond the picture's edge is
    not there.
    """
    corners = np.array(die.corners, np.float64) * scale
    edge = die.size * scale
    after = np.roll(corners, -1, axis=0)
    middles, sides = (corners + after) / 2, after - corners
    outward = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    outward *= np.sign(((middles - corners.mean(0)) * outward).sum(1, keepdims=True))
    away = np.arange(STEP, REACH, STEP) * edge
    # (side, along, step, x and y)
    points = (
        middles[:, None, None]
        + ALONG[None, :, None, None] * sides[:, None, None]
        + away[None, None, :, None] * outward[:, None, None]
    )
    at = points.round().astype(int)
    height, width = bodies.known.shape
    inside = ((at >= 0) & (at < (width, height))).all(-1)
    xs, ys = at[..., 0].clip(0, width - 1), at[..., 1].clip(0, height - 1)
    if not bodies.known[ys, xs][inside].all():
        return None
    face = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), corners.round().astype(np.int32), 255) > 0
    if not face.any():
        return None
    stands_out = bodies.lighter[face].mean() > FACE_STANDS_OUT * 255
    body = ((bodies.lighter if stands_out else bodies.unshaded)[ys, xs] > 0) & inside
    neighbours = np.zeros((height, width), np.uint8)
    for other in dice:
        if other is not die:
            face_of_it = np.array(other.corners) * scale
            grown = face_of_it.mean(0) + NEIGHBOUR * (face_of_it - face_of_it.mean(0))
            cv2.fillConvexPoly(neighbours, grown.round().astype(np.int32), 255)
    body &= neighbours[ys, xs] == 0
    # It ends where nothing of it follows within a pip's width.
    ahead = np.pad(body, ((0, 0), (0, 0), (0, PIP_STEPS)))
    goes_on = np.lib.stride_tricks.sliding_window_view(ahead, PIP_STEPS, axis=-1).any(-1)
    length = goes_on.argmin(-1) * STEP
    return cast("Vector", (np.median(length, axis=1)[:, None] * outward).sum(0))
