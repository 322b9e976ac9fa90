"""Frames in, `Scene`s out: what goes on over the tray, and which die is which from one rest to the next.

A rest is the time in which nothing moves on the tray. Every picture is shifted back to where the tray lay first, so
that a camera that trembles moves nothing (`steadying.py`).

The picture is read once it has been still for `SETTLE_S` and `SETTLE_FRAMES`, and read again only if the reader doubted
(up to `READINGS` times), if a die may lean, or once the picture has changed. A reading that takes more than a glance
goes on by a few steps with each frame, so that no frame waits for all of it; meanwhile the scenes say `reading`. A
still picture that is covered by something larger than dice shows a hand, and isn't read, unless that lies there for
`PATIENCE_S` and the reader vouches for what was expected: then the tray has changed, or the camera was moved, and the
new tray is learned. Where a quick hand ends a rest while it is read, it is read to the end, and told in one scene if
nothing about it is in doubt.

A scene that has settled stays as it is, `thrown` included, until something moves; with the next rest `thrown` speaks of
that motion alone. Dice that nobody knows yet, as those lying there at the start, are new tracks and count as thrown.
After a gap in the frames, or while the picture is black, no die can be followed: dice in the same places are the same
dice, all others are new and count as thrown.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.types import (
    NOTHING_KNOWN,
    Doubt,
    Expectation,
    Frame,
    Hint,
    Image,
    Reading,
    Scene,
    SceneState,
    Steps,
    TrackedDie,
    at_once,
    count_doubts,
)
from vision.watching.background import Background
from vision.watching.consensus import consensus, mean_oddness, sure
from vision.watching.light import Reference
from vision.watching.motion import Stillness
from vision.watching.steadying import STEADY, Matrix, Steadier, put_in_place
from vision.watching.thumbnail import Small, shrink
from vision.watching.tilt import LEANS, MAY_LEAN, TiltModel
from vision.watching.tracker import Tracker

SETTLE_S = 0.12
"""A picture is read once nothing moved for 0.12 s: four frames at 30 a second. On the clips of the measuring set
nothing that moves looks still for longer than one frame."""
SHORTEST_S, AROUND_A_DIE = 0.09, 0.25
"""A rest that a hand ends before `SETTLE_S` counts if nothing moved for 0.09 s, and nothing moves yet within 0.25 edges
around the dice."""
SETTLE_FRAMES = 2
"""At least 2 frames must show no change: at 8 a second a die that spins by a quarter turn a frame looks still once."""
PATIENCE_S = 5.0
"""A thing that covers the still tray for over 5 s may have become part of it."""
READINGS = 3
"""Up to 3 frames of a still picture are read, while the readings are in doubt."""
MISPLACED, MISPLACED_PX = 1.5, 40
"""A picture was steadied wrongly if over 1.5 times as many of its small pixels, plus 40, differ from the empty tray as
of the picture before it was steadied."""
STEP_S, MOST_STEPS = 1 / 30, 3
"""A reading goes on by one step for each 1/30 s since the last frame, and by at most 3: at 8 frames a second a hand
comes after as short a time as at 30."""
GAP_S = 1.0
"""More than a second between two frames is a gap."""
RELEARN_S = 2.0
"""The tray is learned anew every 2 s while nothing moves."""


class ReadsDice(Protocol):
    """The part of the reader that the watcher needs."""

    def read_steps(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Steps[Reading]:
        """Read one still picture, of which `hint` is known, in steps that are short enough for a picture each."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A frame as it came, the small picture made of it and steadied, and the matrix by which it was."""

    frame: Frame
    small: Small
    matrix: Matrix

    @property
    def in_place(self) -> Frame:
        """The whole frame, steadied as the small picture was."""
        return replace(self.frame, image=put_in_place(self.frame.image, self.matrix, self.small.scale))


@dataclass(frozen=True, slots=True, eq=False)
class _Rest:
    """What was read in a still picture, which the scenes say until something moves, and the picture itself."""

    dice: tuple[TrackedDie, ...]
    doubts: tuple[Doubt, ...]
    reference: Reference
    image: Image

    @property
    def empty(self) -> bool:
        """Whether the tray is surely empty."""
        return not self.dice and not self.doubts


@dataclass(frozen=True, slots=True, eq=False)
class _OpenReading:
    """A reading that has begun; `hand`: something lies over the tray, and is read to learn whether it is part of it."""

    picture: _Picture
    hand: bool
    steps: Steps[_Rest | None]


class Watcher:
    """Watches the tray frame by frame; not thread-safe."""

    def __init__(self, reader: ReadsDice) -> None:
        self._reader = reader
        self._steadier = Steadier()
        self._stillness = Stillness()
        self._still_frames, self._still_s = 0, 0.0
        """Frames in a row that looked like the one before, and for how long."""
        self._background = Background()
        self._tilt = TiltModel()
        self._die_px: float | None = None
        self._tracker = Tracker()
        self._time: float | None = None
        self._rest: _Rest | None = None
        """The rest that lasts; None while something moves."""
        self._last: _Rest | None = None
        """The newest rest, whether it lasts or has ended."""
        self._readings: list[Reading] = []
        self._open: _OpenReading | None = None
        """The reading of the present still picture, until its last step."""
        self._refused = False
        """Whether this still picture was read in spite of a hand, without success: it is not tried twice."""
        self._learned = 0.0
        """When the tray was last learned."""

    def watch(self, frame: Frame, expectation: Expectation) -> Scene:
        """Look at the next frame.

        Args:
            frame: the picture and its time; times go forwards, whatever the rate.
            expectation: how many dice should lie there; another number, once settled, is a doubt.
        """
        small = shrink(frame.image)
        if self._time is not None and not 0.0 <= frame.time - self._time <= GAP_S:
            self._lose_sight()
        steps = 1 if self._time is None else round((frame.time - self._time) / STEP_S)
        self._time = frame.time
        if small.black:
            self._lose_sight()
            return self._scene(frame, SceneState.MOVING)
        small = self._steadier.steady(small)
        still_s = self._stillness.still_for(small, frame.time)
        # The rest goes on: of nearly all frames no more than this is asked, so that a table at rest costs little.
        if self._rest is not None and still_s > 0.0:
            self._learn(small, frame.time, expectation.dice)
            self._tracker.stays(frame.time)
            return self._rest_scene(frame, self._rest, expectation)
        # Before the next line: it asks how long the picture had been still until now.
        rest = self._cut_short(small, frame.time, expectation) if still_s == 0.0 else None
        self._still_frames, self._still_s = self._still_frames + 1 if still_s > 0.0 else 0, still_s
        if rest is not None:
            return self._rest_scene(frame, rest, expectation)
        hand = self._background.hand(small, self._stillness.noise, self._die_px)
        # The picture is kept from `SHORTEST_S` on, in case a hand comes soon, but not read before `SETTLE_S`.
        if self._open is None and self._long_enough(hand):
            picture = self._proven(_Picture(frame, small, self._steadier.matrix))
            self._open = _OpenReading(picture, hand, self._make_rest(picture, expectation, hand))
        if still_s >= SETTLE_S and (rest := self._read_on(min(max(steps, 1), MOST_STEPS), expectation)) is not None:
            return self._rest_scene(frame, rest, expectation)
        self._tracker.follow(small, frame.time)
        return self._scene(frame, SceneState.HAND if hand else SceneState.MOVING)

    def _read_on(self, steps: int, expectation: Expectation) -> _Rest | None:
        """Take this many more steps of the open reading; None unless a rest comes of them."""
        reading = self._open
        if reading is None:
            return None
        try:
            for _ in range(steps):
                next(reading.steps)
        except StopIteration as end:
            rest: _Rest | None = end.value
            self._open = None
        else:
            return None
        if rest is not None:
            if reading.hand:
                # The expected dice were read with it lying there: it was no hand, and the tray has changed.
                self._background = Background()
            self._begin_rest(rest, reading.picture, expectation.dice)
        return rest

    def _cut_short(self, small: Small, time: float, expectation: Expectation) -> _Rest | None:
        """Something moves now: the rest that the open reading shows, or None if there is none or it is in doubt.

        Nobody can be asked about dice that a hand has taken already: a rest in doubt is as if it had never been.
        """
        reading, self._open = self._open, None
        rest = None if reading is None or reading.hand else at_once(reading.steps)
        self._rest, self._refused = None, False
        self._readings.clear()
        if reading is None or rest is None or rest.doubts or expectation.dice not in {None, len(rest.dice)}:
            return None
        if self._still_s < SETTLE_S:
            moved = Reference(reading.picture.small.colours).differing(small, self._stillness.noise)
            if (moved > small.beside((tracked.die.box for tracked in rest.dice), AROUND_A_DIE)).any():
                return None
        # It begins, so that its dice are followed from where they lay, and is over at once.
        self._begin_rest(rest, reading.picture, expectation.dice)
        self._rest = None
        self._tracker.follow(small, time)
        return rest

    def _proven(self, picture: _Picture) -> _Picture:
        """This picture, or the same before it was steadied, if comparison with the tray shows that to be wrong."""
        if picture.matrix is STEADY:
            return picture
        as_it_came, noise = _Picture(picture.frame, shrink(picture.frame.image), STEADY), self._stillness.noise
        placed, came = (self._background.unlike(either.small, noise) for either in (picture, as_it_came))
        if placed <= MISPLACED * came + MISPLACED_PX:
            return picture
        self._steadier.forget()
        return as_it_came

    # --- motion ------------------------------------------------------------------------------------------------------

    def _long_enough(self, hand: bool) -> bool:
        if hand:
            return self._still_s >= PATIENCE_S and not self._refused
        return self._still_s >= SHORTEST_S and self._still_frames >= SETTLE_FRAMES

    def _lose_sight(self) -> None:
        self._stillness.forget()
        self._rest, self._refused, self._open = None, False, None
        self._readings.clear()
        self._tracker.lose()

    # --- rest --------------------------------------------------------------------------------------------------------

    def _make_rest(self, picture: _Picture, expectation: Expectation, hand: bool) -> Steps[_Rest | None]:
        """What the still picture shows; None if it takes another frame to tell, or a hand is in the way."""
        frame, small = picture.in_place, picture.small
        reference = Reference(small.colours)
        if not hand and self._background.bare(small, self._stillness.noise):
            self._tracker.forget_missing()
            return _Rest((), (), reference, frame.image)
        if self._last is not None and self._same(self._last, small) and self._tracker.unmoved(frame.image):
            # The older picture is kept, not the new one: slow changes add up until they are noticed.
            dice = tuple(replace(die, thrown=False) for die in self._last.dice)
            return _Rest(dice, self._last.doubts, self._last.reference, self._last.image)
        # A die may look like the tray. To look only where something differs from it is safe where the number of dice is
        # known: then a die that was not found is noticed.
        look_around = hand or bool(self._readings) or expectation.dice is None
        places = None if look_around else self._background.occupied(small, self._stillness.noise)
        hint = Hint(expectation.dice, places, self._die_px, exact=look_around)
        self._readings.append((yield from self._reader.read_steps(frame.image, hint)))
        reading = consensus(self._readings)
        if hand:
            self._refused = bool(reading.doubts) or expectation.dice not in {None, len(reading.dice)}
            if self._refused:
                return None
        elif not sure(reading) and len(self._readings) < READINGS:
            return None
        foreground = self._background.foreground(small, self._stillness.noise)
        odd = self._tilt.oddness(frame.image, reading.dice, foreground, small.scale)
        if not look_around and max(odd, default=0.0) > MAY_LEAN:
            # Whether a die leans shows in its corners, which the fast networks place less exactly.
            edge = self._die_px or float(np.median([die.size for die in reading.dice]))
            closer = yield from self._reader.read_steps(frame.image, replace(hint, edge_px=edge, exact=True))
            if closer.certain:
                closely = self._tilt.oddness(frame.image, closer.dice, foreground, small.scale, learn=False)
                reading, odd = closer, mean_oddness(closer, closely, reading, odd)
        leaning = [die for die, how in zip(reading.dice, odd, strict=True) if how > LEANS]
        dice, doubts = self._tracker.recognise(reading, leaning, frame, small, expectation.dice)
        return _Rest(dice, doubts, reference, frame.image)

    def _same(self, rest: _Rest, small: Small) -> bool:
        if rest.reference.colours.shape != small.colours.shape:
            return False
        return not rest.reference.differing(small, self._stillness.noise).any()

    def _begin_rest(self, rest: _Rest, picture: _Picture, expected: int | None) -> None:
        small, time = picture.small, picture.frame.time
        self._rest = self._last = rest
        self._steadier.set_tray(small, [tracked.die.box for tracked in rest.dice])
        self._readings.clear()
        self._tracker.begin_rest(rest.dice, rest.image, small, time)
        if len(rest.dice) > 1 or (rest.dice and len(rest.dice) == expected):
            # A single die that nobody expects may be a speck, beside which every real die would be as large as a hand.
            self._die_px = float(np.median([d.die.size for d in rest.dice]))
        self._learned = -np.inf  # the first picture of a rest is learned at once
        self._learn(small, time, expected)

    def _learn(self, small: Small, time: float, expected: int | None) -> None:
        """Learn the tray, if nothing is in doubt and no die is missing: what covers a die must not become the tray."""
        assert self._rest is not None
        if self._rest.dice and len(self._rest.dice) < (expected or 0):
            return
        if not self._rest.doubts and time - self._learned >= RELEARN_S:
            self._background.learn(small, (d.die.box for d in self._rest.dice))
            self._learned = time

    # --- scenes ------------------------------------------------------------------------------------------------------

    def _scene(self, frame: Frame, state: SceneState) -> Scene:
        dice = self._last.dice if self._last else ()
        return Scene(frame.time, state, dice, (), frame.image, reading=self._reads_on)

    @property
    def _reads_on(self) -> bool:
        """Whether what lies still is being read, or was read in doubt and is going to be read again."""
        open_ = self._open is not None and self._still_s >= SETTLE_S
        return open_ or (bool(self._readings) and not self._refused)

    def _rest_scene(self, frame: Frame, rest: _Rest, expectation: Expectation) -> Scene:
        if rest.empty:
            return Scene(frame.time, SceneState.EMPTY, (), (), frame.image)
        doubts = (*rest.doubts, *count_doubts(len(rest.dice), expectation.dice))
        return Scene(frame.time, SceneState.SETTLED, rest.dice, doubts, frame.image)


def changes(frames: Iterable[Frame], watcher: Watcher) -> Iterator[tuple[int, Scene]]:
    """The scenes that differ from the one before in state, dice or doubts, each with its frame's number (from 0)."""
    before: tuple[SceneState, tuple[TrackedDie, ...], tuple[Doubt, ...]] | None = None
    for number, frame in enumerate(frames):
        scene = watcher.watch(frame, Expectation())
        now = (scene.state, scene.dice, scene.doubts)
        if now != before:
            yield number, scene
        before = now
