"""How much the camera trembles and the light moves, measured on some seconds of pictures of a tray left alone.

Only what is so over most of the picture counts for trembling, bands and flicker, and only what is soft counts for light
that wanders: a hand or a die that moves meanwhile does neither.
"""

from __future__ import annotations

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

from vision.types import Frame, Image, Signal

Floats = NDArray[np.float32]
"""Logarithms of levels, so that light adds where it multiplies."""

WIDTH_PX = 160
"""Width of the pictures that are compared. A shake is told to a twentieth of such a pixel (simulated tables)."""
CELL_PX = 5
"""Side, in these pixels, of the squares by whose means light is compared."""
PICTURES = 40
"""Pictures that are compared at most: twice as many of the same seconds tell the same."""
GAP_S = 1.0
"""More than this between two pictures is a gap, in which anything may have happened."""
STILL = 0.02
"""What changes less, as a share, is noise: on simulated tables 0.005 to 0.015 by daylight."""
DARKEST_LEVELS = 4.0
"""Added to all levels before ratios are taken: noise in the dark is no light."""
SWING = (2, 98)
"""Percentiles between which a thing comes and goes: a picture in forty may be misjudged."""
SOFTNESS_PX = (3.0, 1.0)
"""Edges are softened by so much and laid on one another, coarsely, then exactly: found from 3 % of the width away."""
MARKS = 2000
"""Pixels at the steepest edges, an eighth of all: those show a move, and all others noise."""
STEEP = 0.02
"""What an edge changes in a pixel at least, as a share: at a simulated tray 0.03 and more, the heaviest grain 0.01."""
AGREED = 0.5
"""A picture lies where half of its edges say so; with a hand over the tray 0.6 of them do."""
LOST = 0.03
"""The trembling of a camera whose pictures can't be laid on one another: farther than they are found from."""
SHARP, FORGIVEN = 0.2, 0.6
"""What changes within three pixels at the outline of a thing, beyond that share of the contrast that is usual there:
at the edge of a hand 0.3 and more, in bands of light and grain under 0.1."""
FAR = 0.12
"""Another brightness, as a share: a thing, or light, as its outline tells."""
OUTLINED = 0.3
"""Of its outline, what is sharp where it is a thing; of a spot of light nothing is."""
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
        film.see(frame.image, frame.time)
    return film.measure()


class LightTrace:
    """The pictures of the last `seconds`, small: they come one by one."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pictures: deque[tuple[float, Floats]] = deque()

    @property
    def length(self) -> float:
        """Seconds from the first picture to the last."""
        return self._pictures[-1][0] - self._pictures[0][0] if self._pictures else 0.0

    def see(self, image: Image, time: float) -> None:
        """Take one more picture; one of another size, from before the last or long after it begins anew."""
        small = _small(image)
        if self._pictures:
            last, before = self._pictures[-1]
            if before.shape != small.shape or not 0.0 < time - last <= GAP_S:
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
        if all(np.abs(_cells(picture) - _cells(pictures[0])).max() < STILL for picture in pictures):
            return Disturbance(0.0, 0.0, 0.0, 0.0, fps)  # nothing to look at closely
        shifts, trembling = _trembling(pictures)
        light = _light([_moved(picture, shift) for picture, shift in zip(pictures, shifts, strict=True)])
        return Disturbance(trembling, *light, fps)


def _small(image: Image) -> Floats:
    """The picture, (height, width, 3), WIDTH_PX wide."""
    height = max(CELL_PX, round(image.shape[0] * WIDTH_PX / image.shape[1]))
    small = image
    while small.shape[1] >= 4 * WIDTH_PX:  # halves are four times as quick as quarters
        small = cast("Image", cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    small = cast("Image", cv2.resize(small, (WIDTH_PX, height), interpolation=cv2.INTER_AREA))
    return np.asarray(np.log(small.astype(np.float32) + np.float32(DARKEST_LEVELS)), np.float32)


def _usual(pictures: Sequence[Floats]) -> Floats:
    """What is there most of the time; every third picture tells."""
    return np.asarray(np.median(pictures[::3], axis=0), np.float32)


def _moved(picture: Floats, shift: Floats) -> Floats:
    """The picture, moved back by this many pixels."""
    matrix = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float64)
    size = picture.shape[1], picture.shape[0]
    return cast("Floats", cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def _swing(values: NDArray[np.floating]) -> Floats:
    """How far values go to either side, over time."""
    low, high = np.nanpercentile(values, SWING, axis=0)
    return np.asarray((high - low) / 2, np.float32)


# --- trembling -------------------------------------------------------------------------------------------------------


def _trembling(pictures: Sequence[Floats]) -> tuple[Floats, float]:
    """By how much each picture lies right of and below the usual one, pixels; and how far they go, of the width."""
    greys = [cast("Floats", cv2.transform(one, np.full((1, 3), 1 / 3, np.float32))) for one in pictures]
    films = [[_edges(grey, softness) for grey in greys] for softness in SOFTNESS_PX]
    usual = greys[len(greys) // 2]
    for _ in range(2):  # the first time against one picture, then against the usual one of all, laid on one another
        shifts, agreed = np.zeros((len(pictures), 2), np.float32), np.zeros(len(pictures))
        for softness, film in zip(SOFTNESS_PX, films, strict=True):
            marks = _Marks(_edges(usual, softness), softness)
            for number, edges in enumerate(film):
                shifts[number], agreed[number] = marks.shift(edges, shifts[number])
        usual = _usual([_moved(grey, shift) for grey, shift in zip(greys, shifts, strict=True)])
    if not marks.there:
        return np.zeros_like(shifts), 0.0
    trusted = agreed >= AGREED
    if trusted.mean() < 0.5:
        return shifts, LOST
    return shifts, float(_swing(shifts[trusted]).max()) / WIDTH_PX


def _edges(grey: Floats, softness: float) -> Floats:
    """Edges as soft as that, whatever the light does."""
    soft = cv2.GaussianBlur(grey, (0, 0), softness)
    return cast("Floats", soft - cv2.GaussianBlur(soft, (0, 0), 2.5 * softness))


class _Marks:
    """The places of a picture by which it is told how far another one has moved: those at its edges."""

    def __init__(self, usual: Floats, softness: float) -> None:
        across, down = (cv2.Sobel(usual, cv2.CV_32F, dx, dy, scale=1 / 8) for dx, dy in ((1, 0), (0, 1)))
        steep = np.hypot(across, down)
        places = np.argsort(steep, axis=None)[::-1][:MARKS]
        places = places[steep.flat[places] >= STEEP]
        self._y, self._x = (axis.astype(np.float32) for axis in np.unravel_index(places, usual.shape))
        self._slopes = np.stack([across.flat[places], down.flat[places]])
        self._levels = usual.flat[places]
        self._alike = softness * steep.flat[places]
        """How much a move by as much as the edges are soft changes: what changes by more is another thing."""

    @property
    def there(self) -> bool:
        """Whether anything shows a move."""
        return len(self._levels) > 0

    def shift(self, edges: Floats, near: Floats) -> tuple[Floats, float]:
        """How far right of and below its usual place a picture lies, and what share of the marks say so.

        Least squares over all marks, each weighted by how well it agrees (Geman-McClure): those that a hand covers
        have no say.
        """
        if not self.there:
            return near, 0.0
        for _ in range(6):
            off = self._off(edges, near)
            pull = self._slopes / (1 + (off / self._alike) ** 2) ** 2
            matrix = pull @ self._slopes.T + 1e-3 * np.eye(2, dtype=np.float32)  # edges may all run one way
            near = near - np.linalg.solve(matrix, pull @ off).astype(np.float32)
        return near, float(np.mean(np.abs(self._off(edges, near)) < self._alike))

    def _off(self, edges: Floats, shift: Floats) -> Floats:
        x, y = self._x + shift[0], self._y + shift[1]
        there = cv2.remap(edges, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return cast("Floats", there.reshape(-1) - self._levels)


# --- light -----------------------------------------------------------------------------------------------------------


def _light(pictures: Sequence[Floats]) -> tuple[float, float, float]:
    """Bands, spots and flicker, on pictures that lie on one another."""
    middle = _cells(pictures[len(pictures) // 2])
    lit = np.stack([np.median(_cells(picture) - middle, axis=(0, 1)) for picture in pictures])
    even = [picture - light for picture, light in zip(pictures, lit, strict=True)]
    usual = _usual(even)
    contrast = cast("Floats", cv2.dilate(_spread(usual), np.ones((3, 3), np.uint8)))
    gain = np.stack([_gain(picture - usual, contrast) for picture in even])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a row, or a picture, may be covered as a whole
        whole = np.nanmedian(gain, axis=(1, 2), keepdims=True)
        rows = np.nanmedian(gain - whole, axis=2, keepdims=True)
        flicker = np.nanmax(_swing(lit + whole[:, 0, 0]))
        bands = np.nanmax(np.nanmedian(_swing(rows[:, :, 0]), axis=0))
        local = np.abs(gain - whole - rows).max(axis=3).reshape(len(gain), -1)
        spots = np.nanmedian(np.nanpercentile(local, SPOT, axis=1))
    return tuple(float(np.nan_to_num(value)) for value in (bands, spots, flicker))  # type: ignore[return-value]


def _gain(gain: Floats, contrast: Floats) -> Floats:
    """How much more light falls on each cell; nan where something lies or moves that usually doesn't.

    A thing has a sharp outline, and light has none.
    """
    cells, around = _cells(gain), np.ones((3, 3), np.uint8)
    height, width = cells.shape[:2]
    sharp = _spread(cast("Floats", cv2.blur(gain, (3, 3)))) - FORGIVEN * contrast > SHARP
    outlines = cv2.dilate(sharp.astype(np.uint8), np.ones((CELL_PX, CELL_PX), np.uint8))
    outlines = cv2.resize(outlines, (width, height), interpolation=cv2.INTER_NEAREST)
    far = (np.abs(cells - np.median(cells, axis=(0, 1))) > FAR).any(axis=2)
    number, places = cv2.connectedComponents((far | (outlines > 0)).astype(np.uint8), connectivity=4)
    for place in range(1, number):
        whole = (places == place).astype(np.uint8)
        outline = whole - cv2.erode(whole, around, borderValue=1)
        if outlines[outline > 0].mean() > OUTLINED:
            cells[cv2.dilate(whole, around) > 0] = np.nan
    return cells


def _spread(picture: Floats) -> Floats:
    """What changes within three pixels both ways, in the colour that changes most."""
    around = np.ones((3, 3), np.uint8)
    return cast("Floats", (cv2.dilate(picture, around) - cv2.erode(picture, around)).max(axis=2))


def _cells(picture: Floats) -> Floats:
    size = picture.shape[1] // CELL_PX, picture.shape[0] // CELL_PX
    return cast("Floats", cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
