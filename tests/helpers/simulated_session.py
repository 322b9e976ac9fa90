"""The simulated table, watched by a reader that is told the truth: what is left to go wrong is who was thrown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

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


class TruthReader:
    """Answers with the dice that rest there and no hand covers; in doubt while one is missing or still turns."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Reading:
        assert image.shape == (720, 1280, 3)
        assert hint.dice == self.table.dice
        dice = tuple(self._die(resting) for resting in self.table.truth() if self._is_free(image, resting))
        return Reading(dice, count_doubts(len(dice), hint.dice))

    def _is_free(self, image: Image, resting: RestingDie) -> bool:
        x, y = (round(n) for n in resting.centre)
        half = round(EDGE_PX / 2)
        there = np.s_[max(0, y - half) : y + half, max(0, x - half) : x + half]
        hand = image[there].astype(np.float32) - self.table._film.canvas[there]
        return float(np.abs(hand - np.median(hand)).mean()) < HIDING_LEVELS

    def _die(self, resting: RestingDie) -> Die:
        corners = self._corners(resting.die)
        value = resting.value or 1
        scores = tuple(0.95 if v == value else 0.01 for v in range(1, 7))
        size = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
        points = tuple((float(x), float(y)) for x, y in corners)
        return Die(value, scores, resting.centre, points, size, (200, 200, 200), 0.95)  # type: ignore[arg-type]  # six; four

    def _corners(self, die: int) -> np.ndarray:
        """Of the top face, around it, (4, 2), pixels."""
        pose, half = self.table._physics.pose(die), self.table._edges[die] / 2
        upright = int(np.abs(pose.rotation[2]).argmax())
        across, along = (half * pose.rotation[:, (upright + turn) % 3] for turn in (1, 2))
        top = pose.position + half * pose.rotation[:, upright] * np.sign(pose.rotation[2, upright])
        ends = [top - across - along, top + across - along, top + across + along, top - across + along]
        return np.asarray(self.table._lens.project(np.array(ends)))


class SimulatedSession:
    """Somebody throws, pushes and points, while the watcher looks on."""

    def __init__(self, seed: int, fps: float) -> None:
        self.table = SimulatedTable(seed, 5, fps=fps, brisk=fps < 20)
        self._thrown: set[int] = set()
        """Tracks that some rest said were thrown, in the course of the order."""
        self._state = SceneState.MOVING
        self.watcher = Watcher(TruthReader(self.table))
        for _ in range(round(0.6 * fps)):
            self.look()

    def look(self) -> Scene:
        image = self.table.advance()
        scene = self.watcher.see(Frame(image, self.table.time), Expectation(self.table.dice))
        if scene.state is SceneState.SETTLED and not scene.doubts:
            assert len(self.table.truth()) == len(scene.dice)
            if self._state is not SceneState.SETTLED:
                self._thrown |= {one.track for one in scene.dice if one.thrown}
        self._state = scene.state
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
