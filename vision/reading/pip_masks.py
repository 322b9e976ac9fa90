"""Where pips can be on a face: the masks that are regressed on colours, for every value, size, place and spacing.

Face coordinates: -1…1 between the corners of the top face.
"""

from itertools import product

import numpy as np

from vision.reading.crops import MARGIN, SIDE_PX, Array
from vision.types import PATTERNS

_SPACINGS = (0.38, 0.46, 0.54, 0.62)
"""Distances from the centre of the face to its outer pips, in half edges: the range seen on real dice."""
_SIX_ROWS = (1.0, 0.75, 0.5)
"""Distances of a six's rows from the centre, as shares of the spacing: on half of the dice sold they are closer."""
_TWO_BESIDE = 0.8
"""The same for the pips of a two that lie side by side, as on many Asian dice."""
_RADII, _ACE = (0.17, 0.24), 0.36
"""Radii of a pip, in half edges; an ace's may be 0.36."""
_SHIFTS = (0.0, 0.09, 0.18)
"""A pattern may be shifted on the face by these distances, in half edges, along both axes and either way, as on real
dice. On renders 0.14 at most is as good, and 0.1 is worse."""
_SHIFTED = list(product(_SHIFTS, _SHIFTS))
MARGINS_PX = (16, 14, 11)
"""Margins of a cut-out that are left out: the face may be smaller than thought, as large as thought, or larger."""
SAMPLED_REACH = (SIDE_PX - 2 * MARGINS_PX[1]) * (1 + MARGIN) / SIDE_PX
"""Where the rest ends, in half edges of the face: a little inside it, as its rim is round and mirrors lamps."""
SAMPLES = 18
"""The rest is sampled at 18 by 18 places."""


def fold(pictures: Array) -> Array:
    """Split pictures, (samples, pictures), into parts even or odd along each axis: (4, samples / 4, pictures).

    The product of two pictures is the sum of the products of their parts, so nothing is lost.
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
    """The pips of a value, one array (value, 2), -1…1, for each way in which dice show it."""
    dots = np.array(PATTERNS[value], np.float32)
    if value == 6:
        rows = [dots * np.array([narrow, 1], np.float32) for narrow in _SIX_ROWS]
        return rows + [row[:, ::-1] for row in rows]
    if value == 2:
        beside = np.array([(-_TWO_BESIDE, 0), (_TWO_BESIDE, 0)], np.float32)
        return [dots, dots * np.array([1, -1], np.float32), beside, beside[:, ::-1]]
    return [dots, dots * np.array([1, -1], np.float32)] if value == 3 else [dots]


def _shown(value: int) -> list[tuple[Array, float]]:
    """The pips of a value in each way and size, centred on the face, with their radius; in half edges."""
    sizes = product((_SPACINGS[0],), (*_RADII, _ACE)) if value == 1 else product(_SPACINGS, _RADII)
    return [(layout * spacing, radius) for (spacing, radius), layout in product(sizes, _layouts(value))]


def _masks(pips: Array, radius: float) -> Array:
    """The masks of these pips at all shifts, (shifts, samples), less what smooth light explains; of unit length."""
    shifts = np.array(_SHIFTED, np.float32)
    away = np.linalg.norm(shifts[:, None, None] + pips[:, None] - _POINTS, axis=3).min(1)
    # A soft edge, one sample wide.
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
"""Smooth light, all polynomials up to degree 2, as an orthonormal basis, (samples, 6)."""
MASKS = _all_masks()
PLACES = {
    value: [(pips + np.array(shift, np.float32), radius) for pips, radius in _shown(value) for shift in _SHIFTED]
    for value in PATTERNS
}
"""The pips of each value's masks, in half edges, and their radius."""
STARTS = np.cumsum([0, *(len(places) for places in PLACES.values())])[:-1].tolist()
"""The index at which each value's masks begin."""
