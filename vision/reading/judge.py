"""What is vouched for of the faces in a picture: one bar for the share of each that all models give together.

Told how many dice lie there, what else is seen is none where that many are beyond dispute. A number makes no die, and
no value surer: what needs one to be believed is in motion or half covered more often than it is read right.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from vision.reading.candidates import Candidate, Detections, UnreadableSpot
from vision.reading.fusion import CERTAIN, SURE, UNDISPUTED, pooled
from vision.reading.glare import glared
from vision.reading.resolve import SIZE_RATIO, ResolvedFace, resolve
from vision.reading.see_through import shines_through
from vision.types import Die, Doubt, DoubtKind, Image, Reading, box_around

_OF_ONE_DIE = 0.6
"""Edges from the middle of a die that was read within which what can't be read is that die."""
_LARGE_PX, _DIM = 20.0, 0.15
"""Where nothing is read, a face with such an edge, pixels, that is a die with such a share (0…1) is a doubt; any
texture has smaller ones."""
_FAINT, _CLEAR_PATTERN = 0.05, 0.9
"""So is one with this share, if geometry gives one value that share. Of 150 renders of tables without dice where much
else lies 18 are doubted for one or the other."""


def judged(image: Image, detections: Detections, bar: float = CERTAIN, dice: int | None = None) -> Reading:
    """The dice in a picture, left to right, and what is not vouched for, the surest face first.

    Args:
        image: of which the faces were detected.
        detections: all that searching it found.
        bar: confidence (0…1) from which a die is certain.
        dice: how many lie there, if that is known.
    """
    faces = resolve(image, detections.faces)
    read = [face.die for face in faces if face.unreadable is None]
    doubts = [
        Doubt(face.unreadable or DoubtKind.VALUE, face.die.box)
        for face in faces
        if face.unreadable is not None or face.die.confidence < bar or not _plain(face)
    ]
    if dice is not None and _all_told(read, doubts, dice):
        read, doubts = [die for die in read if die.confidence >= CERTAIN], []
    else:
        doubts += [
            Doubt(DoubtKind.HIDDEN, (spot.x - spot.edge / 2, spot.y - spot.edge / 2, spot.edge, spot.edge))
            for spot in _unexplained(read, detections.unreadable)
        ]
    if not read and not doubts:  # such a table is not to be called empty
        dim = [face for face in detections.faces if _may_be_a_die(face)]
        doubts = [Doubt(DoubtKind.VALUE, box_around(face.corners.tolist())) for face in dim]
    return Reading(tuple(sorted(read, key=lambda die: die.centre)), tuple(doubts))


def _all_told(read: Sequence[Die], doubts: Sequence[Doubt], dice: int) -> bool:
    """Whether as many dice as should lie there are beyond dispute, and all else that is read is hardly one."""
    hardly = {die.box for die in read if die.confidence < CERTAIN}
    told = [die for die in read if die.box not in hardly]
    undisputed = all(die.confidence >= UNDISPUTED for die in told) and all(doubt.box in hardly for doubt in doubts)
    return bool(told) and len(told) == dice and undisputed


def _plain(face: ResolvedFace) -> bool:
    """Whether neither a lamp nor the pips below make a face show another value than it has."""
    return not glared(face.cut, face.die.value) and not shines_through(face.cut, face.die.value)


def _unexplained(dice: Sequence[Die], spots: Sequence[UnreadableSpot]) -> list[UnreadableSpot]:
    """Where dice can't be read that are none of those that can, unless they are far larger than these."""
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
