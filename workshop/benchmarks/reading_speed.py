"""How long reading takes, against two plain filters and against the usual way of counting pips.

    python -m workshop.benchmarks.reading_speed [--watcher]

One 1280x720 frame with 5 dice, one thread, medians, of which nothing is known, how many lie there, or also where, and
how large; the same for others like it, and at simulated tables, as a watcher asks for it. `--watcher` times only what a
picture costs in which nothing moves: in processor time, in turns with the filters, as others may be at work beside it.
The usual way is OpenCV's blob detector with blobs nearer than 40 pixels taken for one die (as many copied it from
https://golsteyn.com/writing/dice, where scikit-learn's DBSCAN clusters them).
"""

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

import cv2
import numpy as np
import typer

from hardware.simulator.conditions import shake
from hardware.simulator.table import SimulatedTable
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Hint, Image, SceneState
from vision.watching.watcher import Watcher
from workshop.benchmarks.ablation import Heard
from workshop.benchmarks.measuring import header, median_ms, row, taken_ms
from workshop.training.sprites import make_sprites

FIRST, OTHERS = 5, range(6, 17)
"""Seeds of the frame that was timed from the beginning, and of others, of other dice."""
REACH_PX = 40
TREMBLING_PX = 8
KNOWN = ("nothing known", "number known", "places and sizes too")


def blobs_and_clusters(image: Image) -> list[int]:
    """The values of dice by counting blobs, sorted."""
    cv: Any = cv2  # whose stubs leave the detector out
    params = cv.SimpleBlobDetector_Params()
    params.filterByInertia, params.minInertiaRatio = True, 0.6
    grey = cv2.cvtColor(cv2.medianBlur(image, 7), cv2.COLOR_BGR2GRAY)
    middles = [tuple(round(one) for one in blob.pt) for blob in cv.SimpleBlobDetector_create(params).detect(grey)]
    near = np.zeros(grey.shape, np.uint8)
    for middle in middles:
        cv2.circle(near, middle, REACH_PX // 2, 255, cv2.FILLED)
    _, clusters = cv2.connectedComponents(near)
    return sorted(np.unique([clusters[y, x] for x, y in middles], return_counts=True)[1].tolist())


def five_dice(seed: int) -> Image:
    """A frame of a kiosk's camera: five dice of about 64 px on felt."""
    rng = np.random.default_rng(seed)
    sprites = [s for s in make_sprites(seed, 120) if s.tilt < 0.2 and s.value]
    frame = np.full((720, 1280, 3), (46, 92, 38), np.float32) + rng.normal(0, 6, (720, 1280, 1))
    for k in range(5):
        sprite = sprites[k * 7]
        size = round(sprite.layers.shape[0])
        y, x = 120 + 90 * k, 180 + 190 * k
        cover, pip = (sprite.layers[..., i, None].astype(np.float32) / 255 for i in (0, 1))
        light = sprite.layers[..., 2, None].astype(np.float32) / 128
        pip /= np.maximum(cover, 1e-3)
        die = ((235, 240, 245) * (1 - pip) + np.array((25, 25, 25)) * pip) * light
        spot = frame[y : y + size, x : x + size]
        spot[:] = spot * (1 - cover) + die[: spot.shape[0]]
    return np.clip(cv2.GaussianBlur(frame, (0, 0), 0.7), 0, 255).astype(np.uint8)


def filters(frame: Image) -> Callable[[], object]:
    """What all is measured by."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    return lambda: cv2.Canny(cv2.GaussianBlur(grey, (9, 9), 0), 50, 150)


def times_filters_at_rest(frame: Image, shaken_px: float) -> float:
    """What the watcher takes for a picture of a table at rest, each with its own grain, where the camera trembles."""
    rng, trembling = np.random.default_rng(8), shake(1, shaken_px)
    shaken = [trembling(frame, number / 8) if shaken_px else frame for number in range(40)]
    grainy = [np.clip(one + rng.normal(0, 2, frame.shape), 0, 255).astype(np.uint8) for one in shaken]
    watcher, numbers, states = Watcher(Reader()), itertools.count(), set[SceneState]()

    def see() -> None:
        number = next(numbers)
        states.add(watcher.watch(Frame(grainy[number % len(grainy)], number / 8), Expectation(5)).state)

    while SceneState.SETTLED not in states:
        see()
    states.clear()
    plain = filters(frame)
    both = [(taken_ms(see, time.thread_time), taken_ms(plain, time.thread_time)) for _ in range(241)]
    assert states == {SceneState.SETTLED}
    return median(ours / theirs for ours, theirs in both)


Question = tuple[Image, tuple[Hint, ...]]
"""A picture, and what is known of it; where the watcher looks more closely, once more."""


def frames(seeds: Iterable[int]) -> list[Question]:
    """Frames of five dice; where they lie, says a reader that does not glance."""
    reader, made = Reader(), list[Question]()
    for frame in map(five_dice, seeds):
        dice = reader.read(frame, Hint(exact=True)).dice
        edge = float(np.median([die.size for die in dice]))
        lie = tuple((x - edge / 2, y - edge / 2, w + edge, h + edge) for x, y, w, h in (die.box for die in dice))
        made += [(frame, (Hint(5, lie, edge),))] * 5
    return made


def tables() -> list[Question]:
    """What the watchers of eight simulated tables ask of five throws of five dice."""
    made: list[Question] = []
    for seed in range(8):
        heard = Heard()
        table, watcher = SimulatedTable(seed, 5, fps=8.0, brisk=True), Watcher(heard)
        for throw in range(6):
            pictures, state = 0, SceneState.MOVING
            while pictures < 8 or not table.idle or state is SceneState.MOVING:
                pictures += 1
                state = watcher.watch(Frame(table.advance(), table.time), Expectation(5 if throw else None)).state
            table.throw(range(5))
        for image, hint in heard.asked:
            if hint.places and hint.exact:
                made[-1] = image, (*made[-1][1], hint)
            elif hint.places and hint.edge_px:
                made.append((image, (hint,)))
    return made


def readings_ms(questions: Sequence[Question]) -> list[float]:
    """Medians of reading, by KNOWN, each by a reader of its own: OpenCV lays a network out anew where sizes change."""
    readers = [Reader() for _ in KNOWN]

    def taken(reader: Reader, image: Image, hints: Sequence[Hint]) -> float:
        return taken_ms(lambda: [reader.read(image, hint) for hint in hints])

    told = [
        [
            taken(reader, image, known)
            for reader, known in zip(readers, ((Hint(),), (Hint(hints[0].dice),), hints), strict=True)
        ]
        for image, hints in questions
    ]
    return [median(column) for column in zip(*told, strict=True)]


def main(*, watcher: bool = False) -> None:
    """How long reading takes; `watcher`: only what a picture costs in which nothing moves."""
    cv2.setNumThreads(1)
    frame = five_dice(FIRST)
    header("picture", "times blur + Canny")
    row("the watcher, while nothing moves", f"{times_filters_at_rest(frame, 0):.2f}")
    row("the watcher, while the camera trembles by 8 pixels", f"{times_filters_at_rest(frame, TREMBLING_PX):.2f}")
    if watcher:
        return
    unit_ms, reader = median_ms(filters(frame), 101), Reader()
    row("this in milliseconds", f"{unit_ms:.2f}")
    row("blobs and clusters", f"{median_ms(lambda: blobs_and_clusters(frame), 21) / unit_ms:.1f}")
    shown = {"five dice": frames([FIRST] * 5), f"{len(OTHERS)} others": frames(OTHERS), "simulated tables": tables()}
    for name, questions in shown.items():
        for known, taken in zip(KNOWN, readings_ms(questions), strict=True):
            row(f"{name}, {known}", f"{taken / unit_ms:.1f}")
    searched_ms = median_ms(lambda: reader.read(frame, Hint(exact=True)), 7)
    row("nothing known, and a glance does not settle it", f"{searched_ms / unit_ms:.1f}")


if __name__ == "__main__":
    typer.run(main)
