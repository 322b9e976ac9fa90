"""Dice that can't be read, among what stands out beside dice that were told: in motion, out of focus, half covered.

A die that moves while the shutter is open shows no face, and the networks that look for faces see none. A small net
(`assets/untold.onnx`, trained by vision/training) is shown what stands out, and with it the die next to it that was
told: that one has the same light and camera, and mostly the same colours, but it lies still and shows its face.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.cutting import moved
from vision.network import Array, load
from vision.pyramid import Pyramid
from vision.standing import STANDING_PX, faintly_standing_out
from vision.types import Doubt, DoubtKind, Image, Point

KINDS = (None, None, DoubtKind.BLUR, DoubtKind.HIDDEN)
"""What is wrong with what the net tells apart: no die, one that lies still, one in motion or out of focus, one that is
half covered."""
_UNREADABLE = slice(2, 4)
_WIDE = 1.4
"""Cut-outs show so much more than a classifier's do: what moves is longer than it is wide."""
PERHAPS = 0.5
"""Share of a die that can't be read from which a glance is not enough,"""
SURELY = 0.95
"""and from which a picture is in doubt."""


class UntoldFinder:
    """Finds dice that can't be read beside some that were; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._net = load("untold.onnx")

    def find(self, pyramid: Pyramid, told: Sequence[Point], edge: float, least: float) -> list[Doubt]:
        """What looks like a die that can't be read, and where, pixels of the picture.

        Args:
            pyramid: of the picture.
            told: middles of the faces that were told, pixels of the picture; one at least.
            edge: of most faces, pixels of the picture.
            least: share of a die that can't be read that is enough, however the place is turned or mirrored.
        """
        scale = pyramid.finest(edge, STANDING_PX)
        places = moved(faintly_standing_out(pyramid.at(scale), moved(told, scale), edge * scale), 1 / scale)
        found = [(place, self._kind(pair(pyramid, place, told, edge), least)) for place in places]
        half = edge / 2
        return [Doubt(kind, (x - half, y - half, edge, edge)) for (x, y), kind in found if kind is not None]

    def _kind(self, both: tuple[Image, Image], least: float) -> DoubtKind | None:
        """What is wrong with a die, if each of eight views shows at least such a share of one that can't be read.

        What is none looks like one from one side or another; what is one does from all.
        """
        total = np.zeros(len(KINDS), np.float32)
        for view in _views(both):
            shares = self._shares(view)
            if float(shares[_UNREADABLE].sum()) < least:
                return None
            total += shares
        return KINDS[int(total.argmax())]

    def _shares(self, both: tuple[Image, Image]) -> Array:
        """Shares of each of KINDS, as the net has them."""
        self._net.setInput(cv2.dnn.blobFromImages(both, 1 / 255).reshape(1, -1, *both[0].shape[:2]))
        logits = self._net.forward()[0]
        return np.asarray(np.exp(logits - np.logaddexp.reduce(logits)), np.float32)


def pair(pyramid: Pyramid, place: Point, told: Sequence[Point], edge: float) -> tuple[Image, Image]:
    """Cut-outs of a place and of the die next to it that was told, as the net is shown them together."""
    nearest = min(told, key=lambda die: math.dist(die, place))
    return pyramid.square(*place, edge * _WIDE), pyramid.square(*nearest, edge * _WIDE)


def _views(both: tuple[Image, Image]) -> Iterator[tuple[Image, Image]]:
    """Both turned by quarters, and mirrored."""
    for mirrored in (False, True):
        for quarters in range(4):
            place, die = (np.rot90(cut[:, ::-1] if mirrored else cut, quarters) for cut in both)
            yield np.ascontiguousarray(place), np.ascontiguousarray(die)
