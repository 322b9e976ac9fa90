"""Dice that show emblems in place of pips, on renders: asked about as long as nobody taught them, then read.

    python -m workshop.benchmarks.emblems [--tables N] [--scenes N] [--picture FILE]

Each table has one maker's dice, one camera and one light, and a person could read every face of it. Untaught, each
scene has an emblem or more: to vouch for one without it, or with a value for it, is silent. Taught, each face was shown
`LEAST_EXAMPLES` times, turned otherwise, and it is known where anything lies, as at every table that learned its tray;
how long that takes is told beside reading the same by pips alone. Where one face was forgotten, only scenes that show
it count: to vouch for one of these is silent.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from kiosk.session.tray_lesson import LAYS
from vision.reading.fusion import UNDISPUTED
from vision.reading.reader import Reader
from vision.types import Box, Hint, Reading, at_once, count_doubts
from vision.watching.taught import LEAST_EXAMPLES, PIPS, TaughtExample, TaughtFaces, read_with
from workshop.training.emblem_scenes import EmblemScene, EmblemTable, ShownDie
from workshop.training.tables import Image

SEED = 4700
OUTCOMES = ("exact", "declined", "silent")
AROUND = 0.2
"""What is seen of a die around its top face, in edges."""
MOST_TRIES = 100
"""Scenes of teaching after which a face that never lay anywhere is given up."""


def taught(reader: Reader, table: EmblemTable, rng: np.random.Generator) -> list[TaughtExample]:
    """What a table keeps that is shown each face a few times, by itself: where the reader sees anything at all."""
    examples = [
        TaughtExample.of(PIPS, scene.image, die.centre, table.edge)
        for scene in (table.scene(rng, 0, 3) for _ in range(LAYS))
        for die in reader.read(scene.image, Hint(dice=len(scene.dice))).dice
        if die.value not in table.emblems and die.confidence >= UNDISPUTED
    ]  # as the tray was learned
    wanted = Counter(dict.fromkeys(table.emblems, LEAST_EXAMPLES))
    for _ in range(MOST_TRIES):
        scene = table.scene(rng, 1, 0)
        if not +wanted or not scene.dice:
            continue
        die = scene.dice[0]
        if wanted[die.value]:
            place = seen_place(reader.read(scene.image), die.at, table.edge)
            examples.append(TaughtExample.of(die.value, scene.image, place, table.edge))
            wanted[die.value] -= 1
    return examples


def seen_place(reading: Reading, at: tuple[float, float], edge: float) -> tuple[float, float]:
    """Where the reader sees a die there, or doubts one; where it is, if the reader sees nothing."""
    boxes = [die.box for die in reading.dice] + [doubt.box for doubt in reading.doubts if doubt.box is not None]
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in boxes]
    return min(
        (one for one in middles if math.dist(one, at) < edge / 2), key=lambda one: math.dist(one, at), default=at
    )


def place_of(die: ShownDie) -> Box:
    """The box in which a table that learned its tray sees that something lies there."""
    left, top, width, height = cv2.boundingRect(die.corners)
    return (
        left - AROUND * die.edge,
        top - AROUND * die.edge,
        width + 2 * AROUND * die.edge,
        height + 2 * AROUND * die.edge,
    )


def outcome(reading: Reading, scene: EmblemScene) -> str:
    """One of OUTCOMES."""
    right = sorted(die.value for die in reading.dice) == sorted(die.value for die in scene.dice)
    return "declined" if not reading.certain else "exact" if right else "silent"


def untaught_outcome(reading: Reading, scene: EmblemScene) -> str:
    """The same where nobody taught it: whatever it vouches for is silently wrong."""
    return "silent" if reading.certain and any(die.emblem for die in scene.dice) else "declined"


def told(scene: EmblemScene, edge: float, dice: int | None) -> Hint:
    """What a table knows of a picture that learned its tray."""
    return Hint(dice, tuple(place_of(die) for die in scene.dice), edge)


def reading_of(reader: Reader, scene: EmblemScene, faces: TaughtFaces, edge: float, dice: int | None) -> Reading:
    """What a table reads that was taught these faces."""
    seen = at_once(read_with(faces, edge, reader.look, scene.image, told(scene, edge, dice)))
    left = tuple(doubt for doubt in seen.doubts if doubt not in count_doubts(0, 1))
    return Reading(seen.dice, (*left, *count_doubts(len(seen.dice), dice)))


def main() -> None:
    """Stage tables, count, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--scenes", type=int, default=12, help="at each table")
    parser.add_argument("--first", type=int, default=0, help="the table to begin with")
    parser.add_argument("--picture", type=Path, default=Path("build/emblems.jpg"))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    counts: dict[str, Counter[str]] = {}
    silent: list[Image] = []
    took: list[tuple[float, float]] = []
    for number in range(args.first, args.first + args.tables):
        table, rng = EmblemTable((SEED, number)), np.random.default_rng((SEED, number, 1))
        examples = taught(reader, table, rng)
        faces, forgotten = TaughtFaces(examples), min(table.emblems)
        kept = [one for one in examples if one.value != forgotten]
        without = TaughtFaces(kept) if len(table.emblems) > 1 else None
        for _ in range(args.scenes):
            scene = table.scene(rng, int(rng.integers(1, 4)), int(rng.integers(0, 4)))
            if not scene.dice:
                continue
            for known, hint in (("unknown", Hint()), ("known", Hint(dice=len(scene.dice)))):
                plain = reader.read(scene.image, hint)
                begun = time.perf_counter()
                seen = reading_of(reader, scene, faces, table.edge, hint.dice)
                between = time.perf_counter()
                reader.read(scene.image, told(scene, table.edge, hint.dice))
                took.append((between - begun, time.perf_counter() - between))
                said = {"untaught": untaught_outcome(plain, scene), "taught": outcome(seen, scene)}
                if without is not None and any(die.value == forgotten for die in scene.dice):
                    less = reading_of(reader, scene, without, table.edge, hint.dice)
                    said["taught, but for one face"] = "silent" if less.certain else "declined"
                for name, what in said.items():
                    counts.setdefault(f"{name}, number {known}", Counter())[what] += 1
                    if what == "silent":
                        silent.append(scene.image)
        print(number, len(table.emblems), {name: dict(count) for name, count in counts.items()}, flush=True)
    print("| emblems | exact | declined | silent |")
    print("|---|---|---|---|")
    for name, count in counts.items():
        shares = " | ".join(f"{count[what] / count.total():.1%}" for what in OUTCOMES)
        print(f"| {name} | {shares} |")
    print("A scene takes {:.2f} s taught, {:.2f} s read by pips alone (medians).".format(*np.median(took, axis=0)))
    if silent:
        rows = [np.hstack((silent + silent[:1] * 8)[first : first + 8]) for first in range(0, min(len(silent), 32), 8)]
        args.picture.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(args.picture), np.vstack(rows))


if __name__ == "__main__":
    main()
