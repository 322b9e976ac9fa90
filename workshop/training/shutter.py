"""What a shutter sees of a die in motion: where the die is at each moment while it is open, and the mean of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from workshop.training.film import SMEARED
from workshop.training.sprites import Array
from workshop.training.tables import log_uniform

_SPUN = (0.8, 7.0)
"""How far a die in motion turns while the shutter is open, from and to, radians: by the first the outer pips of a five
smear by as much as they are wide."""
_WOBBLE, _HARDLY_TURNED = 0.2, 0.3
"""How far one that spins slides at most, in edges, and how far one that slides turns, radians."""
_CORNER = 0.7
"""How far a die's corner is from its middle, in edges."""
_FEWEST = 8
"""Moments of a motion at least; one for every other pixel that is passed."""


class Motion(NamedTuple):
    """How far a die slides while the shutter is open, (2,), pixels, and turns, radians."""

    slide: Array
    spin: float


def random_motion(rng: np.random.Generator, edge: float) -> Motion:
    """A die of this edge, pixels, slides, spins, or does both."""
    kind, way = rng.random(), rng.uniform(0, 2 * np.pi)
    length = rng.uniform(0, _WOBBLE) if kind < 1 / 3 else rng.uniform(*SMEARED)
    spin = rng.uniform(0, _HARDLY_TURNED) if kind > 2 / 3 else log_uniform(rng, *_SPUN)
    slide = np.array((np.cos(way), np.sin(way)), np.float32) * np.float32(length * edge)
    return Motion(slide, spin * float(rng.choice((-1, 1))))


def exposed(motion: Motion, edge: float, laid: Callable[[Array, float, float], Array]) -> Array:
    """The mean of all moments of a motion of a die of this edge, pixels.

    Args:
        motion: of the die.
        edge: of the die, pixels.
        laid: paints the table at a moment, 0…1, with the die aside by pixels (2,) and turned further by radians.
    """
    passed = max(float(np.linalg.norm(motion.slide)), abs(motion.spin) * _CORNER * edge)
    moments = np.linspace(0, 1, max(_FEWEST, int(passed / 2)))
    painted = (laid(motion.slide * (moment - 0.5), motion.spin * (moment - 0.5), float(moment)) for moment in moments)
    return np.asarray(sum(painted) / len(moments), np.float32)
