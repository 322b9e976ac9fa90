"""A face that is too blurred for its pips to be read: by a drop on the lens, out of focus, or streaked in motion."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.reading.checks.protocol import Evidence, Verdict
from vision.types import Doubt, DoubtKind, Image, Reading

_FINE_PX = 0.8, 2.0
_COARSE_PX = 1.0, 2.0
"""Widths (standard deviations) between which blurs of a cut-out differ by what is fine on a face, 0.02 to 0.05 of its
edge, and blurs of one a quarter as large by what is coarse, 0.1 to 0.2."""
_COARSER = 4
_SHARP = 0.125
"""So much of what is coarse must be fine: of 2,623 dice that are read right on photographs less is on none."""
_ROUNDING = 0.5
"""Grey levels; less is no more than rounding."""
_BELIEVED_FROM = 0.95
"""Confidence (0…1) from which a blurred die is believed: through a drop on the lens those that are wrong have 0.91 at
most, and where all are right they have 0.96 at least."""
_STREAKED_FROM = 0.45
"""So much of its gradients must have one direction: of dice in motion that are read 0.52 at least have, but so have 16
of 867 that lie still on photographs. So it asks more, and decides nothing."""


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts blurred dice that are not read beyond question."""
    faces = evidence.resolved.faces_of(reading)
    unclear = [face.die for face in faces if face.die.confidence < _BELIEVED_FROM and blurred(face.cut)]
    return Verdict(tuple(Doubt(DoubtKind.VALUE, die.box) for die in unclear))


def sharpness(cut: Image) -> float:
    """How much is fine on a cut-out face (`crops.cut_out`), of what is coarse: of pips, edges as against places.

    Differences of Gaussians (Marr and Hildreth 1980), their mean amount over the middle of the face.
    """
    height, width = cut.shape[:2]
    coarser = (width // _COARSER, height // _COARSER)
    small = np.asarray(cv2.resize(cut, coarser, interpolation=cv2.INTER_AREA), np.uint8)
    return _between(cut, *_FINE_PX) / max(_between(small, *_COARSE_PX), _ROUNDING)


def blurred(cut: Image) -> bool:
    """Whether what a cut-out shows is too blurred to be read."""
    return sharpness(cut) < _SHARP


def streaked(part: Image) -> bool:
    """Whether what a part of a face shows runs in one direction, as all does on a die that moves in the exposure.

    The coherence of its structure tensor (Bigün and Granlund 1987), of all colours.
    """
    across, down = cv2.Sobel(part, cv2.CV_32F, 1, 0).ravel(), cv2.Sobel(part, cv2.CV_32F, 0, 1).ravel()
    xx, yy, xy = float(across @ across), float(down @ down), float(across @ down)
    return math.hypot(xx - yy, 2 * xy) > _STREAKED_FROM * (xx + yy)


def _between(picture: Image, narrow: float, wide: float) -> float:
    """How much lies between two blurs, in the middle half of a picture."""
    grey_levels = picture.astype(np.float32)
    apart = cv2.absdiff(cv2.GaussianBlur(grey_levels, (0, 0), narrow), cv2.GaussianBlur(grey_levels, (0, 0), wide))
    margin = len(picture) // 4
    return float(apart[margin:-margin, margin:-margin].mean())
