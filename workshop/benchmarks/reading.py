"""Scores the reader on the measuring set beside the checkout.

    python -m workshop.benchmarks.reading [--every N] [--renders N] [--photos FOLDER] [--without SOURCE]

Prints the measuring set's own figures, of what is read where nothing is known and where the number of dice is told;
then for each bar of confidence what one search reads, and how often readings of each stated confidence were right, on
the photographs and on fresh renders, which is drawn to build/calibration.png. What was read wrongly goes there, too.
"""

import json
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import typer

from vision.reading.reader import Reader
from vision.types import DoubtKind, Hint, Reading, at_once, count_doubts
from workshop.benchmarks.measuring import OUTCOMES, PHOTOS, SHARED, header, labels, outcome, photograph, row, shares
from workshop.training.scenes import make_scene, what_lies_at
from workshop.training.sprites import make_sprites

UNKNOWN, TOLD = "number unknown", "number told"
BARS = (0.5, 0.6, 0.7, 0.8, 0.9)
BUILD = Path("build")
SURE = 0.9
"""A picture that is read right at 0.9 or more for each die should hardly ever be declined."""
LEAST_DRAWN = 3
"""Dice it takes for a share to say something."""
Stated = list[tuple[float, bool]]
"""Stated confidence of each die, and whether its value is right."""


def main(every: int = 1, renders: int = 400, photos: Path = PHOTOS / "dev", without: str | None = None) -> None:
    """Score every Nth photograph of a folder, `without` those of sources whose names hold this; and fresh renders."""
    cv2.setNumThreads(1)
    BUILD.mkdir(exist_ok=True)
    chosen = [label for label in labels(photos)[::every] if without is None or without not in label["group"]]
    reader, readings = Reader(), dict[str, list[Reading]]({UNKNOWN: [], TOLD: []})
    curve = {(known, bar): Counter[str]() for known, bar in product(readings, BARS)}
    for label in chosen:
        image, values = photograph(photos, label), label["values"]
        number = {UNKNOWN: None, TOLD: None if values is None else len(values)}
        found = at_once(reader.detect(image))
        for known, dice in number.items():
            readings[known].append(reader.read(image, Hint(dice=dice, exact=dice is not None)))
        for (known, bar), counts in curve.items():
            reading = reader.conclude(image, found, bar, expected=number[known])
            doubts = (*reading.doubts, *count_doubts(len(reading.dice), number[known]))
            counts[outcome(Reading(reading.dice, doubts), values)] += 1
    for known, read_by in readings.items():
        print(f"\n== {known}", flush=True)
        score(chosen, read_by, known)
        declined_though_sure(chosen, read_by)
    header("bar of one search", *OUTCOMES)
    for (known, bar), counts in curve.items():
        row(f"{bar}, {known}", *shares(counts))
    stated = {"photographs": of_photographs(chosen, readings[UNKNOWN]), "renders": of_renders(reader, renders)}
    calibration(stated, BUILD / "calibration.png")


def score(chosen: list[dict[str, Any]], readings: list[Reading], name: str) -> None:
    """Let the measuring set's own script score readings; what is wrong of them goes under build/."""
    subset = BUILD / "labels.jsonl"
    subset.write_text("".join(json.dumps(label) + "\n" for label in chosen))
    lines = []
    for label, reading in zip(chosen, readings, strict=True):
        dice = [{"value": die.value, "box": die.box, "confidence": die.confidence} for die in reading.dice]
        lines.append(json.dumps({"file": label["file"], "dice": dice, "certain": reading.certain}))
    command = [sys.executable, str(SHARED / "score_photos.py"), str(subset)]
    command += ["--wrong", str(BUILD / f"wrong-{name.replace(' ', '-')}.txt")]
    command += ["--groups"] if name == UNKNOWN else []
    subprocess.run(command, input="\n".join(lines), text=True, check=True)


def declined_though_sure(chosen: list[dict[str, Any]], readings: list[Reading]) -> None:
    sure = [
        reading
        for label, reading in zip(chosen, readings, strict=True)
        if sorted(die.value for die in reading.dice) == label["values"] != []
        and min(die.confidence for die in reading.dice) >= SURE
    ]
    declined = sum(not reading.certain for reading in sure)
    print(f"of {len(sure)} read right at {SURE} or more for each die {declined} declined")


def of_photographs(chosen: list[dict[str, Any]], readings: list[Reading]) -> Stated:
    """Dice of photographs whose labels say where each die lies; a die where none lies is wrong."""
    stated = []
    for label, reading in zip(chosen, readings, strict=True):
        for die in reading.dice if label["boxes"] else ():
            at_x, at_y = die.centre
            held = [value for x, y, w, h, value in label["boxes"] if x < at_x < x + w and y < at_y < y + h]
            stated.append((die.confidence, die.value in held))
    return stated


def of_renders(reader: Reader, count: int, seed: int = 4242) -> Stated:
    """Dice of fresh renders, those that lean or are half hidden left out: they are told right or wrong by chance."""
    rng, sprites = np.random.default_rng(seed), make_sprites(seed, 600)
    stated = []
    for _ in range(count):
        scene = make_scene(rng, sprites)
        for die in reader.read(scene.image).dice:
            truth = what_lies_at(scene, np.array(die.centre), die.size)
            if truth is not None and not isinstance(truth, DoubtKind):
                stated.append((die.confidence, die.value == truth))
    return stated


def calibration(stated: dict[str, Stated], path: Path) -> None:
    """A table, and a picture of it: how many dice of each stated confidence have that value."""
    inks = {"photographs": (200, 80, 30), "renders": (40, 40, 200)}
    picture = np.full((480, 640, 3), 255, np.uint8)
    cv2.line(picture, (60, 440), (600, 40), (200, 200, 200), 1, cv2.LINE_AA)
    cv2.rectangle(picture, (60, 40), (600, 440), (120, 120, 120), 1)

    def write(text: str, at: tuple[int, int], ink: tuple[int, int, int] = (60, 60, 60)) -> None:
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, 1, cv2.LINE_AA)

    write("stated confidence", (240, 470))
    write("right", (10, 240))
    header("stated confidence", "right", "of")
    for number, (name, dice) in enumerate(stated.items()):
        points = []
        for tenth in range(10):
            right = [good for confidence, good in dice if min(9, int(confidence * 10)) == tenth]
            if right:
                share = sum(right) / len(right)
                row(f"{name}, {tenth / 10:.1f}-{tenth / 10 + 0.1:.1f}", f"{share:.1%}", len(right))
            if len(right) >= LEAST_DRAWN:
                points.append((round(60 + 540 * (tenth + 0.5) / 10), round(440 - 400 * share)))
        cv2.polylines(picture, [np.array(points, np.int32)], isClosed=False, color=inks[name], thickness=2)
        write(name, (80, 70 + 24 * number), inks[name])
    cv2.imwrite(str(path), picture)


if __name__ == "__main__":
    typer.run(main)
