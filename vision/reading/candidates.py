"""What a search of a picture finds, before anything is concluded from it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.reading.detector import Array
from vision.reading.pips import FittedFace


class UnreadableSpot(NamedTuple):
    """Where the detector sees a die that can't be read: its middle and about how large, pixels of the picture."""

    x: float
    y: float
    edge: float


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """Whatever may be a top face: corners (4, 2), centre (2,) and mean edge, pixels of the picture."""

    corners: Array
    centre: Array
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class Candidate(Located):
    """What may be a top face, with each model's shares from all scales that showed it.

    Attributes:
        heat: the detector's highest, 0…1.
        finest: its size in pixels of the finest scale of a search without zoom.
        detector, geometry: each model's shares of 1…6, (6,).
        classifier: log shares of no face, 1…6 and what can be wrong with a die, (CLASSES,).
        fitted: the face as the classifier saw it.
        fused: remembers what `fusion.pooled` makes of it, by the weights: a glance asks five times.
    """

    heat: float
    finest: float
    detector: Array
    geometry: Array
    classifier: Array
    fitted: FittedFace
    fused: dict[object, Array] = field(default_factory=dict, init=False, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """All that one search, or several together, found: faces, and dice that can't be read."""

    faces: Sequence[Candidate]
    unreadable: Sequence[UnreadableSpot] = ()


def same_places(some: Sequence[Located], others: Sequence[Located], apart: float, power: float) -> NDArray[np.bool_]:
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


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of a sum of shares, given their logarithms; numpy would take three times as long for so few."""
    # The largest is taken out, so that exp does not underflow.
    top = max(logs)
    return top + math.log(sum(math.exp(log - top) for log in logs))
