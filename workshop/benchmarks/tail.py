"""How long the slowest picture takes: what a table waits for before it can look at the next one.

    python -m workshop.benchmarks.tail [--pictures 500]

Pictures of the measuring set beside the checkout as a table's camera takes them, at most 1280 pixels wide and 720 high,
doubtful ones included, or fresh renders where there is no such set. Each is read as a watcher does, step by step, its
number of dice unknown and known; a glance with the number known is what it takes where nothing is in doubt. Times are
those of one thread's processor.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator

import cv2
import numpy as np

from vision.reading.reader import Reader
from vision.types import NOTHING_KNOWN, Hint, Image, Reading, Steps
from workshop.benchmarks.reading import SHARED
from workshop.training.scenes import make_scene
from workshop.training.sprites import make_sprites

SIZE_PX = (1280, 720)


def as_filmed(image: Image) -> Image:
    """A photograph as large as a table's camera would have taken it."""
    shrink = min(1.0, SIZE_PX[0] / image.shape[1], SIZE_PX[1] / image.shape[0])
    return np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def pictures(count: int) -> Iterator[tuple[Image, int]]:
    """So many, with the number of dice."""
    photos = SHARED / "photos" / "dev"
    if (photos / "labels.jsonl").exists():
        labels = [json.loads(line) for line in (photos / "labels.jsonl").read_text().splitlines()]
        for label in labels[:: max(1, len(labels) // count)][:count]:
            image = np.asarray(cv2.imread(str(photos / label["file"])), np.uint8)
            yield as_filmed(image), len(label["values"] or ())
        return
    rng, sprites = np.random.default_rng(3), make_sprites(3, 600)
    for _ in range(count):
        scene = make_scene(rng, sprites)
        yield scene.image, len(scene.values) + len(scene.troubles)


def steps_ms(steps: Steps[Reading]) -> tuple[list[float], Reading]:
    """What each step takes, and what comes of them."""
    taken = []
    while True:
        begin = time.process_time()
        try:
            next(steps)
        except StopIteration as end:
            taken.append((time.process_time() - begin) * 1e3)
            return taken, end.value
        taken.append((time.process_time() - begin) * 1e3)


def main() -> None:
    """Print one table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pictures", type=int, default=500)
    given = arguments.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    glances: list[float] = []
    slowest: dict[str, list[tuple[float, float, int]]] = {"number unknown": [], "number known": []}
    for image, dice in pictures(given.pictures):
        for told, hint in (("number unknown", NOTHING_KNOWN), ("number known", Hint(dice=dice or None))):
            taken, _ = steps_ms(reader.look(image, hint))
            slowest[told].append((max(taken), sum(taken), len(taken)))
            if hint.dice and len(taken) == 1:
                glances.append(taken[0])
    glance = float(np.median(glances))
    print(f"a glance with the number known, median of {len(glances)}: {glance:.1f} ms")
    print("| pictures | steps, median and most | slowest step | slowest picture, all steps | in glances |")
    print("|---|---|---|---|---|")
    for told, taken_ms in slowest.items():
        step, whole = max(step for step, _, _ in taken_ms), max(whole for _, whole, _ in taken_ms)
        steps = [number for _, _, number in taken_ms]
        print(
            f"| {len(taken_ms)}, {told} | {np.median(steps):.0f}, {max(steps)} | {step:.0f} ms | {whole:.0f} ms "
            f"| a step {step / glance:.1f}, all {whole / glance:.1f} |"
        )


if __name__ == "__main__":
    main()
