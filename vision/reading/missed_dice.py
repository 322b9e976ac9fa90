"""Finds a die that a glance has missed: whatever stands out beside the dice read is shown to a detector."""

import math
import statistics
from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading.crops import resized
from vision.reading.detector import Array, Detector
from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid
from vision.reading.search import CLOSEUP_PX, FACE_HEAT, box_about, holds, thinned
from vision.types import Box, Die, Point

CLUTTER = 10
"""If over 10 more dice are suspected than should lie there, or were read, to examine each takes as long as a full
reading."""
MOST_PLACES = 24
"""Up to 24 places are noted in which something stands out."""
_STANDING_PX = 16.0
"""Contrast is measured at the scale where faces have edges of 8 to 16 pixels."""
_DIE_REACH = 1.15
"""Within 1.15 edges of a face's middle, contrast may belong to its die: sides, corners, shadow. A second die that
touches it reaches half an edge farther."""
_OF_ITS_DIE = 0.75
"""A suspected place within 0.75 edges of a die's middle is that die."""
_SPACED = 0.7
"""Places are noted 0.7 edges apart: then each half of a die is near one of them."""
_PLAIN_CONTRAST = 0.5
"""What has less than half of the contrast of the faintest die read belongs to the table: of 2,295 dice on renders 96 %
have more."""
_LEAST_CONTRAST = 0.15
"""Where the detector suspects a die, 0.15 of that contrast is enough: the faintest of 60 smeared dice had 0.27."""


def missed(
    pyramid: Pyramid,
    networks: Networks,
    dice: Sequence[Die],
    suspected: Sequence[Point],
    places: Sequence[Box] | None = None,
) -> bool:
    """Whether anything beside the dice that were read may be a die, too.

    Places with their contrast are shown to the fast detector. What it takes for a die, and what was suspected at a
    coarse scale, is shown to the full detector.

    Args:
        pyramid: the picture at its scales.
        networks: the networks to ask.
        dice: the dice that were read, at least one.
        suspected: where dice were suspected at a coarse scale, read or not, pixels of the picture.
        places: where something lies, pixels, if that is known: contrast counts nowhere else.
    """
    centres, edge = [die.centre for die in dice], statistics.median(die.size for die in dice)
    around = Saliency(pyramid, centres, edge)
    plain = [one for one in around.plain() if places is None or any(holds(box, one) for box in places)]
    if len(plain) > MOST_PLACES:
        return True
    unread = around.suspected(suspected) + _detected(pyramid, networks.fast_detector, centres, plain, edge)
    left = thinned(unread, edge / 2)
    return len(left) > CLUTTER or bool(_detected(pyramid, networks.detector, centres, left, edge))


def _detected(
    pyramid: Pyramid, detector: Detector, centres: Sequence[Point], places: Sequence[Point], edge: float
) -> list[Point]:
    """Where a detector sees anything like a die around these places, without the dice that were read.

    If the windows would be as large as the picture, all of the places.
    """
    if not places:
        return []
    windows = pyramid.closely([box_about(place, edge) for place in places], edge, CLOSEUP_PX[0])
    if not windows:
        return list(places)
    seen: list[Point] = []
    for window in windows:
        faces, unreadable = detector.detect(window.pixels, FACE_HEAT)
        marks = [face.centre for face in faces] + [centre for _, centre in unreadable]
        seen += [tuple(window.in_picture(mark).tolist()) for mark in marks if window.holds(*mark)]
    return thinned(beside(seen, centres, edge), edge / 2)


class Saliency:
    """The contrast of a picture, compared with that of the dice that were read.

    Contrast at a place is the mean of the morphological gradient of the colours (Rivest, Soille and Serra 1993) over
    the area of a face: high all over a die, low where there is only a narrow rim. At a scale with face edges of 8 to 16
    pixels pips still count, and grain hardly does. All places are pixels of the picture.

    Attributes:
        pyramid: the picture at its scales.
        dice: middles of the dice that were read; at least one.
        edge: the usual edge of their faces, pixels.
    """

    def __init__(self, pyramid: Pyramid, dice: Sequence[Point], edge: float) -> None:
        self.pyramid, self.dice, self.edge = pyramid, dice, edge
        self._scale = pyramid.finest(edge, _STANDING_PX)
        self._faces, self._side = resized(np.array(dice, np.float32), self._scale), edge * self._scale
        gradients = cv2.morphologyEx(pyramid.at(self._scale), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        blue, green, red = cv2.split(gradients)
        strongest = cv2.max(cv2.max(blue, green), red)  # ten times as fast as numpy's maximum
        across = 2 * round(self._side / 2) + 1
        self._contrast = np.asarray(cv2.boxFilter(strongest, cv2.CV_32F, (across, across)), np.float32)
        self._least = min(self._there(face) for face in self._faces)

    def suspected(self, places: Sequence[Point]) -> list[Point]:
        """Those of the places that are none of the dice read, and have at least a little contrast."""
        unread = beside(places, self.dice, self.edge)
        least = _LEAST_CONTRAST * self._least
        return [place for place in unread if self._there(resized(np.array(place), self._scale)) >= least]

    def plain(self) -> list[Point]:
        """Places with the contrast of dice, beside the dice that were read.

        Anything with such a contrast has one of these places within `_SPACED` edges along either axis; if there are
        more than `MOST_PLACES`, the rest is left out.
        """
        contrast = self._contrast.copy()
        for x, y in self._faces.tolist():
            # The dice that were read are blotted out first.
            cv2.circle(contrast, (int(x), int(y)), round(_DIE_REACH * self._side), 0, cv2.FILLED)
        found = _plainest(contrast, _PLAIN_CONTRAST * self._least, self._side)
        return [tuple(resized(np.array(place), 1 / self._scale).tolist()) for place in found]

    def _there(self, place: Array) -> float:
        height, width = self._contrast.shape
        x, y = place.tolist()
        return float(self._contrast[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])


def beside(places: Sequence[Point], faces: Sequence[Point | Array], edge: float) -> list[Point]:
    """Those of the places that are at none of these faces, which have this edge."""
    return [place for place in places if all(math.dist(place, face) > _OF_ITS_DIE * edge for face in faces)]


def _plainest(contrast: Array, least: float, edge: float) -> list[Point]:
    """The places of highest contrast, down to `least`; up to `MOST_PLACES` + 1, so that a caller sees there are more.

    It overwrites `contrast` around each place it finds.
    """
    found: list[Point] = []
    reach = int(_SPACED * edge)
    while len(found) <= MOST_PLACES:
        _, most, _, (column, row) = cv2.minMaxLoc(contrast)
        if most < least or most <= 0:
            break
        found.append((float(column), float(row)))
        cv2.rectangle(contrast, (column - reach, row - reach), (column + reach, row + reach), 0, cv2.FILLED)
    return found
