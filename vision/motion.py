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

SMALL_SIDE_PX = 320
"""The longer side of a small picture."""

FLOOR_LEVELS = 6.0
"""Differences below are nothing. On the clip's still spans the 3x3-averaged difference stays below 3.4."""
PER_NOISE = 4.0
"""How many times the mean difference of noise a pixel has to differ on top of the floor."""
NOISE_RISE_LEVELS_PER_S, NOISE_FALL_LEVELS_PER_S, NOISE_MOST_LEVELS = 1.0, 10.0, 8.0
"""The noise is believed to grow only slowly: a hand that moves over half the picture looks like noise for a second."""
SLACK = 0.5
"""How much of the contrast within one small pixel around a difference is forgiven: about half a small pixel of shift.
On the clip somebody shakes the table in frames 162-171 and 408-423; edges then differ by up to 83 levels."""
GAIN_LEAST, GAIN_MOST = 0.6, 1.6
"""Light that changes the whole picture by more than this is a change."""
DRIFT_S = 2.0
"""A still picture is followed with this time constant, so that slow light is no motion."""
CELLS = (20, 12)
BLACK_LEVELS = 16.0
"""A picture whose brightest hundredth stays below shows nothing: lens cap, dead sensor."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A small picture.

    Attributes:
        colours: BGR, float32, averaged over 3x3 small pixels; for differences.
        grey: uint8, not averaged; for following patches.
        cells: BGR means of a coarse grid; for the light.
        scale: small pixels per pixel of the frame, 1 or less.
    """

    colours: Colours
    grey: Image
    cells: Colours
    scale: float

    @property
    def black(self) -> bool:
        """Whether nothing can be seen in it."""
        return float(np.percentile(self.grey[::4, ::4], 99)) < BLACK_LEVELS


def shrink(image: Image) -> Small:
    """The small picture of a BGR frame of any size."""
    scale = min(1.0, SMALL_SIDE_PX / max(image.shape[:2]))
    width, height = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA) if scale < 1.0 else image
    colours = cv2.blur(small, (3, 3)).astype(np.float32)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return Small(colours, cast("Image", grey), _cells(colours), scale)


def _cells(colours: Colours) -> Colours:
    return cast("Colours", cv2.resize(colours, CELLS, interpolation=cv2.INTER_AREA))


class Reference:
    """A small picture that others are compared with, whatever the light does as long as it does it everywhere."""

    def __init__(self, colours: Colours) -> None:
        self.colours = colours.copy()
        self._cells = _cells(colours)
        self._slack = _slack(self.colours)

    def gain(self, small: Small) -> tuple[float, float, float]:
        """How much brighter the other picture is, for each of B, G, R: the median over the cells."""
        ratios = np.median((small.cells + 2.0) / (self._cells + 2.0), axis=(0, 1))
        blue, green, red = np.clip(ratios, GAIN_LEAST, GAIN_MOST)
        return float(blue), float(green), float(red)

    def differing(self, small: Small, noise: float) -> Mask:
        """Where the other picture differs by more than noise, light and a slight shake explain; specks are dropped."""
        lit = self.colours * np.array(self.gain(small), np.float32)
        excess = cv2.subtract(_strongest(cv2.absdiff(lit, small.colours)), self._slack)
        mask = cv2.threshold(excess, FLOOR_LEVELS + PER_NOISE * noise, 255, cv2.THRESH_BINARY)[1].astype(np.uint8)
        return cast("Mask", cv2.erode(mask, np.ones((2, 2), np.uint8)))

    def drift(self, small: Small, share: float) -> None:
        """Take over a share (0…1) of a picture that shows the same."""
        cv2.accumulateWeighted(small.colours, self.colours, share)
        self._cells += np.float32(share) * (small.cells - self._cells)


def _slack(colours: Colours) -> Colours:
    around = np.ones((3, 3), np.uint8)
    return _strongest(cv2.subtract(cv2.dilate(colours, around), cv2.erode(colours, around))) * np.float32(SLACK)


def _strongest(colours: cv2.typing.MatLike) -> Colours:
    """The greatest of the three channels; NumPy's own maximum takes ten times as long."""
    blue, green, red = cv2.split(colours)
    return cast("Colours", cv2.max(cv2.max(blue, green), red))


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
        difference = cast("Colours", cv2.absdiff(small.colours, self._last.colours))
        step = float(np.median(_strongest(_cells(difference)))) - self.noise
        step = min(max(step, -NOISE_FALL_LEVELS_PER_S * passed), NOISE_RISE_LEVELS_PER_S * passed)
        self.noise = min(self.noise + step, NOISE_MOST_LEVELS)
