"""What a calibrated table misreads, over many dice, surfaces and lights.

    python -m workshop.benchmarks.calibrated_table --out F [--tables 30] [--stills 20000] [--throws 500] [--keep DIR]

Each simulated table is calibrated by its owner, then shown dice laid at random, dice thrown, and dice that must be
declined: leaning, on top of another, half under a sleeve. All goes through reader and watcher, with the number of dice
known, as in a game. A line is written after each lot; those there for the same commit are not made again.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulator import SimulatedTable
from hardware.simulator.physics import TRAY_MM, Pose, turned
from kiosk.session.tray_lesson import TrayLesson
from kiosk.simulation.operator import calibrates
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Image, Scene, SceneState
from vision.watching.calibration import Calibration, make_watcher
from vision.watching.watcher import Watcher
from workshop.benchmarks.campaign import commit, read

DICE = 8
FPS = 8.0
LOT = 100
"""Stills of a lot; throws are spread over the lots."""
LOOKS = 14
"""Pictures within which a rest must have been told: more than the watcher waits for a doubtful one."""
FROM_THE_RIM = 0.46
"""How far from the tray's middle dice lie at most, as a share of its width and depth."""
FREE = 1.43
"""Edges between the middles of two dice: they may nearly touch by their corners."""

Vector = NDArray[np.float64]


class Table:
    """A simulated table and who watches it, knowing it or not."""

    def __init__(self, seed: int, reader: Reader, calibration: Calibration | None) -> None:
        self.table = SimulatedTable(seed, DICE, fps=FPS, brisk=True)
        self.watcher = make_watcher(reader, calibration)
        self.rng = np.random.default_rng([seed, 21])
        self.sleeve: tuple[Vector, Vector] | None = None
        """Two points of the picture between which a sleeve lies."""
        self.look(0)

    def look(self, dice: int) -> Scene:
        """Film until the scene is told, or should have been."""
        for look in itertools.count():
            image = self.table.advance()
            if self.sleeve is not None:
                image = image.copy()
                first, last = (tuple(point.round().astype(int).tolist()) for point in self.sleeve)
                cv2.line(image, first, last, (92, 60, 48), 46, cv2.LINE_AA)
            scene = self.watcher.watch(Frame(image, self.table.time), Expectation(dice or None))
            if (look >= 4 and scene.state in {SceneState.SETTLED, SceneState.EMPTY}) or look >= LOOKS:
                return scene
        raise AssertionError

    def clear(self) -> None:
        """Take all dice away, at once."""
        for die in range(DICE):
            self.table.hands.on_tray.discard(die)
            self.table._physics.park(die)
        self.sleeve = None

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

    def truth(self) -> Counter[int]:
        """The faces that lie up."""
        poses = (self.table._physics.pose(die) for die in self.table.hands.on_tray)
        return Counter(value for pose in poses if (value := pose.top()) is not None)

    def seen(self, die: int) -> Vector:
        """Where the middle of a die is in the picture."""
        return np.asarray(self.table._lens.project(self.table._physics.pose(die).position[None])[0])


def still(table: Table, dice: int) -> Scene:
    """Dice laid at random."""
    table.lay(dice)
    return table.look(dice)


def throw(table: Table, dice: int) -> Scene:
    """Dice thrown, from the hand to their rest."""
    table.clear()
    table.look(0)
    table.table.throw(range(dice))
    scene = table.look(dice)
    while not table.table.idle:
        scene = table.look(dice)
    return table.look(dice) if scene.state is not SceneState.SETTLED else scene


def leaning(table: Table, dice: int) -> Scene:
    """The last one leans by 20 to 40 degrees."""
    spots = table.lay(dice)
    lean = float(np.radians(table.rng.uniform(20, 40)))
    table.put(dice - 1, spots[-1], 0.5 * (np.cos(lean) + np.sin(lean)), lean)
    return table.look(dice)


def stacked(table: Table, dice: int) -> Scene:
    """The last one lies on the first."""
    spots = table.lay(max(2, dice))
    edge = table.table._physics.edges[0]
    table.put(max(2, dice) - 1, spots[0] + table.rng.uniform(-0.3, 0.3, 2) * edge, 1.5)
    return table.look(max(2, dice))


def half_hidden(table: Table, dice: int) -> Scene:
    """A sleeve lies over half of the last one."""
    table.lay(dice)
    scene = table.look(dice)
    middle, turn = table.seen(dice - 1), table.rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]]) * (23 + table.rng.uniform(-6, 6))
    table.sleeve = (middle + across - 70 * along, middle + across + 70 * along)
    scene = table.look(dice)
    table.sleeve = None
    return scene


PROVOKED: dict[str, Callable[[Table, int], Scene]] = {
    "leaning by 20-40 degrees": leaning,
    "on top of another": stacked,
    "half under a sleeve": half_hidden,
}


def outcome(table: Table, scene: Scene) -> str:
    """What came of a look: "right", "silent" or "declined"."""
    if scene.state is not SceneState.SETTLED or scene.doubts:
        return "declined"
    return "right" if Counter(one.die.value for one in scene.dice) == table.truth() else "silent"


def lots(seed: int, stills: int, throws: int, reader: Reader, keep: Path | None) -> Iterator[dict[str, Any]]:
    """The lots of one table."""
    calibration = calibrated(seed, reader)
    count = -(-stills // LOT)
    for lot in range(count):
        table = Table(seed, reader, calibration)
        table.rng = np.random.default_rng([seed, 21, lot])
        told: Counter[str] = Counter()
        jobs: list[tuple[str, Callable[[Table, int], Scene]]] = [("laid", still)] * min(LOT, stills - lot * LOT)
        jobs += [("thrown", throw)] * (throws // count + (lot < throws % count))
        jobs += [(name, show) for name, show in PROVOKED.items() for _ in range(2)]
        for number, (name, show) in enumerate(jobs):
            scene = show(table, int(table.rng.integers(1, DICE + 1)))
            # A die that leans or is covered has no value: whatever is said of such a table is wrong.
            came = outcome(table, scene)
            came = "silent" if name in PROVOKED and came == "right" else came
            told[f"{name} {came}"] += 1
            if keep is not None and (came == "silent" or (came == "declined" and name in {"laid", "thrown"})):
                cv2.imwrite(str(keep / f"{name.split()[0]}-{came}-{seed}-{lot}-{number}.png"), _drawn(scene))
        yield {"seed": seed, "lot": lot, "told": told}


def calibrated(seed: int, reader: Reader) -> Calibration | None:
    """What the owner of the table teaches it; None if he can't within his minute."""
    guide, watcher = TrayLesson(), Watcher(reader)
    for frame in calibrates(seed):
        guide.learn(watcher.watch(frame, Expectation()))
    return guide.calibration


def _drawn(scene: Scene) -> Image:
    image = scene.image.copy()
    for one in scene.dice:
        x, y, _, _ = one.die.box
        text = f"{one.die.value} {one.die.confidence:.2f}"
        cv2.putText(image, text, (int(x), int(y) - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 255, 255), 2)
    for doubt in scene.doubts:
        x, y, w, h = doubt.box or (4, 20, 0, 0)
        cv2.rectangle(image, (int(x), int(y)), (int(x + w), int(y + h)), (0, 0, 255), 2)
        cv2.putText(image, doubt.kind, (int(x), int(y + h) + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 255), 2)
    return image


def main() -> None:
    """Show the tables, one after the other, lot by lot; print what all lots of this commit say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="JSON Lines; added to, never overwritten")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--first", type=int, default=3000, help="seed of the first table")
    parser.add_argument("--stills", type=int, default=20000)
    parser.add_argument("--throws", type=int, default=500)
    parser.add_argument("--keep", type=Path, help="a folder for pictures of what was misread or declined")
    parser.add_argument("--commit", default=commit(), help="the name the lines go under")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    reader = Reader()
    done = {line["seed"]: line["lots"] for line in read(args.out) if line["commit"] == args.commit}
    for seed in range(args.first, args.first + args.tables):
        if seed in done:
            continue
        made = list(lots(seed, args.stills // args.tables, args.throws // args.tables, reader, args.keep))
        told: Counter[str] = sum((lot["told"] for lot in made), Counter())
        with args.out.open("a") as out:
            out.write(json.dumps({"commit": args.commit, "seed": seed, "lots": len(made), "told": told}) + "\n")
        print(seed, dict(told), flush=True)
    total: Counter[str] = Counter()
    for line in read(args.out):
        if line["commit"] == args.commit:
            total.update(line["told"])
    print("| dice | shown | right | declined | silent |\n|---|---|---|---|---|")
    for name in ("laid", "thrown", *PROVOKED):
        shown = sum(total[f"{name} {came}"] for came in ("right", "declined", "silent"))
        cells = (f"{total[f'{name} {came}']}" for came in ("right", "declined", "silent"))
        print(f"| {name} | {shown} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
