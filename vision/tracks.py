"""Which die is which: follows dice through motion, and tells those that were thrown from those that were pushed.

A die lying in a settled picture is one of the old dice, not thrown, if one of these holds; tried in this order:

1. unmoved: the full-resolution picture around the old die is the same as before (`alike`), whatever passed over it.
2. pushed: the old die was followed from frame to frame until it came to rest where the new one lies, never out of sight
   for longer than `UNSEEN_S`; or the new die, followed backwards, meets the path of the old one with no longer gap. And
   its value is the same.

A die that was followed like this but shows another value tumbled in view: the same track, thrown. All others are new
tracks, thrown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.motion import Small
from vision.types import Die, Image, Point

SAME = 0.9
"""Correlation from which a die counts as lying where it was, at the small picture's resolution."""
SEEN = 0.7
"""Correlation from which the best match nearby counts as the same die a frame later."""
CONTRAST = 1.8
"""Factor by which the contrast of a die that is followed may change. Without this, what is followed turns from a die
into the hand that takes it, in two frames of the simulator: a hand has a third of a die's contrast. That of a die slid
across the drawn table stays within 1.6."""
REACH = 1.5
"""Edges of a die that it may move from one frame to the next."""
UNSEEN_S = 0.45
"""A die out of sight for longer may have been lifted. In the simulator a finger that pushes a die hides it for 0.4 s at
most, and the quickest throw takes 0.8 s from the grasp to the rest."""
SPEED = 20.0
"""Edges of a die that it may be pushed in a second: 1.1 m at once by a finger."""
MEETING = 0.6
"""Edges of a die within which two paths, or a path and a place, meet."""
REMEMBERED_S = 2.0
"""How far back a die at rest is followed."""

NUDGED = 0.04
"""Share of a die's edge that an unmoved die may seem to shift: about a pixel for a die of 30."""
ALIKE = 0.94
"""Correlation of the full-resolution pictures around an unmoved die, with its shift taken out."""
ROUND_A_FACE = 0.5
"""Half the side of these pictures, in edges of the die: more would take in neighbours and their shadows."""
FACE_PX = 32
"""Edge of a die in the pictures that `alike` compares."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What is remembered of a moving frame."""

    grey: Image
    time: float


class Follower:
    """Follows one die from picture to picture, in pixels of the small picture, forwards or backwards in time."""

    def __init__(self, small: Image, scale: float, die: Die, time: float) -> None:
        self.at: Point = (die.centre[0] * scale, die.centre[1] * scale)
        self.edge = die.size * scale
        self.seen = time
        self.gone = False
        self._half = max(3, round(0.75 * self.edge))
        self._patch = self._crop(small, self.at)
        self._contrast = 1.0 if self._patch is None else max(1.0, float(self._patch.std()))

    def stays(self, small: Image, time: float) -> bool:
        """Whether the die lies where it was seen last."""
        here = self._crop(small, self.at)
        if here is None or self._patch is None or _correlation(here, self._patch) < SAME:
            return False
        self.seen, self.gone = time, False
        return True

    def search(self, small: Image, time: float, taken: Sequence[Point]) -> None:
        """Look for the die nearby, except where others are."""
        self.gone = self.gone or abs(time - self.seen) > UNSEEN_S
        found = None if self.gone else self._search(small)
        if found is not None and all(_distance(found, other) > self.edge / 2 for other in taken):
            self.at, self.seen, self._patch = found, time, self._crop(small, found)

    def _search(self, small: Image) -> Point | None:
        if self._patch is None:
            return None
        reach = self._half + round(REACH * self.edge)
        x, y = round(self.at[0]), round(self.at[1])
        left, top = max(0, x - reach), max(0, y - reach)
        window = small[top : y + reach + 1, left : x + reach + 1]
        if window.shape[0] < self._patch.shape[0] or window.shape[1] < self._patch.shape[1]:
            return None
        _, best, _, place = cv2.minMaxLoc(cv2.matchTemplate(window, self._patch, cv2.TM_CCOEFF_NORMED))
        if best < SEEN:
            return None
        # The fraction of a pixel in `at` is kept, so that a die that doesn't move doesn't creep.
        found = self.at[0] + left + place[0] + self._half - x, self.at[1] + top + place[1] + self._half - y
        patch = self._crop(small, found)
        contrast = 0.0 if patch is None else float(patch.std()) / self._contrast
        return found if 1 / CONTRAST < contrast < CONTRAST else None

    def _crop(self, small: Image, at: Point) -> Image | None:
        """The patch around a point; None if it isn't whole."""
        x, y, half = round(at[0]), round(at[1]), self._half
        if x < half or y < half or x + half >= small.shape[1] or y + half >= small.shape[0]:
            return None
        return small[y - half : y + half + 1, x - half : x + half + 1]


def follow(followers: Sequence[Follower], small: Image, time: float) -> None:
    """Look for all of them in the next picture; no two are found in one place."""
    for follower in [f for f in followers if not f.stays(small, time)]:
        follower.search(small, time, [f.at for f in followers if f.seen == time])


@dataclass(frozen=True, slots=True, eq=False)
class Resting:
    """An old die: its track, how it was read, and the picture it was read from (pixels of the frame)."""

    track: int
    die: Die
    image: Image


def alike(image: Image, old: Resting) -> bool:
    """Whether the old die lies where it lay: nothing in and around its face has changed but the light."""
    x, y = old.die.centre
    half = ROUND_A_FACE * old.die.size
    box = (int(x - half), int(y - half), int(x + half) + 1, int(y + half) + 1)
    if old.image.shape != image.shape:
        return False
    before, now = (_grey_patch(picture, box, FACE_PX / old.die.size) for picture in (old.image, image))
    if min(before.shape) < 8:
        return False
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    # Copies: OpenCV 5 lays the window over what it is given, and windows are all alike.
    (dx, dy), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)
    if np.hypot(dx, dy) > NUDGED * FACE_PX:
        return False
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    moved = cv2.warpAffine(before, shift, before.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    # With and without the shift: the rows of a six sometimes seem to have shifted though nothing has.
    return max(_correlation(cast("Image", patch), cast("Image", now)) for patch in (before, moved)) >= ALIKE


def _grey_patch(image: Image, box: tuple[int, int, int, int], scale: float) -> np.typing.NDArray[np.float32]:
    left, top, right, bottom = box
    patch = image[max(0, top) : bottom, max(0, left) : right]
    if not patch.size:
        return np.zeros((0, 0), np.float32)
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    if scale < 1.0:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    return cast("np.typing.NDArray[np.float32]", grey)


def _correlation(a: Image, b: Image) -> float:
    """-1…1; 0 where a patch has no contrast."""
    return float(cv2.matchTemplate(a, b, cv2.TM_CCOEFF_NORMED)[0, 0])


@dataclass(frozen=True, slots=True)
class Kept:
    """An old die found again: index of the new die, and whether it was unmoved, pushed or tumbled."""

    track: int
    new: int
    unmoved: bool
    thrown: bool


def recognised(
    old: Sequence[tuple[Resting, Follower]],
    new: Sequence[Die],
    image: Image,
    small: Small,
    time: float,
    *,
    moments: Sequence[Moment],
) -> list[Kept]:
    """The old dice among the new ones, by the rules above.

    Args:
        old: the dice of the last settled picture, and who followed them since.
        new: the dice of the picture that has settled now.
        image: that picture.
        small: the same, small.
        time: of that picture.
        moments: the moving pictures between the two, oldest first.
    """
    kept = [
        Kept(resting.track, index, unmoved=True, thrown=False)
        for resting, _ in old
        for index in _nearest(new, resting.die.centre, 0.35 * resting.die.size)
        if alike(image, resting)
    ]
    pairs = [
        (
            die.value != resting.die.value,
            _distance(follower.at, _scaled(die.centre, small.scale)),
            resting,
            follower,
            index,
        )
        for resting, follower in old
        for index, die in enumerate(new)
    ]
    for tumbled, distance, resting, follower, index in sorted(pairs, key=lambda p: p[:2]):
        if any(k.track == resting.track or k.new == index for k in kept):
            continue
        arrived = not follower.gone and distance <= MEETING * follower.edge
        if arrived or _meets(follower, Follower(small.grey, small.scale, new[index], time), moments):
            kept.append(Kept(resting.track, index, unmoved=False, thrown=tumbled))
    return kept


def overlooked(old: Sequence[Resting], new: Sequence[Die], kept: Sequence[Kept], image: Image) -> list[Resting]:
    """Old dice that lie there unchanged, though none was read in their place this time."""
    found = {k.track for k in kept}
    return [
        resting
        for resting in old
        if resting.track not in found
        and not any(_distance(die.centre, resting.die.centre) < resting.die.size for die in new)
        and alike(image, resting)
    ]


def _meets(old: Follower, new: Follower, moments: Sequence[Moment]) -> bool:
    """Whether the new die, followed backwards, comes to where and when the old one was seen last."""
    for moment in reversed(moments):
        if new.seen - moment.time > UNSEEN_S or moment.time < old.seen:
            break
        follow([new], moment.grey, moment.time)
    unseen_s = max(0.0, new.seen - old.seen)
    return unseen_s <= UNSEEN_S and _distance(old.at, new.at) <= max(REACH, SPEED * unseen_s) * old.edge


def _nearest(dice: Sequence[Die], place: Point, reach: float) -> list[int]:
    """The index of the die nearest to a place, if one is within reach."""
    near = sorted((_distance(die.centre, place), index) for index, die in enumerate(dice))
    return [near[0][1]] if near and near[0][0] <= reach else []


def _scaled(point: Point, scale: float) -> Point:
    return point[0] * scale, point[1] * scale


def _distance(a: Point, b: Point) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))
