"""Pips of the lower face, seen through a clear die: with those above they make up a five or a six.

A four whose lower face has a middle pip looks like a five of which one pip is faint. What lies above stands out more,
and faces look the same turned by half a turn: where pips that lie opposite each other all stand out more than all
others, these may be seen from behind. A lamp, dirt and worn paint seldom choose so; swirls of a body do, and pips that
differ by less than it does from itself tell nothing.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.colours import lab
from vision.reading.pips import ON_FACE, PlacedPips, placed
from vision.types import Image

_MADE_UP = (5, 6)
"""What the pips of two opposite faces together look like: they add up to seven, and one of them is a four at least."""
_FAINTER = 0.75
"""What lies below stands out by less than this share of what lies above: chosen on renders, as the notebook says."""
_PATCH_PX = 3
"""A pip stands out as the plainest patch of it does: along an edge of that, pixels of a cut-out."""
_CORE, _LEAST_PX, _BLUR_PX = 0.6, 1.5, 2.5
"""Within 0.6 of a pip's radius, and 1.5 pixels at least, all is pip; within 2.5 pixels of its edge all is blurred."""


def shines_through(cut: Image, value: int) -> bool:
    """Whether a cut-out face (`crops.cut_out`) was read as a five or a six with pips that may be its lower face's.

    Args:
        cut: BGR, (SIDE_PX, SIDE_PX, 3).
        value: that it was read as.
    """
    if value not in _MADE_UP:
        return False
    pips, middle, grain = _strengths(cut, placed(cut, value))
    # The patterns list their pips so that the first lies opposite the last, and so on.
    both = sorted((min(pair), max(pair)) for pair in zip(pips, pips[::-1], strict=True))
    plainer = [(max(most for _, most in both[:n]), both[n][0]) for n in range(1, len(both))]
    if value % 2 == 0:
        plainer.append((both[-1][1], middle))  # an ace above a six
    return any(below < _FAINTER * above and below < above - grain for below, above in plainer)


def _strengths(cut: Image, pips: PlacedPips) -> tuple[list[float], float, float]:
    """How much each pip stands out from the body, what lies in the middle of them, and the body itself, as a rule.

    All are distances of colours in CIELAB.
    """
    face = lab(cut[ON_FACE, ON_FACE])
    places = [*np.moveaxis(pips.from_each, 2, 0), pips.from_all]
    body = np.minimum.reduce(places) > pips.radius + _BLUR_PX
    usual = np.array([np.median(face[..., colour][body]) for colour in range(3)], np.float32)
    apart = np.linalg.norm(cv2.blur(face, (_PATCH_PX, _PATCH_PX)) - usual, axis=2)
    reach = max(_CORE * pips.radius, _LEAST_PX)
    *each, middle = [float(apart[place < reach].max(initial=0.0)) for place in places]
    return each, middle, float(np.median(apart[body]))
