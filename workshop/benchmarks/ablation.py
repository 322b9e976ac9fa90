"""What each part of the reader is worth: every model, network, look and evidence switched off by itself.

    python -m workshop.benchmarks.ablation [--every N] [--renders N] [--tables N] [--of PICTURES,…] [--parts NAME,…]
        [--json FILE]

Each picture is read by all variants one after the other, so that their times compare; what a network has said of it
once is remembered, and counted with the time that it took. The pictures: photographs of the measuring set beside the
checkout (`dev`, of which every Nth, and `fresh`) as large as a camera's, fresh renders, and what watchers of calibrated
simulated tables asked the reader, with what lay there. Photographs and renders are read twice, their number of dice
unknown and known. A line says by how many points of all pictures a part changes what is read exactly and what is
silently wrong, and how much longer reading takes without it. Silent on a picture whose dice can't all be read is any
reading without a doubt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import repeat
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import fusion, judge, reader, recognition
from vision.reading.classifier import CLASSES
from vision.reading.reader import Reader
from vision.types import NOTHING_KNOWN, Hint, Image, Reading, Steps
from workshop.benchmarks.calibrated_table import PROVOKED, Table, calibrated, still
from workshop.benchmarks.reading import SHARED, as_filmed
from workshop.training.scenes import make_scene
from workshop.training.sprites import make_sprites

WHOLE = "everything"
SEED = 77
OUTCOMES = ("exact", "silent", "declined")
EVIDENCE: dict[str, tuple[ModuleType, str, Callable[..., object]]] = {
    "number": (judge, "_all_told", lambda *_: False),
    "glare": (judge, "glared", lambda *_: False),
    "seen through": (judge, "shines_through", lambda *_: False),
    "dice that show no face": (judge, "_unexplained", lambda *_: ()),
    "dim faces": (judge, "_may_be_a_die", lambda *_: False),
    "side faces": (reader, "without_sides", lambda reading, _: reading),
    "missed dice": (reader, "missed", lambda *_: False),
}
"""What the judge weighs: where it is asked for, and what it says if it is left out."""
UNDECIDED = np.full(CLASSES, -math.log(CLASSES), np.float32)
"""What a classifier says that can't tell anything."""
LOTS = 8
"""The photographs are read in this many batches, side by side."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A picture, what is known of it, and the values that lie there, sorted; None if it is to be declined."""

    of: str
    image: Image
    hint: Hint
    truth: list[int] | None

    def outcome(self, reading: Reading) -> str:
        """One of OUTCOMES."""
        if not reading.certain:
            return "declined"
        return "exact" if sorted(die.value for die in reading.dice) == self.truth else "silent"


# --- what it costs ----------------------------------------------------------------------------------------------------


class Remembering:
    """A network that answers what it was asked before at once, and owes the time it took then."""

    def __init__(self, net: Any) -> None:
        self._net, self._asked = net, b""
        self._said: dict[tuple[tuple[int, ...], bytes], tuple[Any, float]] = {}
        self.owed_s = 0.0

    def setInput(self, blob: NDArray[np.float32]) -> None:  # noqa: N802  # OpenCV's name
        self._asked, self._blob = hashlib.md5(blob.data, usedforsecurity=False).digest(), blob

    def forward(self) -> Any:
        asked = self._blob.shape, self._asked
        if asked in self._said:
            said, took_s = self._said[asked]
            self.owed_s += took_s
            return said.copy()
        begin = time.process_time()
        self._net.setInput(self._blob)
        said = self._net.forward()
        self._said[asked] = said.copy(), time.process_time() - begin
        return said

    def forget(self) -> None:
        self._said.clear()


def remembering(one: Reader) -> list[Remembering]:
    """Let all networks of a reader remember what they said."""
    networks = one._networks
    made: list[Remembering] = []
    small = networks.classifier, networks.slant
    for holder in (networks.detector, networks.fast_detector, networks.far_detector, *small):
        net = Remembering(holder._net)
        holder._net = net  # type: ignore[assignment]
        made.append(net)
    return made


# --- what is switched off ---------------------------------------------------------------------------------------------


def weighed(**changed: float) -> AbstractContextManager[object]:
    """Other weights of the models."""
    return replaced(fusion, "WEIGHTS", replace(fusion.WEIGHTS, **changed))


def without(evidence: str) -> AbstractContextManager[object]:
    """Nothing is weighed of it; of no name, all is."""
    return replaced(*EVIDENCE[evidence]) if evidence else ExitStack()


@contextmanager
def without_quick_detector(one: Reader) -> Iterator[None]:
    """At a glance, too, the detector of full searches is asked."""
    networks = one._networks
    with (
        patch.object(networks, "fast_detector", networks.detector),
        patch.object(networks, "far_detector", networks.detector),
    ):
        yield


def replaced(module: ModuleType | type | object, name: str, other: object) -> AbstractContextManager[object]:
    """Something else in its place."""
    return patch.object(module, name, other)


def parts(one: Reader) -> Mapping[str, AbstractContextManager[object]]:
    """Each part, and what switches it off; made anew for each use."""
    networks = one._networks
    switched: dict[str, AbstractContextManager[object]] = {
        WHOLE: ExitStack(),
        "model: geometry": weighed(geometry=0.0),
        "model: detector's values": weighed(detector=0.0),
        "model: detector's heat": weighed(any_heat=0.0),
        "model: size": weighed(any_size=0.0),
        "network: classifier": replaced(networks.classifier, "shares", lambda *_: UNDECIDED),
        "network: quick detector": without_quick_detector(one),
        "look: glance": replaced(Reader, "glance", lambda *_: None),
        "look: missed dice": replaced(reader, "missed", lambda *_: False),
        "look: other views": replaced(reader, "augmented_views", lambda _: iter(())),
        "look: second scale": replaced(recognition, "_SCALES", 1),
    }
    return {**switched, **{f"evidence: {name}": without(name) for name in EVIDENCE}}


# --- what is asked ----------------------------------------------------------------------------------------------------


def photographs(folder: Path, every: int, first: int = 0) -> Iterator[Question]:
    """Every Nth of these, number of dice unknown and known."""
    if not (folder / "labels.jsonl").exists():
        return
    for line in (folder / "labels.jsonl").read_text().splitlines()[first::every]:
        label = json.loads(line)
        image = as_filmed(np.asarray(cv2.imread(str(folder / label["file"])), np.uint8))
        yield from _both(folder.name, image, label["values"], len(label["values"] or ()))


def renders(count: int, seed: int = SEED) -> Iterator[Question]:
    """Fresh ones, as the networks are trained on."""
    rng, sprites = np.random.default_rng(seed), make_sprites(seed, 600)
    for _ in range(count):
        scene = make_scene(rng, sprites)
        truth = None if scene.troubles else scene.values
        yield from _both("renders", scene.image, truth, len(scene.values) + len(scene.troubles))


def _both(of: str, image: Image, truth: list[int] | None, dice: int) -> Iterator[Question]:
    values = None if truth is None else sorted(truth)
    yield Question(of, image, NOTHING_KNOWN, values)
    if dice:
        yield Question(f"{of}, number known", image, Hint(dice=dice), values)


class _Heard(Reader):
    """Remembers the last question of a watcher."""

    def __init__(self) -> None:
        super().__init__()
        self.last: tuple[Image, Hint] | None = None

    def look(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        self.last = image, hint
        return super().look(image, hint)


def table(seed: int) -> Iterator[Question]:
    """What the watcher of a calibrated table asks last of each rest."""
    heard = _Heard()
    table = Table(seed, heard, calibrated(seed, heard))
    for show in (*[still] * 30, *(show for show in PROVOKED.values() for _ in range(4))):
        heard.last = None
        show(table, int(table.rng.integers(1, 9)))
        if heard.last is not None:
            truth = sorted(table.truth().elements()) if show is still else None
            yield Question("calibrated tables", *heard.last, truth)


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Answers:
    """What came of questions, by part left out: outcomes, seconds, and what differs from the reading of everything."""

    came: dict[str, Counter[tuple[str, str]]] = field(default_factory=lambda: defaultdict(Counter))
    took_s: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    changed: list[dict[str, object]] = field(default_factory=list)

    def add(self, others: Answers) -> None:
        """Count these, too."""
        for name, counts in others.came.items():
            self.came[name] += counts
        for name, took_s in others.took_s.items():
            self.took_s[name] += took_s
        self.changed += others.changed


def asked(questions: Callable[[], Iterator[Question]], wanted: Sequence[str] | None) -> Answers:
    """Every question of a lot, of every variant."""
    cv2.setNumThreads(1)
    one = Reader()
    nets, names = remembering(one), [name for name in parts(one) if wanted is None or name in {WHOLE, *wanted}]
    answers = Answers()
    for number, question in enumerate(questions()):
        for net in nets:
            net.forget()
        outcomes: dict[str, str] = {}
        for name in names:
            owed_s = sum(net.owed_s for net in nets)
            begin = time.process_time()
            with parts(one)[name]:
                outcomes[name] = question.outcome(one.read(question.image, question.hint))
            answers.took_s[name] += time.process_time() - begin + sum(net.owed_s for net in nets) - owed_s
            answers.came[name][question.of, outcomes[name]] += 1
            if outcomes[name] != outcomes[WHOLE]:
                differs = {"number": number, "of": question.of, "from": outcomes[WHOLE], "to": outcomes[name]}
                answers.changed.append({"without": name, **differs})
    return answers


def lots(given: argparse.Namespace) -> list[Callable[[], Iterator[Question]]]:
    """What is asked beside each other."""
    photos = SHARED / "photos"
    of: dict[str, list[Callable[[], Iterator[Question]]]] = {
        "dev": [partial(photographs, photos / "dev", given.every * LOTS, given.every * lot) for lot in range(LOTS)],
        "fresh": [partial(photographs, photos / "fresh", LOTS, lot) for lot in range(LOTS)],
        "renders": [partial(renders, given.renders // LOTS, SEED + lot) for lot in range(LOTS)],
        "tables": [partial(table, SEED + number) for number in range(given.tables)],
    }
    return [lot for name in given.of.split(",") for lot in of[name]]


def main() -> None:
    """Ask every question of every variant, and print what each part is worth."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--every", type=int, default=1, help="only every Nth photograph of `dev`")
    arguments.add_argument("--renders", type=int, default=200)
    arguments.add_argument("--tables", type=int, default=4)
    arguments.add_argument("--of", default="dev,fresh,renders,tables", help="these pictures alone")
    arguments.add_argument("--parts", help="these alone, by their names")
    arguments.add_argument("--json", type=Path, help="each reading that differs from that of everything")
    given = arguments.parse_args()
    wanted = given.parts and given.parts.split(",")
    answers = Answers()
    with ProcessPoolExecutor(initializer=partial(os.nice, 1)) as beside:
        for some in beside.map(asked, lots(given), repeat(wanted)):
            answers.add(some)
    if given.json:
        given.json.write_text("".join(json.dumps(line) + "\n" for line in answers.changed))
    show(answers)


def show(answers: Answers) -> None:
    """The whole first; then each part by what changes without it: points of exact / silent, and times as long."""
    came = answers.came
    asked = list(dict.fromkeys(of for of, _ in came[WHOLE]))
    print("| without | " + " | ".join(asked) + " | time |")
    print("|---|" + "---|" * (len(asked) + 1))
    for name, counts in came.items():
        cells = []
        for of in asked:
            total = sum(counts[of, outcome] for outcome in OUTCOMES)
            whole = [0.0, 0.0] if name == WHOLE else [came[WHOLE][of, outcome] / total for outcome in OUTCOMES[:2]]
            exact, silent = (
                100 * (counts[of, outcome] / total - before)
                for outcome, before in zip(OUTCOMES[:2], whole, strict=True)
            )
            cells.append(f"{exact:.1f} / {silent:.1f}" if name == WHOLE else f"{exact:+.1f} / {silent:+.1f}")
        times = answers.took_s[name] / answers.took_s[WHOLE]
        print(f"| {'nothing' if name == WHOLE else name} | {' | '.join(cells)} | {times:.2f} |", flush=True)


if __name__ == "__main__":
    main()
