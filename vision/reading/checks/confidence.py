"""A die whose value is not certain."""

from __future__ import annotations

from vision.reading.checks.protocol import Evidence, Verdict
from vision.types import Doubt, DoubtKind, Reading


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts dice below the bar of confidence."""
    unsure = [die for die in reading.dice if die.confidence < evidence.resolved.bar]
    return Verdict(tuple(Doubt(DoubtKind.VALUE, die.box) for die in unsure))
