"""What is known of the dice on the tray: which were thrown since the last count, and whose slot each one fills."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from vision.types import Box, Die, Doubt, Image, Scene, SceneState, TrackedDie
from vision.watching.watcher import GAP_S

Place = tuple[int, int]
"""A seat, and a slot of its hand."""

AMEND_S = 3.0
"""A die that tips over so soon after its throw was counted had not come to rest."""
KNOCKED = 4.0
"""Edges of a die that a thrown one may knock it away without its being followed; more asks for a look."""
PICTURE_MARGIN = 0.75
"""Half the edge of a die's cut-out, in edges of its top face: the whole die at any turn, a little felt around it."""


class TrayState:
    """The tray's dice over time; says nothing about what they mean.

    Attributes:
        present: those there at the last rest, left to right.
        doubts: of the reader, about them.
        thrown: tracks thrown since the last throw was counted.
        latest: those of them that came with the last rest.
        void: tracks of a throw that does not count; they must be thrown again.
        said: values that players said of dice not yet counted, by track.
        places: whose slot each track fills, of hands that were counted.
        roll: the action that `places` belong to; None if nobody knows which hand lies there.
        gap: whether dice may have been thrown while nobody watched.
        pictures: the camera's own cut-outs, by track.
    """

    def __init__(self, *, resumed: bool) -> None:
        self.present: tuple[TrackedDie, ...] = ()
        self.doubts: tuple[Doubt, ...] = ()
        self.thrown: set[int] = set()
        self.latest: set[int] = set()
        self.void: set[int] = set()
        self.said: dict[int, int] = {}
        self.places: dict[int, Place] = {}
        self.roll: int | None = None
        self.gap = resumed
        self.pictures: dict[int, Image] = {}
        self.image: Image | None = None
        self._state = SceneState.EMPTY
        self._since = 0.0
        self._now = 0.0
        self._seen_at: float | None = None
        self._unwatched = True
        """Nobody knows yet how the table lies: what lies there at first was not thrown under our eyes."""
        self._moved = False
        """Anything stirred since the last count: only then can dice have been thrown."""
        self._hand_seen = True
        """A hand was over the tray since the last count."""
        self._counted_at = float("-inf")
        self._spots: dict[Place, Die] = {}
        """How the dice lay that nobody had moved at the rest before."""

    # --- over time ---

    def see(self, scene: Scene) -> bool:
        """Take in what the table looks like now; whether it is at rest."""
        if self._seen_at is not None and scene.time - self._seen_at > GAP_S:
            self.lose_sight()
        self._now = self._seen_at = scene.time
        anew = scene.state is not self._state
        if anew:
            self._state, self._since = scene.state, scene.time
        if scene.state in {SceneState.HAND, SceneState.MOVING}:
            if not self._unwatched:
                self._moved = True
                self.gap = False
            self._hand_seen |= scene.state is SceneState.HAND
            return False
        if self._unwatched:
            self._unwatched = False
            # What shows another face than before nobody looked is no longer the die of that hand.
            turned = {die.track for die in scene.dice if die.thrown}
            self.places = {track: place for track, place in self.places.items() if track not in turned}
        if anew:
            unmoved = [die for die in self.present if die.track in self.places.keys() - self.thrown - self.void]
            self._spots = {self.places[die.track]: die.die for die in unmoved}
        if scene.state is SceneState.EMPTY:
            self._moved = True
        self.present = scene.dice if scene.state is SceneState.SETTLED else ()
        self.doubts = scene.doubts
        self.image = scene.image
        self._follow(anew=anew)
        if anew:
            self.pictures = {}
        for die in self.present:
            if die.track not in self.pictures:
                self.pictures[die.track] = _cut_out(scene.image, die)
        return True

    def empty(self) -> bool:
        """Whether the tray is surely empty: then nothing can have been thrown unseen."""
        return self._state is SceneState.EMPTY

    def _follow(self, *, anew: bool) -> None:
        """Remember which dice were thrown since the last count, over as many rests as it takes."""
        here = {die.track for die in self.present}
        if anew:
            self.latest = set()
        if self._moved:
            thrown = {die.track for die in self.present if die.thrown}
            if anew:
                self.latest = thrown
                self.void -= thrown
                for track in thrown:
                    self.said.pop(track, None)
            self.thrown |= thrown - self.void
        self.thrown &= here
        self.void &= here
        self.said = {track: value for track, value in self.said.items() if track in here}

    # --- asked ---

    @property
    def middle_px(self) -> float:
        """The line between the tray's halves."""
        return 0.0 if self.image is None else self.image.shape[1] / 2

    def hand_rests(self, now: float, seconds: float) -> bool:
        """Whether a hand has been over the tray for so long."""
        return self._state is SceneState.HAND and now - self._since > seconds

    @property
    def watched(self) -> bool:
        """Whether the table was seen at rest since there was last nothing to see: else `present` is out of date."""
        return not self._unwatched

    @property
    def arrived(self) -> list[TrackedDie]:
        """The dice thrown with the last rest that nobody knows from before."""
        new = (self.thrown & self.latest) - self.places.keys()
        return [die for die in self.present if die.track in new]

    def here(self, track: int) -> bool:
        """Whether this die lies there."""
        return any(die.track == track for die in self.present)

    def unmoved(self, seat: int) -> frozenset[int]:
        """The slots of a seat's hand whose dice lie where they were counted, or were slid from there."""
        own = [self.places.get(die.track) for die in self.present if die.track not in self.thrown | self.void]
        return frozenset(place[1] for place in own if place is not None and place[0] == seat)

    def knocked(self, place: Place, value: int) -> TrackedDie | None:
        """The die that lay in this place at the rest before, if it was only knocked aside since, its face the same."""
        old = self._spots.get(place)
        for die in self.arrived:
            if old is not None and self.value(die) == value:
                (x, y), (u, v) = old.centre, die.die.centre
                if hypot(x - u, y - v) <= KNOCKED * old.size:
                    return die
        return None

    def filling(self, places: Collection[Place]) -> frozenset[int]:
        """The tracks that fill these places."""
        return frozenset(track for track, place in self.places.items() if place in places)

    def value(self, die: TrackedDie) -> int:
        """What an uncounted die shows, by the players if they said so, else by the reader."""
        return self.said.get(die.track, die.die.value)

    def tipped(self) -> list[TrackedDie]:
        """Dice that tipped over right after they were counted, with no hand near: they had not come to rest."""
        soon = not self._hand_seen and self._now - self._counted_at <= AMEND_S
        here = {die.track for die in self.present}
        if not (soon and self.thrown <= self.places.keys() <= here):
            return []
        return [die for die in self.present if die.track in self.thrown]

    def at(self, box: Box | None) -> TrackedDie | None:
        """The die that a box is about."""
        if box is None:
            return None
        near = max(self.present, key=lambda die: _overlap(die.die.box, box), default=None)
        return near if near is not None and _overlap(near.die.box, box) > 0 else None

    # --- told ---

    def stale(self, now: float) -> bool:
        """Whether the tray was last seen so long ago that dice may lie otherwise now."""
        return self._seen_at is None or now - self._seen_at > GAP_S

    def lose_sight(self) -> None:
        """Nobody can see the tray: what lies there afterwards may have been thrown, or not."""
        self._unwatched = self.gap = True
        self._moved = False

    def lies(self, die: TrackedDie, place: Place) -> None:
        """This die was not thrown: it is the one that fills this place."""
        self.places = {track: other for track, other in self.places.items() if other != place}
        self.places[die.track] = place
        self.thrown.discard(die.track)
        self.void.discard(die.track)

    def lose(self, track: int) -> None:
        """The die was taken for another: it fills no place, and was thrown."""
        del self.places[track]
        if self.here(track):
            self.thrown.add(track)

    def annul(self) -> None:
        """What was thrown does not count, and must be thrown again."""
        self.void |= self.thrown
        self.thrown.clear()

    def settle(self) -> None:
        """What lies there now is known: nothing of it is a throw."""
        self.thrown.clear()
        self.void.clear()
        self._moved = False

    def counted(self, places: dict[int, Place], roll: int | None, time: float) -> None:
        """A throw was counted: this lies there now."""
        self.places, self.roll = places, roll
        self.settle()
        self.said.clear()
        self.gap = self._hand_seen = False
        self._counted_at = time


def _overlap(a: Box, b: Box) -> float:
    """The area that two boxes share, square pixels."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)


def _cut_out(image: Image, die: TrackedDie) -> Image:
    """The die's own picture: a square, moved inwards where the frame ends."""
    height, width = image.shape[:2]
    half = max(int(die.die.size * PICTURE_MARGIN), 1)
    edge = min(2 * half, height, width)
    x = min(max(int(die.die.centre[0]) - half, 0), width - edge)
    y = min(max(int(die.die.centre[1]) - half, 0), height - edge)
    return image[y : y + edge, x : x + edge].copy()
