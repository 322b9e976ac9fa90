"""A die's body is there, and no pips: its upper face shows an emblem, a letter or a picture.

The detector sees such a face faintly, and the classifier takes it for print. Among sure dice it is told from what else
has print on it by its size and by its body, which has their colours and stands out from the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.reading.checks.protocol import NOTHING_WRONG, Evidence, Verdict
from vision.reading.colours import as_bodies
from vision.reading.contrast import usual_edge
from vision.reading.crops import MARGIN, SIDE_PX
from vision.reading.fusion import CERTAIN
from vision.types import Die, Doubt, DoubtKind, Image, Reading

_HOT = 0.25
"""Heat of a face from which it may be a die's: as of what is seen from afar and looked at closely."""
_PRINTED = 0.05
"""Share of print, by the classifier, from which a face may show an emblem: on renders none is overlooked for it, and of
what else has a body of the dice's colours seven in ten are dismissed (workshop/training/NOTEBOOK.md)."""
_SIZES = (0.6, 1.7)
"""Of its edge, in those of the sure dice: an emblem is seen as the face, or the face as its emblem."""
_OWN_REACH = 1.0
"""So far from a die's middle, in edges, what is seen is its own: its sides."""
_ALIKE = 18.0
"""Colours so near are one body's."""
_BODY, _TABLE = 0.35, 0.5
"""So much of the face has a body's colours, and what lies around it at most so many times as much."""
_WIDE, _AROUND = 1.5, 0.95
"""How many edges wider than a classifier's the cut-out is, and from where on, in edges, what is seen lies around."""


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts what shows print on the body of a die that was read, and about its size, where no die was read."""
    sure = [die for die in reading.dice if die.confidence >= CERTAIN]
    if not sure:
        return NOTHING_WRONG
    edge = usual_edge(sure)
    seen = [(die.centre, die.size) for die in reading.dice]
    for doubt in reading.doubts:
        if doubt.box is not None:
            x, y, width, height = doubt.box
            seen.append(((x + width / 2, y + height / 2), edge))
    doubts = []
    for face in sorted(evidence.resolved.detections.faces, key=lambda face: -face.heat):
        x, y = face.centre.tolist()
        if face.heat < _HOT or math.exp(face.classifier[-1]) < _PRINTED:
            continue
        if not _SIZES[0] <= face.size / edge <= _SIZES[1]:
            continue
        if any(math.dist((x, y), at) < _OWN_REACH * max(size, edge) for at, size in seen):
            continue
        if _has_body(evidence.pyramid.square(x, y, _WIDE * edge), sure):
            seen.append(((x, y), edge))
            doubts.append(Doubt(DoubtKind.VALUE, (x - edge / 2, y - edge / 2, edge, edge)))
    return Verdict(tuple(doubts))


def _has_body(cut: Image, dice: Sequence[Die]) -> bool:
    """Whether a cut-out, so much wider than a classifier's, shows a body of the colours of these dice in its middle."""
    bodies = as_bodies([die.colour for die in dice])
    seen = as_bodies(cut)
    apart = np.min([np.linalg.norm(seen - body, axis=2) for body in np.unique(bodies.round(), axis=0)], axis=0)
    away = np.abs(np.arange(SIDE_PX) - (SIDE_PX - 1) / 2) * _WIDE * (1 + MARGIN) / SIDE_PX
    away = np.maximum(away[:, None], away)
    face, around = (float((apart[part] < _ALIKE).mean()) for part in (away < 1 / 2, away > _AROUND))
    return face > _BODY and around < _TABLE * face
