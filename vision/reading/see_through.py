"""Finds pips of the lower face that are seen through a clear die: with the upper ones they look like a five or a six.

A four on top with a middle pip below looks like a five with one faint pip. Upper pips stand out more, and every face is
the same when turned by half a turn. So if all pips of some opposite pairs stand out more than all others, the others
may be seen from behind. Lamps, dirt and worn paint seldom hit pips in that way. Swirls in the body may, so differences
smaller than those within the body count for nothing.
"""

import cv2
import numpy as np

from vision.reading.colours import lab
from vision.reading.pips import ON_FACE, FittedFace, PlacedPips
from vision.types import Image

_MADE_UP = (5, 6)
"""The values that two opposite faces together look like: they add up to seven, so one of them is at least a four."""
_FAINTER = 0.75
"""Pips below stand out by less than 0.75 of those above: chosen on renders (workshop/training/NOTEBOOK.md)."""
_PATCH_PX = 3
"""A pip's contrast is that of its clearest patch of 3 by 3 pixels of a cut-out."""
_CORE, _LEAST_PX, _BLUR_PX = 0.6, 1.5, 2.5
"""Within 0.6 of a pip's radius, and 1.5 pixels at least, all is pip; within 2.5 pixels of its edge all is blurred."""


def shines_through(face: FittedFace, value: int) -> bool:
    """Whether a face was read as a five or a six with pips that may be its lower face's."""
    if value not in _MADE_UP:
        return False
    pips, middle, grain = _strengths(face.cut, face.placed(value))
    # The patterns list their pips so that the first lies opposite the last, and so on.
    both = sorted((min(pair), max(pair)) for pair in zip(pips, pips[::-1], strict=True))
    plainer = [(max(most for _, most in both[:n]), both[n][0]) for n in range(1, len(both))]
    if value % 2 == 0:
        plainer.append((both[-1][1], middle))  # an ace on top, and the six of the lower face around it
    return any(below < _FAINTER * above and below < above - grain for below, above in plainer)


def _strengths(cut: Image, pips: PlacedPips) -> tuple[list[float], float, float]:
    """The contrast to the body of each pip, of the place in their middle, and the usual one of the body itself.

    All are distances of colours in CIELAB.
    """
    face = lab(cut[ON_FACE, ON_FACE])
    places = [*np.moveaxis(pips.from_each, 2, 0), pips.from_all]
    body = np.minimum.reduce(places) > pips.radius + _BLUR_PX
    usual = np.median(face[body], 0)
    apart = np.linalg.norm(cv2.blur(face, (_PATCH_PX, _PATCH_PX)) - usual, axis=2)
    reach = max(_CORE * pips.radius, _LEAST_PX)
    *each, middle = [float(apart[place < reach].max(initial=0.0)) for place in places]
    return each, middle, float(np.median(apart[body]))
