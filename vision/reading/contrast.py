"""Finds what stands out from the tray beside the dice that were read: a die that was missed may lie there."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading.crops import resized_places
from vision.reading.detector import Array
from vision.reading.pyramid import Pyramid
from vision.types import Die, Image, Point

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
        self._faces, self._side = resized_places(dice, self._scale), edge * self._scale
        self._contrast = _mean(_gradient(pyramid.at(self._scale)), self._side)
        self._least = min(_there(self._contrast, face) for face in self._faces)

    def suspected(self, places: Sequence[Point]) -> list[Point]:
        """Those of the places that are none of the dice read, and have at least a little contrast."""
        unread = beside(places, self.dice, self.edge)
        there = [_there(self._contrast, place) for place in resized_places(unread, self._scale)]
        return [place for place, much in zip(unread, there, strict=True) if much >= _LEAST_CONTRAST * self._least]

    def plain(self) -> list[Point]:
        """Places with the contrast of dice, beside the dice that were read.

        Anything with such a contrast has one of these places within `_SPACED` edges along either axis; if there are
        more than `MOST_PLACES`, the rest is left out.
        """
        contrast = self._contrast.copy()
        for x, y in self._faces:
            # The dice that were read are blotted out first.
            cv2.circle(contrast, (int(x), int(y)), round(_DIE_REACH * self._side), 0, cv2.FILLED)
        return resized_places(_plainest(contrast, _PLAIN_CONTRAST * self._least, self._side), 1 / self._scale)


def usual_edge(dice: Sequence[Die]) -> float:
    """The median edge of the faces of these dice (at least one), pixels."""
    return statistics.median(die.size for die in dice)


def beside(places: Sequence[Point], faces: Sequence[Point | Array], edge: float) -> list[Point]:
    """Those of the places that are at none of these faces, which have this edge."""
    return [place for place in places if all(math.dist(place, face) > _OF_ITS_DIE * edge for face in faces)]


def _gradient(picture: Image) -> Image:
    """The strongest of the colours' morphological gradients, (height, width)."""
    blue, green, red = cv2.split(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)  # ten times as fast as numpy's maximum


def _mean(gradient: Image, edge: float) -> Array:
    """The mean of the gradient around each pixel, over the area of a face."""
    side = 2 * round(edge / 2) + 1
    return np.asarray(cv2.boxFilter(gradient, cv2.CV_32F, (side, side)), np.float32)


def _there(contrast: Array, place: Point) -> float:
    height, width = contrast.shape
    x, y = place
    return float(contrast[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])


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
