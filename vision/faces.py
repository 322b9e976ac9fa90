"""The close look: a top face cut out square, with what lies around it, and classified by a small network of its own."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import load
from vision.types import DoubtKind, Image

Array = NDArray[np.float32]

SIDE_PX = 64
"""Width and height of a cut-out."""
MARGIN = 0.7
"""Of the face's edge, half on each side of it: the classifier sees whether a face is a die's top or its side."""
TROUBLES = (DoubtKind.COCKED, DoubtKind.HIDDEN, DoubtKind.BLUR, DoubtKind.VALUE)
"""What can be wrong with a die, in the order of the classifier's last outputs; the last is a face that is no die's."""
CLASSES = 7 + len(TROUBLES)
"""No face, the values 1...6, the troubles."""


def cut_out(image: Image, corners: Array) -> Image:
    """The face between its corners (4, 2), warped to a square of SIDE_PX with MARGIN around it."""
    return squared(image, corners, SIDE_PX, MARGIN / 2 / (1 + MARGIN) * SIDE_PX)


def squared(image: Image, corners: Array, side: int, rim: float = 0.0) -> Image:
    """What lies between the corners (4, 2), warped to a square of so many pixels; `rim` of them show what is around."""
    far = side - rim
    square = np.array([(rim, rim), (far, rim), (far, far), (rim, far)], np.float32)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    made = cv2.warpPerspective(image, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(made, np.uint8)


NETS = ("faces-1.onnx", "faces-2.onnx")
"""Alike, but trained apart, so that they err apart."""


class FaceClassifier:
    """Tells what cut-outs show; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._nets = [load(name) for name in NETS]

    def shares(self, net: int, cuts: Sequence[Image]) -> Array:
        """Log shares of each class for cut-outs, (cuts, CLASSES), as one of the networks has them.

        The first looks at them as they are, the second at them mirrored. A face mirrored shows the same value: where
        both are asked, what they say must agree to count as sure.
        """
        seen = [np.ascontiguousarray(cut[:, ::-1]) for cut in cuts] if net else list(cuts)
        self._nets[net].setInput(cv2.dnn.blobFromImages(seen, 1 / 255))
        logits = self._nets[net].forward()
        below_top = logits - logits.max(1, keepdims=True)
        shares: Array = below_top - np.log(np.exp(below_top).sum(1, keepdims=True))
        return shares
