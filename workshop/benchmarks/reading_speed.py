"""How long reading takes, against two plain filters and against the usual way of counting pips.

    python -m workshop.benchmarks.reading_speed [--watcher]

One 1280x720 frame with 5 dice, one thread, medians, of which nothing is known, how many lie there, or also where, and
how large; the same for others like it, as one die that is hard to tell takes a third of the time, and at simulated
tables, as a watcher asks for it; and how often each way reads fresh renders exactly. `--watcher` times only what a
picture costs in which nothing moves: in processor time, in turns with the filters, as others may be at work beside it.
The usual way is OpenCV's blob detector with scikit-learn's DBSCAN, written here from its published description, as many
copied it (https://golsteyn.com/writing/dice): a median over 7 pixels, grey, round blobs, clusters of blobs nearer than
40 pixels; a cluster's size is a die's value.
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.simulator.conditions import shake
from hardware.simulator.table import SimulatedTable
from vision.reading.reader import Reader
from vision.types import NOTHING_KNOWN, Expectation, Frame, Hint, Reading, SceneState, Steps, at_once
from vision.watching.watcher import Watcher
from workshop.training.scenes import Scene, make_scene
from workshop.training.sprites import make_sprites
from workshop.training.tables import SIZE_PX

Image = np.ndarray

FIRST, OTHERS = 5, range(6, 17)
"""Seeds of the frame that was timed from the beginning, and of others, of other dice."""
BLOBS, NOTHING, NUMBER, ALL = (
    "blobs + DBSCAN",
    "this reader",
    "this reader, knowing how many lie there",
    "this reader, knowing also where, and how large",
)


def _blobs(image: Image) -> list[cv2.KeyPoint]:
    """What OpenCV's blob detector finds, as its tutorials set it up."""
    cv: Any = cv2  # whose stubs leave the detector out
    params = cv.SimpleBlobDetector_Params()
    params.filterByInertia = True
    params.minInertiaRatio = 0.6
    found: list[cv2.KeyPoint] = list(cv.SimpleBlobDetector_create(params).detect(image))
    return found


def blobs_and_clusters(image: Image, reach_px: float = 40.0) -> list[int]:
    """Values by counting blobs; DBSCAN with one point a cluster joins whatever is nearer than its reach."""
    grey = cv2.cvtColor(cv2.medianBlur(image, 7), cv2.COLOR_BGR2GRAY)
    points = np.array([k.pt for k in _blobs(grey)]).reshape(-1, 2)
    near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) <= reach_px
    left = set(range(len(points)))
    values = []
    while left:
        edge, members = {left.pop()}, 0
        while edge:
            members += 1
            joined = left & set(np.flatnonzero(near[edge.pop()]).tolist())
            left -= joined
            edge |= joined
        values.append(members)
    return sorted(values)


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


def elapsed_ms(begin: float) -> float:
    """Since then, of the performance counter."""
    return (time.perf_counter() - begin) * 1e3


def taken_ms(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Of one run, by a clock of seconds."""
    begin = clock()
    work()
    return (clock() - begin) * 1e3


def median_ms(work: Callable[[], object], times: int) -> float:
    """Of this many runs, after one to warm up."""
    work()
    return float(np.median([taken_ms(work) for _ in range(times)]))


def still_row(way: str, frame: Image, shaken_px: float) -> str:
    """What the watcher takes for a picture of a table at rest, each with its own grain, where the camera trembles."""
    rng = np.random.default_rng(8)
    trembling = shake(1, shaken_px)
    shaken = [trembling(frame, number / 8) if shaken_px else frame for number in range(40)]
    grainy = [np.clip(one + rng.normal(0, 2, frame.shape), 0, 255).astype(np.uint8) for one in shaken]
    watcher, seconds = Watcher(Reader()), itertools.count()
    states = set()

    def see() -> None:
        time_s = next(seconds) / 8
        states.add(watcher.watch(Frame(grainy[round(time_s * 8) % len(grainy)], time_s), Expectation(5)).state)

    while SceneState.SETTLED not in states:
        see()
    states.clear()
    plain = filters(frame)
    both = np.array([(taken_ms(plain, time.thread_time), taken_ms(see, time.thread_time)) for _ in range(241)])
    assert states == {SceneState.SETTLED}
    usual = float(np.median(both[:, 1]))
    return row(way, [usual], usual / float(np.median(both[:, 1] / both[:, 0])))


def filters(frame: Image) -> Callable[[], object]:
    """What all is measured by."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    return lambda: cv2.Canny(cv2.GaussianBlur(grey, (9, 9), 0), 50, 150)


class Timed:
    """Reads as the watcher asks for it; once more knowing less, and the usual way; how long each took.

    Each has a reader of its own: OpenCV lays a network out anew where sizes change, and from glance to glance few do.
    """

    def __init__(self) -> None:
        self._reader, self._counting, self._ignorant = Reader(), Reader(), Reader()
        self.taken_ms: dict[str, list[float]] = {BLOBS: [], NOTHING: [], NUMBER: [], ALL: []}
        self.enough = 0
        """How many times a glance is enough where nothing is known."""

    def look(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        yield from ()
        begin = time.perf_counter()
        reading = self._reader.read(image, hint)
        taken = elapsed_ms(begin)
        if hint.places is not None and hint.exact:  # once more, closely: part of the glance before
            self.taken_ms[ALL][-1] += taken
        elif hint.places is not None and hint.edge_px is not None:
            self.taken_ms[ALL].append(taken)
            self.taken_ms[NUMBER].append(taken_ms(lambda: self._counting.read(image, Hint(hint.dice))))
            self.taken_ms[NOTHING].append(taken_ms(lambda: self._ignorant.read(image)))
            self.taken_ms[BLOBS].append(taken_ms(lambda: blobs_and_clusters(image)))
            self.enough += self._ignorant.glance(image) is not None
        return reading


def frames(seeds: Sequence[int], times: int) -> Timed:
    """Frames of five dice, each read so often; where they lie, says a reader that does not glance."""
    timed, reader = Timed(), Reader()
    for seed in seeds:
        frame = five_dice(seed)
        dice = reader.read(frame, Hint(exact=True)).dice
        edge = float(np.median([die.size for die in dice]))
        lie = tuple((x - edge / 2, y - edge / 2, w + edge, h + edge) for x, y, w, h in (die.box for die in dice))
        for _ in range(times):
            at_once(timed.look(frame, Hint(5, lie, edge)))
    return timed


def tables() -> Timed:
    """What eight simulated tables ask of the reader, in five throws of five dice each."""
    timed = Timed()
    for seed in range(8):
        table, watcher = SimulatedTable(seed, 5, fps=8.0, brisk=True), Watcher(timed)
        for throw in range(6):
            looks, state = 0, SceneState.MOVING
            while looks < 8 or not table.idle or state is SceneState.MOVING:
                looks += 1
                state = watcher.watch(Frame(table.advance(), table.time), Expectation(5 if throw else None)).state
            table.throw(range(5))
    return timed


def memory_mb(frame: Image) -> float:
    """What looking at a frame in all ways takes at most beyond OpenCV and the frame, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "frame.png")
        cv2.imwrite(path, frame)
        return float(subprocess.run([sys.executable, "-c", _READS, path], check=True, capture_output=True).stdout)


_READS = """
import re, sys, cv2
def most(): return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
cv2.setNumThreads(1)
frame = cv2.imread(sys.argv[1])
before = most()
from vision.reading.reader import Reader
reader = Reader()
from vision.types import at_once
at_once(reader.detect_augmented(frame, at_once(reader.detect(frame))))
reader.glance(frame)
print(most() - before)
"""


def exact(read: Callable[[Image], list[int]], scenes: list[Scene]) -> float:
    """Share of scenes whose values are exactly the truth."""
    return float(np.mean([read(s.image) == sorted(s.values) for s in scenes]))


def row(way: str, taken_ms: Sequence[float], filters_ms: float, blobs: str = "", right: str = "") -> str:
    """A line of the table: of several times the median and the most, and how many times the filters the median is."""
    usual = float(np.median(taken_ms))
    most = f", at most {max(taken_ms):.1f}" if len(taken_ms) > 1 else ""
    return f"| {way} | {usual:.2f} ms{most} | {usual / filters_ms:.2f} | {blobs} | {right} |"


def watching(frame: Image) -> list[str]:
    """The lines of a watcher at a table at rest."""
    return [
        still_row("this watcher, while nothing moves", frame, 0),
        still_row("this watcher, while the camera trembles by 8 pixels", frame, 8),
    ]


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watcher", action="store_true", help="only what a picture costs in which nothing moves")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    frame = five_dice(FIRST)
    if args.watcher:
        print("\n".join(watching(frame)))
        return
    reader = Reader()
    filters_ms = median_ms(filters(frame), 101)
    timed = {
        "the first frame": frames([FIRST], 21),
        f"{len(OTHERS)} others like it": frames(OTHERS, 5),
        "simulated tables": tables(),
    }
    searching, untidy = Reader(), frame.copy()
    for radius, colour in ((40, (70, 150, 190)), (34, (40, 100, 140)), (28, (70, 150, 190)), (14, (40, 100, 140))):
        cv2.circle(untidy, (140, 600), radius, colour, cv2.FILLED, cv2.LINE_AA)
    beside_coin = median_ms(lambda: searching.read(untidy), 21)
    searched = median_ms(lambda: searching.read(frame, Hint(exact=True)), 7)
    crowd = np.tile(cv2.resize(frame, (320, 180), interpolation=cv2.INTER_AREA), (4, 4, 1))
    still = watching(frame)
    rng = np.random.default_rng(6)
    sprites = [s for s in make_sprites(6, 200) if s.tilt < 0.4]
    scenes = [s for s in (make_scene(rng, sprites) for _ in range(150)) if s.values and not s.troubles]
    right = {
        BLOBS: exact(blobs_and_clusters, scenes),
        NOTHING: exact(lambda i: sorted(d.value for d in reader.read(i).dice), scenes),
    }
    print(f"frame read as {sorted(d.value for d in reader.read(frame).dice)}, blobs say {blobs_and_clusters(frame)}")
    print(f"{len(scenes)} renders of {SIZE_PX} px for the last column")
    print(f"memory: {memory_mb(frame):.0f} MB; {memory_mb(crowd):.0f} MB for 80 dice of 16 px; looked at in all ways")
    print("| way | 1280x720, 5 dice | times blur + Canny | times as fast as blobs | renders exact |")
    print("|---|---|---|---|---|")
    print(row("Gaussian blur 9x9 + Canny", [filters_ms], filters_ms))
    for where, asked in timed.items():
        blobs = float(np.median(asked.taken_ms[BLOBS]))
        for way, taken in asked.taken_ms.items():
            share = f"{right[way]:.1%}" if way in right else ""
            print(row(f"{where}: {way}", taken, filters_ms, f"{blobs / float(np.median(taken)):.1f}", share))
    print(row("the first frame, a coin beside the dice", [beside_coin], filters_ms))
    print(row("the first frame, if a glance were not enough", [searched], filters_ms))
    print("\n".join(still))
    for where, asked in timed.items():
        print(f"{where}: nothing known, a glance is enough {asked.enough} of {len(asked.taken_ms[NOTHING])} times")


if __name__ == "__main__":
    main()
