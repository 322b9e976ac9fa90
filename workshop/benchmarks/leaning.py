"""How often a leaning die is told from a flat one: `python -m workshop.benchmarks.leaning [--tables N]`.

Each simulated table shows itself empty, then three flat dice, then three dice of which one leans, several times: over
nothing, towards any side, and then against the far rim, as the table's accidents have it. All goes through reader and
watcher; a table knows nothing of the others.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulator.physics import TRAY_MM, Pose, turned
from hardware.simulator.table import SimulatedTable
from vision.reading.reader import Reader
from vision.types import DoubtKind, Expectation, Frame, Scene, SceneState
from vision.watching.watcher import Watcher

LOOKS = 10
"""Pictures of each rest, at 8 a second; more if the dice are taken for a hand at first."""
FLAT, LEANING = 3, 3
"""Rests of each kind on a table."""
STEEPEST = 45.0
"""A die that leans more shows another face."""
GENTLEST = 12.0


def _tilted(rng: np.random.Generator, degrees: float) -> NDArray[np.float64]:
    """Any face up, leaning over one of its edges towards any side."""
    turn, lean = rng.uniform(0, 2 * np.pi), np.radians(degrees)
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    return np.asarray(about_z @ about_x @ turned(int(rng.integers(1, 7)), np.pi / 2 * rng.integers(4)))


class Tray:
    """A simulated table and who watches it."""

    def __init__(self, seed: int, reader: Reader) -> None:
        self.table = SimulatedTable(seed, 3, fps=8.0, brisk=True)
        self._watcher = Watcher(reader)
        self._rng = np.random.default_rng([seed, 9])
        self._rest(0)

    def lay(self, leaning: float) -> Scene:
        """Three dice far apart, the last one leaning by this many degrees; what the watcher makes of it."""
        table, rng = self.table, self._rng
        spots: list[NDArray[np.float64]] = []
        while len(spots) < table.dice:
            spot = rng.uniform(-0.36, 0.36, 2) * TRAY_MM
            if all(np.hypot(*(spot - other)) > 30 for other in spots):
                spots.append(spot)
        for die, spot in enumerate(spots):
            half = table._physics.edges[die] / 2
            degrees = leaning if die == table.dice - 1 else 0.0
            height = half * (np.cos(np.radians(degrees)) + np.sin(np.radians(degrees)))
            table._physics.pin(die, Pose(np.array([*spot, height]), _tilted(rng, degrees)))
            table.hands.on_tray.add(die)
            table.hands.thrown[die] = 0
        return self._rest(table.dice)

    def lean_against_rim(self) -> Scene:
        """Three dice, of which the last is then leant against the far rim."""
        self.lay(0.0)
        self.table.cock(self.table.dice - 1)
        return self._rest(self.table.dice)

    def last_lies_at(self) -> NDArray[np.float64]:
        """Where the leaning die is in the picture."""
        return np.asarray(self.table._lens.project(self.table._physics.pose(self.table.dice - 1).position[None])[0])

    def _rest(self, dice: int) -> Scene:
        for look in itertools.count():
            frame = Frame(self.table.advance(), self.table.time)
            scene = self._watcher.watch(frame, Expectation(dice or None))
            if look >= LOOKS and scene.state in {SceneState.SETTLED, SceneState.EMPTY}:
                return scene
        raise AssertionError


def main() -> None:
    """Lay the dice, count what is declined."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--first", type=int, default=1000, help="seed of the first table")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()

    def count(band: str, scene: Scene, at: NDArray[np.float64]) -> None:
        laid[band] += 1
        declined[band] += bool(scene.doubts)
        called[band] += any(
            doubt.kind is DoubtKind.COCKED
            and doubt.box is not None
            and np.hypot(doubt.box[0] + doubt.box[2] / 2 - at[0], doubt.box[1] + doubt.box[3] / 2 - at[1])
            < doubt.box[2]
            for doubt in scene.doubts
        )

    laid: Counter[str] = Counter()
    declined: Counter[str] = Counter()
    called: Counter[str] = Counter()
    for seed in range(args.first, args.first + args.tables):
        tray = Tray(seed, reader)
        for _ in range(FLAT):
            doubts = tray.lay(0.0).doubts
            laid["flat"] += 1
            declined["flat"] += bool(doubts)
            called["flat"] += any(doubt.kind is DoubtKind.COCKED for doubt in doubts)
        for _ in range(LEANING):
            degrees = float(tray._rng.uniform(GENTLEST, STEEPEST))
            band = f"leaning by {int(degrees // 10) * 10} to {int(degrees // 10) * 10 + 10} degrees"
            count(band, tray.lay(degrees), tray.last_lies_at())
        for _ in range(LEANING):
            scene = tray.lean_against_rim()
            count("leaning against the rim by 23 to 40 degrees", scene, tray.last_lies_at())
    print("| three dice, the last one | laid | declined | said to lean |\n|---|---|---|---|")
    for band in sorted(laid):
        print(f"| {band} | {laid[band]} | {declined[band] / laid[band]:.1%} | {called[band] / laid[band]:.1%} |")


if __name__ == "__main__":
    main()
