"""The close look: a top face cut out square, with what lies around it, and classified by a small network of its own."""

from __future__ import annotations

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

    def shares(self, picture: Image) -> Array:
        """Log shares of each class for a cut-out, (CLASSES,): the mean of two networks.

        One looks at it as it is, the other at it mirrored. A face mirrored shows the same value, so what both say must
        agree to count as sure.
        """
        said = []
        for net, seen in zip(self._nets, (picture, np.ascontiguousarray(picture[:, ::-1])), strict=True):
            net.setInput(cv2.dnn.blobFromImage(seen, 1 / 255))
            logits = net.forward()[0]
            said.append(logits - logits.max() - np.log(np.exp(logits - logits.max()).sum()))
        mean: Array = np.mean(said, 0, np.float32)
        return mean
