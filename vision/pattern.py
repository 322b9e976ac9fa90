"""The geometric half of the reader: which of the six patterns explains the pips on a face.

Face coordinates: -1…1 between the corners of the top face.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

_HALVES = {
    1: [(0.0, 0.0)],
    2: [(-1.0, -1.0), (1.0, 1.0)],
    3: [(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    4: [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)],
    5: [(-1.0, -1.0), (-1.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0)],
    6: [(-1.0, -1.0), (-1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0)],
}
_SPACINGS = (0.35, 0.44, 0.5, 0.56, 0.62)
"""From the centre of the face to its outer pips, in half edges: the range seen on real dice."""
_NARROW = (1.0, 0.75, 0.55)
"""Of that, how far a six's rows lie from the centre: half of the dice sold have them close together."""
_REACH = 0.2
"""How far a pip may lie from its place, in half edges, before it counts for little."""
_INSIDE = 0.95
"""Pips farther out, in half edges, are a neighbour's or a side's."""
_MISSED = 0.06
"""Likelihood that a pip is not seen at all, or that a sure one is none."""


def _templates() -> list[tuple[int, Array]]:
    made = []
    for value, dots in _HALVES.items():
        points = np.array(dots, np.float32)
        turned = [points]
        if value in (2, 3):
            turned.append(points * np.array([1, -1], np.float32))
        if value == 2:  # side by side, as on many eastern dice
            turned += [np.array([(-0.8, 0), (0.8, 0)], np.float32), np.array([(0, -0.8), (0, 0.8)], np.float32)]
        if value == 6:
            rows = [points * np.array([narrow, 1], np.float32) for narrow in _NARROW]
            turned = rows + [row[:, ::-1].copy() for row in rows]
        spacings = _SPACINGS if value > 1 else _SPACINGS[:1]
        made += [(value, shape * spacing) for shape in turned for spacing in spacings]
    return made


_TEMPLATES = _templates()
_VALUES = np.array([value for value, _ in _TEMPLATES])
_PLACES = np.concatenate([places for _, places in _TEMPLATES])
"""Of all templates, one after the other; (n, 2),"""
_STARTS = np.cumsum([0, *(len(places) for _, places in _TEMPLATES[:-1])])
"""and where each template's begin."""


def fit(pips: Array) -> Array:
    """How well each value explains the pips: (6,), summing to 1.

    Args:
        pips: (n, 3), x and y on the face, and 0…1 how likely each is a pip at all.

    Every place of a pattern wants one pip, every likely pip wants a place; the cost of a miss is its negative log
    likelihood. The best turn and spacing of each value counts.
    """
    likely = pips[:, 2] * (np.abs(pips[:, :2]) < _INSIDE).all(1)
    away2 = ((_PLACES[:, None] - pips[None, :, :2]) ** 2).sum(2)
    near = np.exp(-away2 / _REACH**2)
    found = (near * likely).max(1, initial=0.0)
    taken = np.maximum.reduceat(near, _STARTS)
    missed = -np.add.reduceat(np.log(found + _MISSED), _STARTS)
    strayed = -np.log(1 + _MISSED - likely * (1 - taken)).sum(1)
    cost = np.full(6, np.inf)
    np.minimum.at(cost, _VALUES - 1, missed + strayed)
    likelihood = np.exp(cost.min() - cost)
    shares: Array = (likelihood / likelihood.sum()).astype(np.float32)
    return shares
