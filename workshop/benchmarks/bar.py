"""A real bar: what the watcher makes of still spans while the camera trembles and the light wanders.

python -m workshop.benchmarks.bar [--clips FOLDER] [--tables 2] [--conditions shake-8,spot,…] [--seed 1]

Every condition of `hardware.simulator.conditions` is laid over the clips of the measuring set (or of any folder with a
`videos.jsonl` like its own) and over simulated tables, and the shipped reader and watcher look on. A span counts where
it lasts: half a second in all rows, and from six pictures on where the clip is as filmed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from hardware.simulator import conditions
from hardware.simulator.conditions import Condition, bands, flash, grain, shake, spot, together
from hardware.simulator.table import SimulatedTable
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Scene, SceneState
from vision.watching.watcher import Watcher

CLIPS = Path(__file__).resolve().parents[3] / "shared" / "photos" / "video"
LONG_S, QUICK_FRAMES = 0.5, 6
"""What is read under all conditions, seconds; and as filmed, pictures."""
REST_S = 0.7
"""How long simulated dice rest, at least."""
ROUNDS = 5
DARK_FPS = 8.0
"""Pictures a second that a webcam falls to where its exposure is long."""
AFTER_S = 0.35
"""Seconds after its end in which a rest may be told: its pictures are kept."""


def everything(seed: int) -> Condition:
    """Loud music, dancing lights and mains bands at once."""
    return together(spot(seed), bands(seed + 1), flash(seed + 2), shake(seed + 3, 8.0), grain(seed + 4, 4.0))


@dataclass(slots=True)
class Span:
    """Pictures in which nothing moves: the numbers of the first and the last, and the values that lie there."""

    first: int
    last: int
    values: list[int]


@dataclass(slots=True)
class Played:
    """A clip, or what was filmed of a simulated table, as one watcher saw it."""

    fps: float
    spans: list[Span] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    """Processor time that each picture took the watcher."""

    def see(self, watcher: Watcher, frame: Frame, expectation: Expectation) -> None:
        """Let the watcher look at the next picture."""
        began = time.process_time()
        self.scenes.append(watcher.watch(frame, expectation))
        self.took_s.append(time.process_time() - began)


def as_filmed(image: np.ndarray, _: float) -> np.ndarray:
    """No condition."""
    return image


def all_conditions(seed: int) -> Mapping[str, Condition]:
    """By the names that `--conditions` takes."""
    return {
        "as filmed": as_filmed,
        "shake-1": conditions.shake(seed, 1),
        "shake-2": conditions.shake(seed, 2),
        "shake-4": conditions.shake(seed, 4),
        "shake-8": conditions.shake(seed, 8),
        "shake-12.8": conditions.shake(seed, 12.8),
        "spot": conditions.spot(seed),
        "bands": conditions.bands(seed),
        "flicker-10": conditions.flicker(seed, 0.1),
        "flicker-25": conditions.flicker(seed, 0.25),
        "flash": conditions.flash(seed),
        "strobe": conditions.strobe(seed),
        "dim": conditions.dim(seed),
        "red": conditions.red(seed),
        "grain": conditions.grain(seed),
        "phone": conditions.phone(seed),
        "flex": conditions.flex(seed),
        "slow": as_filmed,
        "everything": everything(seed),
    }


# --- what is looked at -----------------------------------------------------------------------------------------------


def clip(record: Mapping[str, object], folder: Path, condition: Condition, rate: float) -> Played:
    """One clip, at no more than `rate` pictures a second."""
    fps = float(str(record["fps"]))
    every = max(1, round(fps / rate))
    played = Played(fps / every)
    for first, last, values in record["still"]:  # type: ignore[attr-defined]
        played.spans.append(Span(-(-first // every), last // every, values))
    video = cv2.VideoCapture(str(folder / str(record["file"])))
    watcher = Watcher(Reader())
    number = 0
    while True:
        there, image = video.read()
        if not there:
            return played
        if number % every == 0:
            seconds = number / fps
            frame = Frame(condition(np.asarray(image, np.uint8), seconds), seconds)
            played.see(watcher, frame, Expectation())
        number += 1


def table(seed: int, condition: Condition, rate: float) -> Played:
    """Five dice thrown a few at a time at one simulated table."""
    rng = random.Random(seed)
    simulated = SimulatedTable(seed, 5, fps=rate, brisk=rate < 20)
    played = Played(rate)
    watcher = Watcher(Reader())

    def look() -> None:
        image = condition(simulated.advance(), simulated.time)
        played.see(watcher, Frame(image, simulated.time), Expectation(5))

    for _ in range(round(0.6 * rate)):
        look()
    for number in range(ROUNDS):
        simulated.throw(range(5) if number == 0 else rng.sample(range(5), rng.randint(1, 4)))
        look()
        while not simulated.idle:
            look()
        first = len(played.scenes) - 1
        values = sorted(die.value or 0 for die in simulated.truth())
        for _ in range(round(REST_S * rate)):
            look()
        if 0 not in values:
            played.spans.append(Span(first, len(played.scenes) - 1, values))
    return played


# --- what it comes to ------------------------------------------------------------------------------------------------


def judged(played: Played, least: int) -> Counter[str]:
    """How the spans of at least this many pictures were told, and what was told wrongly meanwhile."""
    counts: Counter[str] = Counter()
    for span in played.spans:
        if span.last - span.first + 1 < least:
            continue
        after = min([other.first for other in played.spans if other.first > span.last] + [len(played.scenes)])
        until = min(span.last + round(AFTER_S * played.fps), after - 1)
        told = [s for s in played.scenes[span.first : until + 1] if s.state in {SceneState.SETTLED, SceneState.EMPTY}]
        sure = [s for s in told if not s.doubts]
        inside = [s for s in played.scenes[span.first : span.last + 1] if s in sure]
        counts["rests"] += 1
        counts["right"] += any(_values(s) == span.values for s in sure)
        counts["wrong"] += any(_values(s) != span.values for s in inside)
        counts["doubted"] += bool(told) and not any(_values(s) == span.values for s in sure)
        tracks = [tuple(sorted(d.track for d in s.dice)) for s in inside]
        counts["tracks lost"] += len(set(tracks)) > 1
    return counts


def _values(scene: Scene) -> list[int]:
    return sorted(d.die.value for d in scene.dice)


def delays_s(played: Played) -> Iterator[float]:
    """From the first picture of each span, the hand gone and all at rest, to its values: pictures, and the reading."""
    for span in played.spans:
        for number in range(span.first, min(span.last + 1, len(played.scenes))):
            scene = played.scenes[number]
            if scene.state is SceneState.SETTLED and not scene.doubts and _values(scene) == span.values:
                yield (number - span.first) / played.fps + played.took_s[number]
                break


def rows(args: argparse.Namespace) -> Iterator[tuple[str, str, Counter[str], list[float], list[float]]]:
    """Condition, what it was laid over, what came of it, and how long scores and pictures took, seconds."""
    videos = args.clips / "videos.jsonl"
    records = [json.loads(line) for line in videos.read_text().splitlines()] if videos.exists() else []
    asked = args.conditions.split(",") if args.conditions else None
    for name, condition in all_conditions(args.seed).items():
        if asked and name not in asked:
            continue
        rate = DARK_FPS if name in {"slow", "everything"} else 30.0
        long = {"clips": QUICK_FRAMES if name == "as filmed" else round(LONG_S * rate), "tables": round(LONG_S * rate)}
        watched = {
            "clip of white dice": (clip(record, args.clips, condition, rate) for record in records[:1]),
            "clips of quick hands": (clip(record, args.clips, condition, rate) for record in records[1:]),
            "simulated tables": (table(seed, condition, rate) for seed in range(args.seed, args.seed + args.tables)),
        }
        for kind, all_played in watched.items():
            counts: Counter[str] = Counter()
            delays: list[float] = []
            took: list[float] = []
            for played in all_played:
                counts += judged(played, long["tables" if "tables" in kind else "clips"])
                delays += delays_s(played)
                took += played.took_s
            if counts:
                yield name, kind, counts, delays, took


def main() -> None:
    """Look, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", type=Path, default=CLIPS)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--conditions", default="")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    columns = ("rests", "right", "wrong", "doubted", "tracks lost")
    print(f"| condition | seen | {' | '.join(columns)} | rest to score, s | a picture, ms |")
    print("|---" * (len(columns) + 4) + "|")
    for name, kind, counts, delays, took in rows(args):
        told = " | ".join(str(counts[what]) for what in columns)
        late = f"{np.median(delays):.2f}" if "tables" in kind and delays else ""
        print(f"| {name} | {kind} | {told} | {late} | {1000 * np.median(took):.1f} |", flush=True)


if __name__ == "__main__":
    main()
