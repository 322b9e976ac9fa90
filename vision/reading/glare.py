"""What a lamp burns out of a face that mirrors it: a value that is read nevertheless is not to be believed.

Of a face that is burnt out as a whole, as white ones are in bright light, dark pips are left as they are. A glare is
narrower: it eats into pips, covers a middle one, or is like a pip itself where those are as light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.pips import ON_FACE, SEEMING, PlacedPips, placed
from vision.types import Image

Mask = NDArray[np.bool_]

_WHITE = (250, 250, 250)
"""Blue, green and red from which a camera sees nothing but light."""
_PIP_SIZED_PX, _BROADER_PX = 2.0, 7.5
"""Radii of discs as small as any pip that a glare may cover, and larger than any pip; pixels of a cut-out."""
_EXPLAINED = 0.55
"""Share of a face with something so broad and white on it that its pips must explain: staged glares leave 0.48 at
most, dice in bright light on photographs 0.62 at least."""
_INNER = slice(4, 30)
"""Of what is on a face: all that is well on it."""
_CORE, _BODY_GAP_PX = 0.7, 2.0
"""What is nearer to the middle of a pip than this, in radii, is pip, and what is farther from its edge body."""
_BROAD_RADII = 0.7
"""Radii of a pip: what is narrower, the streak of a lamp, covers none."""
_MOST_UNLIKE = 2.0
"""One dark pip of a face is at most twice as large as another: on 226 bright faces on photographs 1.7 times at most."""
_MIDDLE_COVERED, _ELSEWHERE, _PERCENTAGE = 0.7, 232, 10
"""The middle of a face is covered where over 70 % of it is white, and a tenth of the body darker than 232."""
_PARTLY, _LEFT_OF_PIP, _PATCH_PX = 0.2, 0.25, 2
"""Where over 20 % of the middle is white, a 2-pixel patch a quarter as dark as the pips is what is left of a pip."""


def glared(cut: Image, value: int) -> bool:
    """Whether a glare on a cut-out face (`crops.cut_out`) leaves too little of that value's pips to be read.

    One that is round, and no larger than an ace may be, is an ace as far as colours go.
    """
    white = cv2.inRange(cut[ON_FACE, ON_FACE], _WHITE, (255, 255, 255))
    inscribed = _inscribed(white) if cv2.countNonZero(white) else 0.0
    if inscribed < _PIP_SIZED_PX:
        return False
    pips = placed(cut, value)
    if inscribed >= _BROADER_PX and pips.explained < _EXPLAINED:
        return True
    width = inscribed / pips.radius
    if width <= _BROAD_RADII:
        return False
    seen = _seen(cut, white > 0, pips)
    if seen.usual <= seen.inked:
        return value > 1 and width > 1
    return _unlike(seen) or (value in SEEMING and _middle_lost(seen))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What is ON_FACE of a cut-out, of which some is burnt out.

    Attributes:
        grey, lowest: its light, and the least of its blue, green and red.
        burnt, body: where it is white, and where it is none of the value's pips.
        from_each: how far each of its pixels is from each pip's middle.
        usual, inked: grey levels of the body and of the pips.
    """

    pips: PlacedPips
    grey: NDArray[np.uint8]
    lowest: NDArray[np.uint8]
    burnt: Mask
    body: Mask
    from_each: NDArray[np.float32]
    usual: float
    inked: float


def _seen(cut: Image, burnt: Mask, pips: PlacedPips) -> _Seen:
    grey = np.asarray(cv2.cvtColor(cut[ON_FACE, ON_FACE], cv2.COLOR_BGR2GRAY), np.uint8)
    from_each = pips.from_each
    body = from_each.min(2) > pips.radius + _BODY_GAP_PX
    cores = [grey[from_each[:, :, pip] < _CORE * pips.radius] for pip in range(len(pips.middles))]
    inked = float(np.median([np.median(core) for core in cores if core.size]))
    return _Seen(pips, grey, cut[ON_FACE, ON_FACE].min(2), burnt, body, from_each, float(np.median(grey[body])), inked)


def _inscribed(white: cv2.typing.MatLike) -> float:
    """Radius of the largest disc in it, pixels."""
    inside = cv2.distanceTransform(cv2.copyMakeBorder(white, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    return cv2.minMaxLoc(inside)[1]


def _unlike(seen: _Seen) -> bool:
    """Whether much more is left of one dark pip than of another."""
    dark = (seen.grey < (seen.usual + seen.inked) / 2) & (seen.from_each.min(2) < seen.pips.radius + 1)
    left = np.bincount(seen.from_each.argmin(2)[dark], minlength=len(seen.pips.middles))
    return bool(left.max() > _MOST_UNLIKE * left.min())


def _middle_lost(seen: _Seen) -> bool:
    """Whether one more dark pip may have been in the middle."""
    if not seen.pips.has_room:
        return False
    middle = seen.pips.from_all < seen.pips.radius
    white, inner = float(seen.burnt[middle].mean()), seen.lowest[_INNER, _INNER][seen.body[_INNER, _INNER]]
    if white > _MIDDLE_COVERED and inner.size and np.percentile(inner, _PERCENTAGE) < _ELSEWHERE:
        return True
    left = cv2.blur(seen.grey, (_PATCH_PX, _PATCH_PX))[middle & seen.body]
    return white > _PARTLY and bool((left < seen.usual - _LEFT_OF_PIP * (seen.usual - seen.inked)).any())
