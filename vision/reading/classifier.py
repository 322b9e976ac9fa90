"""The classifiers: small networks that are shown a face, cut out (`crops.py`)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detector import load
from vision.reading.pips import inked
from vision.types import DoubtKind, Image

Array = NDArray[np.float32]

UNREADABLE_KINDS = (DoubtKind.COCKED, DoubtKind.HIDDEN, DoubtKind.BLUR, DoubtKind.VALUE)
"""What can be wrong with a die, in the order of the classifier's last outputs; the last is a face that is no die's."""
CLASSES = 7 + len(UNREADABLE_KINDS)
"""No face, the values 1...6, what can be wrong."""


FACE_NETS = ("faces-0.onnx.xz", "faces-1.onnx.xz", "faces-2.onnx.xz")
"""The second is shown cut-outs as they are, the last `inked` ones, the first both."""
QUICK, BOTH = 0, (1, 2)
"""The quick one takes half the time of either of the others, of which it learned."""
CHANNELS = (4, 3, 3)
"""Of what each of them is shown."""


def as_seen(net: int, cut: Image, mix: Array | None = None) -> NDArray[np.uint8]:
    """A cut-out as one of the networks, by its place in FACE_NETS, is shown it; see `pips.inked`.

    Returns:
        (SIDE_PX, SIDE_PX, CHANNELS[net]): blue, green, red and ink, the first three of these, or ink three times.
    """
    if net == BOTH[0]:
        return cut
    ink = inked(cut, mix)
    return np.asarray(cv2.merge((cut, ink) if net == QUICK else (ink, ink, ink)), np.uint8)


class FaceClassifier:
    """Tells what cut-outs show; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._nets = [load(name) for name in FACE_NETS]

    def shares(self, net: int, cut: Image, mix: Array | None = None) -> Array:
        """Log shares of each class for a cut-out, (CLASSES,), as one of the networks has them; see `as_seen`.

        One after the other is as fast as several together: OpenCV lays a network out anew for each number of them.
        """
        self._nets[net].setInput(cv2.dnn.blobFromImage(as_seen(net, cut, mix), 1 / 255))
        logits = self._nets[net].forward()[0]
        shares: Array = logits - np.logaddexp.reduce(logits)
        return shares
