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
_NOISE_ROWS, _NOISE_PICTURES = 4, 3
"""It is measured on every so many rows of every so many small pictures: noise is alike in all of them."""
SLACK = 0.5
"""How much of the contrast within one small pixel around a difference is forgiven: about half a small pixel of shift.
On the clip somebody shakes the table in frames 162-171 and 408-423; edges then differ by up to 83 levels."""
GAIN_LEAST, GAIN_MOST = 0.5, 2.0
"""Light that changes the whole picture by more than this is a change."""
LIGHT_PX = 21
"""Small pixels over which light changes little: a seventh of a band, half the radius of a spot of a dancing lamp."""
FREE_LIGHT_PX = 51
"""The same where dice hide what the light falls on: a die with its shadow is half as wide."""
WHITE_LEVELS = np.float32(240.0)
"""What is as bright may be brighter than the camera can tell."""
FAINT = np.float32(0.2)
"""Grey levels of light that no camera is without."""
UNSURE = np.float32(0.2)
"""Share of what the light has changed in one place that may be estimated wrongly: near white, or where it curves."""
BOUNDS_SLACK, BOUNDS_DRIFT = 1.5, 0.2
"""What is the same as a still picture is reckoned anew where it may be so many levels more, or where so much of the
picture was taken over from others: that takes longer than comparing."""
WHITE_COUNTS, WHITE_TELLS = 0.05, np.float32(0.35)
"""Little, where others can tell how bright the light is; and what share of a difference is believed there."""
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
        unseen: so many pixels along every edge may be made up, as the picture was put in its place.
    """

    colours: Planes
    grey: Image
    cells: Colours
    scale: float
    unseen: int = 0

    @property
    def black(self) -> bool:
        """Whether nothing can be seen in it."""
        some = self.grey[::4, ::4]
        return bool(np.count_nonzero(some >= BLACK_LEVELS) < BRIGHT_SHARE * some.size)

    def hide_unseen(self, mask: Mask) -> None:
        """Take what may be made up out of a mask of this picture."""
        edge = self.unseen
        mask[:edge] = mask[mask.shape[0] - edge :] = 0
        mask[:, :edge] = mask[:, mask.shape[1] - edge :] = 0

    def near(self, other: Small) -> bool:
        """Whether no pixel of two pictures of one size differs by more than noise makes it differ."""
        return float(cv2.norm(_flat(self.colours), _flat(other.colours), cv2.NORM_INF)) <= FLOOR_LEVELS


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
        white = _flat(self.colours) >= WHITE_LEVELS
        self._white = white if white.any() else None
        self._drifted = 0.0
        self._bounds: tuple[float, Planes, Planes] | None = None
        """Of what is the same at this noise, beyond this floor: of a little while ago, as pictures drift slowly."""

    def gain(self, small: Small) -> Colours:
        """How much brighter the other picture is in each plane, (3, 1, 1): the median over the cells."""
        ratios = _median((small.cells + 2.0) / (self._cells + 2.0))
        return np.asarray(np.clip(ratios, GAIN_LEAST, GAIN_MOST), np.float32)[:, None, None]

    def differing(self, small: Small, noise: float, floor: float = FLOOR_LEVELS) -> Mask:
        """Where the other picture differs by more than noise, light and a slight shake explain; specks are dropped.

        Light that falls on a part of the picture only explains what has soft edges: a hand, a die and even a fold of
        the cloth have sharp ones.
        """
        mask = self.otherwise(small, noise, floor)
        if mask.any():
            mask &= self._beyond(self._relit_around(small), small, noise, floor)
        return _without_specks(mask)

    def otherwise(self, small: Small, noise: float, floor: float = FLOOR_LEVELS) -> Mask:
        """Where the other picture differs by more than noise and light that falls on all of it explain."""
        if self._same(small, noise, floor):
            return np.zeros(small.grey.shape, np.uint8)
        return self._beyond(self.colours * self.gain(small), small, noise, floor)

    def in_light_of(self, small: Small, free: Mask) -> Colours:
        """This picture in the light that falls on the other, as told where that is `free`: both show the same there."""
        tells, lit = (free > 0).astype(np.float32), self.colours * self.gain(small)
        for along in (1, 2):  # bands first: they are too narrow to be told from beyond a die
            lit = lit * _banded(lit, small.colours, tells, along)
        return _relit(lit, small.colours, tells, FREE_LIGHT_PX)

    def differing_in(self, lit: Colours, small: Small, noise: float) -> Mask:
        """Where the other picture differs from this one in its light; specks are dropped."""
        return _without_specks(self._beyond(lit, small, noise, FLOOR_LEVELS))

    def _relit_around(self, small: Small) -> Colours:
        """This picture in the light of the other, as it falls around every pixel."""
        return _relit(self.colours, small.colours, np.ones(small.grey.shape, np.float32), LIGHT_PX)

    def _beyond(self, lit: Colours, small: Small, noise: float, floor: float) -> Mask:
        """Where a picture differs from this one in its light by more than noise and a slight shake explain."""
        gain = self.gain(small)
        expected, there = np.minimum(_flat(lit), WHITE_LEVELS), np.minimum(_flat(small.colours), WHITE_LEVELS)
        off = np.abs(expected - there)
        if self._white is not None:
            off[self._white & (there > expected)] = 0.0  # what was white may have been brighter than the camera tells
        off[(expected >= WHITE_LEVELS) | (there >= WHITE_LEVELS)] *= WHITE_TELLS
        off -= UNSURE * np.abs(_flat(lit) - _flat(self.colours * gain))
        # A brighter light shows more of everything, noise too.
        bearable = (self._slack + np.float32(floor + PER_NOISE * noise)) * np.maximum(gain.max(), 1.0)
        mask = np.where(off.reshape(self.colours.shape).max(axis=0) > bearable, np.uint8(255), np.uint8(0))
        small.hide_unseen(mask)
        return mask

    def _same(self, small: Small, noise: float, floor: float) -> bool:
        """Whether the other picture is the same in the same light: nearly all of a table at rest are, for little."""
        beyond = floor + PER_NOISE * noise
        if self._bounds is None or not 0.0 <= beyond - self._bounds[0] <= BOUNDS_SLACK:
            bearable = self._slack + np.float32(beyond)
            least, most = (np.clip(_flat(self.colours + way * bearable), 0, 255).astype(np.uint8) for way in (-1, 1))
            self._bounds = beyond, least, most
        _, least, most = self._bounds
        return cv2.countNonZero(cv2.inRange(_flat(small.colours), least, most)) == least.size

    def drift(self, small: Small, share: float) -> None:
        """Take over a share (0…1) of a picture that shows the same."""
        for mine, others in zip(self.colours, small.colours, strict=True):
            cv2.accumulateWeighted(others, mine, share)
        self._drifted += share
        if self._drifted > BOUNDS_DRIFT:
            self._bounds, self._drifted = None, 0.0
        self._cells += np.float32(share) * (small.cells - self._cells)


def _relit(colours: Colours, others: Colours | Planes, tells: NDArray[np.float32], around_px: int) -> Colours:
    """A picture in the light of another, in which the same lies: as it falls around each pixel on those that tell."""
    lit = np.empty_like(colours)
    window = (around_px, around_px)
    for into, mine, theirs in zip(lit, colours, others, strict=True):
        # What is white tells little of the light: it may be brighter than the camera can see.
        white = (mine >= WHITE_LEVELS) | (theirs >= WHITE_LEVELS)
        counts = np.where(white, np.float32(WHITE_COUNTS), np.float32(1.0)) * tells
        here, there = cv2.blur(mine * counts, window), cv2.blur(theirs * counts, window)
        np.multiply(mine, np.clip((there + FAINT) / (here + FAINT), GAIN_LEAST, GAIN_MOST), out=into)
    return lit


def _banded(colours: Colours, others: Planes, tells: NDArray[np.float32], along: int) -> Colours:
    """How much brighter another picture is, row by row (along 1) or column by column (2)."""
    across = 3 - along
    here, there = ((plane * tells).sum(axis=across, keepdims=True) for plane in (colours, others))
    faint = np.float32(FAINT * colours.shape[across])
    return np.asarray(np.clip((there + faint) / (here + faint), GAIN_LEAST, GAIN_MOST), np.float32)


def _without_specks(mask: Mask) -> Mask:
    return cast("Mask", cv2.erode(mask, np.ones((2, 2), np.uint8)))


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
        self._time = self._measured = 0.0
        """When the newest picture was taken, and that which noise was measured on last."""
        self._pictures = 0

    def forget(self) -> None:
        """Begin anew, as after a gap."""
        self._anchor = None

    def see(self, small: Small, time: float) -> float:
        """For how many seconds nothing has changed; 0 if something just did."""
        if self._anchor is None or self._last is None or self._last.grey.shape != small.grey.shape:
            self._anchor, self._last = Reference(small.colours), small
            self._since = self._time = self._measured = time
            return 0.0
        passed = time - self._time
        self._pictures += 1
        if self._pictures % _NOISE_PICTURES == 0:
            self._measure_noise(small, time - self._measured)
            self._measured = time
        if self._anchor.differing(small, self.noise).any():
            self._anchor, self._since = Reference(small.colours), time
        else:
            self._anchor.drift(small, min(1.0, passed / DRIFT_S))
        self._last, self._time = small, time
        return time - self._since

    def _measure_noise(self, small: Small, passed: float) -> None:
        assert self._last is not None
        now, before = (_flat(one.colours[:, ::_NOISE_ROWS]) for one in (small, self._last))
        difference = cv2.subtract(now, before, dtype=cv2.CV_32F)
        grain = np.asarray(np.abs(difference - cv2.blur(difference, (LIGHT_PX, 1))), np.float32)  # without its light
        step = float(_median(_cells(grain.reshape(3, -1, now.shape[1])).max(axis=0))) - self.noise
        step = min(max(step, -NOISE_FALL_LEVELS_PER_S * passed), NOISE_RISE_LEVELS_PER_S * passed)
        self.noise = min(self.noise + step, NOISE_MOST_LEVELS)
