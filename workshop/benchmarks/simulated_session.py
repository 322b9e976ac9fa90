"""The simulated table, watched by a reader that is told the truth: what is left to go wrong is who was thrown."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import cv2
import numpy as np
from readers import ReadsAtOnce

from hardware.simulator.conditions import Condition
from hardware.simulator.table import RestingDie, SimulatedTable
from vision.types import (
    NOTHING_KNOWN,
    Die,
    Expectation,
    Frame,
    Hint,
    Image,
    Reading,
    Scene,
    SceneState,
    TrackedDie,
    count_doubts,
)
from vision.watching.watcher import Watcher

SOON_S = 0.35
"""From rest to reading."""
EDGE_PX = 52.0
HIDING_LEVELS = 12.0
"""Grey levels by which a hand over a die differs from it, and noise does not."""


AWAY_PX = 28
"""Farther than any condition moves a die in the picture."""
REMEMBERED = 20
"""Pictures: the watcher may have an earlier one read, of a rest that is over."""
ALIKE = 1.7
"""Times as unlike as the one that is most alike: as trembling and noise leave them."""
_SAMPLE, _EDGE = np.s_[::4, ::4], 8


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """A picture as the watcher saw it, as it would have been in a quiet room, and which dice rested there uncovered."""

    shown: Image
    clean: Image
    free: tuple[tuple[RestingDie, np.ndarray], ...]


class TruthReader(ReadsAtOnce):
    """Answers with the dice that rest there and no hand covers; in doubt while one is missing or still turns."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        self._filmed: deque[Filmed] = deque(maxlen=REMEMBERED)

    def film(self, clean: Image, shown: Image) -> None:
        """The table's next picture, before the bar did anything to it and after."""
        free = tuple((one, self._corners(one.die)) for one in self.table.truth() if self._is_free(clean, one))
        self._filmed.append(Filmed(shown, clean, free))

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        assert image.shape == (720, 1280, 3)
        assert hint.dice == self.table.dice
        unlike = [_unlike(one.shown, image) for one in self._filmed]
        # The newest of those that look as it does: dice that come to rest are in their place before they lie still.
        filmed = [one for one, off in zip(self._filmed, unlike, strict=True) if off <= ALIKE * min(unlike)][-1]
        dice = tuple(_die(one, corners, _away(filmed.clean, image, one)) for one, corners in filmed.free)
        return Reading(dice, count_doubts(len(dice), hint.dice))

    def _is_free(self, clean: Image, resting: RestingDie) -> bool:
        there = _around(clean, resting.centre, EDGE_PX / 2)
        hand = there.astype(np.float32) - _around(self.table._film.canvas, resting.centre, EDGE_PX / 2)
        return float(np.abs(hand - np.median(hand)).mean()) < HIDING_LEVELS

    def _corners(self, die: int) -> np.ndarray:
        """Of the top face, around it, (4, 2), pixels."""
        pose, half = self.table._physics.pose(die), self.table._edges[die] / 2
        upright = int(np.abs(pose.rotation[2]).argmax())
        across, along = (half * pose.rotation[:, (upright + turn) % 3] for turn in (1, 2))
        top = pose.position + half * pose.rotation[:, upright] * np.sign(pose.rotation[2, upright])
        ends = [top - across - along, top + across - along, top + across + along, top - across + along]
        return np.asarray(self.table._lens.project(np.array(ends)))


def _unlike(shown: Image, image: Image) -> float:
    """How much a picture differs from one that was shown, but for what the watcher took out of its trembling."""
    here, there = (cv2.cvtColor(one[_SAMPLE], cv2.COLOR_BGR2GRAY).astype(np.float32) for one in (shown, image))
    if (here == there).all():
        return 0.0
    (x, y), _ = cv2.phaseCorrelate(here.copy(), there.copy())
    shift = np.array([[1, 0, x], [0, 1, y]])
    off = np.abs(cv2.warpAffine(here, shift, here.shape[::-1]) - there)
    return float(off[_EDGE:-_EDGE, _EDGE:-_EDGE].mean())


def _away(clean: Image, image: Image, resting: RestingDie) -> np.ndarray:
    """How far from its place a die is shown, pixels."""
    if image is clean:
        return np.zeros(2)
    die = _around(clean, resting.centre, 0.7 * EDGE_PX)
    likeness = cv2.matchTemplate(_around(image, resting.centre, 0.7 * EDGE_PX + AWAY_PX), die, cv2.TM_CCOEFF_NORMED)
    row, column = divmod(int(likeness.argmax()), likeness.shape[1])
    return np.array([column, row], float) - AWAY_PX


def _die(resting: RestingDie, corners: np.ndarray, away: np.ndarray) -> Die:
    value = resting.value or 1
    scores = tuple(0.95 if v == value else 0.01 for v in range(1, 7))
    size = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
    points = tuple((float(x), float(y)) for x, y in corners + away)
    centre = (resting.centre[0] + float(away[0]), resting.centre[1] + float(away[1]))
    return Die(value, scores, centre, points, size, (200, 200, 200), 0.95)  # type: ignore[arg-type]  # six; four


def _around(image: Image, place: tuple[float, float], half: float) -> Image:
    """So much to each side; what lies beyond the picture's edge is as its edge."""
    (height, width), reach = image.shape[:2], np.arange(-round(half), round(half) + 1)
    rows, columns = np.clip(round(place[1]) + reach, 0, height - 1), np.clip(round(place[0]) + reach, 0, width - 1)
    return np.ascontiguousarray(image[rows[:, None], columns])


class SimulatedSession:
    """Somebody throws, pushes and points, while the watcher looks on under a condition, if one is given."""

    def __init__(self, seed: int, fps: float, condition: Condition | None = None, *, brisk: bool | None = None) -> None:
        """`brisk`: quick hands; where pictures are few, if not said."""
        self.table = SimulatedTable(seed, 5, fps=fps, brisk=fps < 20 if brisk is None else brisk)
        self._reader = TruthReader(self.table)
        self._condition = condition
        self._thrown: set[int] = set()
        """Tracks that some rest said were thrown, in the course of the order."""
        self._rest: tuple[TrackedDie, ...] = ()
        self.watcher = Watcher(self._reader)
        for _ in range(round(0.6 * fps)):
            self.look()

    def look(self) -> Scene:
        image = clean = self.table.advance()
        if self._condition is not None:
            image = self._condition(clean, self.table.time)
        self._reader.film(clean, image)
        scene = self.watcher.watch(Frame(image, self.table.time), Expectation(self.table.dice))
        if scene.state is SceneState.SETTLED and not scene.doubts:
            assert len(self.table.truth()) == len(scene.dice)
            if scene.dice != self._rest:
                self._thrown |= {one.track for one in scene.dice if one.thrown}
            self._rest = scene.dice
        return scene

    def settled(self) -> dict[int, TrackedDie]:
        """Wait for the order to be carried out and the scene to settle; by the simulator's number.

        Thrown is what any rest on the way said was thrown: dice may rest before the hand is gone.

        Raises:
            TimeoutError: it does not, soon after the dice have come to rest.
        """
        self._thrown.clear()
        self.look()
        while not self.table.idle:
            self.look()
        rest = self.table.time
        while (scene := self.look()).state is not SceneState.SETTLED or scene.doubts:
            if self.table.time - rest >= SOON_S:
                raise TimeoutError(f"{scene.state.name} {SOON_S} s after the dice have come to rest")
        found = {self.table.at(*d.die.centre): d for d in scene.dice}
        thrown = {die: replace(d, thrown=d.track in self._thrown) for die, d in found.items() if die is not None}
        self._thrown.clear()
        return thrown

    def push(self, die: int) -> None:
        """With a finger, towards the middle of the tray."""
        (place,) = (resting.centre for resting in self.table.truth() if resting.die == die)
        by = np.sign(np.array([640, 360]) - place) * (90, 60)
        self.table.push(die, (float(by[0]), float(by[1])))
