"""Faces that lie side by side as the two halves of a domino do, as dice seldom lie."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.network import Array
from vision.types import Die

_OFF = 0.2
"""A half's corners are at most so far from where the other's lattice has them, along and across it; edges."""


def halves(faces: Sequence[Array]) -> list[tuple[int, int]]:
    """Which of these faces, by their corners (4, 2) in order around each, may be the two halves of one domino."""
    numbered = combinations(range(len(faces)), 2)
    return [(a, b) for a, b in numbered if _next_to(faces[a], faces[b]) or _next_to(faces[b], faces[a])]


def like_a_domino(dice: Sequence[Die]) -> bool:
    """Whether any two of the dice lie like that."""
    return bool(halves([np.array(die.corners, np.float32) for die in dice]))


def _next_to(face: Array, other: Array) -> bool:
    """Whether the other lies on the square beside this face's, in the plane of the table, however that is seen."""
    away = other.mean(0) - face.mean(0)
    along, across = (face[1] - face[0] + face[2] - face[3]) / 2, (face[3] - face[0] + face[2] - face[1]) / 2
    if np.abs(away).max() > 2 * max(np.abs(along).max(), np.abs(across).max()):
        return False
    there = (other - face.mean(0)) @ np.linalg.pinv(np.stack([along, across]))
    square = there.mean(0).round()
    return bool(np.abs(square).sum() == 1 and np.abs(np.abs(there - square) - 0.5).max() < _OFF)
