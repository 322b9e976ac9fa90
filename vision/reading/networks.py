"""All networks that a reader asks."""

from vision.reading.classifier import FaceClassifier
from vision.reading.detector import Detector
from vision.reading.tilt_net import SlantEstimator


class Networks:
    """What pictures are read with; not thread-safe, one for each thread that reads.

    Attributes:
        detector: finds faces on whole pictures, and where the fast one leaves them open.
        fast_detector: finds them in a quarter of the time, where dice of a known size lie.
        far_detector: the same network for coarse scales: one alone would be laid out anew for each change of sizes.
        classifier: says what a face shows.
        slant: says how faces slant.
    """

    def __init__(self) -> None:
        self.detector = Detector("dice.onnx.xz")
        self.fast_detector, self.far_detector = Detector("glance.onnx.xz"), Detector("glance.onnx.xz")
        self.classifier = FaceClassifier()
        self.slant = SlantEstimator()
