"""Recognises a die that shows no readable face: in motion, out of focus or half covered.

A die that moves while the shutter is open shows no face, and the networks that look for faces see none, or take it for
one. A small net is shown each place, and with it the next die that was read: that one has the same light and camera,
and mostly the same colours, but it mostly lies still (`assets/unreadable.onnx.xz`, trained by workshop/training).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.reading.detector import Array, load
from vision.reading.fusion import mean_shares
from vision.reading.pyramid import Pyramid
from vision.types import DoubtKind, Image, Point

REASONS = (DoubtKind.BLUR, DoubtKind.HIDDEN)
"""What is wrong with dice that the net tells apart, in the order of its last outputs: those in motion or out of focus,
and those half covered."""
READABLE_KINDS = 2
"""Outputs before these: no die, and one that lies still and can be read."""
KINDS = READABLE_KINDS + len(REASONS)
NET = "unreadable.onnx.xz"
_WIDE = 1.4
"""Cut-outs show so much more than a classifier's do, as the net was trained: what moves is longer than it is wide."""
_POSSIBLY_UNREADABLE = 0.1
"""Share of an unreadable die below which, in any of eight views, a place is dismissed."""


class UnreadableNet:
    """Tells what places show; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._net = load(NET)

    def recognise(self, both: tuple[Image, Image]) -> Array | None:
        """Shares of each kind, (KINDS,), for a `pair`, by all views; None if one denies that it is an unreadable die.

        What is none looks like one from one side or another; what is one does from all.
        """
        seen: list[Array] = []
        for view in _views(both):
            seen.append(self.shares(view))
            if unreadable_share(seen[-1]) < _POSSIBLY_UNREADABLE:
                return None
        return mean_shares(seen)

    def shares(self, both: tuple[Image, Image]) -> Array:
        """Shares of each kind, (KINDS,), for one view."""
        self._net.setInput(cv2.dnn.blobFromImages(both, 1 / 255).reshape(1, -1, *both[0].shape[:2]))
        logits = self._net.forward()[0]
        return np.asarray(np.exp(logits - np.logaddexp.reduce(logits)), np.float32)


def unreadable_share(shares: Array) -> float:
    """How much of these shares, (KINDS,), those of an unreadable die are."""
    return float(shares[READABLE_KINDS:].sum())


def reason(shares: Array) -> DoubtKind:
    """What is most likely wrong with an unreadable die of these shares, (KINDS,)."""
    return REASONS[int(shares[READABLE_KINDS:].argmax())]


def pair(pyramid: Pyramid, place: Point, dice: Sequence[Point], edge: float) -> tuple[Image, Image]:
    """Cut-outs of a place and of the next of the dice that were read, as the nets are shown them together."""
    nearest = min((die for die in dice if die != place), key=lambda die: math.dist(die, place))
    return pyramid.square(*place, edge * _WIDE), pyramid.square(*nearest, edge * _WIDE)


def _views(both: tuple[Image, Image]) -> Iterator[tuple[Image, Image]]:
    """Both turned by quarters, and mirrored."""
    for mirrored in (False, True):
        for quarters in range(4):
            place, die = (np.rot90(cut[:, ::-1] if mirrored else cut, quarters) for cut in both)
            yield np.ascontiguousarray(place), np.ascontiguousarray(die)
