"""What the empty tray looks like, learned wherever nothing lies on it; so what lies there, and what of it is a hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.types import Box
from vision.watching.light import Reference
from vision.watching.thumbnail import Colours, Mask, Small

UNKNOWN_DIE = 0.12
"""Before a die was read, its edge is taken for 0.12 of the picture's longer side: larger than at any kiosk, so that no
die is taken for a hand."""
REACHING_AREA = 4.0
"""What touches the picture's edge and covers the area of over 4 faces of a die is a hand; a die with its shadow covers
2.5."""
BROAD_RADIUS = 1.3
"""A hand, wherever it lies, has room for a circle with a radius of 1.3 edges of a die; five dice side by side have
not."""
HAND_LEVELS = 24.0
"""A hand differs from the tray by over 24 levels; light that somebody reflects, on a clip, by 8 to 21."""
SHADE_DARKEST, SHADE_TINT = 0.45, 0.08
"""A shadow leaves 0.45 of the light at least, in all colours alike to within 0.08."""
AROUND_A_DIE = 0.8
"""What lies within 0.8 edges around a die is not learned: its sides and its shadow."""
RENEWED = 0.3
"""Each picture learned counts 0.3, what was known before 0.7: an exponential moving average."""
OUTLINED = 0.4
"""At least 0.4 of a hand's outline is sharp. That of a spot of light is soft, though dice in it have sharp ones."""
LIGHTER = 1.08
"""What is over 1.08 times as bright as the tray, in some colour, is no shadow."""
_DARK_LEVELS = np.float32(4.0)
"""4 grey levels are added on both sides before brightnesses are compared: noise in the dark is no light."""


@dataclass(frozen=True, slots=True, eq=False)
class Foreground:
    """What stands on the tray, in small pictures of 0 and 255.

    Attributes:
        lighter: only what is brighter than the tray in some colour: no shadow, no pips, and no dark die either.
        unshaded: all but what a soft shadow explains.
        known: where the empty tray is known.
    """

    lighter: Mask
    unshaded: Mask
    known: Mask


class Background:
    """The empty tray as far as it was ever seen free."""

    def __init__(self) -> None:
        self._empty: Reference | None = None
        self._known: Mask = np.empty((0, 0), np.uint8)
        """Where the empty tray is known."""

    def learn(self, small: Small, dice: Iterable[Box]) -> None:
        """Take a still picture for the tray, except where dice (boxes in pixels of the frame) lie."""
        free = small.beside(dice, AROUND_A_DIE)
        small.hide_unseen(free)
        empty = self._empty_for(small)
        if empty is None:
            self._empty, self._known = Reference(small.colours), free
            return
        relit = empty.colours * empty.gain(small)
        lit = empty.in_light_of(small, cast("Mask", cv2.bitwise_and(free, self._known)))
        # A known place moves a little towards the picture, in today's light. One that is free for the first time is
        # taken over as it is, but for its local light: that is divided out, so that a spot of light does not become
        # tray.
        there = np.where(
            self._known > 0, relit + RENEWED * (small.colours - relit), small.colours * relit / (lit + 1e-3)
        )
        self._empty = Reference(np.where(free > 0, there, relit).astype(np.float32))
        self._known = cast("Mask", cv2.bitwise_or(self._known, free))

    def knows(self, small: Small) -> bool:
        """Whether anything is known of the tray in pictures of this size."""
        return self._empty_for(small) is not None

    def _empty_for(self, small: Small) -> Reference | None:
        """The empty tray, in pictures of this size."""
        return self._empty if self._known.shape == small.grey.shape else None

    def unlike(self, small: Small, noise: float) -> int:
        """How many pixels of a picture differ from the empty tray, where that is known."""
        empty = self._empty_for(small)
        return 0 if empty is None else int(np.count_nonzero(empty.differing(small, noise) & self._known))

    def bare(self, small: Small, noise: float) -> bool:
        """Whether the whole tray is known, and nothing lies on it."""
        return self.knows(small) and bool(self._known.all()) and self.unlike(small, noise) == 0

    def _covered(self, small: Small, noise: float) -> tuple[Mask, Colours] | None:
        """Where something lies on the tray or over it, dice included, and the empty tray in the picture's light.

        None if the tray is not known.
        """
        empty = self._empty_for(small)
        if empty is None:
            return None
        free = cv2.bitwise_and(self._known, cv2.bitwise_not(enclosed(empty.differing(small, noise))))
        lit = empty.in_light_of(small, cast("Mask", free))
        return cast("Mask", cv2.bitwise_and(empty.differing_in(lit, small, noise), self._known)), lit

    def occupied(self, small: Small, noise: float) -> tuple[Box, ...] | None:
        """Where something lies on the tray, shadows and unknown places included, in pixels of the frame.

        None if the tray is not known.
        """
        found = self._covered(small, noise)
        if found is None:
            return None
        anything = cv2.dilate(cv2.bitwise_or(found[0], cv2.bitwise_not(self._known)), np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(anything)
        return tuple(tuple(n / small.scale for n in box) for *box, _ in stats[1:].tolist())

    def foreground(self, small: Small, noise: float) -> Foreground | None:
        """What stands on the tray, without its shadow; None if the tray is not known."""
        found = self._covered(small, noise)
        if found is None:
            return None
        covered, lit = found
        lighter = np.where(_light_left(small, lit).max(axis=0) > LIGHTER, covered, 0).astype(np.uint8)
        return Foreground(lighter, _unshaded(covered, small, lit), self._known)

    def hand(self, small: Small, noise: float, die_px: float | None) -> bool:
        """Whether a hand, an arm, a cup or another thing that is no die covers part of the tray.

        Args:
            small: the picture.
            noise: of the sensor, grey levels.
            die_px: edge of a die in pixels of the frame; None if none was read yet.
        """
        empty = self._empty_for(small)
        if empty is None:
            return False
        # By light on the whole picture alone: inside a hand as large as the window by which local light is told,
        # nothing but hand is in sight, and its colour would pass for light.
        covered = empty.differing(small, noise, HAND_LEVELS, evenly_lit=True) & self._known
        covered = _unshaded(covered, small, empty.colours * empty.gain(small))
        if not covered.any():
            return False
        sharp = cast("Mask", cv2.dilate(empty.differing(small, noise), np.ones((5, 5), np.uint8)))
        covered = cast("Mask", cv2.morphologyEx(covered, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
        height, width = covered.shape
        edge = die_px * small.scale if die_px else UNKNOWN_DIE * max(width, height)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(covered)
        for label in range(1, count):
            x, y, wide, high, area = (int(n) for n in stats[label])
            reaching = x <= 1 or y <= 1 or x + wide >= width - 1 or y + high >= height - 1
            # What is smaller than the circle can't hold it: that spares most things the distance transform below.
            if area <= (REACHING_AREA if reaching else np.pi * BROAD_RADIUS**2) * edge**2:
                continue
            there = np.s_[y : y + high, x : x + wide]
            # With a margin of 0: distances are measured to the nearest 0, and there may be none at the box's edge.
            blob = np.pad((labels[there] == label).astype(np.uint8), 1)
            broad = reaching or float(cv2.distanceTransform(blob, cv2.DIST_L2, 3).max()) > BROAD_RADIUS * edge
            if broad and _outlined(blob, (x, y), sharp):
                return True
        return False


def _unshaded(covered: Mask, small: Small, lit: Colours) -> Mask:
    """What covers the tray, without shadows: there the tray is darker, but of the same colour."""
    left = _light_left(small, lit)
    darkest, brightest = left.min(axis=0), left.max(axis=0)
    shade = (darkest > SHADE_DARKEST) & (brightest < 1.0) & (brightest - darkest < SHADE_TINT)
    return cast("Mask", np.where(shade, 0, covered).astype(np.uint8))


def _light_left(small: Small, lit: Colours) -> Colours:
    """How bright each plane of the picture is, as a share of the empty tray's in the same light; (3, height, width)."""
    return cast("Colours", (small.colours + _DARK_LEVELS) / (lit + _DARK_LEVELS))


def enclosed(edges: Mask) -> Mask:
    """Sharp edges and what they enclose: a thing that lies there, or the place where one lay."""
    outlines, _ = cv2.findContours(
        cv2.dilate(edges, np.ones((7, 7), np.uint8)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    return cast("Mask", cv2.drawContours(np.zeros_like(edges), outlines, -1, 255, cv2.FILLED))


def _outlined(blob: Mask, at: tuple[int, int], sharp: Mask) -> bool:
    """Whether what lies over the tray has a sharp outline: a spot of light has none.

    Args:
        blob: its mask, 1 in a margin of 0.
        at: column and row of the picture where the mask begins, without the margin.
        sharp: the picture's sharp edges. The outline along the picture's border is left out: there the thing is cut
            off.
    """
    outlines, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(at[0] - 1, at[1] - 1))
    x, y = np.concatenate(outlines)[:, 0].T
    inside = (x > 1) & (y > 1) & (x < sharp.shape[1] - 2) & (y < sharp.shape[0] - 2)
    return bool(inside.any()) and float(np.mean(sharp[y[inside], x[inside]] > 0)) > OUTLINED
