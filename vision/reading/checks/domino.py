"""Faces that lie side by side as the two halves of a domino do, as dice seldom lie."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from vision.reading.checks.protocol import Evidence, Verdict
from vision.reading.detector import Array
from vision.reading.fusion import CERTAIN
from vision.types import Box, Doubt, DoubtKind, Reading

_OFF_LATTICE = 0.2
"""A half's corners are at most so far from where the other's lattice has them, along and across it; edges."""
_PRINTED, _LOOKED_AT_AGAIN = -4.0, -7.0
"""Log odds of being print, of both halves together, from which they are a domino's, and from which they are to be seen
in other views, which tell rows of dice that touch from dominoes better. Not where the number of dice is known: there
as many dominoes are caught without (workshop/training/NOTEBOOK.md has what both cost)."""


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts dice that lie as a domino's halves, if the classifier may take both together for prints.

    Only what would be believed: a die that lies beside an emblem, which is a doubt by itself, is not a half of it.
    """
    doubted = {doubt.box for doubt in reading.doubts}
    believed = [face for face in evidence.resolved.faces_of(reading) if face.die.box not in doubted]
    seen_once = evidence.resolved.bar > CERTAIN
    bar = _LOOKED_AT_AGAIN if seen_once and evidence.expected is None else _PRINTED
    printed: dict[Box, None] = {}
    for (one, odds), (other, its_odds) in combinations([(face, face.candidate.odds_of_print) for face in believed], 2):
        if odds + its_odds > bar and halves(one.candidate.corners, other.candidate.corners):
            printed |= dict.fromkeys((one.die.box, other.die.box))
    return Verdict(tuple(Doubt(DoubtKind.VALUE, box) for box in printed))


def halves(face: Array, other: Array) -> bool:
    """Whether two faces, by their corners (4, 2) in order around each, may be the two halves of one domino."""
    return _next_to(face, other) or _next_to(other, face)


def _next_to(face: Array, other: Array) -> bool:
    """Whether the other lies on the square beside this face's, in the plane of the table, however that is seen."""
    along, across = (face[1] - face[0] + face[2] - face[3]) / 2, (face[3] - face[0] + face[2] - face[1]) / 2
    there = (other - face.mean(0)) @ np.linalg.pinv(np.stack([along, across]))
    square = there.mean(0).round()
    return bool(np.abs(square).sum() == 1 and np.abs(np.abs(there - square) - 0.5).max() < _OFF_LATTICE)
