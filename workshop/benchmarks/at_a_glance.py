"""What is passed over at a glance at pictures of which nothing is known, and what reading all of them passes over.

    python -m workshop.benchmarks.at_a_glance [--frames N]

Frames of 1280x720 with two to six dice of one set of 36 to 80 pixels on felt: all still, the last one in motion, so
that it slides, spins or does both while the shutter is open, or the last one out of focus. Each is read in full, also
at a glance, and told how many dice lie there. A frame with a die in motion, or a blurred one, must be declined: vouched
for, it counts as silently wrong, be that die passed over or read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable

import cv2
import numpy as np

from vision.reading.reader import Reader
from vision.types import Hint, Image, Reading
from workshop.training.film import SMEARED, out_of_focus
from workshop.training.looks import Look, paint, random_look
from workshop.training.shutter import exposed, random_motion
from workshop.training.sprites import EDGE_PX, Array, Sprite, make_sprites
from workshop.training.tables import SIZE_PX

WIDTH, HEIGHT = 1280, 720
COLUMNS, ROWS = 5, 3
"""Dice lie apart, one in each part of the frame at most; parts overlap a little."""
STILL, MOVING, BLURRED = "all lie still", "one is in motion", "one is out of focus"


def frame(rng: np.random.Generator, sprites: list[Sprite], kind: str) -> tuple[Image, list[int]]:
    """A frame, and the values of the dice in it; of a kind that must be declined none is right."""
    felt = rng.uniform(20, 150, 3).astype(np.float32)
    picture = np.clip(felt + rng.normal(0, rng.uniform(1, 6), (HEIGHT, WIDTH, 1)), 0, 255).astype(np.float32)
    edge, look = rng.uniform(36, 80), random_look(rng, felt)
    parts = rng.permutation(COLUMNS * ROWS)[: int(rng.integers(2, 7))]
    values = []
    for number, part in enumerate(parts):
        row, column = divmod(int(part), COLUMNS)
        top, left = row * (HEIGHT - SIZE_PX) // (ROWS - 1), column * (WIDTH - SIZE_PX) // (COLUMNS - 1)
        sprite = sprites[int(rng.integers(len(sprites)))]
        there = picture[top : top + SIZE_PX, left : left + SIZE_PX]
        last = number == len(parts) - 1
        there[:] = painted(rng, there, sprite, edge, look, kind=kind if last else STILL)
        values.append(sprite.value)
    filmed = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.2)) + rng.normal(0, rng.uniform(0, 3), picture.shape)
    return np.clip(filmed, 0, 255).astype(np.uint8), sorted(values)


def painted(rng: np.random.Generator, felt: Array, sprite: Sprite, edge: float, look: Look, *, kind: str) -> Array:
    """A part of the felt with a die on it, turned and placed by chance."""
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(90, 166, 2).astype(np.float32)

    def laid(aside: Array | float, further: float, _moment: float) -> Array:
        """The die so many pixels aside, and turned by so much further."""
        made, owner = felt.copy(), np.full((SIZE_PX, SIZE_PX), -1, np.int16)
        c, s = np.cos(turn + further), np.sin(turn + further)
        linear = np.array([[c, -s], [s, c]], np.float32) * np.float32(edge / EDGE_PX)
        paint(made, owner, 0, sprite, linear, (at + aside).astype(np.float32), look)
        return made

    if kind == MOVING:
        return exposed(random_motion(rng, edge), edge, laid)
    still = laid(0.0, 0.0, 0.0)
    return out_of_focus(still, edge * rng.uniform(*SMEARED)) if kind == BLURRED else still


def main() -> None:
    """Read each frame in all ways, print a row for each kind and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sprites = [s for s in make_sprites(args.seed, 200) if s.value and s.tilt < 0.3]
    reader = Reader()
    ways: dict[str, Callable[[Image, int], Reading]] = {
        "in full": lambda picture, _: reader.read(picture, Hint(exact=True)),
        "also at a glance": lambda picture, _: reader.read(picture),
        "told how many lie there": lambda picture, number: reader.read(picture, Hint(dice=number)),
    }
    print("| of some dice | read | exact | silent | declined |\n|---|---|---|---|---|")
    for kind in (STILL, MOVING, BLURRED):
        rng = np.random.default_rng(args.seed)
        seen: dict[str, Counter[str]] = {way: Counter() for way in ways}
        for _ in range(args.frames):
            picture, values = frame(rng, sprites, kind)
            for way, counts in seen.items():
                reading = ways[way](picture, len(values))
                right = kind == STILL and sorted(die.value for die in reading.dice) == values
                counts["declined" if not reading.certain else "exact" if right else "silent"] += 1
        for way, counts in seen.items():
            shares = [f"{counts[outcome] / args.frames:.1%}" for outcome in ("exact", "silent", "declined")]
            print(f"| {kind} | {way} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
