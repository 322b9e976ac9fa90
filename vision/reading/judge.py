"""Decides which faces of a picture are vouched for: those with a share, from all models together, above one bar.

If the number of dice is known and as many are beyond dispute, whatever else is seen is no die. The number never adds a
die or makes a value surer: dice that need it to be believed are more often in motion or half covered than read right.
"""

import math
import statistics
from collections.abc import Sequence

from vision.reading.candidates import Candidate, Detections, UnreadableSpot
from vision.reading.fusion import CERTAIN, SURE, UNDISPUTED, pooled
from vision.reading.glare import glared
from vision.reading.resolve import SIZE_RATIO, ResolvedFace, resolve
from vision.reading.see_through import shines_through
from vision.types import Die, Doubt, DoubtKind, Reading, box_around

_OF_ONE_DIE = 0.6
"""An unreadable die within 0.6 edges of a die that was read is that die."""
_LARGE_PX, _DIM = 20.0, 0.15
"""Where nothing is read, a face with an edge of at least 20 pixels and a share of more than 0.15 of being a die is a
doubt; textures look like smaller ones."""
_FAINT, _CLEAR_PATTERN = 0.05, 0.9
"""So is one with a share of more than 0.05 if geometry gives one value over 0.9. Of 150 renders of tables without dice,
but with much else on them, 18 are doubted for either reason."""


def judged(detections: Detections, bar: float = CERTAIN, dice: int | None = None) -> Reading:
    """The dice in a picture, left to right, and what is not vouched for, the surest face first.

    Args:
        detections: all that searching a picture found.
        bar: confidence (0…1) from which a die is certain.
        dice: how many lie there, if that is known.
    """
    faces = resolve(detections.faces)
    read = [face.die for face in faces if face.unreadable is None]
    doubts = [
        Doubt(face.unreadable or DoubtKind.VALUE, face.die.box)
        for face in faces
        if face.unreadable is not None or face.die.confidence < bar or not _plain(face)
    ]
    # The number settles what else was seen, though it adds no die.
    if dice is not None and _all_told(read, doubts, dice):
        read, doubts = [die for die in read if die.confidence >= CERTAIN], []
    else:
        doubts += [
            Doubt(DoubtKind.HIDDEN, (spot.x - spot.edge / 2, spot.y - spot.edge / 2, spot.edge, spot.edge))
            for spot in _unexplained(read, detections.unreadable)
        ]
    if not read and not doubts:  # a table with dim or faint dice must not be called empty
        dim = [face for face in detections.faces if _may_be_a_die(face)]
        doubts = [Doubt(DoubtKind.VALUE, box_around(face.corners.tolist())) for face in dim]
    return Reading(tuple(sorted(read, key=lambda die: die.centre)), tuple(doubts))


def _all_told(read: Sequence[Die], doubts: Sequence[Doubt], dice: int) -> bool:
    """Whether just as many dice as should lie there are beyond dispute, and everything else is hardly a die."""
    hardly = {die.box for die in read if die.confidence < CERTAIN}
    told = [die for die in read if die.box not in hardly]
    undisputed = all(die.confidence >= UNDISPUTED for die in told) and all(doubt.box in hardly for doubt in doubts)
    return bool(told) and len(told) == dice and undisputed


def _plain(face: ResolvedFace) -> bool:
    """Whether neither a glare nor pips that shine through from below make a face show a wrong value."""
    return not glared(face.fitted, face.die.value) and not shines_through(face.fitted, face.die.value)


def _unexplained(dice: Sequence[Die], spots: Sequence[UnreadableSpot]) -> list[UnreadableSpot]:
    """The unreadable dice that are none of the dice read, without those far too large to be dice here."""
    sure = [die.size for die in dice if die.confidence > SURE]
    largest = SIZE_RATIO * statistics.median(sure) if sure else math.inf
    return [
        spot
        for spot in spots
        if spot.edge < largest and all(math.dist(spot[:2], die.centre) > _OF_ONE_DIE * die.size for die in dice)
    ]


def _may_be_a_die(face: Candidate) -> bool:
    believed = 1 - float(pooled(face)[0])
    patterned = believed > _FAINT and float(face.geometry.max()) > _CLEAR_PATTERN
    return face.size >= _LARGE_PX and (believed > _DIM or patterned)
