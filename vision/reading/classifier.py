"""The classifier: a small network that is shown a face, cut out (`crops.py`)."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detector import Array, load
from vision.reading.pips import FittedFace
from vision.types import DoubtKind

UNREADABLE_KINDS = (DoubtKind.COCKED, DoubtKind.HIDDEN, DoubtKind.BLUR, DoubtKind.VALUE)
"""What can be wrong with a die, in the order of the classifier's last outputs. VALUE stands for a face without pips,
such as print on the table, or an emblem."""
CLASSES = 7 + len(UNREADABLE_KINDS)
"""The classes: no face, the values 1…6, and `UNREADABLE_KINDS`."""
FACE_NET = "faces.onnx.xz"
CHANNELS = 4


def as_seen(face: FittedFace) -> NDArray[np.uint8]:
    """A face as the network is shown it, (SIDE_PX, SIDE_PX, CHANNELS): blue, green, red and ink."""
    return np.asarray(cv2.merge((face.cut, face.inked())), np.uint8)


class FaceClassifier:
    """Tells what cut-outs show; not thread-safe, one for each thread that reads."""

    def __init__(self) -> None:
        self._net = load(FACE_NET)

    def shares(self, face: FittedFace) -> Array:
        """Log shares of each class for a face, (CLASSES,); see `as_seen`.

        Asked one by one: several together are no faster, as OpenCV lays the network out anew for each number of them.
        """
        self._net.setInput(cv2.dnn.blobFromImage(as_seen(face), 1 / 255))
        logits = self._net.forward()[0]
        shares: Array = logits - np.logaddexp.reduce(logits)
        return shares
