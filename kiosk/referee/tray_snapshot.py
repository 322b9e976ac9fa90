"""The dice on the tray at one moment, frozen: which were thrown since the last count, and whose slot each one fills."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import hypot

from vision.types import Box, Die, Doubt, Image, SceneState, TrackedDie
from vision.watching.watcher import GAP_S

SeatSlot = tuple[int, int]
"""A seat, and a slot of its hand."""

TURNED_EDGES = 0.75
"""A die that a hand turns over in its place comes to lie within 0.75 of its edge from there."""


@dataclass(frozen=True, slots=True, eq=False)
class TraySnapshot:
    """The tray's dice as they lie; says nothing about what they mean.

    Attributes:
        present: those there at the last rest, left to right.
        thrown: tracks thrown since the last throw was counted.
        latest: those of them that came to rest last.
        void: tracks of a throw that does not count; they must be thrown again.
        stated: values that players named for dice not yet counted, by track.
        fills: whose slot each track fills, of hands that were counted.
        known: whether `fills` tells of the last hand thrown; else nobody knows which hand lies there.
        gap: whether dice may have been thrown while nobody watched.
        watched: whether the tray was seen at rest since the last gap in the pictures: else `present` is out of date.
        settling: tracks that were just counted, with no hand since: one that tips over had not come to rest.
        before: how the dice lay, at the rest before, that nobody had moved by then.
        image: the picture that all this was seen in; None before the first.
        state: what the tray looked like last, and since when (`since`); `seen_at` is the last picture's time, seconds.
        reading_since: since when the reader looks closely at dice that lie still, seconds; None if it does not.
    """

    present: tuple[TrackedDie, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    thrown: frozenset[int] = frozenset()
    latest: frozenset[int] = frozenset()
    void: frozenset[int] = frozenset()
    stated: Mapping[int, int] = field(default_factory=dict)
    fills: Mapping[int, SeatSlot] = field(default_factory=dict)
    known: bool = False
    gap: bool = False
    watched: bool = False
    settling: frozenset[int] = frozenset()
    before: Mapping[SeatSlot, Die] = field(default_factory=dict)
    pictures: Mapping[int, Image] = field(default_factory=dict)
    image: Image | None = None
    state: SceneState = SceneState.EMPTY
    since: float = 0.0
    seen_at: float | None = None
    reading_since: float | None = None

    @property
    def middle_px(self) -> float:
        """Where the line between the tray's halves is: the middle of the picture, pixels from its left edge."""
        return 0.0 if self.image is None else self.image.shape[1] / 2

    def stale(self, now: float) -> bool:
        """Whether it is so long since the tray was seen that dice may lie otherwise now."""
        return self.seen_at is None or now - self.seen_at > GAP_S

    def at_rest(self, now: float) -> bool:
        """Whether all is seen to lie still now: else dice may already lie otherwise than they did at the last rest."""
        return self.state in {SceneState.SETTLED, SceneState.EMPTY} and not self.stale(now)

    @property
    def tracks(self) -> frozenset[int]:
        return frozenset(die.track for die in self.present)

    @property
    def arrived(self) -> list[TrackedDie]:
        """Dice that came to rest last and fill no slot: new ones, or dice that were taken up unseen."""
        new = (self.thrown & self.latest) - self.fills.keys()
        return [die for die in self.present if die.track in new]

    def unmoved(self, seat: int) -> frozenset[int]:
        """The slots of a seat's hand whose dice lie where they were counted, or were slid from there."""
        own = [self.fills.get(die.track) for die in self.present if die.track not in self.thrown | self.void]
        return frozenset(filled[1] for filled in own if filled is not None and filled[0] == seat)

    def lay_at(self, filled: SeatSlot, die: TrackedDie) -> bool:
        """Whether this die lies where the die of this slot lay at the rest before."""
        old = self.before.get(filled)
        if old is None:
            return False
        (x, y), (u, v) = old.centre, die.die.centre
        return hypot(x - u, y - v) <= TURNED_EDGES * old.size

    def filling(self, slots: Collection[SeatSlot]) -> frozenset[int]:
        return frozenset(track for track, filled in self.fills.items() if filled in slots)

    def value(self, die: TrackedDie) -> int:
        """What an uncounted die shows, by the players if they named it, else by the reader."""
        return self.stated.get(die.track, die.die.value)

    @property
    def tipped_over(self) -> list[TrackedDie]:
        """Dice that tipped over right after they were counted, with no hand near: they had not come to rest."""
        # If any other die moved too, or one of the hand is gone, somebody did that.
        if not (self.thrown <= self.settling and self.fills.keys() <= self.tracks):
            return []
        return [die for die in self.present if die.track in self.thrown]

    def die_at(self, box: Box | None) -> TrackedDie | None:
        """The die that a box is about."""
        if box is None:
            return None
        near = max(self.present, key=lambda die: _overlap(die.die.box, box), default=None)
        return near if near is not None and _overlap(near.die.box, box) > 0 else None


def _overlap(a: Box, b: Box) -> float:
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)
