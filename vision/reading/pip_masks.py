"""Where pips can be on a face: the masks that colours are regressed on, for every value, size, place and spacing.

Face coordinates: -1…1 between the corners of the top face.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import MARGIN, SIDE_PX

Array = NDArray[np.float32]

PATTERNS = {
    1: [(0.0, 0.0)],
    2: [(-1.0, -1.0), (1.0, 1.0)],
    3: [(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    4: [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)],
    5: [(-1.0, -1.0), (-1.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0)],
    6: [(-1.0, -1.0), (-1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0)],
}
"""Middles of each value's pips, in spacings from the middle of the face."""
_SPACINGS = (0.38, 0.46, 0.54, 0.62)
"""From the centre of the face to its outer pips, in half edges: the range seen on real dice."""
_SIX_ROWS = (1.0, 0.75, 0.5)
"""Of that, how far a six's rows lie from the centre: half of the dice sold have them closer together."""
_TWO_BESIDE = 0.8
"""Of that, how far the pips of a two that lie side by side do, as on many eastern dice."""
_RADII, _ACE = (0.17, 0.24), 0.36
"""Of a pip, in half edges; an ace's may be larger."""
_SHIFTS = (0.0, 0.09, 0.18)
"""How far a face may lie from where it is thought to, in half edges, along both of them and either way: as the pips of
real dice do at times. On renders 0.14 is as good, and 0.1 is worse."""
_SHIFTED = list(product(_SHIFTS, _SHIFTS))
MARGINS_PX = (16, 14, 11)
"""Of a cut-out, around what is looked at: the face may be as large as it is thought to be, smaller or larger."""
SAMPLED_REACH = (SIDE_PX - 2 * MARGINS_PX[1]) * (1 + MARGIN) / SIDE_PX
"""Where what is looked at ends, in half edges: a little before the face, whose rim is round and mirrors lamps."""
SAMPLES = 18
"""Along each edge of what is looked at."""


def fold(pictures: Array) -> Array:
    """Pictures, (samples, pictures), as what is even and what is odd along and down: (4, samples / 4, pictures).

    Nothing is lost: products of two pictures stay as they are.
    """
    half = SAMPLES // 2
    grid = pictures.reshape(SAMPLES, SAMPLES, -1)
    upper, lower = grid[:half], grid[: half - 1 : -1]
    parts = []
    for down in (upper + lower, upper - lower):
        left, right = down[:, :half], down[:, : half - 1 : -1]
        parts += [left + right, left - right]
    return np.stack(parts).reshape(4, half * half, -1) * np.float32(0.5)


def _layouts(value: int) -> list[Array]:
    """The pips of a value, each way in which dice show it; (value, 2), -1…1."""
    dots = np.array(PATTERNS[value], np.float32)
    if value == 6:
        rows = [dots * np.array([narrow, 1], np.float32) for narrow in _SIX_ROWS]
        return rows + [row[:, ::-1] for row in rows]
    if value == 2:
        beside = np.array([(-_TWO_BESIDE, 0), (_TWO_BESIDE, 0)], np.float32)
        return [dots, dots * np.array([1, -1], np.float32), beside, beside[:, ::-1]]
    return [dots, dots * np.array([1, -1], np.float32)] if value == 3 else [dots]


def _shown(value: int) -> list[tuple[Array, float]]:
    """The pips of a value in each way and size, in half edges, and their radius; in the middle of the face."""
    sizes = product((_SPACINGS[0],), (*_RADII, _ACE)) if value == 1 else product(_SPACINGS, _RADII)
    return [(layout * spacing, radius) for (spacing, radius), layout in product(sizes, _layouts(value))]


def _masks(pips: Array, radius: float) -> Array:
    """Where these pips may be, (shifts, samples), less what light that changes smoothly could be; of unit length."""
    shifts = np.array(_SHIFTED, np.float32)
    away = np.linalg.norm(shifts[:, None, None] + pips[:, None] - _POINTS, axis=3).min(1)
    masks = np.clip((radius - away) * SAMPLES / (2 * SAMPLED_REACH) + 0.5, 0, 1)
    masks -= (masks @ LIGHT) @ LIGHT.T
    return np.asarray(masks / np.linalg.norm(masks, axis=1, keepdims=True), np.float32)


def _all_masks() -> Array:
    """Those of every value, one after the other, folded: (4, masks, samples / 4)."""
    each = [_masks(pips, radius) for value in PATTERNS for pips, radius in _shown(value)]
    return np.ascontiguousarray(fold(np.concatenate(each).T).transpose(0, 2, 1))


_RAMP = ((np.arange(SAMPLES, dtype=np.float32) + 0.5) / SAMPLES * 2 - 1) * SAMPLED_REACH
_POINTS = np.stack(np.meshgrid(_RAMP, _RAMP), -1).reshape(-1, 2)
"""Where on the face the samples lie, (samples, 2)."""
_POWERS = [_POINTS[:, 0] ** i * _POINTS[:, 1] ** j for i in range(3) for j in range(3 - i)]
LIGHT = np.linalg.qr(np.stack(_POWERS, 1))[0].astype(np.float32)
"""Quadratic light, as an orthonormal basis, (samples, 6)."""
MASKS = _all_masks()
PLACES = {
    value: [(pips + np.array(shift, np.float32), radius) for pips, radius in _shown(value) for shift in _SHIFTED]
    for value in PATTERNS
}
"""The pips of each value's masks, in half edges, and their radius."""
STARTS = np.cumsum([0, *(len(places) for places in PLACES.values())])[:-1].tolist()
"""Where each value's masks begin."""
