"""The types at the arrows around this room: what comes in, what goes out.

Coordinates are pixels of the frame they were seen in, x to the right, y downwards. Times are seconds of a monotonic
clock that only the device reads.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x, y of the top-left corner, width, height, in pixels."""

PATTERNS = {
    1: [(0.0, 0.0)],
    2: [(-1.0, -1.0), (1.0, 1.0)],
    3: [(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    4: [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)],
    5: [(-1.0, -1.0), (-1.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0)],
    6: [(-1.0, -1.0), (-1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0)],
}
"""Middles of each value's pips, from the middle of the face, as multiples of the spacing."""

T = TypeVar("T")
Steps = Generator[None, None, T]
"""Work done a step at a time, so that nothing waits for all of it; what comes of it is returned at the end."""


def at_once(steps: Steps[T]) -> T:
    """What comes of all steps, one after the other."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # what the generator returns


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the tray.

    Attributes:
        image: BGR, uint8, shape (height, width, 3). Nobody writes into it.
        time: seconds, monotonic, when it was taken.
    """

    image: Image
    time: float


class DoubtKind(StrEnum):
    """Why the reader does not vouch for what it saw."""

    VALUE = "value"
    """A die whose value is unclear: low confidence, glare, too few pips to tell."""
    COCKED = "cocked"
    """A die that leans, or stands on another."""
    HIDDEN = "hidden"
    """A die that is partly covered or cut by the edge of the picture."""
    COUNT = "count"
    """Another number of dice than expected."""
    BLUR = "blur"
    """The picture is not sharp enough to read: motion, focus, darkness."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that keeps the reader from vouching for a picture; `box` is where, None if everywhere."""

    kind: DoubtKind
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """One die as read off one still picture.

    Attributes:
        value: 1-6, the most likely value of the top face.
        scores: probability of each value 1…6 (index 0 is the value 1); sums to 1.
        centre: centre of the top face, pixels.
        corners: the top face's four corners, clockwise, pixels.
        size: mean edge of the top face, pixels.
        colour: mean BGR of the face without its pips.
        confidence: 0…1, calibrated: of all dice read with 0.9, nine in ten are right.
    """

    value: int
    scores: tuple[float, float, float, float, float, float]
    centre: Point
    corners: tuple[Point, Point, Point, Point]
    size: float
    colour: tuple[int, int, int]
    confidence: float

    @property
    def box(self) -> Box:
        """The upright rectangle around the top face."""
        return box_around(self.corners)


def box_around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def middle_of(box: Box) -> Point:
    x, y, width, height = box
    return x + width / 2, y + height / 2


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of a picture before it is read. What is not known is sought; nothing is made up for a hint.

    Each field permits the reader something, and only that:

    Attributes:
        dice: how many should lie there, if that is known. It need not look for more where that many are beyond
            dispute, nor twice at an empty picture where none is expected. Another number is a doubt; the number that
            would be read anyway adds none.
        places: where something lies, pixels, if that is known. It may look nowhere else.
        edge_px: of top faces, about, if that is known. It may look at `places` at this one size, provided `dice` says
            how many must show.
        exact: whether corners are to be as exact as can be. If not, it may ask its fast networks first, and the full
            ones only about what these leave open.
    """

    dice: int | None = None
    places: tuple[Box, ...] | None = None
    edge_px: float | None = None
    exact: bool = False


NOTHING_KNOWN = Hint()


@dataclass(frozen=True, slots=True)
class Reading:
    """One still picture, read without memory."""

    dice: tuple[Die, ...]
    doubts: tuple[Doubt, ...]

    @property
    def certain(self) -> bool:
        """Whether the reader vouches for every die and for their number."""
        return not self.doubts


def count_doubts(found: int, expected: int | None) -> tuple[Doubt, ...]:
    """The doubt about a number of dice, if another one is expected: nothing else says `DoubtKind.COUNT`."""
    return () if expected in {None, found} else (Doubt(DoubtKind.COUNT),)


class Signal(StrEnum):
    """How well something is borne."""

    GREEN = "green"
    """Well."""
    AMBER = "amber"
    """Hardly: there is nothing to spare."""
    RED = "red"
    """Not."""


class SceneState(StrEnum):
    """What goes on over the tray."""

    EMPTY = "empty"
    MOVING = "moving"
    HAND = "hand"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class TrackedDie:
    """A die over time.

    Attributes:
        track: its number, kept as long as it is followed, also while it is pushed about; never used again.
        thrown: whether it left the view or tumbled since the last settled scene.
        die: how it was read when the scene settled.
    """

    track: int
    thrown: bool
    die: Die


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The table over time, one for every frame seen.

    Attributes:
        time: of the frame it was made from.
        state: what goes on.
        dice: left to right in the picture; in every state the dice last known, fresh when `state` is settled.
        doubts: those of the reading, empty unless settled.
        image: the frame's picture, for cut-outs. Where the camera trembles, dice lie in it by as much beside their
            places, which are those in the steady picture.
        reading: whether all lies still, and a glance was not enough: what lies there is being read closely.
    """

    time: float
    state: SceneState
    dice: tuple[TrackedDie, ...]
    doubts: tuple[Doubt, ...]
    image: Image
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game expects to lie there: advice. Another number is a doubt; it never makes up a die.

    Attributes:
        dice: how many dice should lie on the tray once it is settled; None if nobody knows.
        staying: the tracks that should not be lifted.
    """

    dice: int | None = None
    staying: frozenset[int] = frozenset()
