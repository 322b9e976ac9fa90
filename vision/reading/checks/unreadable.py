"""Dice in motion, out of focus or half covered, among those that were told and what stands out beside them.

A die that moves while the shutter is open shows no face, and the networks that look for faces see none, or take it for
one. A small net is shown each place, and with it the next die that was told: that one has the same light and camera,
and mostly the same colours, but it mostly lies still. What it does not dismiss a larger one looks at closely
(`assets/unreadable-*.onnx.xz`, trained by vision/training).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading.checks.blur import streaked
from vision.reading.contrast import Surroundings
from vision.reading.detector import Array, load
from vision.reading.fusion import mean_shares
from vision.reading.pyramid import Pyramid
from vision.types import Box, Die, Doubt, DoubtKind, Image, Point

REASONS = (DoubtKind.BLUR, DoubtKind.HIDDEN)
"""What is wrong with dice that the net tells apart, in the order of its last outputs: those in motion or out of focus,
and those half covered."""
_BEFORE = 2
"""Outputs before these: no die, and one that lies still and can be read."""
KINDS = _BEFORE + len(REASONS)
NETS = ("unreadable-0.onnx.xz", "unreadable-1.onnx.xz")
QUICK, CLOSE = range(2)
"""The quick one is asked first; the close one was trained on what that one does not dismiss."""
_WIDE = 1.4
"""Cut-outs show so much more than a classifier's do: what moves is longer than it is wide."""
_UNQUESTIONED = 0.975
"""Confidence from which a die that was told is not asked about: of nine that were read in motion or out of focus on
frames of `tests/benchmarks/at_a_glance.py` none was told more surely than 0.973."""
_QUESTIONABLE = 0.1
"""Share of a die that can't be read below which, in any of eight views, either net dismisses a place. The close one was
trained on what the quick one does not."""
_PERHAPS = 0.5
"""Share of such a die by all eight views on a close look from which one is suspected,"""
_SURELY = 0.9
"""and from which a picture is in doubt; of a die whose face is streaked, `_PERHAPS` is enough."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What looks like a die that can't be read: its middle, pixels of the picture, and the doubt.

    Attributes:
        sure: whether nobody else need see it.
    """

    place: Point
    doubt: Doubt
    sure: bool


class UnreadableFinder:
    """Finds dice that can't be read beside some that were; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._nets = [load(name) for name in NETS]

    def find(self, around: Surroundings, dice: Sequence[Die]) -> list[Unreadable]:
        """What looks like a die that can't be read, however it is turned or mirrored.

        Args:
            around: what stands out around the dice.
            dice: that were told, one at least; those told less than surely may be such dice themselves.
        """
        edge = around.edge
        half = edge / 2
        asked: list[tuple[Point, Box, float]] = [
            ((x, y), (x - half, y - half, edge, edge), _SURELY) for x, y in around.faint()
        ]
        for die in dice if len(dice) > 1 else ():  # each has another to be compared with
            moved = streaked(around.pyramid.inside(*die.centre, die.size))
            if moved or die.confidence < _UNQUESTIONED:
                asked.append((die.centre, die.box, _PERHAPS if moved else _SURELY))
        found = [self._suspected(place, box, surely, around) for place, box, surely in asked]
        return [one for one in found if one is not None]

    def _suspected(self, place: Point, box: Box, surely: float, around: Surroundings) -> Unreadable | None:
        """What lies there, if it looks like a die that can't be read; sure from this share."""
        both = pair(around.pyramid, place, around.told, around.edge)
        if self._from_all_sides(QUICK, both) is None:
            return None
        said = self._from_all_sides(CLOSE, both)
        if said is None or (share := unreadable_share(said)) < _PERHAPS:
            return None
        return Unreadable(place, Doubt(REASONS[int(said[_BEFORE:].argmax())], box), share >= surely)

    def _from_all_sides(self, net: int, both: tuple[Image, Image]) -> Array | None:
        """Shares of each kind, (KINDS,), by all views; none if one denies that it is a die that can't be read.

        What is none looks like one from one side or another; what is one does from all.
        """
        seen: list[Array] = []
        for view in _views(both):
            seen.append(self.shares(net, view))
            if unreadable_share(seen[-1]) < _QUESTIONABLE:
                return None
        return mean_shares(seen)

    def shares(self, net: int, both: tuple[Image, Image]) -> Array:
        """Shares of each kind, (KINDS,), as one of the nets has them."""
        self._nets[net].setInput(cv2.dnn.blobFromImages(both, 1 / 255).reshape(1, -1, *both[0].shape[:2]))
        logits = self._nets[net].forward()[0]
        return np.asarray(np.exp(logits - np.logaddexp.reduce(logits)), np.float32)


def unreadable_share(shares: Array) -> float:
    """How much of these shares, (KINDS,), those of a die that can't be read are."""
    return float(shares[_BEFORE:].sum())


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
