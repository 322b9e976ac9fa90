"""What one table knows of itself: where its tray lies in the picture, how large its dice are and of which colours.

Learned once, from dice laid against the rim a few times, in other places each time: that shows a tray of any shape,
with any number of dice. From then on the tray alone is watched, nothing beside it is a die, and a print or a phone that
shows dice of another size is in doubt.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.types import (
    NOTHING_KNOWN,
    Die,
    Doubt,
    DoubtKind,
    Expectation,
    Frame,
    Hint,
    Image,
    Point,
    Reading,
    Scene,
    Steps,
    count_doubts,
    middle_of,
)
from vision.watching.taught import LEAST_EXAMPLES, PIPS, TaughtExample, TaughtFaces, read_with
from vision.watching.watcher import ReadsDice, Watcher

BEYOND_EDGES = 1.5
"""A die's middle may lie up to 1.5 edges beyond those of the dice laid: the owner did not lay them exactly at the
rim."""
SIZE_FACTORS = (0.65, 1.5)
"""A die is at least 0.65 times as large as the smallest seen, and at most 1.5 times as large as the largest."""
MARGIN_EDGES = 2.0
"""2 edges around that outline are watched too: sides, shadows, the rim, an arm that reaches in."""
CIRCLE_CORNERS = 16
"""Around each die the outline is a polygon of 16 corners: nearly a circle."""
LEAST_SHARE = 0.04
"""Dice that span less than 0.04 of the picture's area were not laid against the rim of a tray."""


class CalibrationError(Exception):
    """Why a picture teaches nothing; one sentence."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """One table as its camera sees it.

    Attributes:
        frame: width and height of the pictures it was learned from, pixels; all lengths are in these pixels.
        outline: where middles of dice can lie: the corners of a convex polygon, in order.
        edges: how long the edge of a die's top face is at least and at most.
        colours: mean BGR of each of the dice laid, for one set or for two.
        faces: pictures of faces without pips that the table was taught, and of pips as its dice show them.
    """

    frame: tuple[int, int]
    outline: tuple[Point, ...]
    edges: tuple[float, float]
    colours: tuple[tuple[tuple[int, int, int], ...], ...]
    faces: tuple[TaughtExample, ...] = ()

    @property
    def smallest(self) -> float:
        """Edge of the smallest top face seen, pixels."""
        return self.edges[0] / SIZE_FACTORS[0]

    @property
    def edge(self) -> float:
        """The edge of a typical top face, pixels: between the smallest and the largest seen."""
        return math.sqrt(self.smallest * self.edges[1] / SIZE_FACTORS[1])

    @property
    def taught(self) -> tuple[int, ...]:
        counts = Counter(face.value for face in self.faces if face.value != PIPS)
        return tuple(sorted(value for value, count in counts.items() if count >= LEAST_EXAMPLES))

    def teach(self, examples: Sequence[TaughtExample]) -> "Calibration":
        """The same with these examples in place of those that it had of their values."""
        values = {face.value for face in examples}
        return replace(self, faces=(*(face for face in self.faces if face.value not in values), *examples))

    def with_faces_of(self, other: "Calibration") -> "Calibration":
        """The same with the faces that another was taught: they are not forgotten when the tray is taught anew."""
        return replace(self, faces=(*self.without_faces().faces, *(face for face in other.faces if face.value != PIPS)))

    def without_faces(self) -> "Calibration":
        return replace(self, faces=tuple(face for face in self.faces if face.value == PIPS))

    @property
    def part(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the part of the picture that is watched, pixels."""
        corners = np.array(self.outline)
        margin = MARGIN_EDGES * self.edges[1]
        left, top = np.maximum(corners.min(0) - margin, 0).astype(int).tolist()
        right, bottom = np.minimum(np.ceil(corners.max(0) + margin), self.frame).astype(int).tolist()
        return left, top, right, bottom

    def scaled_to(self, image: Image) -> "Calibration | None":
        """The same for pictures of another size; None if they are not of the same shape."""
        height, width = image.shape[:2]
        if (width, height) == self.frame:
            return self
        scale = width / self.frame[0]
        if abs(self.frame[1] * scale - height) > 1:
            return None
        return replace(
            self,
            frame=(width, height),
            outline=tuple((x * scale, y * scale) for x, y in self.outline),
            edges=(self.edges[0] * scale, self.edges[1] * scale),
        )

    def moved(self, by: Point) -> "Calibration":
        """The same, shifted to the right and down."""
        return replace(self, outline=tuple((x + by[0], y + by[1]) for x, y in self.outline))

    def holds(self, point: Point) -> bool:
        """Whether the middle of a die on the tray may lie there."""
        return cv2.pointPolygonTest(np.array(self.outline, np.float32), point, measureDist=False) >= 0

    def restrict(self, reading: Reading, expected: int | None) -> Reading:
        """The reading without what lies beside the tray; what lies on it in another size than dice is in doubt.

        Where dice are missing, those beside the tray are in doubt too: one may have jumped, or somebody has moved the
        camera.
        """
        dice = tuple(die for die in reading.dice if self.holds(die.centre))
        doubts = [
            doubt
            for doubt in reading.doubts
            if doubt.kind is not DoubtKind.COUNT and (doubt.box is None or self.holds(middle_of(doubt.box)))
        ]
        least, most = self.edges
        doubts += [Doubt(DoubtKind.VALUE, die.box) for die in dice if not least <= die.size <= most]
        doubts += count_doubts(len(dice), expected)
        if expected is not None and expected > len(dice):
            doubts += [Doubt(DoubtKind.HIDDEN, die.box) for die in reading.dice if die not in dice]
        return Reading(dice, tuple(dict.fromkeys(doubts)))


def calibrate(image: Image, laid: Sequence[Die], others: Sequence[Die] = ()) -> Calibration:
    """What dice laid against the rim show of the tray.

    Args:
        image: any of the pictures they were read from.
        laid: the dice, each time they were laid, all together.
        others: dice of another set, in its own colour, lying anywhere.

    Raises:
        CalibrationError: they lie too near to one another to show anything.
    """
    height, width = image.shape[:2]
    sizes = [die.size for die in (*laid, *others)]
    turns = np.linspace(0, 2 * np.pi, CIRCLE_CORNERS, endpoint=False)
    around = BEYOND_EDGES * float(np.median(sizes)) * np.stack([np.cos(turns), np.sin(turns)], 1)
    middles = np.array([die.centre for die in laid])
    if cv2.contourArea(cv2.convexHull(middles.astype(np.float32))) < LEAST_SHARE * width * height:
        raise CalibrationError("The dice lie too near to one another: lay them against the rim, all around.")
    outline = cv2.convexHull((middles[:, None] + around).reshape(-1, 2).astype(np.float32))[:, 0]
    return Calibration(
        (width, height),
        tuple((float(x), float(y)) for x, y in outline),
        (SIZE_FACTORS[0] * min(sizes), SIZE_FACTORS[1] * max(sizes)),
        tuple(tuple(die.colour for die in dice) for dice in (laid, others) if dice),
    )


def make_watcher(reader: ReadsDice, calibration: Calibration | None) -> "Watcher | CalibratedWatcher":
    return Watcher(reader) if calibration is None else CalibratedWatcher(reader, calibration)


class CalibratedWatcher:
    """Watches the tray alone, frame by frame; not thread-safe.

    Scenes are in pixels of the whole frame, as a `Watcher`'s are. Frames of another shape than those the table was
    calibrated with are watched as if it never had been.
    """

    def __init__(self, reader: ReadsDice, calibration: Calibration) -> None:
        self._calibration = calibration
        self._tray_reader = _TrayReader(reader, calibration)
        self._watcher = Watcher(self._tray_reader)
        self._shape: tuple[int, ...] = ()
        """The shape of the frames that come."""
        self._part: tuple[int, int, int, int] | None = None
        """The part of them that is watched; None if their shape is not that of the calibration."""

    def watch(self, frame: Frame, expectation: Expectation) -> Scene:
        if frame.image.shape != self._shape:
            self._fit(frame.image)
        if self._part is None:
            return self._watcher.watch(frame, expectation)
        left, top, right, bottom = self._part
        scene = self._watcher.watch(Frame(frame.image[top:bottom, left:right], frame.time), expectation)
        dice = tuple(replace(tracked, die=_moved(tracked.die, (left, top))) for tracked in scene.dice)
        doubts = tuple(_moved_doubt(doubt, (left, top)) for doubt in scene.doubts)
        return replace(scene, dice=dice, doubts=doubts, image=frame.image)

    def _fit(self, image: Image) -> None:
        """Find the tray in frames of this shape."""
        table = self._calibration.scaled_to(image)
        self._shape, self._part = image.shape, None if table is None else table.part
        self._tray_reader.table = None if table is None else table.moved((-table.part[0], -table.part[1]))


class _TrayReader:
    """Judges what is read by what the table knows of itself."""

    def __init__(self, reader: ReadsDice, calibration: Calibration) -> None:
        self._reader = reader
        self._faces = TaughtFaces(calibration.faces) if calibration.taught else None
        self.table: Calibration | None = None
        """In pixels of the part that is read; None if frames have another shape than the calibration's."""

    def read_steps(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        if self.table is None:
            return (yield from self._reader.read_steps(image, hint))
        if self._faces is None:
            reading = yield from self._reader.read_steps(image, hint)
        else:
            reading = yield from read_with(self._faces, self.table.edge, self._reader.read_steps, image, hint)
        return self.table.restrict(reading, hint.dice)


def _moved(die: Die, by: Point) -> Die:
    (x, y), (u, v) = die.centre, by
    corners = tuple((x + u, y + v) for x, y in die.corners)
    return replace(die, centre=(x + u, y + v), corners=corners)  # type: ignore[arg-type]  # four of them


def _moved_doubt(doubt: Doubt, by: Point) -> Doubt:
    if doubt.box is None:
        return doubt
    x, y, width, height = doubt.box
    return replace(doubt, box=(x + by[0], y + by[1], width, height))
