"""Tells a die that leans from one that lies flat, by how its top face slants in the picture.

A camera above the tray sees the top face of a flat die squarely where it lies straight below, and the farther away from
there the more slanted, by as much as it is away in focal lengths. The face of a leaning die slants otherwise. Where the
camera stands is learned from the dice themselves, as nearly all lie flat.

The slant is told in two ways that err independently: by a small net from a close look (`slant.py`), and by the sides
that stand out from the learned tray (`sides.py`). Their mean misses a small part of what either misses alone.

How often it is right: `tests/benchmarks/leaning.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sides import slant_by_sides
from vision.slant import Slant, SlantEstimator
from vision.tray import Bodies
from vision.types import Die, Image

LEANS = 0.15
"""A face that slants otherwise than expected by more than this leans."""
UNSTEADY = 3.5
"""Where slants are hard to tell, only what lies so many times beyond the usual error leans."""
LEANS_UNLEARNED, LEARNED = 0.24, 9
"""The limit until so many dice have shown where the camera stands."""
LEANS_BY_ONE = 0.3
"""The least limit where the tray is not known, and the net alone tells."""
REMEMBERED = 120
"""Dice that the camera's place is learned from."""
FOCAL_WIDTHS = 2.0
"""Focal length before anything is learned, in widths of the picture: a camera 60 cm above a tray of 30."""
SURE_OF_PLACE, SURE_OF_FOCAL = 2.0, 0.5
"""How much that counts: as so many dice below the camera, as so many dice a width away from there."""


class Leaning:
    """Knows where the camera stands over the tray, as far as flat dice have shown it."""

    def __init__(self, slant: Callable[[Image, Die], Slant] | None = None) -> None:
        """`slant` tells how a die's face slants in a picture; None takes the net."""
        self._slant = slant or SlantEstimator().of
        self._seen: deque[tuple[Slant, Slant]] = deque(maxlen=REMEMBERED)
        """Where a die lay, in widths of the picture from its middle, and how its face slanted."""
        self._below = np.zeros(2)
        self._growth = 1 / FOCAL_WIDTHS
        self._usual_error = 0.0

    def look(self, image: Image, dice: Sequence[Die], bodies: Bodies | None, scale: float) -> list[Die]:
        """Those of the dice that lean; all of them are learned from.

        Args:
            image: the frame they were read in.
            dice: as they were read.
            bodies: what stands on the tray, in a small picture; None where nobody knows.
            scale: small pixels per pixel of the frame.
        """
        height, width = image.shape[:2]
        limit = max(LEANS, UNSTEADY * self._usual_error) if len(self._seen) >= LEARNED else LEANS_UNLEARNED
        leaning = []
        for die in dice:
            place = (np.array(die.centre) - (width / 2, height / 2)) / width
            by_net = self._slant(image, die)
            by_sides = None if bodies is None else slant_by_sides(bodies, scale, die, dice)
            slant = by_net if by_sides is None else (by_net + by_sides) / 2
            if np.linalg.norm(slant - self._expected(place)) > max(limit, LEANS_BY_ONE if by_sides is None else 0.0):
                leaning.append(die)
            self._seen.append((place, slant))
        self._learn()
        return leaning

    def _expected(self, place: NDArray[np.float64]) -> Slant:
        return np.asarray(self._below + self._growth * place)

    def _learn(self) -> None:
        """Fit slant = below + growth * place by least squares; what does not fit counts less (Huber 1964)."""
        if not self._seen:
            return
        places, slants = (np.array(column) for column in zip(*self._seen, strict=True))
        ones, zeros = np.ones(len(places)), np.zeros(len(places))
        x, y, growth = np.eye(3)
        prior = np.stack([SURE_OF_PLACE * x, SURE_OF_PLACE * y, SURE_OF_FOCAL * growth]) ** 0.5
        for _ in range(3):
            off = np.linalg.norm(slants - self._expected(places), axis=1)
            weight = np.minimum(1.0, LEANS / 2 / np.maximum(off, 1e-9)) ** 0.5
            rows = [[ones * weight, zeros, places[:, 0] * weight], [zeros, ones * weight, places[:, 1] * weight]]
            equations = np.concatenate([np.stack(rows[0], 1), np.stack(rows[1], 1), prior])
            results = [slants[:, 0] * weight, slants[:, 1] * weight, prior @ (0, 0, 1 / FOCAL_WIDTHS)]
            *below, self._growth = np.linalg.lstsq(equations, np.concatenate(results), rcond=None)[0]
            self._below = np.array(below)
        self._usual_error = float(np.median(off))
