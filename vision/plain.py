"""What stands out in a picture beside the dice that were told: one that a quick look passes over does."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.types import Image, Point

_REACH = 1.15
"""So far from a face's middle what stands out may be of its die: sides, corners, shadow; in edges. A die that touches
it reaches half an edge farther."""
_SAME = 0.75
"""So far a suspicion may be of the same die, in edges."""
_PLAINLY = 0.5
"""What stands out by less than this share of what the plainest of the dice does is the table's: of 2,295 dice on
renders 96 % stand out by more beside the others, and most of the rest touch two of them. A die far fainter than the
others, as crimson on black is beside white ones, is noticed only where it is suspected,"""
_HARDLY = 0.15
"""for there less is enough: the faintest of sixty smeared dice stood out by 0.27."""


def beside(places: Sequence[Point], faces: Sequence[Point], edge: float) -> list[Point]:
    """Those of the places that are none of these faces, whose edges are so long."""
    return [place for place in places if all(math.dist(place, face) > _SAME * edge for face in faces)]


def standing_out(
    picture: Image, faces: Sequence[Point], suspected: Sequence[Point], edge: float
) -> tuple[list[Point], list[Point]]:
    """Where dice are suspected that were not told, and something stands out; and where anything does as dice do.

    How much something stands out is the mean, over as much as a face covers, of the morphological gradient of the
    colours (Rivest, Soille and Serra 1993): a die does all over, a narrow rim along a line.

    Args:
        picture: BGR, in which faces have edges of about 8 to 16 pixels: pips stand out then, grain hardly does.
        faces: middles of those that were told, pixels; one at least.
        suspected: where dice are suspected, told or not, pixels.
        edge: of most faces, pixels.

    Returns:
        Places of either kind, pixels. All that stands out as dice do is no farther than an edge from one of the second.
    """
    height, width = picture.shape[:2]
    blue, green, red = cv2.split(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    gradient = cv2.max(cv2.max(blue, green), red)  # of a picture ten times as fast as numpy's
    side = 2 * round(edge / 2) + 1
    contrast = np.asarray(cv2.boxFilter(gradient, cv2.CV_32F, (side, side)))

    def there(place: Point) -> float:
        x, y = place
        return float(contrast[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])

    least = min(there(face) for face in faces)
    hardly = [place for place in beside(suspected, faces, edge) if there(place) >= _HARDLY * least]
    for x, y in faces:
        cv2.circle(contrast, (int(x), int(y)), round(_REACH * edge), 0, cv2.FILLED)
    plainly: list[Point] = []
    reach = round(edge)
    while True:
        _, most, _, (column, row) = cv2.minMaxLoc(contrast)
        if most < _PLAINLY * least:
            return hardly, plainly
        plainly.append((float(column), float(row)))
        cv2.rectangle(contrast, (column - reach, row - reach), (column + reach, row + reach), 0, cv2.FILLED)
