"""What a search of a picture finds, before anything is concluded from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.reading.detector import Array
from vision.types import Image

_SAME_FACE, _SAME_SIZE = 0.35, 0.4
"""One face in two views: middles at most 0.35 edges apart, and sizes that differ at most by a factor e ** 0.4."""


class UnreadableSpot(NamedTuple):
    """Where the detector sees a die that can't be read: its middle and about how large, pixels of the picture."""

    x: float
    y: float
    edge: float


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """What may be a top face, in the picture's own pixels, with each model's shares from all scales that showed it.

    Attributes:
        heat: the detector's highest, 0…1.
        corners, centre, size: of the top face, pixels of the picture.
        finest: its size in pixels of the finest scale of a search without zoom.
        detector, geometry: each model's shares of 1…6, (6,).
        classifier: log shares of no face, 1…6 and what can be wrong with a die, (CLASSES,).
        cut: the face as the classifier saw it (`crops.cut_out`); None if it was cut from another view.
        fused: remembers what `fusion.pooled` makes of it, by the weights: a glance asks five times.
    """

    heat: float
    corners: Array
    centre: Array
    size: float
    finest: float
    detector: Array
    geometry: Array
    classifier: Array
    cut: Image | None = None
    fused: dict[object, Array] = field(default_factory=dict, init=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """All that one search, or several together, found: faces, and dice that can't be read."""

    faces: Sequence[Candidate]
    unreadable: Sequence[UnreadableSpot] = ()


class HasPlace(Protocol):
    """Whatever has a place and a size in the picture."""

    @property
    def centre(self) -> Array:
        """(2,), pixels of the picture."""
        ...

    @property
    def size(self) -> float:
        """Edge of a face, pixels of the picture."""
        ...


def same_places(some: Sequence[HasPlace], others: Sequence[HasPlace], apart: float, power: float) -> NDArray[np.bool_]:
    """Which of `some` lie in the place of which of `others` and have about their size: (some, others).

    Args:
        some: compared with the others all at once, as there may be hundreds.
        others: the others.
        apart: the greatest distance of middles, in edges of the larger one.
        power: sizes differ by a factor below e ** power.
    """
    if not some or not others:
        return np.zeros((len(some), len(others)), np.bool_)
    here, there = (np.array([(*one.centre.tolist(), one.size) for one in all_]).T for all_ in (some, others))
    x, y = np.subtract.outer(here[0], there[0]), np.subtract.outer(here[1], there[1])
    larger, smaller = np.maximum.outer(here[2], there[2]), np.minimum.outer(here[2], there[2])
    made: NDArray[np.bool_] = (x * x + y * y < (apart * larger) ** 2) & (larger < math.exp(power) * smaller)
    return made


def same_faces(faces: Sequence[Candidate], others: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Which of the faces are which of the others, in two views: (faces, others)."""
    return same_places(faces, others, _SAME_FACE, _SAME_SIZE)


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of a sum of shares, given their logarithms; numpy would take three times as long for so few."""
    # The largest is taken out, so that exp does not underflow.
    top = max(logs)
    return top + math.log(sum(math.exp(log - top) for log in logs))
