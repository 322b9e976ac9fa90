"""Which die is which: follows dice through motion, and tells those that were thrown from those that were pushed.

A die lying in a settled picture is one of the old dice, not thrown, if one of these holds; tried in this order:

1. unmoved: the full-resolution picture of its face is the same as before (`alike`), whatever passed over it, or
   covered it while others lay still.
2. pushed: the old die, followed forwards from picture to picture, and the new one, followed backwards, come to the same
   place at the same moment (`_met`); or the new one lies still so soon after the old one last did (`SLID_S`) that
   nobody can have thrown it meanwhile, and no other die may be it (`_slid`). And its value is the same.

A die that was followed like this but shows another value tumbled in view: the same track, thrown. If two new dice may
be the same old one, it is the one that was followed back to the old one's place, or else the one met last. All others
are new tracks, thrown: to lie near and look alike is no proof.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import squared
from vision.types import Die, Frame, Image, Point
from vision.watching.patch_tracker import Follower, correlation, distance, follow
from vision.watching.thumbnail import Small

MEETING = 0.6
"""Two paths meet where they come within 0.6 edges of a die."""
AS_LARGE = 1.6
"""A die seems at most 1.6 times as large in another place of the tray, where it is nearer to the camera."""
HIT_S, HIT_SPEED = 0.45, 30.0
"""A die that was hit by another one lies still again within 0.45 s, and moves by at most 30 of its edges (0.5 m) a
second: in the simulator none was faster."""
SLID_S, SLID_SPEED = 0.62, 5.0
"""A die that a finger pushed lies still again within 0.62 s, and moves by at most 5 edges a second: up to 0.6 s and 4.1
edges were seen. More would not be safe: a throw by the simulator's hands, which are quicker than anybody's, takes
little longer at 8 pictures a second."""
REMEMBERED_S = 2.0
"""A die at rest is followed back over the last 2 s."""

NUDGED = 0.04
"""An unmoved die may seem to shift by 0.04 of its edge: about a pixel for a die of 30."""
ALIKE = 0.94
"""Two pictures of an unmoved die's face, one laid exactly on the other, correlate by 0.94 or more."""
SAME_PLACE = 0.35
"""An old die is compared with the new one whose middle was read nearest to its own, within 0.35 edges: two readings of
one die place it a little differently. Whether it has moved, `alike` tells."""
FACE_PX = 32
"""`alike` compares faces drawn 32 pixels wide."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What is remembered of a moving frame.

    Attributes:
        grey: the small picture.
        time: of it.
        places: where old dice were seen in it, by track, in its pixels.
    """

    grey: Image
    time: float
    places: Mapping[int, Point]


@dataclass(frozen=True, slots=True, eq=False)
class Resting:
    """An old die: its track, how it was read, and the picture it was read from (pixels of the frame)."""

    track: int
    die: Die
    image: Image


def alike(image: Image, old: Resting) -> bool:
    """Whether the old die lies where it lay: nothing in its face has changed but the light."""
    (x, y), (height, width) = old.die.centre, image.shape[:2]
    if old.image.shape != image.shape or not (0 <= x < width and 0 <= y < height):
        return False
    before, now = (_face(picture, old.die) for picture in (old.image, image))
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    # Copies: OpenCV 5 multiplies what it is given by the window, in place.
    (dx, dy), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)
    if np.hypot(dx, dy) > NUDGED * FACE_PX:
        return False
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    moved = cv2.warpAffine(before, shift, before.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    # With and without the shift: of a six, whose rows look alike, phase correlation may tell a shift that never was.
    return max(correlation(cast("Image", patch), cast("Image", now)) for patch in (before, moved)) >= ALIKE


def _face(image: Image, die: Die) -> NDArray[np.float32]:
    """A die's top face cut out square, in grey levels: no more than it, as neighbours and their shadows come and go."""
    face = squared(image, np.array(die.corners, np.float32), max(FACE_PX, round(die.size)))
    grey = cv2.resize(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    return grey.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Association:
    """An old die found again: index of the new die, and whether it was unmoved, pushed or tumbled."""

    track: int
    new: int
    unmoved: bool
    thrown: bool


def associate(
    old: Mapping[int, Resting],
    followers: Mapping[int, Follower],
    new: Sequence[Die],
    frame: Frame,
    small: Small,
    *,
    moments: Sequence[Moment],
) -> list[Association]:
    """The old dice among the new ones, by the rules above.

    Args:
        old: the dice of earlier settled pictures, by track.
        followers: who followed those of the last one since, by track.
        new: the dice of the picture that has settled now.
        frame: that picture.
        small: the same, small.
        moments: the moving pictures between the two, oldest first.
    """
    associated = [
        Association(track, index, unmoved=True, thrown=False)
        for track, resting in old.items()
        for index in _nearest(new, resting.die.centre, SAME_PLACE * resting.die.size)
        if _as_large(new[index], resting.die) and alike(frame.image, resting)
    ]
    lying = {known.track for known in associated}
    moved = {track: follower for track, follower in followers.items() if track not in lying}
    backwards = {
        index: Follower(small.grey, small.scale, die, frame.time)
        for index, die in enumerate(new)
        if index not in {known.new for known in associated}
    }
    met, different = _met(backwards, moments, lying, followers)
    possible = {
        (index, track)
        for index in backwards
        for track, follower in moved.items()
        if (index, track) not in different and _as_large(new[index], follower.die)
    }
    found: dict[int, int] = {}
    for index, track in met:
        if (index, track) in possible and index not in found and track not in found.values():
            found[index] = track
    left = {(index, track) for index, track in possible if index not in found and track not in found.values()}
    found |= _slid(moved, backwards, left)
    associated += [
        Association(track, index, unmoved=False, thrown=new[index].value != moved[track].die.value)
        for index, track in found.items()
    ]
    return associated


def _as_large(die: Die, old: Die) -> bool:
    """Whether two dice are of about one size."""
    return 1 / AS_LARGE < die.size / old.size < AS_LARGE


def _met(
    backwards: Mapping[int, Follower], moments: Sequence[Moment], lying: Collection[int], old: Mapping[int, Follower]
) -> tuple[list[tuple[int, int]], set[tuple[int, int]]]:
    """Which new dice come to where an old one was at the same moment, followed backwards.

    Args:
        backwards: the new dice, by index; they are followed here.
        moments: the moving pictures, oldest first.
        lying: tracks of dice that never moved; where they lie no other die can have been.
        old: the old dice, by track.

    Returns:
        Pairs of a new die's index and an old one's track. First those that were followed without a break back to where
        the old one lay, then by when they met, the last first: of two that met the same old die, the other only passed
        it or hit it. And the pairs that are surely two dice: the one was seen while the other still lay elsewhere.
    """
    met: dict[int, int] = {}
    home: set[tuple[int, int]] = set()
    different: set[tuple[int, int]] = set()
    in_sight = set(backwards)
    links: list[tuple[int, int]] = []
    for moment in reversed(moments):
        taken = [at for track, at in moment.places.items() if track in lying]
        been = {index for index, _ in links}
        # In two groups, as dice followed together are never found in one place: a die that has met an old one may be on
        # a wrong path from there on, and must not keep another die from its own.
        for group in (backwards.keys() - been, been):
            follow([backwards[index] for index in sorted(group)], moment.grey, moment.time, taken)
        in_sight &= {index for index, follower in backwards.items() if follower.seen == moment.time}
        meetings = []
        for index, follower in backwards.items():
            for track, at in moment.places.items():
                if follower.seen != moment.time or track in lying:
                    continue
                unmoved_yet = distance(at, old[track].rest) < NUDGED * follower.edge
                if (gap := distance(at, follower.at)) <= MEETING * follower.edge:
                    meetings.append((gap, index, track))
                    home |= {(index, track)} if unmoved_yet and index in in_sight else set()
                elif unmoved_yet:
                    different.add((index, track))
        links += [(index, track) for _, index, track in sorted(meetings)]
    for index, track in links:
        if (index, track) not in different:
            met.setdefault(index, track)
    return sorted(met.items(), key=lambda link: link not in home), different


def _slid(
    old: Mapping[int, Follower], new: Mapping[int, Follower], possible: Collection[tuple[int, int]]
) -> dict[int, int]:
    """New dice, by index, that lie still too soon after an old one to have been thrown, and the old one's track.

    Only where that is the only possible pair of either die.
    """
    pairs = [(index, track) for index, track in possible if _follows(old[track], new[index])]
    news, olds = Counter(index for index, _ in pairs), Counter(track for _, track in pairs)
    return {index: track for index, track in pairs if news[index] == olds[track] == 1}


def _follows(old: Follower, new: Follower) -> bool:
    """Whether an old die can have come to where the new one lies in the time since it lay still, without a throw."""
    moving_s = new.rested - old.rested
    speed = HIT_SPEED if moving_s <= HIT_S else SLID_SPEED
    return 0.0 < moving_s <= SLID_S and distance(old.rest, new.rest) <= speed * moving_s * old.edge


def unread(old: Mapping[int, Resting], new: Sequence[Die], image: Image) -> list[Resting]:
    """Old dice that lie there unchanged, though none was read in their place this time."""
    return [
        resting
        for resting in old.values()
        if not any(distance(die.centre, resting.die.centre) < resting.die.size for die in new) and alike(image, resting)
    ]


def _nearest(dice: Sequence[Die], place: Point, reach: float) -> list[int]:
    """The index of the die nearest to a place, if one is within reach."""
    near = sorted((distance(die.centre, place), index) for index, die in enumerate(dice))
    return [near[0][1]] if near and near[0][0] <= reach else []
