"""A die that the detector sees, and takes for unreadable, where no face was read."""

from __future__ import annotations

import math
import statistics

from vision.reading.checks.protocol import Evidence, Verdict
from vision.reading.fusion import SURE
from vision.reading.resolve import SIZE_RATIO
from vision.types import Doubt, DoubtKind, Reading

_OF_ONE_DIE = 0.6
"""Edges from the middle of a die that was read within which what can't be read is that die."""


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts places of unreadable dice that none of the dice read explains, unless they are far larger than these."""
    sure = [die.size for die in reading.dice if die.confidence > SURE]
    largest = SIZE_RATIO * statistics.median(sure) if sure else math.inf
    doubts = [
        Doubt(DoubtKind.HIDDEN, (x - edge / 2, y - edge / 2, edge, edge))
        for x, y, edge in evidence.resolved.detections.unreadable
        if edge < largest and all(math.dist((x, y), die.centre) > _OF_ONE_DIE * die.size for die in reading.dice)
    ]
    return Verdict(tuple(doubts))
