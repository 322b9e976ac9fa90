"""A table that seems empty, on which something large is dimly seen."""

from __future__ import annotations

from vision.reading.candidates import Candidate
from vision.reading.checks.protocol import NOTHING_WRONG, Evidence, Verdict
from vision.reading.fusion import Weights, pooled
from vision.types import Doubt, DoubtKind, Reading, box_around

_LARGE_PX, _DIM = 20.0, 0.15
"""Where nothing is read, a face of such an edge, pixels, that is believed in so much (0…1) is a doubt; any texture has
smaller ones."""
_FAINT, _CLEAR_PATTERN = 0.05, 0.9
"""So is one that is believed in so little (0…1), if geometry gives one value such a share. Of 150 renders of tables
without dice where much else lies 18 are doubted for one or the other."""


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts what may be a die where neither a die nor a doubt is left: such a table is not to be called empty."""
    if reading.dice or reading.doubts:
        return NOTHING_WRONG
    resolved = evidence.resolved
    dim = [face for face in resolved.detections.faces if _may_be_a_die(face, resolved.weights)]
    return Verdict(tuple(Doubt(DoubtKind.VALUE, box_around(face.corners.tolist())) for face in dim))


def _may_be_a_die(face: Candidate, weights: Weights) -> bool:
    believed = 1 - float(pooled(face, weights)[0])
    patterned = believed > _FAINT and float(face.geometry.max()) > _CLEAR_PATTERN
    return face.size >= _LARGE_PX and (believed > _DIM or patterned)
