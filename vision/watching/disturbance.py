"""How much the camera trembles and the light moves, measured on some seconds of pictures of a tray left alone.

Only what is so over most of the picture counts for trembling, bands and flicker, and only what is soft counts for light
that wanders: a hand or a die that moves meanwhile does neither.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Frame, Image, Signal
from vision.watching.background import enclosed
from vision.watching.light import Reference
from vision.watching.steadying import STEADY, Landmarks, Matrix, placed, relief
from vision.watching.thumbnail import Colours, Planes, Small, shrink

CELLS = (32, 18)
"""Squares, across and down, by whose means light is compared."""
PICTURES = 40
"""Pictures that are compared at most: twice as many of the same seconds tell the same."""
GAP_S = 1.0
"""More than this between two pictures is a gap, in which anything may have happened."""
STILL = 0.02
"""What changes less, as a share, is noise: on simulated tables 0.005 to 0.015 by daylight."""
DARKEST_LEVELS = 4.0
"""Added to all levels before ratios are taken: noise in the dark is no light."""
NOISE_LEVELS = 1.0
"""Of the sensor, as `Reference` takes it."""
COVERED = 0.3
"""Share of a square that a thing covers from which the square tells nothing of the light."""
SWING = (2, 98)
"""Percentiles between which a thing comes and goes: a picture in forty may be misjudged."""
SURE = 0.1
"""Response from which phase correlation is believed: at a hand over the tray 0.05, without one 0.4 and more."""
AGREED = 0.4
"""Share of the landmarks that must agree: an arm over the tray hides half of them."""
SPOT = 95
"""Percentile of the picture that tells how strong a spot is: one of 0.14 widths covers a tenth of it."""


class DisturbanceKind(StrEnum):
    """What disturbs a table."""

    TREMBLING = "trembling"
    BANDS = "bands"
    SPOTS = "spots"
    FLICKER = "flicker"
    SLOWNESS = "slowness"


@dataclass(frozen=True, slots=True)
class DisturbanceLimits:
    """How much of a disturbance the watcher bears well, and how much it still bears."""

    well: float
    hardly: float

    def signal(self, value: float) -> Signal:
        """How well a table that is disturbed by this much is read."""
        return Signal.GREEN if value <= self.well else Signal.AMBER if value <= self.hardly else Signal.RED


LIMITS: Mapping[DisturbanceKind, DisturbanceLimits] = MappingProxyType(
    {
        # Well: about half of what workshop/benchmarks/bar.py demands (shakes of 1 % of the width, bands of 15 %, spots,
        # a flicker of 25 %). Hardly: nearly the strongest of each alone that was tried and under which every rest of a
        # simulated table was settled right; bands of 60 % and the light of four spots were too much. Slower than that
        # nobody follows dice that are pushed.
        DisturbanceKind.TREMBLING: DisturbanceLimits(0.004, 0.022),
        DisturbanceKind.BANDS: DisturbanceLimits(0.08, 0.40),
        DisturbanceKind.SPOTS: DisturbanceLimits(0.10, 0.45),
        DisturbanceKind.FLICKER: DisturbanceLimits(0.12, 0.50),
        DisturbanceKind.SLOWNESS: DisturbanceLimits(1 / 14.5, 1 / 7.5),
    }
)


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
        """How well the watcher bears this one."""
        return LIMITS[kind].signal(self._values[kind])

    @property
    def worst(self) -> DisturbanceKind:
        """What should be mended first: red before amber, and of several the one that is nearest to its limit."""
        signals = list(Signal)
        return max(
            DisturbanceKind,
            key=lambda kind: (signals.index(self.signal(kind)), self._values[kind] / LIMITS[kind].hardly),
        )

    @property
    def _values(self) -> Mapping[DisturbanceKind, float]:
        return {
            DisturbanceKind.TREMBLING: self.trembling,
            DisturbanceKind.BANDS: self.bands,
            DisturbanceKind.SPOTS: self.spots,
            DisturbanceKind.FLICKER: self.flicker,
            DisturbanceKind.SLOWNESS: 1 / self.fps if self.fps else 0.0,
        }


def measure(frames: Sequence[Frame]) -> Disturbance:
    """What disturbs the table on these pictures, oldest first."""
    film = LightTrace(seconds=np.inf)
    for frame in frames:
        film.add(frame.image, frame.time)
    return film.measure()


class LightTrace:
    """The pictures of the last `seconds`, small: they come one by one."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pictures: deque[tuple[float, Small]] = deque()

    @property
    def length(self) -> float:
        """Seconds from the first picture to the last."""
        return self._pictures[-1][0] - self._pictures[0][0] if self._pictures else 0.0

    def add(self, image: Image, time: float) -> None:
        """Take one more picture; one of another size, from before the last or long after it begins anew."""
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
        first = _light(pictures[0])
        if all(np.abs(_light(picture) - first).max() < STILL for picture in pictures):
            return Disturbance(0.0, 0.0, 0.0, 0.0, fps)  # nothing to look at closely
        steady, trembling = _steadied(pictures)
        return Disturbance(trembling, *_lights(steady), fps)


def _steadied(pictures: Sequence[Small]) -> tuple[list[Small], float]:
    """The pictures, put where they usually lie, and how far they go to either side, as a share of the width.

    About how far is told by phase correlation, and exactly by the landmarks by which the watcher takes trembling out,
    where there are any. Where neither tells it of half of the pictures, they stay where they are.
    """
    width = pictures[0].grey.shape[1]
    for known in (_usual(pictures), pictures[len(pictures) // 2]):  # of what moves far, the usual picture shows nothing
        for ways in _ways(pictures, known):
            told = [(picture, way) for picture, way in zip(pictures, ways, strict=True) if way is not None]
            if len(told) >= len(pictures) / 2:
                middle = np.array([width / 2, pictures[0].grey.shape[0] / 2, 1.0])
                trembling = float(_swing(np.stack([way @ middle for _, way in told])).max()) / width
                return [placed(picture, way) for picture, way in told], trembling
    return list(pictures), 0.0


def _ways(pictures: Sequence[Small], known: Small) -> tuple[list[Matrix | None], list[Matrix | None]]:
    """Where each picture lies beside a known one: exactly, and about; None where that can't be told."""
    landmarks, outlines = Landmarks(known), relief(known.grey)
    window = cv2.createHanningWindow(outlines.shape[::-1], cv2.CV_32F)
    exact: list[Matrix | None] = []
    about: list[Matrix | None] = []
    for picture in pictures:
        seen = relief(picture.grey)
        both = outlines.astype(np.float32), seen.astype(np.float32)  # copies: it changes them
        shift, sure = cv2.phaseCorrelate(*both, window)
        way = np.column_stack([np.eye(2), shift]) if sure > SURE else None
        about.append(way)
        exact.append(landmarks.moved(seen, STEADY if way is None else way, AGREED))
    return exact, about


def _usual(pictures: Sequence[Small]) -> Small:
    """What is there most of the time; every third picture tells."""
    colours, grey = (np.median([getattr(one, what) for one in pictures[::3]], axis=0) for what in ("colours", "grey"))
    return replace(pictures[0], colours=colours.astype(np.uint8), grey=grey.astype(np.uint8))


def _lights(pictures: Sequence[Small]) -> tuple[float, float, float]:
    """Bands, spots and flicker, on pictures that lie on one another; where things lie or move, nothing is told."""
    usual = Reference(_usual(pictures).colours)
    there = _logarithm(usual.colours)
    gains = []
    for picture in pictures:
        gain = _light(picture) - there
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


def _light(picture: Small) -> Colours:
    return _logarithm(picture.colours)


def _logarithm(colours: Colours | Planes) -> Colours:
    """Of the levels of each square, (3, down, across), so that light adds where it multiplies."""
    squares = [cv2.resize(plane, CELLS, interpolation=cv2.INTER_AREA) for plane in colours.astype(np.float32)]
    return np.log(np.stack(squares) + np.float32(DARKEST_LEVELS))


def _swing(values: NDArray[np.floating]) -> NDArray[np.floating]:
    """How far values go to either side, over time."""
    low, high = np.nanpercentile(values, SWING, axis=0)
    return np.asarray((high - low) / 2)
