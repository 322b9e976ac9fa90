"""Gives every die a track that it keeps from one rest to the next, and says which of them were thrown.

Between rests the dice are followed through the pictures in which something moves; when they lie still again,
`association.py` tells which of the old ones each is.
"""

from collections import deque
from collections.abc import Sequence

from vision.types import Die, Doubt, DoubtKind, Frame, Image, Reading, TrackedDie
from vision.watching.association import REMEMBERED_S, Moment, Resting, alike, associate, unread
from vision.watching.patch_tracker import Follower, follow
from vision.watching.thumbnail import Small


class Tracker:
    """Knows the dice of the newest rest, and where they went since; not thread-safe."""

    def __init__(self) -> None:
        self._next_track = 1
        self._resting: dict[int, Resting] = {}
        """Dice of the newest rest, by track."""
        self._followers: dict[int, Follower] = {}
        """The same dice as they are followed since, by track."""
        self._missing: dict[int, Resting] = {}
        """Dice of earlier rests that the newest lacks, by track, the latest first: they may lie there, covered."""
        self._moments: deque[Moment] = deque()
        """The moving pictures since the newest rest, of the last `REMEMBERED_S`."""
        self._unread: set[int] = set()
        """Tracks of the newest rest that its reading lacked, and that were kept because their places look unchanged."""

    def begin_rest(self, dice: Sequence[TrackedDie], image: Image, small: Small, time: float) -> None:
        """A rest begins: from here on these dice are followed.

        Args:
            dice: all that lie there.
            image: the picture they were read from.
            small: the picture in which they are looked for from here on, small.
            time: of it, seconds.
        """
        self._moments.clear()
        self._resting = {tracked.track: Resting(tracked.track, tracked.die, image) for tracked in dice}
        self._followers = {tracked.track: Follower(small.grey, small.scale, tracked.die, time) for tracked in dice}

    def stays(self, time: float) -> None:
        """Nothing has moved by then, seconds."""
        for follower in self._followers.values():
            follower.seen = time

    def follow(self, small: Small, time: float) -> None:
        """Look for the dice in the next picture, of that time, in which something moves."""
        follow([*self._followers.values()], small.grey, time)
        # A follower's `seen` is this picture's time only if its die was found in it.
        places = {track: follower.at for track, follower in self._followers.items() if follower.seen == time}
        self._moments.append(Moment(small.grey, time, places))
        while time - self._moments[0].time > REMEMBERED_S:
            self._moments.popleft()

    def unmoved(self, image: Image) -> bool:
        """Whether all dice of the newest rest show the same face still: pips are too fine for a small picture."""
        return all(alike(image, resting) for resting in self._resting.values())

    def lose(self) -> None:
        """Nothing is known of where the dice went: there was a gap, or nothing was to be seen."""
        self._moments.clear()
        for follower in self._followers.values():
            follower.lose()

    def forget_missing(self) -> None:
        """The tray is empty: nothing covers any die of earlier rests."""
        self._missing.clear()

    def recognise(
        self, reading: Reading, leaning: Sequence[Die], frame: Frame, small: Small, expected: int | None
    ) -> tuple[tuple[TrackedDie, ...], tuple[Doubt, ...]]:
        """The dice read, with their tracks, from left to right, and what is in doubt about them but for their number.

        Args:
            reading: what lies still.
            leaning: those of its dice that do not lie flat.
            frame: the picture it is of.
            small: the same, small.
            expected: how many should lie there, if that is known.
        """
        known = self._resting | self._missing
        associations = associate(known, self._followers, reading.dice, frame, small, moments=tuple(self._moments))
        found = {association.new: association for association in associations}
        dice: list[TrackedDie] = []
        doubts = [doubt for doubt in reading.doubts if doubt.kind is not DoubtKind.COUNT]
        for index, die in enumerate(reading.dice):
            old = found.get(index)
            if old is None:
                dice.append(TrackedDie(self._next_track, thrown=True, die=die))
                self._next_track += 1
                continue
            if old.unmoved and known[old.track].die.value != die.value:
                doubts.append(Doubt(DoubtKind.VALUE, die.box))
            dice.append(TrackedDie(old.track, old.thrown, die))
        doubts += [Doubt(DoubtKind.COCKED, die.box) for die in leaning]
        # A die that looks unchanged but was not read is kept for one rest only. If the next reading lacks it too, the
        # first one may have been wrong.
        found_again = {association.track for association in associations}
        trusted = {track: old for track, old in self._resting.items() if track not in found_again | self._unread}
        self._unread.clear()
        for resting in unread(trusted, reading.dice, frame.image):
            self._unread.add(resting.track)
            dice.append(TrackedDie(resting.track, thrown=False, die=resting.die))
            doubts.append(Doubt(DoubtKind.VALUE, resting.die.box))
        lying = {die.track for die in dice}
        # No more than the count lacks: if all dice are read, one lifted before is gone, and new when it comes back.
        lacking = max(0, (expected or 0) - len(dice))
        self._missing = dict([item for item in known.items() if item[0] not in lying][:lacking])
        dice.sort(key=lambda d: d.die.centre[0])
        return tuple(dice), tuple(dict.fromkeys(doubts))
