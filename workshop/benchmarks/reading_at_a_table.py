"""What it helps to know the number of dice, and to look at several frames.

    python -m workshop.benchmarks.reading_at_a_table [--tables N]

Fresh renders of tables seen from above, filmed three times each with other noise and compression.
"""

from __future__ import annotations

import argparse
from collections import Counter

import cv2
import numpy as np

from vision.reading.reader import Reader
from vision.types import Hint, Reading
from vision.watching.consensus import consensus
from workshop.training.scenes import Scene, make_scene
from workshop.training.sprites import make_sprites

FRAMES = 3


def filmed_again(rng: np.random.Generator, scene: Scene) -> np.ndarray:
    """The same table a moment later: other noise, other compression."""
    noisy = np.clip(scene.image + rng.normal(0, 4, scene.image.shape), 0, 255).astype(np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])[1], cv2.IMREAD_COLOR))


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(11)
    sprites = [s for s in make_sprites(11, 400) if s.tilt < 0.35]
    reader = Reader()
    tally: dict[str, Counter[str]] = {}
    tables = 0
    while tables < args.tables:
        scene = make_scene(rng, sprites)
        edges = [float(np.sqrt(cv2.contourArea(c))) for c in scene.corners]
        if not 1 <= len(edges) <= 8 or scene.troubles or min(edges) < 20:
            continue
        tables += 1
        frames = [filmed_again(rng, scene) for _ in range(FRAMES)]
        count = len(scene.values)
        seen: dict[str, Reading] = {
            "one frame": reader.read(frames[0]),
            "one frame, number known": reader.read(frames[0], Hint(dice=count)),
            f"{FRAMES} frames": consensus([reader.read(f) for f in frames]),
            f"{FRAMES} frames, number known": consensus([reader.read(f, Hint(dice=count)) for f in frames]),
        }
        for name, reading in seen.items():
            sure = reading.certain and (len(reading.dice) == count or "known" not in name)
            right = sorted(d.value for d in reading.dice) == sorted(scene.values)
            tally.setdefault(name, Counter())["exact" if sure and right else "silent" if sure else "declined"] += 1
    print("| what is known | exact | silent | declined |\n|---|---|---|---|")
    for name, n in tally.items():
        print(f"| {name} | " + " | ".join(f"{n[k] / tables:.1%}" for k in ("exact", "silent", "declined")) + " |")


if __name__ == "__main__":
    main()
