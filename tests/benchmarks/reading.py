"""Scores the reader on the measuring set beside the checkout: geometry alone, the network alone, and both.

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

from vision.reader import WEIGHTS, Reader, Weights

JUDGES = {
    "first network": Weights(classifier=0, geometry=0, network=1, heat=1, none=0),
    "geometry": Weights(classifier=0, geometry=1, network=0, heat=1, none=0),
    "classifier": Weights(classifier=1, geometry=0, network=0, heat=0, none=0),
    "all together": WEIGHTS,
}
SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def main() -> None:
    """Read every photograph three ways."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every Nth photograph")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos" / "dev")
    args = parser.parse_args()
    labels = [json.loads(line) for line in (args.photos / "labels.jsonl").read_text().splitlines()][:: args.every]
    subset = Path("build") / "labels.jsonl"
    subset.parent.mkdir(exist_ok=True)
    subset.write_text("".join(json.dumps(label) + "\n" for label in labels))
    for name, weights in JUDGES.items():
        reader = Reader(weights)
        begin = time.perf_counter()
        lines = []
        bins: dict[int, list[bool]] = defaultdict(list)
        for label in labels:
            reading = reader.read(cv2.imread(str(args.photos / label["file"])))
            dice = [{"value": d.value, "box": list(d.box), "confidence": d.confidence} for d in reading.dice]
            lines.append(json.dumps({"file": label["file"], "dice": dice, "certain": reading.certain}))
            for die in reading.dice:
                for x, y, w, h, value in label["boxes"] or []:
                    if x < die.centre[0] < x + w and y < die.centre[1] < y + h:
                        bins[min(9, int(die.confidence * 10))].append(die.value == value)
        seconds = (time.perf_counter() - begin) / len(labels)
        print(f"\n== {name}: {seconds:.2f} s a photograph", flush=True)
        score = [sys.executable, str(SHARED / "score_photos.py"), str(subset), "--wrong", f"build/wrong-{name}.txt"]
        if weights is WEIGHTS:
            score.append("--groups")
        subprocess.run(score, input="\n".join(lines), text=True, check=True)
        for tenth, right in sorted(bins.items()):
            share = sum(right) / len(right)
            print(f"confidence {tenth / 10:.1f}-{tenth / 10 + 0.1:.1f}: {share:6.1%} right of {len(right)}")


if __name__ == "__main__":
    main()
