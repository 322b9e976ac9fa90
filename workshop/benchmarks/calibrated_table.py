"""What a calibrated table misreads, over many dice, surfaces and lights.

    python -m workshop.benchmarks.calibrated_table [--tables 30] [--stills 20000] [--keep FOLDER]

Each simulated table is calibrated by its owner, then shown dice laid at random, thrown, and such as must be declined:
leaning, on top of another, half under a sleeve. All goes through reader and watcher, with the number of dice known, as
in a game. A throw comes with every 40th time that dice are laid, and two of each kind to be declined with every 50th.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import typer

from vision.reading.reader import Reader
from vision.types import Image, Scene, SceneState
from workshop.benchmarks.measuring import header, row
from workshop.benchmarks.tray import DICE, TO_DECLINE, Tray, still, taught, thrown

OUTCOMES = ("right", "declined", "silent")
THROW_EVERY, DECLINE_EVERY = 40, 50
SHOWS = {"laid": still, "thrown": thrown, **TO_DECLINE}


def shown(stills: int) -> Iterator[str]:
    """What a table is shown."""
    for number in range(stills):
        yield "laid"
        if number % THROW_EVERY == 0:
            yield "thrown"
        if number % DECLINE_EVERY == 0:
            yield from [*TO_DECLINE] * 2


def outcome(tray: Tray, scene: Scene, name: str) -> str:
    """A die that leans or is covered has no value: whatever is said of such a table is wrong."""
    if scene.state is not SceneState.SETTLED or scene.doubts:
        return "declined"
    right = Counter(seen.die.value for seen in scene.dice) == tray.truth()
    return "right" if right and name not in TO_DECLINE else "silent"


def drawn(scene: Scene) -> Image:
    """What was seen, what is read of it, and what is in doubt."""
    image = scene.image.copy()
    for seen in scene.dice:
        x, y, _, _ = (round(one) for one in seen.die.box)
        text = f"{seen.die.value} {seen.die.confidence:.2f}"
        cv2.putText(image, text, (x, y - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 255, 255), 2)
    for doubt in scene.doubts:
        x, y, w, h = (round(one) for one in doubt.box or (4, 20, 0, 0))
        cv2.rectangle(image, (x, y), (x + w, y + h), (0, 0, 255), 2)
        cv2.putText(image, doubt.kind, (x, y + h + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 255), 2)
    return image


def main(tables: int = 30, first: int = 3000, stills: int = 20_000, keep: Path | None = None) -> None:
    """What calibrated tables misread: dice are laid `stills` times in all; `keep`: where pictures of mistakes go."""
    cv2.setNumThreads(1)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    reader, counts = Reader(), defaultdict[str, Counter[str]](Counter)
    for seed in range(first, first + tables):
        tray = Tray(seed, reader, taught(seed, reader))
        for number, name in enumerate(shown(stills // tables)):
            scene = SHOWS[name](tray, int(tray.rng.integers(1, DICE + 1)))
            came = outcome(tray, scene, name)
            counts[name][came] += 1
            if keep and came != ("declined" if name in TO_DECLINE else "right"):
                cv2.imwrite(str(keep / f"{name}-{came}-{seed}-{number}.png"), np.asarray(drawn(scene)))
        print(seed, *(f"{name}: {dict(count)}" for name, count in counts.items()), flush=True)
    header("dice", "shown", *OUTCOMES)
    for name, count in counts.items():
        row(name, count.total(), *(count[came] for came in OUTCOMES))


if __name__ == "__main__":
    typer.run(main)
