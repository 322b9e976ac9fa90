"""Where two small pictures differ by more than noise and light explain: a tray under a lamp that flickers is the same.

A lamp that flickers changes the whole picture by one factor for each colour. The bands that a camera sees under lamps
on the mains, a dancing spot and somebody's shadow change a part of it, with soft edges; a hand or a die has sharp ones.
"""

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.watching.thumbnail import NEAR_LEVELS, Colours, Mask, Planes, Small, coarse, flat, median

PER_NOISE = 4.0
"""A pixel differs if its level changes by over 4 times the noise, plus a floor."""
SLACK = 0.5
"""Of the contrast between a small pixel and its neighbours half is tolerated: that is what a shift by half a pixel
makes. On a clip of the measuring set somebody shakes the table, and edges change by up to 83 levels."""
GAIN_LEAST, GAIN_MOST = 0.5, 2.0
"""Light that makes a picture darker than 0.5 times or brighter than 2 times is not corrected, and so is a change."""
LIGHT_PX = 21
"""Light changes little over 21 small pixels: a seventh of a mains band, half the radius of a dancing spot."""
FREE_LIGHT_PX = 51
"""The same where dice hide the tray, by which the light is told: 51 small pixels, twice the width of a die with its
shadow, so that some tray beside it is in sight."""
WHITE_LEVELS = np.float32(240.0)
"""From 240 grey levels on a thing may be brighter than the camera can tell."""
WHITE_COUNTS, WHITE_TELLS = 0.05, np.float32(0.35)
"""In estimating the light a white pixel weighs 0.05 times as much as others; of a difference there 0.35 is believed."""
FAINT = np.float32(0.2)
"""0.2 grey levels are added before brightnesses are divided: 0 may be among them."""
UNSURE = np.float32(0.2)
"""0.2 of what the light is estimated to change in a place is tolerated: near white, and where light changes unevenly,
the estimate is off by that much."""
BOUNDS_SLACK, BOUNDS_DRIFT = 1.5, 0.2
"""The bounds between which a picture is surely the same are kept, as to make them takes longer than a comparison. They
are made anew when the tolerance has fallen, or risen by 1.5 grey levels, or 0.2 of the reference came from later
pictures."""


class Reference:
    """A small picture that others are compared with, whatever the light does."""

    def __init__(self, colours: Colours | Planes) -> None:
        self.colours: Colours = colours.astype(np.float32)
        self._slack = _slack(self.colours)
        white = flat(self.colours) >= WHITE_LEVELS
        # None where nothing is white, as nearly always: that saves a step of every comparison.
        self._white = white if white.any() else None
        self._drifted = 0.0
        self._bounds: tuple[float, Planes, Planes] | None = None
        """The tolerance they were made with, and the lowest and highest level of each pixel that is surely the same."""

    def gain(self, small: Small) -> Colours:
        """How much brighter the other picture is in each plane, (3, 1, 1): the median over the cells."""
        # 2 levels more on both sides: noise in black cells must not count as light.
        ratios = median((coarse(small.colours) + 2.0) / (coarse(self.colours) + 2.0))
        return np.asarray(np.clip(ratios, GAIN_LEAST, GAIN_MOST), np.float32)[:, None, None]

    def differing(self, small: Small, noise: float, floor: float = NEAR_LEVELS, *, evenly_lit: bool = False) -> Mask:
        """Where the other picture differs by more than noise, light and a slight shake explain; specks are dropped.

        Light on a part of the picture explains only what has soft edges: a hand, a die and even a fold of the cloth
        have sharp ones. With `evenly_lit` only light on the whole picture is allowed for.
        """
        if self._same(small, noise, floor):
            return np.zeros(small.grey.shape, np.uint8)
        gain = self.gain(small)
        # First by light on the whole picture, which costs little; what is left must differ in its local light too.
        mask = self._beyond(None, gain, small, noise, floor)
        if mask.any() and not evenly_lit:
            lit = _relit(self.colours, small.colours, np.ones(small.grey.shape, np.float32), LIGHT_PX)
            mask &= self._beyond(lit, gain, small, noise, floor)
        return _without_specks(mask)

    def in_light_of(self, small: Small, free: Mask) -> Colours:
        """This picture as it would be in the light of the other; only where that is `free` do both show the same."""
        tells, lit = (free > 0).astype(np.float32), self.colours * self.gain(small)
        # Bands first, from whole rows and columns: where a die hides a narrow band, the tray beside it is no help.
        for along in (1, 2):
            lit = lit * _banded(lit, small.colours, tells, along)
        return _relit(lit, small.colours, tells, FREE_LIGHT_PX)

    def differing_in(self, lit: Colours, small: Small, noise: float) -> Mask:
        """Where the other picture differs from this one as `in_light_of` gives it; specks are dropped."""
        return _without_specks(self._beyond(lit, self.gain(small), small, noise, NEAR_LEVELS))

    def _beyond(self, lit: Colours | None, gain: Colours, small: Small, noise: float, floor: float) -> Mask:
        """Where the other picture differs from this one in light by more than noise and a slight shake explain.

        `lit` is this picture in that light; None takes one light for the whole picture, by `gain`.
        """
        even = flat(self.colours * gain)
        expected = even if lit is None else flat(lit)
        there = flat(small.colours).astype(np.float32)
        difference = cv2.absdiff(np.minimum(expected, WHITE_LEVELS), np.minimum(there, WHITE_LEVELS))
        if self._white is not None:
            # What was white may have been brighter than the camera can tell, and look brighter now.
            difference[self._white & (there > expected)] = 0.0
        difference *= np.where((expected >= WHITE_LEVELS) | (there >= WHITE_LEVELS), WHITE_TELLS, np.float32(1.0))
        if lit is not None:
            difference -= UNSURE * np.abs(expected - even)
        # Brighter light makes everything differ more, noise too.
        tolerance = (self._slack + np.float32(floor + PER_NOISE * noise)) * np.maximum(gain.max(), 1.0)
        mask = cast("Mask", cv2.compare(difference.reshape(self.colours.shape).max(axis=0), tolerance, cv2.CMP_GT))
        small.hide_unseen(mask)
        return mask

    def _same(self, small: Small, noise: float, floor: float) -> bool:
        """Whether the other picture is the same in the same light: a cheap test, as at rest nearly all are."""
        tolerance = floor + PER_NOISE * noise
        if self._bounds is None or not 0.0 <= tolerance - self._bounds[0] <= BOUNDS_SLACK:
            slack = np.tile(self._slack + np.float32(tolerance), (3, 1))
            least = cast("Planes", cv2.subtract(flat(self.colours), slack, dtype=cv2.CV_8U))
            most = cast("Planes", cv2.add(flat(self.colours), slack, dtype=cv2.CV_8U))
            self._bounds = tolerance, least, most
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
    """A picture in the light of another that shows the same.

    Light is the ratio of both around each pixel, `around_px` wide; pixels weigh in it by `tells`, 0 to 1.
    """
    lit = np.empty_like(colours)
    window = (around_px, around_px)
    for into, mine, theirs in zip(lit, colours, others, strict=True):
        # A white pixel says little about the light: it may be brighter than the camera can tell.
        white = (mine >= WHITE_LEVELS) | (theirs >= WHITE_LEVELS)
        counts = np.where(white, np.float32(WHITE_COUNTS), np.float32(1.0)) * tells
        here, there = cv2.blur(mine * counts, window), cv2.blur(theirs * counts, window)
        np.multiply(mine, np.clip((there + FAINT) / (here + FAINT), GAIN_LEAST, GAIN_MOST), out=into)
    return lit


def _banded(colours: Colours, others: Planes, tells: NDArray[np.float32], along: int) -> Colours:
    """How much brighter another picture is, row by row (`along` 1) or column by column (2), as a factor."""
    across = 3 - along
    here, there = ((plane * tells).sum(axis=across, keepdims=True) for plane in (colours, others))
    faint = np.float32(FAINT * colours.shape[across])
    return np.asarray(np.clip((there + faint) / (here + faint), GAIN_LEAST, GAIN_MOST), np.float32)


def _without_specks(mask: Mask) -> Mask:
    return cast("Mask", cv2.erode(mask, np.ones((2, 2), np.uint8)))


def _slack(colours: Colours) -> NDArray[np.float32]:
    """By how many levels each pixel may differ because the picture shook by half a small pixel."""
    around = np.ones((3, 3), np.uint8)
    spread = [cv2.subtract(cv2.dilate(plane, around), cv2.erode(plane, around)) for plane in colours]
    return np.asarray(np.max(spread, axis=0) * SLACK, np.float32)
