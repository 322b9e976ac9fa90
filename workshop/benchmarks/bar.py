"""A real bar: what the watcher tells of rests, and who was thrown, while the camera trembles and the light wanders.

    python -m workshop.benchmarks.bar [--tables 2] [--first 1] [--conditions filmed,shake-8,spot] [--clips FOLDER]

Each condition is laid over the clips of the measuring set (or of any folder with a `videos.jsonl` like its own) and
over simulated tables, and the shipped reader and watcher look on. A rest counts where it lasts: half a second, or six
pictures where a clip is as filmed. At a table five dice are thrown, then in seven rounds a hand throws some, points at
all (the third) or pushes one (the fifth); the last columns say how many of the dice that were … count as thrown.
`tumbled` dice were hit and show another value; those `hit` still show theirs.
"""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np
import typer

from hardware.simulator import conditions as known
from hardware.simulator.conditions import Condition
from hardware.simulator.table import SimulatedTable
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Image, Scene, SceneState, TrackedDie
from vision.watching.watcher import Watcher
from workshop.benchmarks.measuring import PHOTOS, header, labels, row

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
FATES = ("thrown", "tumbled", "left lying", "pointed at", "pushed", "hit")


@dataclass(slots=True)
class Film:
    """A clip, or what was filmed of a simulated table, as one watcher saw it.

    Attributes:
        rests: the numbers of its first and its last picture, and the values that lie there.
        fates: what happened to a die, and whether it counts as thrown.
        took_s: processor time that each picture took the watcher.
    """

    fps: float
    condition: Condition
    rests: list[tuple[int, int, list[int]]] = field(default_factory=list)
    fates: list[tuple[str, bool]] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    watcher: Watcher = field(default_factory=lambda: Watcher(Reader()))

    def see(self, image: Image, seconds: float, dice: int | None = None) -> None:
        frame = Frame(self.condition(image, seconds), seconds)
        began = time.process_time()
        scene = self.watcher.watch(frame, Expectation(dice))
        self.scenes.append(replace(scene, image=image[:1, :1].copy()))  # whole pictures would fill the memory
        self.took_s.append(time.process_time() - began)

    def told(self, least: int) -> list[tuple[bool, bool, float | None]]:
        """Of each rest of this many pictures: whether it was told right, whether ever wrong, and after how long."""
        found = []
        for first, last, values in self.rests:
            following = min([other for other, _, _ in self.rests if other > last] + [len(self.scenes)])
            until = min(last + round(AFTER_S * self.fps), following - 1)
            sure = {
                number: sorted(die.die.value for die in scene.dice) == values
                for number, scene in enumerate(self.scenes[first : until + 1], first)
                if scene.state in {SceneState.SETTLED, SceneState.EMPTY} and not scene.doubts
            }
            wrong = any(number <= last and not right for number, right in sure.items())
            at = next((number for number, right in sure.items() if right), None)
            if last - first + 1 >= least:
                found.append((at is not None, wrong, None if at is None else (at - first) / self.fps + self.took_s[at]))
        return found


def condition(name: str, seed: int) -> Condition:
    kind, _, amount = name.partition("-")
    if kind in {FILMED, SLOW}:
        return lambda image, _: image
    if kind == EVERYTHING:  # loud music, dancing lights and mains bands at once
        parts = known.spot(seed), known.bands(seed + 1), known.flash(seed + 2), known.shake(seed + 3, 8.0)
        return known.together(*parts, known.grain(seed + 4, 4.0))
    made: Condition = getattr(known, kind)(seed, *([float(amount)] if amount else []))
    return made


def clip(record: Mapping[str, Any], folder: Path, name: str, rate: float) -> Film:
    """One clip, at no more than `rate` pictures a second."""
    every = max(1, round(record["fps"] / rate))
    film = Film(record["fps"] / every, condition(name, 1))
    film.rests = [(-(-first // every), last // every, values) for first, last, values in record["still"]]
    video, number = cv2.VideoCapture(str(folder / record["file"])), 0
    while (read := video.read())[0]:
        if number % every == 0:
            film.see(np.asarray(read[1], np.uint8), number / record["fps"])
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
        values = sorted(die.value or 0 for die in simulated.truth())
        if 0 not in values:
            film.rests.append((first, len(film.scenes) - 1, values))
        sure = [one for one in film.scenes[began:] if one.state is SceneState.SETTLED and not one.doubts]
        # Dice may rest before the hand is gone: thrown is what any rest said that was not told before the order.
        told_before = film.scenes[began - 1].dice
        thrown = {die.track for scene in sure if scene.dice != told_before for die in scene.dice if die.thrown}
        told = [(simulated.at(*one.die.centre), one) for one in (sure[-1].dice if sure else ())]
        return {die: replace(one, thrown=one.track in thrown) for die, one in told if die is not None}

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
            x, y = np.sign(np.array([640, 360]) - lay[pushed].centre) * (90, 60)
            simulated.push(pushed, (float(x), float(y)))
        else:
            pushed = -1
            simulated.throw(chosen)
        now = rest()
        for lies in simulated.truth():
            if lies.die in before and lies.die in now:
                fate = "pointed at" if number == POINTS_IN else "left lying"
                if np.hypot(*np.subtract(lies.centre, lay[lies.die].centre)) > MOVED_PX:
                    fate = "hit"
                fate = "tumbled" if lies.value != lay[lies.die].value else fate
                fate = "thrown" if lies.die in chosen else "pushed" if lies.die == pushed else fate
                new = now[lies.die].track != before[lies.die].track and fate not in {"thrown", "tumbled"}
                film.fates.append((fate, now[lies.die].thrown or new))
        before = now
    return film


def main(tables: int = 2, first: int = 1, conditions: str = CONDITIONS, clips: Path = PHOTOS / "video") -> None:
    """What the watcher tells while the camera trembles and the light wanders."""
    cv2.setNumThreads(1)
    header("condition", "seen", "rests", "right", "wrong", "rest to score, s", "a picture, ms", *FATES)
    for name in conditions.split(","):
        rate = DARK_FPS if name in {SLOW, EVERYTHING} else 30.0
        least = QUICK_FRAMES if name == FILMED else round(LONG_S * rate)
        seen = {
            "clips": [clip(record, clips, name, rate) for record in labels(clips, "videos.jsonl")],
            "simulated tables": [table(seed, name, rate) for seed in range(first, first + tables)],
        }
        for kind, films in seen.items():
            told = [one for film in films for one in film.told(least if kind == "clips" else round(LONG_S * rate))]
            delays = [delay for _, _, delay in told if delay is not None and kind != "clips"]
            took = [took for film in films for took in film.took_s]
            fates = {fate: [thrown for film in films for what, thrown in film.fates if what == fate] for fate in FATES}
            row(
                *(name, kind, len(told), sum(right for right, _, _ in told), sum(wrong for _, wrong, _ in told)),
                *(f"{median(delays):.2f}" if delays else "", f"{1000 * median(took):.1f}" if took else ""),
                *(f"{sum(thrown)} of {len(thrown)}" if thrown else "" for thrown in fates.values()),
            )


if __name__ == "__main__":
    typer.run(main)
