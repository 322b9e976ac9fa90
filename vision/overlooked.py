"""Whether a die was passed over at a glance: what stands out beside those that were told is looked at closely."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.cutting import resized
from vision.faces import BOTH, QUICK, TROUBLES
from vision.looking import CLOSE_PX, SEEN, Networks, about, thinned
from vision.network import Array, Network
from vision.pyramid import Pyramid
from vision.types import DoubtKind, Image, Point

CLUTTER = 10
"""Where more dice than so many are suspected beside those that should lie there, or were told, looking closely at each
takes as long as reading."""
MOST = 24
"""So does it where anything stands out in more places."""
_STANDING_PX = 16.0
"""What stands out is told where faces have edges of half so many pixels to so many."""
_REACH = 1.15
"""So far from a face's middle what stands out may be of its die: sides, corners, shadow; in edges. A die that touches
it reaches half an edge farther."""
_SAME = 0.75
"""So far a suspicion may be of the same die, in edges."""
_SPACED = 0.7
"""What stands out is looked at in places so far apart, in edges. By the quick classifier alone 92 % of 40 smeared dice
were seen at their middles, 75 half an edge beside them, 18 a whole edge."""
_PLAINLY = 0.5
"""What stands out by less than this share of what the plainest of the dice does is the table's: of 2,295 dice on
renders 96 % stand out by more beside the others, and most of the rest touch two of them. A die far fainter than the
others, as crimson on black is beside white ones, is noticed only where it is suspected,"""
_HARDLY = 0.15
"""for there less is enough: the faintest of sixty smeared dice stood out by 0.27."""

_BLUR = 7 + TROUBLES.index(DoubtKind.BLUR)
_SMEARED = ((QUICK, 0.05), (BOTH[0], 0.25))
"""Shares of a blurred die by which two classifiers see one in motion, the quick one first. Of 150 smeared dice, up to
a third of an edge aside, 89 % have as much, of 322 places on simulated tables two."""


def overlooked(
    pyramid: Pyramid, networks: Networks, told: Sequence[Point], suspected: Sequence[Point], edge: float
) -> bool:
    """Whether anything beside the dice that were told may be one, too.

    What stands out as they do is shown to the slim network. What that takes for a die, or suspected from afar, is shown
    to the first one. Neither sees a die in motion: of that two classifiers must see nothing.

    Args:
        pyramid: of the picture.
        networks: that look at it.
        told: middles of the faces that were told, pixels of the picture; one at least.
        suspected: where dice were suspected from afar, told or not.
        edge: of most faces, pixels of the picture.
    """
    scale = pyramid.finest(edge, _STANDING_PX)
    untold, plain = standing_out(pyramid.at(scale), _moved(told, scale), _moved(suspected, scale), edge * scale)
    if len(plain) > MOST:
        return True
    untold, plain = _moved(untold, 1 / scale), _moved(plain, 1 / scale)
    left = thinned(untold + _taken_for_dice(pyramid, networks.slim, told, plain, edge), edge / 2)
    if len(left) > CLUTTER or _taken_for_dice(pyramid, networks.first, told, left, edge):
        return True
    return any(_smeared(pyramid, networks, place, edge) for place in thinned(untold + plain, edge / 2))


def beside(places: Sequence[Point], faces: Sequence[Point | Array], edge: float) -> list[Point]:
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
        Places of either kind, pixels. Whatever stands out as dice do has one of the second kind within `_SPACED` edges,
        along either axis, unless these are more than `MOST`: others are left out then.
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
    untold = [place for place in beside(suspected, faces, edge) if there(place) >= _HARDLY * least]
    for x, y in faces:
        cv2.circle(contrast, (int(x), int(y)), round(_REACH * edge), 0, cv2.FILLED)
    plain: list[Point] = []
    reach = int(_SPACED * edge)
    while len(plain) <= MOST:
        _, most, _, (column, row) = cv2.minMaxLoc(contrast)
        if most < _PLAINLY * least or most <= 0:
            break
        plain.append((float(column), float(row)))
        cv2.rectangle(contrast, (column - reach, row - reach), (column + reach, row + reach), 0, cv2.FILLED)
    return untold, plain


def _moved(places: Sequence[Point], scale: float) -> list[Point]:
    """Places of a picture where they are once it is resized."""
    return [_point(resized(np.array(place, np.float32), scale)) for place in places]


def _point(place: Array) -> Point:
    return float(place[0]), float(place[1])


def _taken_for_dice(
    pyramid: Pyramid, network: Network, told: Sequence[Point], places: Sequence[Point], edge: float
) -> list[Point]:
    """Where a network sees anything like a die about these places, those that were told aside.

    All of the places, where that is no less to look at than the picture.
    """
    windows = pyramid.closely([about(place, edge) for place in places], edge, CLOSE_PX[0])
    if places and not windows:
        return list(places)
    seen: list[Point] = []
    for window, (faces, troubles) in zip(windows, network.look([w.pixels for w in windows], SEEN), strict=True):
        marks = [face.corners.mean(0) for face in faces] + [np.array((t.x, t.y), np.float32) for t in troubles]
        seen += [_point(window.in_picture(mark)) for mark in marks if window.holds(*mark)]
    return thinned(beside(seen, told, edge), edge / 2)


def _smeared(pyramid: Pyramid, networks: Networks, place: Point, edge: float) -> bool:
    """Whether a close look, at as much as the dice here are large, sees a die in motion there."""
    cut = pyramid.square(*place, edge)
    return all(float(np.exp(networks.faces.shares(net, cut)[_BLUR])) > least for net, least in _SMEARED)
