"""Small pictures and what differs between them: how the watcher tells rest from motion at a cost of milliseconds.

Everything here works on a picture shrunk to `SMALL_SIDE_PX`: averaging over the pixels takes most of the sensor's
noise away, and what is left of a die is still a dozen pixels wide. Grey levels are 0…255.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Mask = NDArray[np.uint8]
"""0 or 255, shape of the small picture."""
Colours = NDArray[np.float32]
"""Three planes B, G, R: (3, height, width). Planes, as arithmetic on pixels of three takes five times as long."""
Planes = NDArray[np.uint8]
"""The same in whole grey levels."""

SMALL_SIDE_PX = 320
"""The longer side of a small picture."""

FLOOR_LEVELS = 6.0
"""Differences below are nothing. On the clip's still spans the 3x3-averaged difference stays below 3.4."""
PER_NOISE = 4.0
"""How many times the mean difference of noise a pixel has to differ on top of the floor."""
NOISE_RISE_LEVELS_PER_S, NOISE_FALL_LEVELS_PER_S, NOISE_MOST_LEVELS = 1.0, 10.0, 8.0
"""The noise is believed to grow only slowly: a hand that moves over half the picture looks like noise for a second."""
_NOISE_ROWS = 4
"""It is measured on every so many rows of the small picture: noise is alike in all of them."""
SLACK = 0.5
"""How much of the contrast within one small pixel around a difference is forgiven: about half a small pixel of shift.
On the clip somebody shakes the table in frames 162-171 and 408-423; edges then differ by up to 83 levels."""
GAIN_LEAST, GAIN_MOST = 0.6, 1.6
"""Light that changes the whole picture by more than this is a change."""
DRIFT_S = 2.0
"""A still picture is followed with this time constant, so that slow light is no motion."""
CELLS = (20, 12)
BLACK_LEVELS, BRIGHT_SHARE = 16.0, 0.01
"""A picture of which less than this share is as bright shows nothing: lens cap, dead sensor."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A small picture.

    Attributes:
        colours: uint8, (3, height, width), averaged over 3x3 small pixels; for differences.
        grey: uint8, (height, width), not averaged; for following patches.
        cells: means over a coarse grid, (3, cells); for the light.
        scale: small pixels per pixel of the frame, 1 or less.
    """

    colours: Planes
    grey: Image
    cells: Colours
    scale: float

    @property
    def black(self) -> bool:
        """Whether nothing can be seen in it."""
        some = self.grey[::4, ::4]
        return bool(np.count_nonzero(some >= BLACK_LEVELS) < BRIGHT_SHARE * some.size)


def shrink(image: Image) -> Small:
    """The small picture of a BGR frame of any size."""
    scale = min(1.0, SMALL_SIDE_PX / max(image.shape[:2]))
    width, height = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = image
    while small.shape[0] >= 2 * height and small.shape[1] >= 2 * width:  # halves are four times as quick as quarters
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = cast("Image", cv2.resize(small, half, interpolation=cv2.INTER_AREA))
    if small.shape[:2] != (height, width):
        small = cast("Image", cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA))
    colours = np.empty((3, height, width), np.uint8)
    cv2.split(cv2.blur(small, (3, 3)), list(colours))  # into these planes: stacking new ones takes thrice as long
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return Small(colours, cast("Image", grey), _cells(colours), scale)


def _flat(planes: Planes | Colours) -> Planes | Colours:
    """The planes one below the other, as OpenCV takes pictures."""
    return planes.reshape(-1, planes.shape[-1])


def _cells(colours: Colours | Planes) -> Colours:
    flat, (across, down) = _flat(colours).astype(np.float32, copy=False), CELLS
    return np.asarray(cv2.resize(flat, (across, 3 * down), interpolation=cv2.INTER_AREA), np.float32).reshape(3, -1)


def _median(cells: Colours) -> Colours:
    """Over the cells, an even number of them: what numpy's says in several times as long."""
    ordered = np.sort(cells, axis=-1)
    middle = cells.shape[-1] // 2
    return np.asarray((ordered[..., middle - 1] + ordered[..., middle]) / 2, np.float32)


class Reference:
    """A small picture that others are compared with, whatever the light does as long as it does it everywhere."""

    def __init__(self, colours: Colours | Planes) -> None:
        self.colours: Colours = colours.astype(np.float32)
        self._cells = _cells(colours)
        self._slack = _slack(self.colours)

    def gain(self, small: Small) -> Colours:
        """How much brighter the other picture is in each plane, (3, 1, 1): the median over the cells."""
        ratios = _median((small.cells + 2.0) / (self._cells + 2.0))
        return np.asarray(np.clip(ratios, GAIN_LEAST, GAIN_MOST), np.float32)[:, None, None]

    def differing(self, small: Small, noise: float, floor: float = FLOOR_LEVELS) -> Mask:
        """Where the other picture differs by more than noise, light and a slight shake explain; specks are dropped."""
        gain = self.gain(small)
        if self._farthest(small) + 255.0 * float(np.abs(gain - 1.0).max()) <= floor:
            return np.zeros(small.grey.shape, np.uint8)  # nearly all pictures of a table at rest, for little
        difference = np.abs(self.colours * gain - small.colours).max(axis=0)
        mask = (difference > self._slack + np.float32(floor + PER_NOISE * noise)).astype(np.uint8) * np.uint8(255)
        return cast("Mask", cv2.erode(mask, np.ones((2, 2), np.uint8)))

    def _farthest(self, small: Small) -> float:
        """No plane of any pixel differs by more, grey levels."""
        return float(cv2.norm(cv2.convertScaleAbs(_flat(self.colours)), _flat(small.colours), cv2.NORM_INF)) + 0.5

    def drift(self, small: Small, share: float) -> None:
        """Take over a share (0…1) of a picture that shows the same."""
        for mine, others in zip(self.colours, small.colours, strict=True):
            cv2.accumulateWeighted(others, mine, share)
        self._cells += np.float32(share) * (small.cells - self._cells)


def _slack(colours: Colours) -> NDArray[np.float32]:
    around = np.ones((3, 3), np.uint8)
    spread = [cv2.subtract(cv2.dilate(plane, around), cv2.erode(plane, around)) for plane in colours]
    return np.asarray(np.max(spread, axis=0) * SLACK, np.float32)


class Stillness:
    """How long the picture has been the same, by comparison with the first picture that looked like it.

    Comparing with that one rather than with the frame before makes slow motion add up.
    """

    def __init__(self) -> None:
        self.noise = 1.0
        self._since = 0.0
        self._anchor: Reference | None = None
        self._last: Small | None = None
        self._time = 0.0

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._anchor = None

    def see(self, small: Small, time: float) -> float:
        """For how many seconds nothing has changed; 0 if something just did."""
        if self._anchor is None or self._last is None or self._last.grey.shape != small.grey.shape:
            self._anchor, self._last, self._since, self._time = Reference(small.colours), small, time, time
            return 0.0
        passed = time - self._time
        self._measure_noise(small, passed)
        if self._anchor.differing(small, self.noise).any():
            self._anchor, self._since = Reference(small.colours), time
        else:
            self._anchor.drift(small, min(1.0, passed / DRIFT_S))
        self._last, self._time = small, time
        return time - self._since

    def _measure_noise(self, small: Small, passed: float) -> None:
        assert self._last is not None
        now, before = (one.colours[:, ::_NOISE_ROWS] for one in (small, self._last))
        difference = np.asarray(cv2.absdiff(_flat(now), _flat(before)), np.uint8)
        step = float(_median(_cells(difference.reshape(now.shape)).max(axis=0))) - self.noise
        step = min(max(step, -NOISE_FALL_LEVELS_PER_S * passed), NOISE_RISE_LEVELS_PER_S * passed)
        self.noise = min(self.noise + step, NOISE_MOST_LEVELS)
