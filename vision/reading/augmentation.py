"""Test-time augmentation: a picture mirrored, turned, smaller and brighter. What all views agree on is right.

The scales of a pyramid halve (`pyramid.py`); two of these views are at others between them, as both networks recognise
some faces better a little larger or smaller.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.candidates import Candidate, UnreadableSpot
from vision.types import Box, Image

Vector = NDArray[np.float64]

TURNED_ZOOM, SMALLER_ZOOM = 0.84, 0.71
"""Scales of the turned and of the smaller view: a quarter and half of an octave below the pyramid's (2 ** -0.25)."""
BRIGHTER = 0.7
"""The brighter view raises grey levels, as shares of the brightest, to the power 0.7."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One other view of a picture.

    Attributes:
        image: to be searched.
        linear, shift: a point of the picture is at linear @ point + shift in the view; (2, 2) and (2,). Distances are
            the same in both.
        zoom: how many times finer its scales are than those of the first search.
    """

    image: Image
    linear: Vector
    shift: Vector
    zoom: float = 1.0

    def boxes_there(self, boxes: Sequence[Box] | None) -> list[Box] | None:
        """Boxes of the picture in this view."""
        if boxes is None:
            return None
        made: list[Box] = []
        for x, y, w, h in boxes:
            corners = np.array([(x, y), (x + w, y + h)]) @ self.linear.T + self.shift
            (left, top), (right, bottom) = corners.min(0), corners.max(0)
            made.append((float(left), float(top), float(right - left), float(bottom - top)))
        return made

    def spot_back(self, spot: UnreadableSpot) -> UnreadableSpot:
        """A die that can't be read, as this view has it, in pixels of the picture."""
        x, y = self._points_back(np.array(spot[:2])).tolist()
        return UnreadableSpot(x, y, spot.edge)

    def face_back(self, face: Candidate) -> Candidate:
        """A face seen in this view, in pixels of the picture."""
        corners = self._points_back(face.corners).astype(np.float32)
        return replace(
            face,
            # A mirrored view has the corners anticlockwise.
            corners=corners if np.linalg.det(self.linear) > 0 else corners[::-1],
            centre=self._points_back(face.centre).astype(np.float32),
        )

    def _points_back(self, points: NDArray[Any]) -> Vector:
        """Points of this view, (2,) or (n, 2), in pixels of the picture."""
        back: Vector = (points - self.shift) @ np.linalg.inv(self.linear).T
        return back


def augmented_views(image: Image) -> Iterator[View]:
    """The views in which a doubtful picture is searched, one after the other."""
    # A generator that holds no view while the next is made: each is as large as the picture.
    width = image.shape[1]
    none = np.zeros(2)
    yield View(np.ascontiguousarray(image[:, ::-1]), np.diag([-1.0, 1.0]), np.array([width - 1.0, 0.0]))
    quarter_turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    yield View(np.ascontiguousarray(np.rot90(image)), quarter_turn, np.array([0.0, width - 1.0]), TURNED_ZOOM)
    yield View(image, np.eye(2), none, SMALLER_ZOOM)
    brighter = (np.linspace(0, 1, 256) ** BRIGHTER * 255).round().astype(np.uint8)
    yield View(np.asarray(cv2.LUT(image, brighter), np.uint8), np.eye(2), none)
