"""A die in motion, as a camera sees it whose shutter is open for a while: the mean of where it was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.film import SMEARED
from vision.training.looks import Look, paint
from vision.training.sprites import Array, Sprite
from vision.training.tables import log_uniform

_SPUN = (0.8, 7.0)
"""How far a die turns while the shutter is open, from and to, radians: by the first the outer pips of a five smear by
as much as they are wide."""
_WOBBLE, _HARDLY_TURNED = 0.2, 0.3
"""How far one that spins slides at most, in edges, and how far one that slides turns, radians."""
_OUTER = 0.7
"""A die's corner is so far from its middle, in edges."""
_FEWEST = 8
"""Moments at least; there are as many as pixels are passed."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What a die does while the shutter is open.

    Attributes:
        slide: how far it gets, (2,), pixels.
        spin: how far it turns, radians.
    """

    slide: Array
    spin: float


def random_motion(rng: np.random.Generator, edge: float) -> Motion:
    """Sliding, spinning, or both, so far that a die of this edge, in pixels, can't be read."""
    kind, way = rng.random(), rng.uniform(0, 2 * np.pi)
    length = rng.uniform(0, _WOBBLE) if kind < 1 / 3 else rng.uniform(*SMEARED)
    spin = rng.uniform(0, _HARDLY_TURNED) if kind > 2 / 3 else log_uniform(rng, *_SPUN)
    slide = np.array((np.cos(way), np.sin(way)), np.float32) * np.float32(length * edge)
    return Motion(slide, spin * float(rng.choice((-1, 1))))


def paint_in_motion(
    image: Array,
    owner: NDArray[np.int16],
    k: int,
    sprites: tuple[Sprite, Sprite],
    linear: Array,
    at: Array,
    look: Look,
    edge: float,
    motion: Motion,
) -> None:
    """Draw one die that shows the first of the sprites, then the other; it owns what it covers in between.

    The other arguments are those of `looks.paint`.
    """
    passed = max(float(np.linalg.norm(motion.slide)), abs(motion.spin) * _OUTER * edge)
    moments = np.linspace(-0.5, 0.5, max(_FEWEST, int(passed / 2)))
    exposed = np.zeros_like(image)
    for moment in moments:
        there = image.copy()
        c, s = np.cos(motion.spin * moment), np.sin(motion.spin * moment)
        turned = (np.array([[c, -s], [s, c]]) @ linear).astype(np.float32)
        paint(there, owner.copy(), k, sprites[int(moment > 0)], turned, at + motion.slide * np.float32(moment), look)
        exposed += there
    paint(image.copy(), owner, k, sprites[0], linear, at, look)
    image[:] = exposed / len(moments)
