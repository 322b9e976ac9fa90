"""What is taken for a side of another die, and truly is: `python -m workshop.benchmarks.sides [--scenes N]`.

Fresh renders of dice seen obliquely, looked at once; and how many pictures are read before and after sides are taken
away.
"""

from __future__ import annotations

import argparse
from collections import Counter

import cv2
import numpy as np

from vision.reading.reader import Reader
from vision.types import Reading, at_once
from workshop.benchmarks.ablation import without_check
from workshop.training.scenes import Scene, make_scene, what_lies_at
from workshop.training.sprites import make_sprites

OBLIQUE = 0.35
"""Sine of the angle at which half of the tops are seen, at least."""


def outcome(scene: Scene, reading: Reading) -> str:
    """Of a picture."""
    if not reading.certain:
        return "declined"
    return "exact" if sorted(die.value for die in reading.dice) == sorted(scene.values) else "silent"


def main() -> None:
    """Render, look, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=61)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    sprites = make_sprites(args.seed, 600)
    reader = Reader()
    taken: Counter[str] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    left = args.scenes
    while left:
        scene = make_scene(rng, sprites)
        if not scene.slants or np.median([np.linalg.norm(s) for _, s in scene.slants]) < OBLIQUE:
            continue
        left -= 1
        found = at_once(reader.detect(scene.image))
        with without_check("side_faces"):
            before = reader.conclude(scene.image, found)
        after = reader.conclude(scene.image, found)
        for die in set(before.dice) - set(after.dice):
            truth = what_lies_at(scene, np.array(die.centre), die.size)
            taken["a side" if truth == 0 else "a top" if truth in range(1, 7) else "unreadable, or half beside it"] += 1
        told["before", outcome(scene, before)] += 1
        told["after", outcome(scene, after)] += 1
    print("taken for a side:", ", ".join(f"{count} {what}" for what, count in taken.most_common()))
    for when in ("before", "after"):
        print(f"{when}:", ", ".join(f"{told[when, how]} {how}" for how in ("exact", "declined", "silent")))


if __name__ == "__main__":
    main()
