"""Finds faces on which a lamp is mirrored and has burnt out pips, so that the value read is not to be believed.

On a white face that is burnt out as a whole, dark pips stay as they are. A glare is smaller: it eats into pips, covers
the middle one, or looks like a pip itself on dice with light pips.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.pips import ON_FACE, SEEMING, FittedFace, PlacedPips
from vision.types import Image

Mask = NDArray[np.bool_]

_WHITE = 250
"""A pixel with at least 250 (of 255) in blue, green and red is burnt out."""
_PIP_SIZED_PX, _BROADER_PX = 2.0, 7.5
"""Radii in pixels of a cut-out: a glare below 2 covers no pip, and one from 7.5 on is larger than any pip."""
_EXPLAINED = 0.55
"""With so large a glare, pips must explain 0.55 of the face: staged glares leave 0.48 at most, dice in bright light on
photographs have 0.62 at least."""
_INNER = slice(4, 30)
"""Rows and columns of ON_FACE that are well inside the face."""
_CORE, _BODY_GAP_PX = 0.7, 2.0
"""Within 0.7 of its radius all is pip; over 2 pixels beyond its edge all is body."""
_BROAD_RADII = 0.7
"""A glare narrower than 0.7 of a pip's radius, such as the streak of a lamp, covers no pip."""
_MOST_UNLIKE = 2.0
"""A dark pip is at most twice as large as another of its face: on 226 bright faces of photographs it was up to 1.7."""
_MIDDLE_COVERED, _ELSEWHERE, _PERCENTAGE = 0.7, 232, 10
"""The middle of a face is covered where over 70 % of it is white, and a tenth of the body darker than 232."""
_PARTLY, _LEFT_OF_PIP, _PATCH_PX = 0.2, 0.25, 2
"""Where over 20 % of the middle is white, a 2-pixel patch a quarter as dark as the pips is what is left of a pip."""


def glared(face: FittedFace, value: int) -> bool:
    """Whether a glare on a face leaves too little of that value's pips to be read.

    A round glare no larger than an ace's pip cannot be told from such a pip.
    """
    white = cv2.inRange(face.cut[ON_FACE, ON_FACE], (_WHITE,) * 3, (255,) * 3)
    inscribed = _inscribed(white) if cv2.countNonZero(white) else 0.0
    if inscribed < _PIP_SIZED_PX:
        return False
    pips = face.placed(value)
    # Larger than any pip: a burnt-out white face still shows its pips, a glare over them does not.
    if inscribed >= _BROADER_PX and pips.explained < _EXPLAINED:
        return True
    width = inscribed / pips.radius
    if width <= _BROAD_RADII:
        return False
    seen = _seen(face.cut[ON_FACE, ON_FACE], pips)
    # Light pips: a glare as broad as a pip may be taken for one, or join two.
    if seen.usual <= seen.inked:
        return value > 1 and width > 1
    # Dark pips: has the glare eaten into one, or covered a middle one?
    return _unlike(seen) or (value in SEEMING and _middle_lost(seen))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The part of a cut-out that is ON_FACE.

    Attributes:
        lowest, grey: the lowest of blue, green and red, and grey levels.
        body: a mask of what is none of the value's pips.
        usual, inked: the usual grey level of the body, and of the pips.
    """

    pips: PlacedPips
    lowest: Image
    grey: Image
    body: Mask
    usual: float
    inked: float


def _seen(colours: Image, pips: PlacedPips) -> _Seen:
    grey = np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.uint8)
    body = pips.from_each.min(2) > pips.radius + _BODY_GAP_PX
    cores = [grey[away < _CORE * pips.radius] for away in np.moveaxis(pips.from_each, 2, 0)]
    inked = float(np.median([np.median(core) for core in cores if core.size]))
    return _Seen(pips, colours.min(2), grey, body, float(np.median(grey[body])), inked)


def _inscribed(white: cv2.typing.MatLike) -> float:
    """Radius of the largest disc inside the white pixels."""
    # With a black rim around, as the picture's edge would not count as one.
    inside = cv2.distanceTransform(cv2.copyMakeBorder(white, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    return cv2.minMaxLoc(inside)[1]


def _unlike(seen: _Seen) -> bool:
    """Whether much more is left of one dark pip than of another: the glare has eaten into that."""
    dark = (seen.grey < (seen.usual + seen.inked) / 2) & (seen.pips.from_each.min(2) < seen.pips.radius + 1)
    left = np.bincount(seen.pips.from_each.argmin(2)[dark], minlength=len(seen.pips.middles))
    return bool(left.max() > _MOST_UNLIKE * left.min())


def _middle_lost(seen: _Seen) -> bool:
    """Whether a glare may hide one more dark pip in the middle."""
    apart = seen.pips.middles - seen.pips.middles.mean(0)
    if np.linalg.norm(apart, axis=1).mean() < 2 * seen.pips.radius:  # there is no room for it
        return False
    middle = seen.pips.from_all < seen.pips.radius
    white, inner = float((seen.lowest >= _WHITE)[middle].mean()), seen.lowest[_INNER, _INNER][seen.body[_INNER, _INNER]]
    if white > _MIDDLE_COVERED and inner.size and np.percentile(inner, _PERCENTAGE) < _ELSEWHERE:
        return True
    left = cv2.blur(seen.grey, (_PATCH_PX, _PATCH_PX))[middle & seen.body]
    return white > _PARTLY and bool((left < seen.usual - _LEFT_OF_PIP * (seen.usual - seen.inked)).any())
