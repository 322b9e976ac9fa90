"""The close look: what small networks say of a face that was cut out (`cutting.py`)."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import load
from vision.pattern import inked
from vision.types import DoubtKind, Image

Array = NDArray[np.float32]

TROUBLES = (DoubtKind.COCKED, DoubtKind.HIDDEN, DoubtKind.BLUR, DoubtKind.VALUE)
"""What can be wrong with a die, in the order of the classifier's last outputs; the last is a face that is no die's."""
CLASSES = 7 + len(TROUBLES)
"""No face, the values 1...6, the troubles."""


NETS = ("faces-0.onnx", "faces-1.onnx", "faces-2.onnx")
"""The last looks at cut-outs `inked`, the others at them as they are."""
QUICK, BOTH = 0, (1, 2)
"""The quick one takes two fifths of the time of either of the others, of which it learned."""


def as_seen(net: int, cut: Image) -> Image:
    """A cut-out as one of the networks, by its place in NETS, looks at it."""
    return inked(cut) if net == BOTH[1] else cut


class FaceClassifier:
    """Tells what cut-outs show; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._nets = [load(name) for name in NETS]

    def shares(self, net: int, cuts: Sequence[Image]) -> Array:
        """Log shares of each class for cut-outs, (cuts, CLASSES), as one of the networks has them.

        Where both are asked, they must agree for a face to be told for sure (`looking.py`).
        """
        self._nets[net].setInput(cv2.dnn.blobFromImages([as_seen(net, cut) for cut in cuts], 1 / 255))
        logits = self._nets[net].forward()
        below_top = logits - logits.max(1, keepdims=True)
        shares: Array = below_top - np.log(np.exp(below_top).sum(1, keepdims=True))
        return shares
