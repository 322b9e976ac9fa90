"""What stands out beside dice that were read: where one may lie that was not."""

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
"""Where anything stands out in more places than these, others are left out."""
_STANDING_PX = 16.0
"""What stands out is measured at the scale where faces have edges of 8 to 16 pixels."""
_DIE_REACH = 1.15
"""Up to this many edges from a face's middle what stands out may be of its die: sides, corners, shadow. A die that
touches it reaches half an edge farther."""
_OF_ITS_DIE = 0.75
"""Up to this many edges from its middle a suspicion may be of the same die."""
_SPACED = 0.7
"""What stands out is noted in places this many edges apart: half a die is seen at one of them at least."""
_PLAIN_CONTRAST = 0.5
"""What stands out by less than this share of what the faintest of the dice does is the table's: of 2,295 dice on
renders 96 % stand out by more. A far fainter die is noticed only where it is suspected,"""
_LEAST_CONTRAST = 0.15
"""for there less is enough: the faintest of sixty smeared dice stood out by 0.27."""


class Saliency:
    """A picture about dice that were read, and what stands out of it.

    How much something stands out is the mean, over as much as a face covers, of the morphological gradient of the
    colours (Rivest, Soille and Serra 1993): a die does all over, a narrow rim along a line. It is measured where faces
    have edges of some 8 to 16 pixels: pips stand out then, grain hardly does. All places are pixels of the picture.

    Attributes:
        pyramid: of the picture.
        dice: middles of the dice that were read; one at least.
        edge: of most of their faces, pixels.
    """

    def __init__(self, pyramid: Pyramid, dice: Sequence[Point], edge: float) -> None:
        self.pyramid, self.dice, self.edge = pyramid, dice, edge
        self._scale = pyramid.finest(edge, _STANDING_PX)
        self._faces, self._side = resized_places(dice, self._scale), edge * self._scale
        self._contrast = _mean(_gradient(pyramid.at(self._scale)), self._side)
        self._least = min(_there(self._contrast, face) for face in self._faces)

    def suspected(self, places: Sequence[Point]) -> list[Point]:
        """Those of the places that are no dice that were read, and where something stands out, if little."""
        unread = beside(places, self.dice, self.edge)
        there = [_there(self._contrast, place) for place in resized_places(unread, self._scale)]
        return [place for place, much in zip(unread, there, strict=True) if much >= _LEAST_CONTRAST * self._least]

    def plain(self) -> list[Point]:
        """Where anything stands out as dice do.

        Whatever does has one of these places within `_SPACED` edges, along either axis, unless they are more than
        `MOST_PLACES`: others are left out then.
        """
        contrast = self._contrast.copy()
        for x, y in self._faces:
            cv2.circle(contrast, (int(x), int(y)), round(_DIE_REACH * self._side), 0, cv2.FILLED)
        return resized_places(_plainest(contrast, _PLAIN_CONTRAST * self._least, self._side), 1 / self._scale)


def usual_edge(dice: Sequence[Die]) -> float:
    """Of the faces of these dice, one at least, pixels."""
    return statistics.median(die.size for die in dice)


def beside(places: Sequence[Point], faces: Sequence[Point | Array], edge: float) -> list[Point]:
    """Those of the places that are none of these faces, whose edges are this long."""
    return [place for place in places if all(math.dist(place, face) > _OF_ITS_DIE * edge for face in faces)]


def _gradient(picture: Image) -> Image:
    """The strongest of the colours' morphological gradients, (height, width)."""
    blue, green, red = cv2.split(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)  # of a picture ten times as fast as numpy's


def _mean(gradient: Image, edge: float) -> Array:
    """Of as much around each pixel as a face covers."""
    side = 2 * round(edge / 2) + 1
    return np.asarray(cv2.boxFilter(gradient, cv2.CV_32F, (side, side)), np.float32)


def _there(contrast: Array, place: Point) -> float:
    height, width = contrast.shape
    x, y = place
    return float(contrast[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])


def _plainest(contrast: Array, least: float, edge: float) -> list[Point]:
    """Where it is highest, and no less than this; one more than `MOST_PLACES` at most. Blots out what it finds."""
    found: list[Point] = []
    reach = int(_SPACED * edge)
    while len(found) <= MOST_PLACES:
        _, most, _, (column, row) = cv2.minMaxLoc(contrast)
        if most < least or most <= 0:
            break
        found.append((float(column), float(row)))
        cv2.rectangle(contrast, (column - reach, row - reach), (column + reach, row + reach), 0, cv2.FILLED)
    return found
