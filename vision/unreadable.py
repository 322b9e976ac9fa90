"""Dice in motion, out of focus or half covered, among those that were told and what stands out beside them.

A die that moves while the shutter is open shows no face, and the networks that look for faces see none, or take it for
one. A small net (`assets/unreadable.onnx`, trained by vision/training) is shown each place, and with it the next die
that was told: that one has the same light and camera, and mostly the same colours, but it mostly lies still.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.network import Array, load
from vision.pyramid import Pyramid
from vision.standing import Surroundings
from vision.types import Box, Die, Doubt, DoubtKind, Image, Point

REASONS = (DoubtKind.BLUR, DoubtKind.HIDDEN)
"""What is wrong with dice that the net tells apart, in the order of its last outputs: those in motion or out of focus,
and those half covered."""
_BEFORE = 2
"""Outputs before these: no die, and one that lies still and can be read."""
KINDS = _BEFORE + len(REASONS)
_WIDE = 1.4
"""Cut-outs show so much more than a classifier's do: what moves is longer than it is wide."""
_UNQUESTIONED = 0.975
"""Confidence from which a die that was told is not asked about: of nine that were read in motion or out of focus on
frames of `tests/benchmarks/at_a_glance.py` none was told more surely than 0.973."""
_PERHAPS = 0.5
"""Least share, of eight views, of a die that can't be read from which one is suspected,"""
_LIKELY = 0.9
"""from which a glance is not enough,"""
_SURELY = 0.95
"""and from which a picture is in doubt."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What looks like a die that can't be read: its middle, pixels of the picture, the doubt, and how surely."""

    place: Point
    doubt: Doubt
    share: float

    @property
    def likely(self) -> bool:
        """Whether a glance is not enough."""
        return self.share >= _LIKELY

    @property
    def sure(self) -> bool:
        """Whether nobody else need see it."""
        return self.share >= _SURELY


class UnreadableFinder:
    """Finds dice that can't be read beside some that were; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._net = load("unreadable.onnx")

    def find(self, around: Surroundings, dice: Sequence[Die]) -> list[Unreadable]:
        """What looks like a die that can't be read, however it is turned or mirrored.

        Args:
            around: what stands out around the dice.
            dice: that were told, one at least; those told less than surely may be such dice themselves.
        """
        edge = around.edge
        boxes: list[tuple[Point, Box]] = [((x, y), (x - edge / 2, y - edge / 2, edge, edge)) for x, y in around.faint()]
        if len(dice) > 1:  # each has another to be compared with
            boxes += [(die.centre, die.box) for die in dice if die.confidence < _UNQUESTIONED]
        suspected = [
            self._suspected(place, box, pair(around.pyramid, place, around.told, edge)) for place, box in boxes
        ]
        return [one for one in suspected if one is not None]

    def _suspected(self, place: Point, box: Box, both: tuple[Image, Image]) -> Unreadable | None:
        """What is none looks like a die from one side or another; what is one does from all."""
        share, total = 1.0, np.zeros(len(REASONS), np.float32)
        for view in _views(both):
            shares = self._shares(view)[_BEFORE:]
            share = min(share, float(shares.sum()))
            if share < _PERHAPS:
                return None
            total += shares
        return Unreadable(place, Doubt(REASONS[int(total.argmax())], box), share)

    def _shares(self, both: tuple[Image, Image]) -> Array:
        """Shares of each kind, (KINDS,), as the net has them."""
        self._net.setInput(cv2.dnn.blobFromImages(both, 1 / 255).reshape(1, -1, *both[0].shape[:2]))
        logits = self._net.forward()[0]
        return np.asarray(np.exp(logits - np.logaddexp.reduce(logits)), np.float32)


def pair(pyramid: Pyramid, place: Point, told: Sequence[Point], edge: float) -> tuple[Image, Image]:
    """Cut-outs of a place and of the die next to it that was told, as the net is shown them together."""
    nearest = min((die for die in told if die != place), key=lambda die: math.dist(die, place))
    return pyramid.square(*place, edge * _WIDE), pyramid.square(*nearest, edge * _WIDE)


def _views(both: tuple[Image, Image]) -> Iterator[tuple[Image, Image]]:
    """Both turned by quarters, and mirrored."""
    for mirrored in (False, True):
        for quarters in range(4):
            place, die = (np.rot90(cut[:, ::-1] if mirrored else cut, quarters) for cut in both)
            yield np.ascontiguousarray(place), np.ascontiguousarray(die)
