"""What every check of a reading is given, and what it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid
from vision.reading.resolve import Resolved
from vision.types import Box, Die, Doubt, Reading


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a check may look at besides the reading itself.

    Attributes:
        pyramid: of the picture.
        networks: that may be asked about it.
        resolved: the faces that were left by non-maximum suppression, and all that was detected.
    """

    pyramid: Pyramid
    networks: Networks
    resolved: Resolved


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check answers: doubts, and dice of the reading that are none."""

    doubts: tuple[Doubt, ...] = ()
    dropped: tuple[Die, ...] = ()

    def applied_to(self, reading: Reading) -> Reading:
        """The reading without these dice and their doubts, and with these doubts, each once."""
        if not self.doubts and not self.dropped:
            return reading
        boxes = {die.box for die in self.dropped}
        dice = tuple(die for die in reading.dice if die.box not in boxes)
        doubts = (*(doubt for doubt in reading.doubts if doubt.box not in boxes), *self.doubts)
        return Reading(dice, tuple(dict.fromkeys(doubts)))


NOTHING_WRONG = Verdict()


class Check(Protocol):
    """One thing that can be wrong with a reading."""

    def __call__(self, reading: Reading, evidence: Evidence, /) -> Verdict:
        """What is wrong; the reading is what the checks before this one have left."""
        ...


def checked(reading: Reading, evidence: Evidence, checks: Iterable[Check]) -> Reading:
    """The reading after these checks, in order; doubts about faces first, the surest face first."""
    for check in checks:
        reading = check(reading, evidence).applied_to(reading)
    ranks: dict[Box | None, int] = {face.die.box: rank for rank, face in enumerate(evidence.resolved.faces)}
    doubts = sorted(reading.doubts, key=lambda doubt: ranks.get(doubt.box, len(ranks)))
    return Reading(reading.dice, tuple(doubts))
