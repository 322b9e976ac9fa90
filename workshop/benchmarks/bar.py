"""A real bar: what the watcher tells of rests, and who was thrown, while the camera trembles and the light wanders.

    python -m workshop.benchmarks.bar [--tables 2] [--first 1] [--conditions filmed,shake-8,spot] [--clips FOLDER]

Each condition is laid over the clips of the measuring set (or of any folder with a `videos.jsonl` like its own) and
over simulated tables, and the shipped reader and watcher look on. A rest counts where it lasts: half a second, or six
pictures where a clip is as filmed. At a table five dice are thrown, then in seven rounds a hand throws some, points at
all (the third) or pushes one (the fifth); the last columns say how many of the dice that were … count as thrown.
`tumbled` dice were hit and show another value; those `hit` still show theirs.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import typer

from hardware.simulator import conditions as known
from hardware.simulator.conditions import Condition
from hardware.simulator.table import RestingDie, SimulatedTable
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Image, Scene, SceneState, TrackedDie
from vision.watching.watcher import Watcher

CLIPS = Path(__file__).resolve().parents[3] / "shared" / "photos" / "video"
FILMED, SLOW, EVERYTHING = "filmed", "slow", "everything"
DARK_FPS = 8.0
"""Pictures a second that a webcam falls to where its exposure is long."""
CONDITIONS = (
    f"{FILMED},shake-1,shake-2,shake-4,shake-8,shake-12.8,spot,bands,flicker-0.1,flicker-0.25,flash,strobe,dim,red,"
    f"grain,phone,flex,{SLOW},{EVERYTHING}"
)
"""Names from hardware/simulator/conditions.py, each with its amount where it has one."""
LONG_S, QUICK_FRAMES = 0.5, 6
"""The shortest rest that counts, in seconds; of a clip as filmed, in pictures."""
REST_S, AFTER_S = 0.7, 0.35
"""Seconds that simulated dice rest, and in which a rest may still be told once it is over."""
ROUNDS, POINTS_IN, PUSHES_IN = 7, 2, 4
MOVED_PX = 4.0
"""A die that moved by less was not hit."""
RESTS = ("rests", "right", "wrong", "doubted", "tracks lost")
FATES = ("thrown", "tumbled", "left lying", "pointed at", "pushed", "hit")


@dataclass(slots=True)
class Film:
    """A clip, or what was filmed of a simulated table, as one watcher saw it."""

    fps: float
    condition: Condition
    rests: list[tuple[int, int, list[int]]] = field(default_factory=list)
    """The numbers of its first and its last picture, and the values that lie there."""
    fates: list[tuple[str, bool]] = field(default_factory=list)
    """What happened to a die, and whether it counts as thrown."""
    scenes: list[Scene] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    """Processor time that each picture took the watcher."""
    watcher: Watcher = field(default_factory=lambda: Watcher(Reader()))

    def see(self, image: Image, seconds: float, dice: int | None = None) -> None:
        frame = Frame(self.condition(image, seconds), seconds)
        began = time.process_time()
        scene = self.watcher.watch(frame, Expectation(dice))
        self.scenes.append(replace(scene, image=image[:1, :1].copy()))  # whole pictures would fill the memory
        self.took_s.append(time.process_time() - began)


def condition(name: str, seed: int) -> Condition:
    kind, _, amount = name.partition("-")
    if kind in {FILMED, SLOW}:
        return lambda image, _: image
    if kind == EVERYTHING:  # loud music, dancing lights and mains bands at once
        parts = known.spot(seed), known.bands(seed + 1), known.flash(seed + 2), known.shake(seed + 3, 8.0)
        return known.together(*parts, known.grain(seed + 4, 4.0))
    made: Condition = getattr(known, kind)(seed, *([float(amount)] if amount else []))
    return made


def clip(record: Mapping[str, object], folder: Path, name: str, rate: float) -> Film:
    """One clip, at no more than `rate` pictures a second."""
    fps = float(str(record["fps"]))
    every = max(1, round(fps / rate))
    film = Film(fps / every, condition(name, 1))
    film.rests = [(-(-first // every), last // every, values) for first, last, values in record["still"]]  # type: ignore[attr-defined]
    video, number = cv2.VideoCapture(str(folder / str(record["file"]))), 0
    while (read := video.read())[0]:
        if number % every == 0:
            film.see(np.asarray(read[1], np.uint8), number / fps)
        number += 1
    return film


def table(seed: int, name: str, rate: float) -> Film:
    """One simulated table."""
    rng, film = random.Random(seed), Film(rate, condition(name, seed))
    simulated = SimulatedTable(seed, 5, fps=rate, brisk=rate < 20)

    def look(seconds: float = 0.0) -> None:
        for _ in range(max(1, round(seconds * rate))):
            film.see(simulated.advance(), simulated.time, 5)

    def rest() -> dict[int, TrackedDie]:
        """Wait until the order is carried out; the dice as they are told then, by the simulator's number."""
        began = len(film.scenes)
        look()
        while not simulated.idle:
            look()
        first = len(film.scenes) - 1
        look(REST_S)
        film.rests.append((first, len(film.scenes) - 1, sorted(die.value or 0 for die in simulated.truth())))
        sure = [one for one in film.scenes[began:] if one.state is SceneState.SETTLED and not one.doubts]
        # Dice may rest before the hand is gone: thrown is what any rest said that was not told before the order.
        told_before = film.scenes[began - 1].dice
        thrown = {die.track for scene in sure if scene.dice != told_before for die in scene.dice if die.thrown}
        told = {simulated.at(*die.die.centre): die for die in sure[-1].dice} if sure else {}
        return {
            one: TrackedDie(die.track, die.track in thrown, die.die) for one, die in told.items() if one is not None
        }

    look(0.6)
    simulated.throw(range(5))
    before = rest()
    for number in range(ROUNDS):
        lay = {die.die: die for die in simulated.truth()}
        chosen, pushed = rng.sample(range(5), rng.randint(1, 4)), rng.randrange(5)
        if number == POINTS_IN:
            chosen, pushed = [], -1
            simulated.hover(1.0)
        elif number == PUSHES_IN:
            chosen = []
            towards = np.sign(np.array([640, 360]) - lay[pushed].centre) * (90, 60)
            simulated.push(pushed, (float(towards[0]), float(towards[1])))
        else:
            pushed = -1
            simulated.throw(chosen)
        now = rest()
        for lies in simulated.truth():
            if lies.die in before and lies.die in now:
                what = "thrown" if lies.die in chosen else "pushed" if lies.die == pushed else fate(lay[lies.die], lies)
                what = "pointed at" if what == "left lying" and number == POINTS_IN else what
                new = now[lies.die].track != before[lies.die].track and what not in {"thrown", "tumbled"}
                film.fates.append((what, now[lies.die].thrown or new))
        before = now
    film.rests = [(first, last, values) for first, last, values in film.rests if 0 not in values]
    return film


def fate(lay: RestingDie, lies: RestingDie) -> str:
    """What happened to a die that no hand touched."""
    if lies.value != lay.value:
        return "tumbled"
    return "hit" if np.hypot(*np.subtract(lies.centre, lay.centre)) > MOVED_PX else "left lying"


def judged(film: Film, least: int) -> Counter[str]:
    """How the rests of at least this many pictures were told, and what was told wrongly meanwhile."""
    counts: Counter[str] = Counter()
    for first, last, values in film.rests:
        if last - first + 1 < least:
            continue
        following = min([other for other, _, _ in film.rests if other > last] + [len(film.scenes)])
        until = min(last + round(AFTER_S * film.fps), following - 1)
        told = [s for s in film.scenes[first : until + 1] if s.state in {SceneState.SETTLED, SceneState.EMPTY}]
        sure = [scene for scene in told if not scene.doubts]
        inside = [scene for scene in film.scenes[first : last + 1] if scene in sure]
        right = any(shown(scene) == values for scene in sure)
        counts["rests"] += 1
        counts["right"] += right
        counts["wrong"] += any(shown(scene) != values for scene in inside)
        counts["doubted"] += bool(told) and not right
        counts["tracks lost"] += len({tuple(sorted(die.track for die in scene.dice)) for scene in inside}) > 1
    return counts


def shown(scene: Scene) -> list[int]:
    return sorted(die.die.value for die in scene.dice)


def delays_s(film: Film) -> Iterator[float]:
    """From the first picture of each rest, the hand gone, to its values: pictures, and the reading."""
    for first, last, values in film.rests:
        for number, scene in enumerate(film.scenes[first : last + 1], first):
            if scene.state is SceneState.SETTLED and not scene.doubts and shown(scene) == values:
                yield (number - first) / film.fps + film.took_s[number]
                break


def row(name: str, kind: str, films: Sequence[Film], least: int) -> str:
    counts = sum((judged(film, least) for film in films), Counter[str]())
    delays = [delay for film in films for delay in delays_s(film)] if films[0].fates else []
    fates = [fate for film in films for fate in film.fates]
    cells = [name, kind, *(str(counts[what]) for what in RESTS), f"{np.median(delays):.2f}" if delays else ""]
    cells.append(f"{1000 * np.median([took for film in films for took in film.took_s]):.1f}")
    for what in FATES:
        seen = [thrown for told, thrown in fates if told == what]
        cells.append(f"{sum(seen)} of {len(seen)}" if seen else "")
    return f"| {' | '.join(cells)} |"


def main(tables: int = 2, first: int = 1, conditions: str = CONDITIONS, clips: Path = CLIPS) -> None:
    """What the watcher tells while the camera trembles and the light wanders."""
    cv2.setNumThreads(1)
    videos = clips / "videos.jsonl"
    records = [json.loads(line) for line in videos.read_text().splitlines()] if videos.exists() else []
    columns = ("condition", "seen", *RESTS, "rest to score, s", "a picture, ms", *FATES)
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for name in conditions.split(","):
        rate = DARK_FPS if name in {SLOW, EVERYTHING} else 30.0
        long = round(LONG_S * rate)
        for kind, some in (("clip of white dice", records[:1]), ("clips of quick hands", records[1:])):
            if some:
                least = QUICK_FRAMES if name == FILMED else long
                print(row(name, kind, [clip(record, clips, name, rate) for record in some], least), flush=True)
        if tables:
            seeds = range(first, first + tables)
            print(row(name, "simulated tables", [table(seed, name, rate) for seed in seeds], long), flush=True)


if __name__ == "__main__":
    typer.run(main)
