"""The detector: finds top faces in a picture by a network, which OpenCV's DNN module runs.

The planes of the network's output, each a quarter of the picture's size (trained by workshop/training):

    0       top face of a readable die (logit; peaks at the centre)
    1       die that can't be read: leaning, covered, cut off (logit)
    2-7     value of the face around its centre (logits of 1…6)
    8, 9    from the cell's middle to the face's centre, in units of two cells (x, y)
    10      log2(edge of the face / 24 px)
    11, 12  stretch of the face along x against y, and along the diagonals, -1…1
    13, 14  cosine and sine of four times the face's turn
    15-18   pip of a top face (logit), four subcells; used in training only, as learning pips helps to learn faces
"""

import lzma
import math
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Array = NDArray[np.float32]

CELL_PX = 4
"""A cell of the output is this many pixels of the input."""
STRIDE_PX = 16
"""The input's width and height are padded to multiples of this."""
SIZES_PX = (10.0, 85.0)
"""Only faces with edges of 10 to 85 pixels of the network's input are believed. It was trained on few above 60, but a
face that is not recognised at the coarser scale often is at this one."""
_SHAPE_REACH = 0.2
"""A face's shape is the mean over the cells within 0.2 edges of its peak, all of which were trained on it: it errs less
than a single cell."""
_MOST_STRETCHED = 0.99
"""A stretch is limited to 0.99: with 1 a face would be a line."""


@dataclass(frozen=True, slots=True, eq=False)
class DetectedFace:
    """A top face as the network sees it, before anybody believes it.

    Attributes:
        heat: 0…1, how sure it is that a readable face lies here.
        values: (6,), probabilities of 1…6.
        centre: (2,) in pixels of the network's input.
        corners: (4, 2) in the same.
        size: edge of the face, pixels of the network's input.
    """

    heat: float
    values: Array
    centre: Array
    corners: Array
    size: float


Detected = tuple[list[DetectedFace], list[tuple[float, Array]]]
"""What a detector marks on a picture: faces; of dice that can't be read their heat and (2,) where they lie."""


def _heat(logit: float) -> float:
    """The probability of a logit, 0…1."""
    return 1 / (1 + math.exp(-min(max(logit, -30), 30)))


def _edge(power: float) -> float:
    """A face's edge, pixels of the network's input, as the planes have it: log2(edge / 24)."""
    return 24 * 2 ** min(max(float(power), -3), 3)


def _peaks(logits: Array, least: float) -> NDArray[np.intp]:
    """Rows and columns of local maxima of at least this heat, (n, 2)."""
    highest = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    return np.argwhere((logits >= highest) & (logits >= math.log(least / (1 - least))))


def quad(x: float, y: float, size: float, stretch: tuple[float, float], turn: float) -> Array:
    """The corners (4, 2) of a parallelogram from its centre, edge, stretches and turn (radians)."""
    less = min(1, _MOST_STRETCHED / max(math.hypot(*stretch), 1e-6))
    a, b = stretch[0] * less, stretch[1] * less
    area = size * size / 4
    half_trace = area / math.sqrt(1 - a * a - b * b)
    # The square root of a symmetric 2 x 2 matrix M is (M + sqrt(det M) * I) / sqrt(trace M + 2 sqrt(det M)).
    most = math.sqrt(2 * (half_trace + area))
    along, across, down = half_trace * (1 + a) + area, half_trace * b, half_trace * (1 - a) + area
    c, s = math.cos(turn) / most, math.sin(turn) / most
    u = along * c + across * s, across * c + down * s
    v = across * c - along * s, down * c - across * s
    signs = (-1, -1), (1, -1), (1, 1), (-1, 1)
    return np.array([(x + p * u[0] + q * v[0], y + p * u[1] + q * v[1]) for p, q in signs], np.float32)


def load(name: str) -> cv2.dnn.Net:
    """A network of assets/, for OpenCV's DNN module.

    OpenCV has two engines since 4.11; on one thread the classic one takes two thirds of the new one's time. As of 5.0
    it can be chosen only when a network is read from a file: if no file can be written, the new engine has to do.
    """
    model = lzma.decompress((files("assets") / name).read_bytes())
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder, "model.onnx")
            path.write_bytes(model)
            if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
                return cv2.dnn.readNetFromONNX(str(path), engine=cv2.dnn.ENGINE_CLASSIC)
            return cv2.dnn.readNetFromONNX(str(path))
    except OSError:  # a full disk
        return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))


class Detector:
    """A trained detector; not thread-safe, one for each thread that reads."""

    def __init__(self, name: str = "dice.onnx.xz") -> None:
        self._net = load(name)

    def detect(self, picture: Image, least: float) -> Detected:
        """Faces and unreadable dice of at least this heat.

        Several pictures together would be no faster. Those of one size are best shown one after another: OpenCV lays
        the network out anew for each size.
        """
        planes = self.planes(picture)
        faces = [self._face(planes, row, column) for row, column in _peaks(planes[0], least)]
        unreadable = [
            (_heat(planes[1, row, column]), np.array((column + 0.5, row + 0.5), np.float32) * CELL_PX)
            for row, column in _peaks(planes[1], least)
        ]
        return faces, unreadable

    def planes(self, picture: Image) -> Array:
        """Run it: BGR in, (19, h / 4, w / 4) out, sides rounded up to multiples of 16 by their edge."""
        height, width = picture.shape[:2]
        padded = cv2.copyMakeBorder(picture, 0, -height % STRIDE_PX, 0, -width % STRIDE_PX, cv2.BORDER_REPLICATE)
        self._net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255))
        return np.asarray(self._net.forward()[0], np.float32)

    @staticmethod
    def _face(planes: Array, row: int, column: int) -> DetectedFace:
        """One face from the planes: heat and value from its peak, its shape from the cells around."""
        cell = planes[:, row, column].tolist()
        values = np.array([math.exp(logit - max(cell[2:8])) for logit in cell[2:8]], np.float32)
        # A full disc about the peak, smaller at the picture's edge: only then is its mean offset that of the peak.
        reach = min(
            _SHAPE_REACH * _edge(cell[10]) / CELL_PX,
            row,
            column,
            planes.shape[1] - 1 - row,
            planes.shape[2] - 1 - column,
        )
        most = int(reach)
        apart = np.arange(-most, most + 1) ** 2
        around = planes[8:15, row - most : row + most + 1, column - most : column + most + 1]
        shape = around[:, np.add.outer(apart, apart) <= reach * reach].mean(1).tolist()
        x, y = (column + 0.5 + 2 * shape[0]) * CELL_PX, (row + 0.5 + 2 * shape[1]) * CELL_PX
        size = _edge(shape[2])
        corners = quad(x, y, size, (shape[3], shape[4]), math.atan2(shape[6], shape[5]) / 4)
        return DetectedFace(
            heat=_heat(cell[0]),
            values=values / values.sum(),
            centre=np.array((x, y), np.float32),
            corners=corners,
            size=size,
        )
