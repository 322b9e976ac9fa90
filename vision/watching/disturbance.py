"""How much the camera trembles and the light changes, measured on some seconds of pictures of a tray left alone.

As trembling, bands and flicker counts only what is the same over most of the picture, and as wandering light only what
has soft edges: a hand or a die that moves meanwhile is neither.
"""

import warnings
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image, Signal
from vision.watching.background import enclosed
from vision.watching.light import Reference
from vision.watching.steadying import STEADY, Landmarks, Matrix, placed, relief
from vision.watching.thumbnail import Colours, Planes, Small, shrink

CELLS = (32, 18)
"""Light is compared by the means of 32 squares across and 18 down."""
PICTURES = 40
"""At most 40 pictures are compared: with 80 of the same seconds the result is the same."""
GAP_S = 1.0
"""More than a second between two pictures is a gap, in which anything may have happened."""
STILL = 0.02
"""Changes of less than 0.02 are noise: on simulated tables 0.005 to 0.015 by daylight."""
DARKEST_LEVELS = 4.0
"""4 levels are added to all before ratios are taken: noise in the dark is not to count as light."""
NOISE_LEVELS = 1.0
"""The sensor's noise is taken for 1 level, as `Reference` measures it."""
COVERED = 0.3
"""A square of which a thing covers over 0.3 is left out of the light's measure."""
SWING = (2, 98)
"""How far a value goes over time is taken from the 2nd to the 98th percentile: one of 40 pictures may be misjudged."""
SURE_RESPONSE = 0.1
"""Phase correlation is believed from a response of 0.1 on: with a hand over the tray it is 0.05, without one 0.4."""
AGREED = 0.4
"""0.4 of the landmarks must agree: an arm over the tray hides half of them."""
SPOT = 95
"""A spot is as strong as the 95th percentile of the picture's squares: a spot of 0.14 widths covers a tenth of them."""


class DisturbanceKind(StrEnum):
    TREMBLING = "trembling"
    BANDS = "bands"
    SPOTS = "spots"
    FLICKER = "flicker"
    SLOWNESS = "slowness"


LIMITS: Mapping[DisturbanceKind, tuple[float, float]] = MappingProxyType(
    {
        DisturbanceKind.TREMBLING: (0.004, 0.022),
        DisturbanceKind.BANDS: (0.08, 0.40),
        DisturbanceKind.SPOTS: (0.10, 0.45),
        DisturbanceKind.FLICKER: (0.12, 0.50),
        DisturbanceKind.SLOWNESS: (1 / 14.5, 1 / 7.5),
    }
)
"""Up to which strength of each the watcher reads well, and up to which it reads at all; shares, and seconds a picture.
The first is about half of what workshop/benchmarks/bar.py demands. The second is a little less than the strongest of
each alone under which every rest of a simulated table was read right; at fewer pictures a second pushed dice can't be
followed."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What disturbs a table on which nobody moves anything.

    Attributes:
        trembling: how far the picture moves to either side, as a share of its width.
        bands: how much brighter and darker rows become while bands of light roll over the picture, as a share.
        spots: how much brighter or darker it becomes where light wanders about, as a share.
        flicker: how much brighter and darker the whole picture becomes, as a share.
        fps: pictures a second; 0 where that is unknown.
    """

    trembling: float
    bands: float
    spots: float
    flicker: float
    fps: float

    def signal(self, kind: DisturbanceKind) -> Signal:
        """How well the watcher can read under this one."""
        well, hardly = LIMITS[kind]
        return Signal.GREEN if self._of(kind) <= well else Signal.AMBER if self._of(kind) <= hardly else Signal.RED

    @property
    def worst(self) -> DisturbanceKind:
        """What should be mended first: red before amber, and of several the one that is greatest for its limit."""
        signals = list(Signal)
        return max(
            DisturbanceKind, key=lambda kind: (signals.index(self.signal(kind)), self._of(kind) / LIMITS[kind][1])
        )

    def _of(self, kind: DisturbanceKind) -> float:
        if kind is DisturbanceKind.SLOWNESS:
            return 1 / self.fps if self.fps else 0.0
        return float(getattr(self, kind.value))


class LightTrace:
    """The pictures of the last `seconds`, small, from which a disturbance is measured."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pictures: deque[tuple[float, Small]] = deque()

    @property
    def length(self) -> float:
        """Seconds from the first picture to the last."""
        return self._pictures[-1][0] - self._pictures[0][0] if self._pictures else 0.0

    def add(self, image: Image, time: float) -> None:
        """Take one more picture. One of another size, older than the last or long after it begins a new trace."""
        small = shrink(image)
        if self._pictures:
            last, before = self._pictures[-1]
            if before.grey.shape != small.grey.shape or not 0.0 < time - last <= GAP_S:
                self._pictures.clear()
        self._pictures.append((time, small))
        while time - self._pictures[0][0] > self._seconds:
            self._pictures.popleft()

    def measure(self) -> Disturbance:
        """What disturbs the table on the pictures that are there; takes as long as some 15 readings."""
        number = len(self._pictures)
        fps = (number - 1) / self.length if number > 1 else 0.0
        if number < 3:
            return Disturbance(0.0, 0.0, 0.0, 0.0, fps)
        chosen = np.unique(np.linspace(0, number - 1, min(number, PICTURES)).round().astype(int))
        pictures = [self._pictures[index][1] for index in chosen]
        first = _light(pictures[0].colours)
        if all(np.abs(_light(picture.colours) - first).max() < STILL for picture in pictures):
            return Disturbance(0.0, 0.0, 0.0, 0.0, fps)  # nearly always: spares the long measure
        steady, trembling = _steadied(pictures)
        return Disturbance(trembling, *_lights(steady), fps)


def _steadied(pictures: Sequence[Small]) -> tuple[list[Small], float]:
    """The pictures, shifted to where the middle one lies, and how far they move to either side, in picture widths.

    Phase correlation gives a first guess, and the watcher's landmarks, where there are any, the exact motion. If fewer
    than half of the pictures can be placed by either, they stay as they are.
    """
    known = pictures[len(pictures) // 2]
    landmarks, outlines = Landmarks(known), relief(known.grey)
    window = cv2.createHanningWindow(outlines.shape[::-1], cv2.CV_32F)
    ways: list[tuple[Small, Matrix]] = []
    for picture in pictures:
        seen = relief(picture.grey)
        both = outlines.astype(np.float32), seen.astype(np.float32)  # copies: OpenCV 5 writes into them
        shift, response = cv2.phaseCorrelate(*both, window)
        about = np.column_stack([np.eye(2), shift]) if response > SURE_RESPONSE else None
        way = landmarks.moved(seen, STEADY if about is None else about, AGREED)
        if way is not None or about is not None:
            ways.append((picture, cast("Matrix", about if way is None else way)))
    if len(ways) < len(pictures) / 2:
        return list(pictures), 0.0
    height, width = known.grey.shape
    middles = np.stack([way @ (width / 2, height / 2, 1.0) for _, way in ways])
    return [placed(picture, way) for picture, way in ways], float(_swing(middles).max()) / width


def _lights(pictures: Sequence[Small]) -> tuple[float, float, float]:
    """Bands, spots and flicker of pictures that lie on one another; where things lie or move is left out.

    The light's change is the sum of one for the whole picture (flicker), one for each row (bands) and a rest (spots).
    """
    usual = Reference(np.median([picture.colours for picture in pictures[::3]], axis=0).astype(np.float32))
    there = _light(usual.colours)
    gains = []
    for picture in pictures:
        gain = _light(picture.colours) - there
        things = enclosed(usual.differing(picture, NOISE_LEVELS))
        gain[:, cv2.resize(things, CELLS, interpolation=cv2.INTER_AREA) > COVERED * 255] = np.nan
        gains.append(gain)
    gain = np.stack(gains)  # pictures, colours, down, across
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a row, or a picture, may be covered as a whole
        whole = np.nanmedian(gain, axis=(2, 3), keepdims=True)
        rows = np.nanmedian(gain - whole, axis=3, keepdims=True)
        flicker = np.nanmax(_swing(whole))
        bands = np.nanmax(np.nanmedian(_swing(rows), axis=1))
        local = np.abs(gain - whole - rows).max(axis=1).reshape(len(gain), -1)
        spots = np.nanmedian(np.nanpercentile(local, SPOT, axis=1))
    return tuple(float(np.nan_to_num(value)) for value in (bands, spots, flicker))  # type: ignore[return-value]


def _light(colours: Colours | Planes) -> Colours:
    """Logarithms of the levels of each square, (3, down, across): a light twice as bright adds the same everywhere."""
    squares = [cv2.resize(plane, CELLS, interpolation=cv2.INTER_AREA) for plane in colours.astype(np.float32)]
    return np.log(np.stack(squares) + np.float32(DARKEST_LEVELS))


def _swing(values: NDArray[np.floating]) -> NDArray[np.floating]:
    """How far values go to either side over time, without the most extreme ones."""
    low, high = np.nanpercentile(values, SWING, axis=0)
    return np.asarray((high - low) / 2)
