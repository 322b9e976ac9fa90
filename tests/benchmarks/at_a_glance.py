"""What is passed over at a glance at pictures of which nothing is known, and what reading all of them passes over.

    python tests/benchmarks/at_a_glance.py [--frames N]

Frames of 1280x720 with two to six dice of one set of 36 to 80 pixels on felt, all still, or the last one smeared as a
die in motion is; each read with and without glances. A frame with a smeared die must be declined: vouched for, it
counts as silently wrong, be that die passed over or read.
"""

from __future__ import annotations

import argparse
from collections import Counter

import cv2
import numpy as np

from vision.reader import Reader
from vision.training.film import SMEARED, smear
from vision.training.looks import Look, paint, random_look
from vision.training.sprites import EDGE_PX, Array, Sprite, make_sprites
from vision.training.tables import SIZE_PX
from vision.types import Image

WIDTH, HEIGHT = 1280, 720
COLUMNS, ROWS = 5, 3
"""Dice lie apart, one in each part of the frame at most; parts overlap a little."""


def frame(rng: np.random.Generator, sprites: list[Sprite], in_motion: bool) -> tuple[Image, list[int]]:
    """A frame, and the values of the dice in it that lie still."""
    felt = rng.uniform(20, 150, 3).astype(np.float32)
    picture = np.clip(felt + rng.normal(0, rng.uniform(1, 6), (HEIGHT, WIDTH, 1)), 0, 255).astype(np.float32)
    edge, look = rng.uniform(36, 80), random_look(rng, felt)
    parts = rng.permutation(COLUMNS * ROWS)[: int(rng.integers(2, 7))]
    values = []
    for number, part in enumerate(parts):
        row, column = divmod(int(part), COLUMNS)
        top, left = row * (HEIGHT - SIZE_PX) // (ROWS - 1), column * (WIDTH - SIZE_PX) // (COLUMNS - 1)
        sprite = sprites[int(rng.integers(len(sprites)))]
        there = painted(rng, picture[top : top + SIZE_PX, left : left + SIZE_PX], sprite, edge, look)
        if in_motion and number == len(parts) - 1:
            there = smear(rng, there, edge * rng.uniform(*SMEARED))
        else:
            values.append(sprite.value)
        picture[top : top + SIZE_PX, left : left + SIZE_PX] = there
    filmed = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.2)) + rng.normal(0, rng.uniform(0, 3), picture.shape)
    return np.clip(filmed, 0, 255).astype(np.uint8), sorted(values)


def painted(rng: np.random.Generator, felt: Array, sprite: Sprite, edge: float, look: Look) -> Array:
    """A part of the felt with a die on it, turned and placed by chance."""
    made, owner = felt.copy(), np.full((SIZE_PX, SIZE_PX), -1, np.int16)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    linear = np.array([[c, -s], [s, c]], np.float32) * np.float32(edge / EDGE_PX)
    paint(made, owner, 0, sprite, linear, rng.uniform(90, 166, 2).astype(np.float32), look)
    return made


def main() -> None:
    """Read each frame both ways, print a row for each kind and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sprites = [s for s in make_sprites(args.seed, 200) if s.value and s.tilt < 0.3]
    reader = Reader()
    print("| nothing is known of | read | exact | silent | declined | at a glance |\n|---|---|---|---|---|---|")
    for in_motion, kind in ((False, "dice that lie still"), (True, "dice of which one is smeared")):
        rng = np.random.default_rng(args.seed)
        seen: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        for _ in range(args.frames):
            picture, values = frame(rng, sprites, in_motion)
            seen[True]["glances"] += reader.glanced_from_afar(picture) is not None
            for quick, counts in seen.items():
                reading = reader.read(picture, quick=quick)
                right = not in_motion and sorted(die.value for die in reading.dice) == values
                counts["declined" if not reading.certain else "exact" if right else "silent"] += 1
        for quick, counts in seen.items():
            shares = [f"{counts[outcome] / args.frames:.1%}" for outcome in ("exact", "silent", "declined")]
            glances = f"{counts['glances'] / args.frames:.0%}" if quick else ""
            print(f"| {kind} | {'also at a glance' if quick else 'in full'} | {' | '.join(shares)} | {glances} |")


if __name__ == "__main__":
    main()
