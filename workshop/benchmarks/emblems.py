"""Dice that show emblems in place of pips, on renders: asked about as long as nobody taught them, then read.

    python -m workshop.benchmarks.emblems [--tables N] [--scenes N]

Each table has one maker's dice, one camera and one light, and a person could read every face of it. Untaught, each
scene has an emblem or more: to vouch for one without it, or with a value for it, is silent. Taught, each face was shown
`LEAST_EXAMPLES` times, turned otherwise, and it is known where anything lies, as at every table that learned its tray.
Where one face was forgotten, only scenes that show it count: to vouch for one of these is silent.
"""

import math
from collections import Counter, defaultdict

import cv2
import numpy as np
import typer

from kiosk.session.tray_lesson import LAYS
from vision.reading.fusion import UNDISPUTED
from vision.reading.reader import Reader
from vision.types import Box, Hint, Reading, at_once, count_doubts
from vision.watching.taught import LEAST_EXAMPLES, PIPS, TaughtExample, TaughtFaces, read_with
from workshop.benchmarks.measuring import OUTCOMES, header, outcome, row, shares
from workshop.training.emblem_scenes import EmblemScene, EmblemTable, ShownDie

SEED = 4700
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
        if +wanted and scene.dice and wanted[scene.dice[0].value]:
            die = scene.dice[0]
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
    more = AROUND * die.edge
    return left - more, top - more, width + 2 * more, height + 2 * more


def reading_of(reader: Reader, scene: EmblemScene, faces: TaughtFaces, edge: float, dice: int | None) -> Reading:
    """What a table reads that learned its tray and was taught these faces."""
    known = Hint(dice, tuple(place_of(die) for die in scene.dice), edge)
    seen = at_once(read_with(faces, edge, reader.read_steps, scene.image, known))
    left = tuple(doubt for doubt in seen.doubts if doubt not in count_doubts(0, 1))
    return Reading(seen.dice, (*left, *count_doubts(len(seen.dice), dice)))


def main(tables: int = 30, scenes: int = 12, first: int = 0) -> None:
    """What is read of dice with emblems at tables that were taught them or not."""
    cv2.setNumThreads(1)
    reader, counts = Reader(), defaultdict[str, Counter[str]](Counter)
    for number in range(first, first + tables):
        table, rng = EmblemTable((SEED, number)), np.random.default_rng((SEED, number, 1))
        examples, forgotten = taught(reader, table, rng), min(table.emblems)
        faces = TaughtFaces(examples)
        without = [example for example in examples if example.value != forgotten]
        less = TaughtFaces(without) if len(table.emblems) > 1 else None
        for _ in range(scenes):
            scene = table.scene(rng, int(rng.integers(1, 4)), int(rng.integers(0, 4)))
            values = [die.value for die in scene.dice]
            odd = any(die.emblem for die in scene.dice)
            for known, dice in (("unknown", None), ("known", len(values))) if values else ():
                if odd:
                    counts[f"untaught, number {known}"][outcome(reader.read(scene.image, Hint(dice=dice)), None)] += 1
                reading = reading_of(reader, scene, faces, table.edge, dice)
                counts[f"taught, number {known}"][outcome(reading, values)] += 1
                if less is not None and forgotten in values:
                    reading = reading_of(reader, scene, less, table.edge, dice)
                    counts[f"taught, but for one face, number {known}"][outcome(reading, None)] += 1
        print(number, {name: dict(count) for name, count in counts.items()}, flush=True)
    header("emblems", *OUTCOMES)
    for name, count in counts.items():
        row(name, *shares(count))


if __name__ == "__main__":
    typer.run(main)
