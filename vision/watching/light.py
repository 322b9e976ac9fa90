"""What differs between two small pictures beyond noise and light: the same tray under a lamp that flickers is the same.

A lamp that flickers changes the whole picture by one factor a colour. Mains bands, a dancing spot and somebody's shadow
change a part of it, with soft edges; a hand or a die has sharp ones.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.watching.thumbnail import NEAR_LEVELS, Colours, Mask, Planes, Small, coarse, flat, median

PER_NOISE = 4.0
"""A pixel differs from 4 times the noise on, above a floor."""
SLACK = 0.5
"""Half of the contrast between a small pixel and its neighbours is forgiven: a shift by half a pixel makes that much.
On a clip of the measuring set somebody shakes the table, and edges differ by up to 83 levels."""
GAIN_LEAST, GAIN_MOST = 0.5, 2.0
"""Light that changes the whole picture by a factor beyond these is a change."""
LIGHT_PX = 21
"""Light changes little over 21 small pixels: a seventh of a mains band, half the radius of a dancing spot."""
FREE_LIGHT_PX = 51
"""The same where dice hide what the light falls on: 51 small pixels, twice the width of a die with its shadow."""
WHITE_LEVELS = np.float32(240.0)
"""From 240 grey levels on a thing may be brighter than the camera can tell."""
WHITE_COUNTS, WHITE_TELLS = 0.05, np.float32(0.35)
"""White pixels count 0.05 times where others tell the light, and of a difference there 0.35 is believed."""
FAINT = np.float32(0.2)
"""Grey levels added before brightnesses are divided, so that black divides too."""
UNSURE = np.float32(0.2)
"""A fifth of what the light changed in a place may be estimated wrongly: near white, or where light curves."""
BOUNDS_SLACK, BOUNDS_DRIFT = 1.5, 0.2
"""The levels between which a picture is surely the same are worked out anew when the noise falls, or rises by 1.5 grey
levels, or a fifth of the reference was taken over from other pictures: that takes longer than a comparison."""


class Reference:
    """A small picture that others are compared with, whatever the light does."""

    def __init__(self, colours: Colours | Planes) -> None:
        self.colours: Colours = colours.astype(np.float32)
        self._slack = _slack(self.colours)
        white = flat(self.colours) >= WHITE_LEVELS
        self._white = white if white.any() else None
        self._drifted = 0.0
        self._bounds: tuple[float, Planes, Planes] | None = None
        """By how many levels a pixel may differ, and the least and the greatest levels that are the same."""

    def gain(self, small: Small) -> Colours:
        """How much brighter the other picture is in each plane, (3, 1, 1): the median over the cells."""
        ratios = median((coarse(small.colours) + 2.0) / (coarse(self.colours) + 2.0))
        return np.asarray(np.clip(ratios, GAIN_LEAST, GAIN_MOST), np.float32)[:, None, None]

    def differing(self, small: Small, noise: float, floor: float = NEAR_LEVELS, *, evenly_lit: bool = False) -> Mask:
        """Where the other picture differs by more than noise, light and a slight shake explain; specks are dropped.

        Light that falls on a part of the picture only explains what has soft edges: a hand, a die and even a fold of
        the cloth have sharp ones. Where all is taken for `evenly_lit`, it explains nothing.
        """
        if self._same(small, noise, floor):
            return np.zeros(small.grey.shape, np.uint8)
        gain = self.gain(small)
        mask = self._beyond(None, gain, small, noise, floor)
        if mask.any() and not evenly_lit:
            lit = _relit(self.colours, small.colours, np.ones(small.grey.shape, np.float32), LIGHT_PX)
            mask &= self._beyond(lit, gain, small, noise, floor)
        return _without_specks(mask)

    def in_light_of(self, small: Small, free: Mask) -> Colours:
        """This picture in the light that falls on the other, which shows the same where it is `free`."""
        tells, lit = (free > 0).astype(np.float32), self.colours * self.gain(small)
        for along in (1, 2):  # bands first: they are too narrow to be told from beyond a die
            lit = lit * _banded(lit, small.colours, tells, along)
        return _relit(lit, small.colours, tells, FREE_LIGHT_PX)

    def differing_in(self, lit: Colours, small: Small, noise: float) -> Mask:
        """Where the other picture differs from this one in its light; specks are dropped."""
        return _without_specks(self._beyond(lit, self.gain(small), small, noise, NEAR_LEVELS))

    def _beyond(self, lit: Colours | None, gain: Colours, small: Small, noise: float, floor: float) -> Mask:
        """Where a picture differs from this one as `lit`, or evenly, by more than noise and a slight shake explain."""
        even = flat(self.colours * gain)
        expected = even if lit is None else flat(lit)
        there = flat(small.colours).astype(np.float32)
        off = cv2.absdiff(np.minimum(expected, WHITE_LEVELS), np.minimum(there, WHITE_LEVELS))
        if self._white is not None:
            off[self._white & (there > expected)] = 0.0  # what was white may have been brighter than the camera tells
        off *= np.where((expected >= WHITE_LEVELS) | (there >= WHITE_LEVELS), WHITE_TELLS, np.float32(1.0))
        if lit is not None:
            off -= UNSURE * np.abs(expected - even)
        # A brighter light shows more of everything, noise too.
        bearable = (self._slack + np.float32(floor + PER_NOISE * noise)) * np.maximum(gain.max(), 1.0)
        mask = cast("Mask", cv2.compare(off.reshape(self.colours.shape).max(axis=0), bearable, cv2.CMP_GT))
        small.hide_unseen(mask)
        return mask

    def _same(self, small: Small, noise: float, floor: float) -> bool:
        """Whether the other picture is the same in the same light: nearly all of a table at rest are, for little."""
        beyond = floor + PER_NOISE * noise
        if self._bounds is None or not 0.0 <= beyond - self._bounds[0] <= BOUNDS_SLACK:
            bearable = np.tile(self._slack + np.float32(beyond), (3, 1))
            least = cast("Planes", cv2.subtract(flat(self.colours), bearable, dtype=cv2.CV_8U))
            most = cast("Planes", cv2.add(flat(self.colours), bearable, dtype=cv2.CV_8U))
            self._bounds = beyond, least, most
        _, least, most = self._bounds
        return cv2.countNonZero(cv2.inRange(flat(small.colours), least, most)) == least.size

    def drift(self, small: Small, share: float) -> None:
        """Take over a share (0…1) of a picture that shows the same."""
        for mine, others in zip(self.colours, small.colours, strict=True):
            cv2.accumulateWeighted(others, mine, share)
        self._drifted += share
        if self._drifted > BOUNDS_DRIFT:
            self._bounds, self._drifted = None, 0.0


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
