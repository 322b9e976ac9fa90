"""Scores the reader on the measuring set beside the checkout, and each of its judges alone, in one pass.

    python tests/benchmarks/reading.py [--every N]

Prints the measuring set's own figures for each, then how often readings of each stated confidence were right.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import cv2

from vision.reader import WEIGHTS, Reader, Weights, conclude
from vision.types import Reading

JUDGES = {
    "first network": Weights(classifier=0, geometry=0, network=1, heat=1, none=0),
    "geometry": Weights(classifier=0, geometry=1, network=0, heat=1, none=0),
    "classifier": Weights(classifier=1, geometry=0, network=0, heat=0, none=0),
    "all together": WEIGHTS,
}
SHARED = Path(__file__).resolve().parents[2].parent / "shared"
BUILD = Path("build")


def main() -> None:
    """Look at every photograph once, conclude from it four times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every Nth photograph")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos" / "dev")
    args = parser.parse_args()
    labels = [json.loads(line) for line in (args.photos / "labels.jsonl").read_text().splitlines()][:: args.every]
    reader = Reader()
    readings: dict[str, list[Reading]] = defaultdict(list)
    begin = time.perf_counter()
    for label in labels:
        image = cv2.imread(str(args.photos / label["file"]))
        looked = reader.look(image)
        for name, weights in JUDGES.items():
            readings[name].append(conclude(image, *looked, weights))
    print(f"{(time.perf_counter() - begin) / len(labels):.2f} s a photograph")
    for name in JUDGES:
        print(f"\n== {name}", flush=True)
        score(labels, readings[name], name)
    calibration(labels, readings["all together"])


def score(labels: list[dict], readings: list[Reading], name: str) -> None:
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
    command += ["--groups"] if name == "all together" else []
    subprocess.run(command, input="\n".join(lines), text=True, check=True)


def calibration(labels: list[dict], readings: list[Reading]) -> None:
    """How many dice of each stated confidence have that value, where the labels say where each die lies."""
    tenths: dict[int, list[bool]] = defaultdict(list)
    for label, reading in zip(labels, readings, strict=True):
        for die in reading.dice:
            for x, y, w, h, value in label["boxes"] or []:
                if x < die.centre[0] < x + w and y < die.centre[1] < y + h:
                    tenths[min(9, int(die.confidence * 10))].append(die.value == value)
    print()
    for tenth, right in sorted(tenths.items()):
        share = sum(right) / len(right)
        print(f"confidence {tenth / 10:.1f}-{tenth / 10 + 0.1:.1f}: {share:6.1%} right of {len(right)}")


if __name__ == "__main__":
    main()
