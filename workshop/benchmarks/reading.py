"""Scores the reader on the measuring set beside the checkout, and each of its models alone, in one pass.

    python -m workshop.benchmarks.reading [--every N] [--renders N] [--photos FOLDER] [--without SOURCE]

None of them vouches for a die on which a glare lies, as geometry says. Then the reader is told how many dice the label
counts. Prints the measuring set's own figures for each, then how often readings of each stated confidence were right,
on the photographs and on fresh renders, and draws that to build/calibration.png; and for each bar of confidence how
many photographs one search reads, and how many silently wrong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from vision.reading import fusion
from vision.reading.fusion import CERTAIN, WEIGHTS, Weights
from vision.reading.reader import Reader
from vision.types import DoubtKind, Hint, Image, Reading, at_once
from workshop.training.scenes import make_scene, what_lies_at
from workshop.training.sprites import make_sprites

ALONE = Weights(
    any_classifier=0, any_heat=1, any_size=0, any_bias=0, classifier=0, geometry=0, detector=0, unreadable=0
)
JUDGES = {
    "geometry": replace(ALONE, geometry=1),
    "detector": replace(ALONE, detector=1),
    "classifier": replace(ALONE, any_classifier=1, any_heat=0, classifier=1),
    "all together, one search": WEIGHTS,
}
ALL = "all together, several views"
COUNTED = {"number known": True, "number known, not sought from afar": False}
"""What is told the number of dice, and whether quickly."""
BARS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""Of confidence, in the curve of what is silently wrong against what is declined."""
_ALONE = 0.5
"""A model alone is believed from this confidence: it is never as sure as all together."""
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
BUILD = Path("build")
FILMED_PX = (1280, 720)
LEAST_DRAWN = 3
"""Dice it takes for a share to say something."""
Told = list[tuple[float, bool]]
"""Stated confidence of each die, and whether its value is right."""


def as_filmed(image: Image) -> Image:
    """A photograph as large as a table's camera would have taken it."""
    shrink = min(1.0, FILMED_PX[0] / image.shape[1], FILMED_PX[1] / image.shape[0])
    return np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def main() -> None:
    """Look at every photograph, conclude from it once for each judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every Nth photograph")
    parser.add_argument("--renders", type=int, default=400, help="fresh renders to check the confidence on")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos" / "dev")
    parser.add_argument("--without", help="leave out the photographs of a source whose name holds this")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    labels = [json.loads(line) for line in (args.photos / "labels.jsonl").read_text().splitlines()][:: args.every]
    labels = [label for label in labels if args.without is None or args.without not in label["group"]]
    reader = Reader()
    readings: dict[str, list[Reading]] = defaultdict(list)
    curve: Counter[tuple[bool, float, str]] = Counter()
    begin, glanced = time.perf_counter(), 0
    for label in labels:
        picture = cv2.imread(str(args.photos / label["file"]))
        assert picture is not None, label["file"]
        image = np.asarray(picture, np.uint8)
        found = at_once(reader.detect(image))
        for name, weights in JUDGES.items():
            bar = CERTAIN if weights is WEIGHTS else _ALONE
            with patch.object(fusion, "WEIGHTS", weights):
                readings[name].append(reader.conclude(image, found, bar))
        readings[ALL].append(reader.read(image))
        glanced += reader.glance(image) is not None
        number = None if label["values"] is None else len(label["values"])
        for told, bar in product((False, True), BARS):
            reading = reader.conclude(image, found, bar, expected=number if told else None)
            curve[told, bar, outcome(reading, number if told else None, label["values"])] += 1
        for name, quick in COUNTED.items():
            readings[name].append(reader.read(image, Hint(dice=number, exact=not quick)))
    print(f"{(time.perf_counter() - begin) / len(labels):.2f} s a photograph")
    print(f"on {glanced} of {len(labels)} a glance is enough, if nothing is known")
    for name, read_by in readings.items():
        print(f"\n== {name}", flush=True)
        score(labels, read_by, name)
    for told, bar in product((False, True), BARS):
        shares = [curve[told, bar, kind] / len(labels) for kind in ("exact", "silent", "declined")]
        print(f"bar {bar}, number {'known' if told else 'unknown'}: " + " / ".join(f"{share:.1%}" for share in shares))
    BUILD.mkdir(exist_ok=True)
    told_by = {
        "photographs": of_photographs(labels, readings[ALL]),
        "renders": of_renders(reader, args.renders),
    }
    calibration(told_by, BUILD / "calibration.png")


def outcome(reading: Reading, number: int | None, values: list[int] | None) -> str:
    """What a reading comes to where these values lie there; None is to be declined."""
    if not reading.certain or number not in {None, len(reading.dice)}:
        return "declined"
    return "exact" if values is not None and sorted(die.value for die in reading.dice) == sorted(values) else "silent"


def score(labels: list[dict[str, Any]], readings: list[Reading], name: str) -> None:
    """Let the measuring set's own script score one judge; what it got wrong goes under build/."""
    BUILD.mkdir(exist_ok=True)
    subset = BUILD / "labels.jsonl"
    subset.write_text("".join(json.dumps(label) + "\n" for label in labels))
    lines = []
    for label, reading in zip(labels, readings, strict=True):
        dice = [{"value": d.value, "box": list(d.box), "confidence": d.confidence} for d in reading.dice]
        lines.append(json.dumps({"file": label["file"], "dice": dice, "certain": reading.certain}))
    command = [sys.executable, str(SHARED / "score_photos.py"), str(subset)]
    command += ["--wrong", str(BUILD / f"wrong-{name.replace(' ', '-')}.txt")]
    command += ["--groups"] if name == ALL else []
    subprocess.run(command, input="\n".join(lines), text=True, check=True)


def of_photographs(labels: list[dict[str, Any]], readings: list[Reading]) -> Told:
    """Dice of photographs whose labels say where each die lies; a die where none lies is wrong."""
    told = []
    for label, reading in zip(labels, readings, strict=True):
        if label["boxes"]:
            for die in reading.dice:
                held = [
                    v for x, y, w, h, v in label["boxes"] if x < die.centre[0] < x + w and y < die.centre[1] < y + h
                ]
                told.append((die.confidence, die.value in held))
    return told


def of_renders(reader: Reader, count: int, seed: int = 4242) -> Told:
    """Dice of fresh renders, those that lean or are half hidden left out: they are told right or wrong by chance."""
    rng = np.random.default_rng(seed)
    sprites = make_sprites(seed, 600)
    told = []
    for _ in range(count):
        scene = make_scene(rng, sprites)
        for die in reader.read(scene.image).dice:
            truth = what_lies_at(scene, np.array(die.centre), die.size)
            if truth is not None and not isinstance(truth, DoubtKind):
                told.append((die.confidence, die.value == truth))
    return told


def calibration(told: dict[str, Told], path: Path) -> None:
    """Table, and a picture of 640x480: how many dice of each stated confidence have that value."""
    inks = {"photographs": (200, 80, 30), "renders": (40, 40, 200)}
    picture = np.full((480, 640, 3), 255, np.uint8)
    cv2.line(picture, (60, 440), (600, 40), (200, 200, 200), 1, cv2.LINE_AA)
    cv2.rectangle(picture, (60, 40), (600, 440), (120, 120, 120), 1)
    cv2.putText(picture, "stated confidence", (240, 470), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1, cv2.LINE_AA)
    cv2.putText(picture, "right", (10, 240), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1, cv2.LINE_AA)
    for row, (name, dice) in enumerate(told.items()):
        points = []
        print(f"\n{name}")
        for tenth in range(10):
            right = [good for stated, good in dice if min(9, int(stated * 10)) == tenth]
            if right:
                share = sum(right) / len(right)
                print(f"confidence {tenth / 10:.1f}-{tenth / 10 + 0.1:.1f}: {share:6.1%} right of {len(right)}")
                if len(right) >= LEAST_DRAWN:
                    points.append((round(60 + 540 * (tenth + 0.5) / 10), round(440 - 400 * share)))
        cv2.polylines(picture, [np.array(points, np.int32)], isClosed=False, color=inks[name], thickness=2)
        at = (80, 70 + 24 * row)
        cv2.putText(picture, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, inks[name], 1, cv2.LINE_AA)
    cv2.imwrite(str(path), picture)


if __name__ == "__main__":
    main()
