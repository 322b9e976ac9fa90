"""What a lamp leaves of a pip that it hides: without that in its middle a three seems to be a two, a five a four."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.checks.protocol import Evidence, Verdict
from vision.reading.pips import ON_FACE, SEEMING, placed
from vision.types import Doubt, DoubtKind, Image, Reading

_LEAST_EDGE_PX = 20.0
"""Edge of a face below which nothing so small is seen of a pip: all is blurred with those beside."""
_LEFT_OF_INK = 0.2
"""So much of the pips' ink must be left of one; measured on staged lamps (workshop/training/NOTEBOOK.md)."""
_USUAL, _BEYOND = 98, 1.2
"""And so many times what is on this percentage of the body elsewhere, which may be grained or have a number on it."""
_PATCH_PX = 2
"""Along an edge of it, pixels of a cut-out."""
_BLUR_PX = 2.5
"""Nearer to a pip than this all is blurred with it."""
_DARKER = 10.0
"""Grey levels by which pips must be darker than the body: where they are lighter, a lamp on it is like a pip itself."""
_MIDDLE_PIP = slice(13, 21)
"""Of what is on a face: where the middle pip is, more or less."""


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts twos and fours that may be a three and a five with a lamp on the middle pip."""
    faces = evidence.resolved.faces_of(reading)
    dice = [face.die for face in faces if pip_hidden(face.cut, face.die.value, face.die.size)]
    return Verdict(tuple(Doubt(DoubtKind.VALUE, die.box) for die in dice))


def pip_hidden(cut: Image, value: int, edge: float) -> bool:
    """Whether there is a trace of a pip in the middle of a cut-out face (`crops.cut_out`), read as a two or a four.

    Lamps that a glossy face mirrors hide dark pips, and never make one: what is as dark there is left of one. So may be
    a number printed between pips, or a shadow's edge.

    Args:
        cut: BGR, (SIDE_PX, SIDE_PX, 3).
        value: that it was read as.
        edge: of the face in the picture, pixels.
    """
    if value not in SEEMING or edge < _LEAST_EDGE_PX:
        return False
    grey = cv2.cvtColor(cut[ON_FACE, ON_FACE], cv2.COLOR_BGR2GRAY)
    usual = float(np.median(grey))
    if grey[_MIDDLE_PIP, _MIDDLE_PIP].min() > usual - _LEFT_OF_INK / 2 * (usual - grey.min()):
        return False  # as mostly: what follows takes ten times as long
    pips = placed(cut, value)
    if not pips.has_room:
        return False
    from_pips = pips.from_each.min(2)
    body, on_pips = from_pips > pips.radius + _BLUR_PX, from_pips < max(pips.radius - 1, 1)
    if np.median(grey[body]) - np.median(grey[on_pips]) < _DARKER:
        return False
    middle, elsewhere = body & (pips.from_all < pips.radius), body & (pips.from_all > pips.radius + 1)
    ink = np.asarray(cv2.blur(pips.ink[ON_FACE, ON_FACE], (_PATCH_PX, _PATCH_PX)))
    ink -= np.median(ink[body])
    trace = float(ink[middle].max(initial=-np.inf))
    if trace <= _LEFT_OF_INK * np.median(ink[on_pips]):
        return False  # as mostly, before what takes longest
    return trace > _BEYOND * float(np.percentile(ink[elsewhere], _USUAL))
