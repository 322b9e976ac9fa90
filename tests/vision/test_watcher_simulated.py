"""The simulated table's hands and dice, with a reader that is told the truth: who was thrown, pushed, left alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from hardware.simulator.table import RestingDie, SimulatedTable
from vision.types import Box, Die, Doubt, DoubtKind, Expectation, Frame, Image, Reading, Scene, SceneState, TrackedDie
from vision.watcher import Watcher

SOON_S = 0.35
EDGE_PX = 52.0


class ToldReader:
    """Answers with the dice that rest on the simulated table; in doubt while one is missing or still turns."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table

    def read(self, image: Image, expected: int | None = None, within: Sequence[Box] | None = None) -> Reading:  # noqa: ARG002  # it knows
        assert image.shape == (720, 1280, 3)
        assert expected == self.table.dice
        dice = tuple(self._die(resting) for resting in self.table.truth())
        return Reading(dice, () if len(dice) == expected else (Doubt(DoubtKind.BLUR),))

    def _die(self, resting: RestingDie) -> Die:
        x, y = resting.centre
        half = EDGE_PX / 2
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        value = resting.value or 1
        scores = tuple(0.95 if v == value else 0.01 for v in range(1, 7))
        return Die(value, scores, resting.centre, corners, EDGE_PX, (200, 200, 200), 0.95)  # type: ignore[arg-type]  # six


class Rounds:
    """Somebody throws, pushes and points, while the watcher looks on."""

    def __init__(self, seed: int, fps: float) -> None:
        self.table = SimulatedTable(seed, 5, fps=fps, brisk=fps < 20)
        self.watcher = Watcher(ToldReader(self.table))
        for _ in range(round(0.6 * fps)):
            self.look()

    def look(self) -> Scene:
        image = self.table.advance()
        scene = self.watcher.see(Frame(image, self.table.time), Expectation(self.table.dice))
        if scene.state is SceneState.SETTLED and not scene.doubts:
            assert len(self.table.truth()) == len(scene.dice)
        return scene

    def settled(self) -> dict[int, TrackedDie]:
        """Wait for the order to be carried out and the scene to settle; by the simulator's number."""
        self.look()
        while not self.table.idle:
            self.look()
        rest = self.table.time
        while (scene := self.look()).state is not SceneState.SETTLED or scene.doubts:
            assert self.table.time - rest < SOON_S
        found = {self.table.at(*d.die.centre): d for d in scene.dice}
        return {die: d for die, d in found.items() if die is not None}


@pytest.mark.parametrize(("seed", "fps"), [(2, 8.0), (5, 8.0), (3, 30.0)])
def test_only_what_a_hand_has_thrown_counts_as_thrown(seed: int, fps: float) -> None:
    rng = random.Random(seed)
    rounds = Rounds(seed, fps)
    rounds.table.throw(range(5))
    before = rounds.settled()
    assert all(d.thrown for d in before.values())
    for number in range(4):
        chosen = rng.sample(range(5), rng.randint(1, 4))
        if number == 2:
            rounds.table.hover(1.0)
            chosen = []
        else:
            rounds.table.throw(chosen)
        values = {resting.die: resting.value for resting in rounds.table.truth()}
        now = rounds.settled()
        assert {die for die, d in now.items() if d.thrown} >= set(chosen)
        for resting in rounds.table.truth():
            if resting.die not in chosen and resting.value == values[resting.die]:
                assert not now[resting.die].thrown
                assert now[resting.die].track == before[resting.die].track
        before = now


def test_a_die_pushed_by_a_finger_stays_itself() -> None:
    rounds = Rounds(4, 30.0)
    rounds.table.throw(range(5))
    before = rounds.settled()
    (x, y), size = before[0].die.centre, np.array([1280, 720])
    towards = np.sign(size / 2 - (x, y)) * (90, 60)
    rounds.table.push(0, (float(towards[0]), float(towards[1])))
    now = rounds.settled()
    assert {die: d.track for die, d in now.items()} == {die: d.track for die, d in before.items()}
    assert not any(d.thrown for d in now.values())
