"""The geometric half of the reader: which of the six patterns a face's colours fall into, whatever colours they are.

Face coordinates: -1…1 between the corners of the top face.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import MARGIN, SIDE_PX
from vision.types import Image

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
_NARROW = (1.0, 0.75, 0.5)
"""Of that, how far a six's rows lie from the centre: half of the dice sold have them closer together."""
_BESIDE = 0.8
"""Of that, how far the pips of a two that lie side by side do, as on many eastern dice."""
_RADII, _ACE = (0.17, 0.24), 0.36
"""Of a pip, in half edges; an ace's may be larger."""
_SHIFTS = (-0.18, -0.09, 0.0, 0.09, 0.18)
"""How far a face may lie from where it is thought to, in half edges, along both of them: as the pips of real dice do at
times. On renders 0.14 is as good, and 0.1 is worse."""
_MARGINS_PX = (16, 14, 11)
"""Of a cut-out, around what is looked at: the face may be as large as it is thought to be, smaller or larger."""
_REACH = (SIDE_PX - 2 * _MARGINS_PX[1]) * (1 + MARGIN) / SIDE_PX
"""Where what is looked at ends, in half edges: a little before the face, whose rim is round and mirrors lamps."""
_SAMPLES = 18
"""Along each edge of what is looked at."""
_NOISE = 3.0
"""Grey levels by which a face without pips varies from pixel to pixel."""
_EVIDENCE = 28.0
"""What all of a pattern explained says for it, as a logarithm: fitted to this judge alone, on renders of whose pips the
colours explain a quarter or more. With those on which hardly anything is to be seen it would be 19."""


def fit(cut: Image) -> Array:
    """How well each value explains a cut-out face (`faces.cut_out`): (6,), summing to 1.

    Where pips are is regressed on the colours seen there: whatever mix of blue, green and red tells pips from the body
    best is found by the way, be they light on dark, crimson on black, or red between silver swirls. The squares of what
    is explained count, as a face on which no pattern explains much is blurred or washed out, and says little.
    """
    likelihood = np.exp(_EVIDENCE * explained(cut) ** 2)
    shares: Array = (likelihood / likelihood.sum()).astype(np.float32)
    return shares


def explained(cut: Image) -> Array:
    """What share of each value's pattern, where it fits best, the colours explain: (6,), R² of a regression, 0…1."""
    inner = [cut[margin:-margin, margin:-margin] for margin in _MARGINS_PX]
    each = [cv2.resize(part, (_SAMPLES, _SAMPLES), interpolation=cv2.INTER_AREA).reshape(-1, 3) for part in inner]
    # All of them at once, as going through the masks takes longest.
    seen = np.concatenate(each, 1, dtype=np.float32)
    seen -= _LIGHT @ (_LIGHT.T @ seen)
    along = np.concatenate([masks @ seen for masks in _BLOCKS])
    best = np.zeros(len(_MASKS), np.float32)
    for colours in range(0, seen.shape[1], 3):
        part, there = seen[:, colours : colours + 3], along[:, colours : colours + 3]
        scatter = part.T @ part + len(part) * _NOISE**2 * np.eye(3, dtype=np.float32)
        np.maximum(best, np.einsum("ij,ij->i", there @ np.linalg.inv(scatter), there), out=best)
    shares: Array = np.maximum.reduceat(best, _STARTS)
    return shares


def _layouts(value: int) -> list[Array]:
    """The pips of a value, each way in which dice show it; (value, 2), -1…1."""
    dots = np.array(PATTERNS[value], np.float32)
    if value == 6:
        rows = [dots * np.array([narrow, 1], np.float32) for narrow in _NARROW]
        return rows + [row[:, ::-1] for row in rows]
    if value == 2:
        beside = np.array([(-_BESIDE, 0), (_BESIDE, 0)], np.float32)
        return [dots, dots * np.array([1, -1], np.float32), beside, beside[:, ::-1]]
    return [dots, dots * np.array([1, -1], np.float32)] if value == 3 else [dots]


def _shown(value: int) -> list[tuple[Array, float]]:
    """The pips of a value in each way and size, in half edges, and their radius; in the middle of the face."""
    sizes = product((_SPACINGS[0],), (*_RADII, _ACE)) if value == 1 else product(_SPACINGS, _RADII)
    return [(layout * spacing, radius) for (spacing, radius), layout in product(sizes, _layouts(value))]


def _masks(pips: Array, radius: float) -> Array:
    """Where these pips may be, (shifts, samples), less what light that changes smoothly could be; of unit length."""
    shifts = np.array(list(product(_SHIFTS, _SHIFTS)), np.float32)
    away = np.linalg.norm(shifts[:, None, None] + pips[:, None] - _POINTS, axis=3).min(1)
    masks = np.clip((radius - away) * _SAMPLES / (2 * _REACH) + 0.5, 0, 1)
    masks -= (masks @ _LIGHT) @ _LIGHT.T
    unit: Array = masks / np.linalg.norm(masks, axis=1, keepdims=True)
    return unit


def _all_masks() -> Array:
    """Those of every value, one after the other, (masks, samples), made in place: they are most of what this needs."""
    each = [masked for value in PATTERNS for masked in _shown(value)]
    count = len(_SHIFTS) ** 2
    made = np.empty((len(each) * count, len(_POINTS)), np.float32)
    for k, (pips, radius) in enumerate(each):
        made[k * count : (k + 1) * count] = _masks(pips, radius)
    return made


_RAMP = ((np.arange(_SAMPLES, dtype=np.float32) + 0.5) / _SAMPLES * 2 - 1) * _REACH
_POINTS = np.stack(np.meshgrid(_RAMP, _RAMP), -1).reshape(-1, 2)
"""Where on the face the samples lie, (samples, 2)."""
_POWERS = [_POINTS[:, 0] ** i * _POINTS[:, 1] ** j for i in range(3) for j in range(3 - i)]
_LIGHT = np.linalg.qr(np.stack(_POWERS, 1))[0].astype(np.float32)
"""Quadratic light, as an orthonormal basis, (samples, 6)."""
_MASKS = _all_masks()
_BLOCKS = [_MASKS[row : row + 64] for row in range(0, len(_MASKS), 64)]
"""BLAS shares larger products out to threads, which wait for one another where the machine is busy: a hundred times as
long was seen."""
_STARTS = len(_SHIFTS) ** 2 * np.cumsum([0, *(len(_shown(value)) for value in PATTERNS)])[:-1]
"""Where each value's masks begin."""
