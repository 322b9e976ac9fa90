"""A simulated table on which dice are laid in any way, and who watches it: for benchmarks that say how dice lie."""

import itertools
from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulator import SimulatedTable
from hardware.simulator.physics import TRAY_MM, Pose, turned
from kiosk.session.tray_lesson import TrayLesson
from kiosk.simulation.operator import calibrates
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Scene, SceneState
from vision.watching.calibration import Calibration, make_watcher
from vision.watching.watcher import Watcher

DICE = 8
LEAST_PICTURES, MOST_PICTURES = 5, 15
"""How many pictures of a rest are seen, 8 a second: the most is more than the watcher waits for a doubtful one."""
FROM_THE_RIM = 0.46
"""How far from the tray's middle dice lie at most, as a share of its width and depth."""
FREE = 1.43
"""Edges between the middles of two dice: they may nearly touch by their corners."""

Vector = NDArray[np.float64]


class Tray:
    """A simulated table, what its owner taught it, if anything, and its watcher."""

    def __init__(self, seed: int, reader: Reader, calibration: Calibration | None = None) -> None:
        self.table = SimulatedTable(seed, DICE, fps=8.0, brisk=True)
        self.rng = np.random.default_rng([seed, 21])
        self._watcher = make_watcher(reader, calibration)
        self._sleeve: tuple[Vector, Vector] | None = None
        """Two points of the picture between which a sleeve lies."""
        self.look(0)

    def look(self, dice: int) -> Scene:
        """Film until the scene is told, or should have been."""
        for pictures in itertools.count(1):
            image = self.table.advance()
            if self._sleeve is not None:
                first, last = (tuple(point.round().astype(int).tolist()) for point in self._sleeve)
                image = cv2.line(image.copy(), first, last, (92, 60, 48), 46, cv2.LINE_AA).astype(np.uint8)
            scene = self._watcher.watch(Frame(image, self.table.time), Expectation(dice or None))
            told = scene.state in {SceneState.SETTLED, SceneState.EMPTY}
            if (told and pictures >= LEAST_PICTURES) or pictures >= MOST_PICTURES:
                return scene
        raise AssertionError

    def clear(self) -> None:
        """Take all dice away, at once."""
        for die in range(DICE):
            self.table.hands.on_tray.discard(die)
            self.table._physics.park(die)
        self._sleeve = None

    def lay(self, dice: int) -> list[Vector]:
        """Lay this many at random; where their middles are, mm."""
        self.clear()
        edge = max(self.table._physics.edges)
        spots: list[Vector] = []
        while len(spots) < dice:
            spot = self.rng.uniform(-FROM_THE_RIM, FROM_THE_RIM, 2) * (np.array(TRAY_MM) - edge)
            if all(np.hypot(*(spot - other)) > FREE * edge for other in spots):
                self.put(len(spots), spot, 0.5)
                spots.append(spot)
        return spots

    def put(self, die: int, spot: Vector, height: float, lean: float = 0.0) -> None:
        """Put a die there, its middle `height` edges up, leaning by `lean` radians."""
        edge, turn = self.table._physics.edges[die], self.rng.uniform(0, 2 * np.pi)
        about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        about_x = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        rotation = about_z @ about_x @ turned(int(self.rng.integers(1, 7)), np.pi / 2 * self.rng.integers(4))
        self.table._physics.pin(die, Pose(np.array([*spot, height * edge]), rotation))
        self.table.hands.on_tray.add(die)

    def lean(self, die: int, spot: Vector, degrees: float) -> None:
        """Put a die there that leans."""
        lean = float(np.radians(degrees))
        self.put(die, spot, 0.5 * (np.cos(lean) + np.sin(lean)), lean)

    def half_cover(self, die: int) -> None:
        """Lay a sleeve over half of a die."""
        middle = np.asarray(self.table._lens.project(self.table._physics.pose(die).position[None])[0])
        turn = self.rng.uniform(0, 2 * np.pi)
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]]) * (23 + self.rng.uniform(-6, 6))
        self._sleeve = (middle + across - 70 * along, middle + across + 70 * along)

    def truth(self) -> Counter[int]:
        """The faces that lie up."""
        poses = (self.table._physics.pose(die) for die in self.table.hands.on_tray)
        return Counter(value for pose in poses if (value := pose.top()) is not None)


def still(tray: Tray, dice: int) -> Scene:
    """Dice laid at random."""
    tray.lay(dice)
    return tray.look(dice)


def thrown(tray: Tray, dice: int) -> Scene:
    """Dice thrown, from the hand to their rest."""
    tray.clear()
    tray.look(0)
    tray.table.throw(range(dice))
    scene = tray.look(dice)
    while not tray.table.idle:
        scene = tray.look(dice)
    return tray.look(dice) if scene.state is not SceneState.SETTLED else scene


def leaning(tray: Tray, dice: int) -> Scene:
    """The last one leans by 20 to 40 degrees."""
    tray.lean(dice - 1, tray.lay(dice)[-1], tray.rng.uniform(20, 40))
    return tray.look(dice)


def stacked(tray: Tray, dice: int) -> Scene:
    """The last of two or more lies on the first."""
    dice = max(2, dice)
    spots = tray.lay(dice)
    tray.put(dice - 1, spots[0] + tray.rng.uniform(-0.3, 0.3, 2) * tray.table._physics.edges[0], 1.5)
    return tray.look(dice)


def half_covered(tray: Tray, dice: int) -> Scene:
    """A sleeve lies over half of the last one."""
    tray.lay(dice)
    tray.look(dice)
    tray.half_cover(dice - 1)
    return tray.look(dice)


TO_DECLINE = {"leaning": leaning, "on top of another": stacked, "half under a sleeve": half_covered}


def taught(seed: int, reader: Reader) -> Calibration | None:
    """What the owner of this table teaches it; None if he can't within his minute."""
    lesson, watcher = TrayLesson(), Watcher(reader)
    for frame in calibrates(seed):
        lesson.learn(watcher.watch(frame, Expectation()))
    return lesson.calibration
