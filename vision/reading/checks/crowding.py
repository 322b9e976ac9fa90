"""Two faces nearer to each other than two dice can lie."""

from __future__ import annotations

from vision.reading.checks.protocol import Evidence, Verdict
from vision.types import Doubt, DoubtKind, Reading


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts dice that a sure face crowds: one of the two is a side of the other's die."""
    crowded = [face.die for face in evidence.resolved.faces_of(reading) if face.crowded]
    return Verdict(tuple(Doubt(DoubtKind.VALUE, die.box) for die in crowded))
