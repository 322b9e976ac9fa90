"""The close look: a top face cut out square and classified by a small network of its own."""

from __future__ import annotations

from importlib.resources import as_file, files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Array = NDArray[np.float32]

SIDE_PX = 48
"""Width and height of a cut-out."""
MARGIN = 0.25
"""Of the face's edge, half on each side of it: the classifier sees where the face ends."""


def cut_out(image: Image, corners: Array) -> Image:
    """The face between its corners (4, 2), warped to a square of SIDE_PX with MARGIN around it."""
    rim = MARGIN / 2 / (1 + MARGIN) * SIDE_PX
    far = SIDE_PX - rim
    square = np.array([(rim, rim), (far, rim), (far, far), (rim, far)], np.float32)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    made = cv2.warpPerspective(image, warp, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(made, np.uint8)


class FaceClassifier:
    """Tells the values of cut-outs; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        with as_file(files("assets") / "faces.onnx") as path:
            self._net = cv2.dnn.readNetFromONNX(str(path))

    def shares(self, cut_outs: list[Image]) -> Array:
        """Shares of "no readable top face" and the values 1…6 for each cut-out, (n, 7), rows summing to 1."""
        if not cut_outs:
            return np.empty((0, 7), np.float32)
        said = []
        for picture in cut_outs:
            self._net.setInput(cv2.dnn.blobFromImage(picture, 1 / 255))
            said.append(self._net.forward()[0])
        logits = np.array(said)
        grown = np.exp(logits - logits.max(1, keepdims=True))
        shares: Array = (grown / grown.sum(1, keepdims=True)).astype(np.float32)
        return shares
