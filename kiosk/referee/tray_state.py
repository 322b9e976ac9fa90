"""The one writer of how the tray lies: applies scenes and what the referee decides, and hands out frozen snapshots."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from kiosk.match.match import Match
from kiosk.referee.tray_snapshot import SeatSlot, TraySnapshot
from vision.types import Image, Scene, SceneState, TrackedDie
from vision.watching.watcher import GAP_S

AMEND_S = 3.0
"""A die that tips over within 3 seconds after its throw was counted had not come to rest: the throw is amended."""
PICTURE_MARGIN = 0.75
"""Half the edge of a die's cut-out, in edges of its top face: a turned face reaches 0.71, half its diagonal."""


class TrayState:
    """The tray's dice over time. `scene` and the methods named for what happened are the only way to change them."""

    def __init__(self, match: Match, *, resumed: bool) -> None:
        """`resumed`: dice may have been thrown before anybody watched."""
        self._match = match
        # Nobody knows yet how the table lies: what lies there at first was not thrown under our eyes.
        self._tray = TraySnapshot(gap=resumed)
        self._roll: int | None = None
        """Index of the throw, among the match's actions, whose hand `fills` tells; None if nobody knows it."""
        self._stirred = False
        """Whether anything moved since the last count: only then can dice have been thrown."""
        self._counted_at = float("-inf")

    @property
    def snapshot(self) -> TraySnapshot:
        """The dice as they lie now; the one place that says whether the hand that lies there is the last one thrown."""
        known = self._roll == self._match.last_roll
        if known is not self._tray.known:
            self._tray = replace(self._tray, known=known)
        return self._tray

    def scene(self, scene: Scene) -> bool:
        """Take in what the table looks like now; whether it is at rest."""
        if self._tray.seen_at is not None and scene.time - self._tray.seen_at > GAP_S:
            self.sight_lost()
        anew = scene.state is not self._tray.state
        self._tray = replace(
            self._tray,
            state=scene.state,
            since=scene.time if anew else self._tray.since,
            seen_at=scene.time,
            reading_since=(self._tray.reading_since or scene.time) if scene.reading else None,
            # A die turned by a hand, or much later, has not tipped over by itself.
            settling=frozenset()
            if scene.state is SceneState.HAND or scene.time - self._counted_at > AMEND_S
            else self._tray.settling,
        )
        if scene.state in {SceneState.HAND, SceneState.MOVING}:
            if self._tray.watched:
                # Whatever is thrown now is seen: no need to ask about dice that come.
                self._stirred = True
                self._tray = replace(self._tray, gap=False)
            return False
        self._rest(scene, anew=anew)
        return True

    def sight_lost(self) -> None:
        """Nobody can see the tray: what lies there afterwards may have been thrown, or not."""
        self._stirred = False
        self._tray = replace(self._tray, watched=False, gap=True)

    def _rest(self, scene: Scene, *, anew: bool) -> None:
        tray = self._tray
        if not tray.watched:
            # A die that shows another face after the gap is no longer taken for a die of the hand.
            turned = {die.track for die in scene.dice if die.thrown}
            fills = {track: filled for track, filled in tray.fills.items() if track not in turned}
            self._tray = replace(self._tray, watched=True, fills=fills)
            tray = self._tray
        if anew:
            # Taken from the rest before: `present` still holds its dice here.
            unmoved = [die for die in tray.present if die.track in tray.fills.keys() - tray.thrown - tray.void]
            self._tray = replace(self._tray, before={tray.fills[die.track]: die.die for die in unmoved})
        # An empty tray means that the dice were taken up, also where no hand was seen.
        empty = scene.state is SceneState.EMPTY
        self._stirred |= empty
        present = scene.dice if scene.state is SceneState.SETTLED else ()
        pictures = {} if anew else dict(tray.pictures)
        for die in present:
            if die.track not in pictures:
                pictures[die.track] = _cut_out(scene.image, die)
        self._tray = replace(
            self._tray,
            present=present,
            doubts=tuple(scene.doubts),
            image=scene.image,
            pictures=pictures,
            gap=tray.gap and not empty,  # on an empty tray lies no throw that nobody saw
        )
        self._follow_throws(anew=anew)

    def _follow_throws(self, *, anew: bool) -> None:
        """Remember which dice were thrown since the last count, over as many rests as it takes."""
        tray, here = self._tray, self._tray.tracks
        latest, thrown, void, stated = tray.latest, tray.thrown, tray.void, tray.stated
        if anew:
            latest = frozenset()
        if self._stirred:
            moved = frozenset(die.track for die in tray.present if die.thrown)
            if anew:
                latest = moved
                # Who throws a void die again obeys, and what was said of a die holds until it moves.
                void -= moved
                stated = {track: value for track, value in stated.items() if track not in moved}
            thrown |= moved - void
        self._tray = replace(
            self._tray,
            latest=latest,
            thrown=thrown & here,
            void=void & here,
            stated={track: value for track, value in stated.items() if track in here},
        )

    def counted(self, fills: Mapping[int, SeatSlot], thrown: Iterable[int], time: float, *, known: bool) -> None:
        """The last throw was counted: the tracks `thrown`, and `fills` lies there now.

        `known`: whether all its dice were seen; without that nobody knows which hand lies there.
        """
        self._roll = self._match.last_roll if known else None
        self._counted_at = time
        self.nothing_thrown()
        self._tray = replace(self._tray, fills=dict(fills), stated={}, gap=False, settling=frozenset(thrown))

    def adopted(self, fills: Mapping[int, SeatSlot]) -> None:
        """Take these dice for the hands that should lie there, wherever they came from."""
        self._roll = self._match.last_roll
        self.nothing_thrown()
        self._tray = replace(self._tray, fills=dict(fills), settling=frozenset())

    def recovered(self, fills: Mapping[int, SeatSlot]) -> None:
        """These dice were not thrown after all: they are those of these slots, laid elsewhere."""
        tray = self._tray
        others = {track: filled for track, filled in tray.fills.items() if filled not in fills.values()}
        self._tray = replace(
            self._tray, fills=others | dict(fills), thrown=tray.thrown - fills.keys(), void=tray.void - fills.keys()
        )

    def turned(self, fills: Mapping[int, SeatSlot]) -> None:
        """The match knows that these dice were turned, and fill those slots."""
        self.recovered(fills)
        self._roll = self._match.last_roll
        self._tray = replace(self._tray, settling=frozenset())

    def mistaken(self, tracks: Iterable[int]) -> None:
        """These dice were taken for others by mistake: they fill no slot, and count as thrown."""
        tray, lost = self._tray, frozenset(tracks)
        fills = {track: filled for track, filled in tray.fills.items() if track not in lost}
        self._tray = replace(self._tray, fills=fills, thrown=tray.thrown | (lost & tray.tracks))

    def reseated(self, seat: int) -> None:
        fills = {track: (seat, slot) for track, (_, slot) in self._tray.fills.items()}
        self._tray = replace(self._tray, fills=fills)

    def hand_lost(self) -> None:
        self._roll = None

    def annulled(self) -> None:
        """What was thrown does not count, and must be thrown again."""
        self._tray = replace(self._tray, void=self._tray.void | self._tray.thrown, thrown=frozenset())

    def nothing_thrown(self) -> None:
        """Nothing that lies there now is a throw."""
        self._stirred = False
        self._tray = replace(self._tray, thrown=frozenset(), void=frozenset())

    def stated(self, values: Mapping[int, int]) -> None:
        self._tray = replace(self._tray, stated={**self._tray.stated, **values})

    def taken_back(self) -> None:
        """The match went back: what lies there is no throw, and values that players named hold no more."""
        self.nothing_thrown()
        self._tray = replace(self._tray, stated={})


def _cut_out(image: Image, die: TrackedDie) -> Image:
    """A square picture of the die, moved inwards at the edge of the frame; a copy, as frames are large."""
    height, width = image.shape[:2]
    half = max(int(die.die.size * PICTURE_MARGIN), 1)
    edge = min(2 * half, height, width)
    x = min(max(int(die.die.centre[0]) - half, 0), width - edge)
    y = min(max(int(die.die.centre[1]) - half, 0), height - edge)
    return image[y : y + edge, x : x + edge].copy()
