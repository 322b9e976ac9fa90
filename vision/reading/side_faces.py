"""Finds sides of dice that were taken for tops of other dice.

Tops of flat dice slant alike, as they lie in parallel planes. A top and a side of one die slant away from each other,
and the side is where the die's body must have one. Neither holds for two dice that touch.
"""

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.reading.fusion import CERTAIN
from vision.reading.tilt_net import Slant
from vision.types import Die, Doubt, DoubtKind, Reading

_NEXT, _SIZES_ALIKE = 1.2, 1.6
"""A top and a side of one die have their middles at most 1.2 edges apart, and one is at most 1.6 times as large."""
_SLANT_APART = 0.6
"""Their slants differ by at least 0.6 along the line between them."""
_OFF_SIDE = 0.35
"""A side is at most 0.35 edges from where the top's slant says."""
_LEAST_SQUARELY = 0.1
"""The squared cosine of the viewing angle is taken as 0.1 at least: beyond that a face is hardly seen."""


def without_sides(reading: Reading, slant_of: Callable[[Die], Slant]) -> Reading:
    """The reading without faces that are sides of other dice; where it cannot be told which is, both are doubted.

    Of two faces of one die the top is the one that slants like the other dice, and the one that is certain if the other
    is not. If neither decides, or they contradict each other, both faces are in doubt.
    """
    dice = reading.dice
    slant = cache(lambda k: slant_of(dice[k]))
    pairs = [
        (a, b)
        for a, b in combinations(range(len(dice)), 2)
        if _are_beside(dice[a], dice[b]) and _are_one(dice[a], slant(a), dice[b], slant(b))
    ]
    if not pairs:
        return reading
    paired = {k for pair in pairs for k in pair}
    tops = [slant(k) for k, die in enumerate(dice) if k not in paired and die.confidence >= CERTAIN]
    sides: set[int] = set()
    doubted: set[int] = set()
    for pair in pairs:
        side = set()
        if tops:
            usual = np.median(tops, axis=0)
            # The one that slants least like the other dice.
            side.add(max(pair, key=lambda k: float(np.linalg.norm(slant(k) - usual))))
        # The one that is not certain.
        if sum(dice[k].confidence >= CERTAIN for k in pair) == 1:
            side.add(min(pair, key=lambda k: dice[k].confidence))
        # Two different answers, or none: nobody can tell.
        if len(side) == 1:
            sides |= side
        else:
            doubted |= set(pair)
    dropped = {dice[k].box for k in sides}
    left = [doubt for doubt in reading.doubts if doubt.box not in dropped]
    left += [Doubt(DoubtKind.VALUE, dice[k].box) for k in sorted(doubted - sides)]
    return Reading(tuple(die for k, die in enumerate(dice) if k not in sides), tuple(dict.fromkeys(left)))


def _are_beside(one: Die, other: Die) -> bool:
    larger, smaller = max(one.size, other.size), min(one.size, other.size)
    return math.dist(one.centre, other.centre) < _NEXT * larger and larger < _SIZES_ALIKE * smaller


def _are_one(one: Die, slant: Slant, other: Die, its_slant: Slant) -> bool:
    """Whether two faces belong to one die: they slant apart, and one lies where the other must have a side."""
    away = np.subtract(other.centre, one.centre)
    if float((its_slant - slant) @ away) < _SLANT_APART * float(np.linalg.norm(away)):
        return False
    off = min(
        np.linalg.norm(_sides(face, its) - beside.centre, axis=1).min() / face.size
        for face, its, beside in ((one, slant, other), (other, its_slant, one))
    )
    return bool(off < _OFF_SIDE)


def _sides(die: Die, slant: Slant) -> NDArray[np.float64]:
    """Where the middles of a die's four sides are in the picture, (4, 2), by how its top slants.

    A face of unit edge seen at an angle has the area cos(angle), and its slant has the length sin(angle).
    """
    corners = np.array(die.corners)
    edge = die.size / max(1 - float(slant @ slant), _LEAST_SQUARELY) ** 0.25
    below = np.array(die.centre) - slant * edge / 2
    half = np.stack([corners[1] - corners[0], corners[2] - corners[1]]) / 2
    return np.concatenate([below + half, below - half])
