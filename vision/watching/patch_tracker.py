"""Follows a die from one small picture to the next, forwards or backwards in time, by template matching."""

from collections.abc import Iterable, Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Die, Image, Point

STAYS_ALIKE = 0.9
"""A die lies where it was if its patch of the small picture correlates with the last one by 0.9."""
FOUND_ALIKE = 0.7
"""The best match nearby is the same die a frame later if it correlates by 0.7."""
CONTRAST = 1.8
"""The contrast of a die that is followed changes by a factor of 1.8 at most. A hand that takes it has a third of it and
would be followed instead; a die slid across a drawn table stays within 1.6."""
FRAME_REACH = 1.5
"""A die moves by at most 1.5 of its edges from one frame to the next."""
TURNS = (0.0, -15.0, 15.0, -30.0, 30.0)
"""Degrees by which a die that was hit may turn from one frame to the next."""
PER_EDGE, PER_DEGREE = 0.15, 0.0015
"""Each edge of distance takes 0.15 off the correlation, each degree of turn 0.0015: the die that hit this one often
looks like it, so the nearest match counts most."""
UNSEEN_S = 0.45
"""A die out of sight for over 0.45 s is sought no more: it may have been lifted. In the simulator a quick finger that
pushes a die hides it for 0.38 s, a slow one for up to 0.67 s; the quickest throw hides it for 0.5 s."""
STIRRED = 0.15
"""A die at rest may seem to move by 0.15 edges: two small pixels, more than light and noise make."""


class Follower:
    """Follows one die from picture to picture, in pixels of the small picture, forwards or backwards in time.

    Attributes:
        die: as it was read where it lay still.
        at: where it was seen last.
        edge: of it, pixels.
        seen: when it was seen last.
        gone: whether it has been out of sight for too long to be looked for.
        rest: where it lay still as it was read.
    """

    def __init__(self, small: Image, scale: float, die: Die, time: float) -> None:
        self.at = self.rest = (die.centre[0] * scale, die.centre[1] * scale)
        self.die, self.edge = die, die.size * scale
        self.seen = time
        self.gone = False
        self._rested: float | None = None
        """When it was seen last before it left its place; None while it lies there."""
        # A patch 1.5 edges wide: the face, and enough of what is around it to tell where the face ends.
        self._half = max(3, round(0.75 * self.edge))
        self._remember(small)
        self._contrast = 1.0 if self._patch is None else max(1.0, float(self._patch.std()))

    @property
    def rested(self) -> float:
        """When it was seen last where it lay still."""
        return self.seen if self._rested is None else self._rested

    def stays(self, small: Image, time: float) -> bool:
        """Whether the die lies where it was seen last."""
        here = self._crop(small, self.at)
        if here is None or self._patch is None or correlation(here, self._patch) < STAYS_ALIKE:
            return False
        self.seen, self.gone = time, False
        return True

    def search(self, small: Image, time: float, taken: Sequence[Point]) -> None:
        """Look for the die nearby, except where others are."""
        self.gone = self.gone or abs(time - self.seen) > UNSEEN_S
        found = None if self.gone else self._search(small)
        if found is None or any(distance(found, other) <= self.edge / 2 for other in taken):
            return
        if self._rested is None and distance(found, self.rest) > STIRRED * self.edge:
            self._rested = self.seen
        self.at, self.seen = found, time
        self._remember(small)

    def lose(self) -> None:
        """Nothing is known of the die from here on, unless it lies there still."""
        self.gone, self.seen, self._rested = True, -np.inf, -np.inf

    def _remember(self, small: Image) -> None:
        """What it looks like here, and turned: made once, as it may be looked for in many pictures."""
        self._patch = self._crop(small, self.at)
        self._turned = [] if self._patch is None else [(turn, _turned(self._patch, turn)) for turn in TURNS]

    def _search(self, small: Image) -> Point | None:
        if self._patch is None:
            return None
        reach = self._half + round(FRAME_REACH * self.edge)
        x, y = round(self.at[0]), round(self.at[1])
        left, top = max(0, x - reach), max(0, y - reach)
        window = small[top : y + reach + 1, left : x + reach + 1]
        if window.shape[0] < self._patch.shape[0] or window.shape[1] < self._patch.shape[1]:
            return None
        rows, columns = np.ogrid[: window.shape[0] - 2 * self._half, : window.shape[1] - 2 * self._half]
        away = np.hypot(columns + left + self._half - self.at[0], rows + top + self._half - self.at[1]) / self.edge
        best, likeness, place = 0.0, None, (0, 0)
        for turn, patch in self._turned:
            alike = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
            worth = np.where(alike < FOUND_ALIKE, 0.0, alike - PER_EDGE * away - PER_DEGREE * abs(turn))
            if worth.max() > best:
                row, column = divmod(int(worth.argmax()), worth.shape[1])
                best, likeness, place = float(worth.max()), cast("NDArray[np.float32]", alike), (column, row)
        if likeness is None:
            return None
        # To fractions of a pixel, or what is lost each time would add up.
        dx, dy = _peak(likeness[place[1], :], place[0]), _peak(likeness[:, place[0]], place[1])
        found = self.at[0] + left + dx + self._half - x, self.at[1] + top + dy + self._half - y
        there = self._crop(small, found)
        contrast = 0.0 if there is None else float(there.std()) / self._contrast
        return found if 1 / CONTRAST < contrast < CONTRAST else None

    def _crop(self, small: Image, at: Point) -> Image | None:
        """The patch around a point; None if it isn't whole."""
        x, y, half = round(at[0]), round(at[1]), self._half
        if x < half or y < half or x + half >= small.shape[1] or y + half >= small.shape[0]:
            return None
        return small[y - half : y + half + 1, x - half : x + half + 1]


def _turned(patch: Image, degrees: float) -> Image:
    """The patch turned about its middle."""
    middle = (patch.shape[0] - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    return cast("Image", cv2.warpAffine(patch, turn, patch.shape[::-1], borderMode=cv2.BORDER_REPLICATE))


def _peak(values: NDArray[np.float32], index: int) -> float:
    """The highest point of the parabola through the greatest value and its neighbours, as an index with a fraction."""
    if not 0 < index < len(values) - 1:
        return float(index)
    before, here, after = (float(v) for v in values[index - 1 : index + 2])
    bend = before - 2 * here + after
    return index + (before - after) / (2 * bend) if bend < 0 else float(index)


def follow(followers: Sequence[Follower], small: Image, time: float, taken: Iterable[Point] = ()) -> None:
    """Look for all of them in the next picture.

    No die is found at a point that is `taken`, nor where another one is, or was last seen: it may be there still.
    """
    others = [*taken]
    for follower in [f for f in followers if not f.stays(small, time)]:
        near = [f.at for f in followers if f is not follower and not f.gone]
        follower.search(small, time, [*others, *near])


def correlation(a: Image, b: Image) -> float:
    """The correlation of two pictures of one size, -1…1; 0 if one has no contrast."""
    return float(cv2.matchTemplate(a, b, cv2.TM_CCOEFF_NORMED)[0, 0])


def distance(a: Point, b: Point) -> float:
    """Between two points, in their unit."""
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))
