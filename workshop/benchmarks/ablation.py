"""What each part of the reader is worth: every model, network, look and evidence switched off by itself.

    python -m workshop.benchmarks.ablation [--every N] [--renders N] [--tables N] [--of PICTURES,…] [--parts NAME,…]

The pictures: photographs of the measuring set beside the checkout (`dev`, of which every Nth, and `fresh`) as large as
a camera's, fresh renders, and what watchers of calibrated simulated tables asked the reader, with what lay there.
Photographs and renders are read twice, their number of dice unknown and known. A line says by how many points of all
pictures a part changes what is read exactly and what is silently wrong.
"""

import math
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

import cv2
import numpy as np
import typer

from vision.reading import fusion, judge, reader, recognition
from vision.reading.classifier import CLASSES
from vision.reading.reader import Reader
from vision.types import NOTHING_KNOWN, Hint, Image, Reading, Steps
from workshop.benchmarks.measuring import OUTCOMES, PHOTOS, header, labels, outcome, photograph, row
from workshop.benchmarks.tray import DICE, TO_DECLINE, Tray, still, taught
from workshop.training.scenes import make_scene
from workshop.training.sprites import make_sprites

Part = Callable[[], AbstractContextManager[object]]
WHOLE, SEED, BATCHES = "nothing", 77, 8
"""Photographs and renders are read in this many batches, side by side."""
FILMED_PX = (1280, 720)
UNDECIDED = np.full(CLASSES, -math.log(CLASSES), np.float32)
"""What a classifier says that can't tell anything."""


class Question(NamedTuple):
    """A picture, what is known of it, and the values that lie there; None if it is to be declined."""

    of: str
    image: Image
    hint: Hint
    truth: list[int] | None


def replaced(module: object, name: str, other: object) -> Part:
    """Something else in its place."""
    return lambda: patch.object(module, name, other)


EVIDENCE: dict[str, Part] = {
    "number": replaced(judge, "_all_told", lambda *_: False),
    "glare": replaced(judge, "glared", lambda *_: False),
    "seen through": replaced(judge, "shines_through", lambda *_: False),
    "dice that show no face": replaced(judge, "_unexplained", lambda *_: ()),
    "dim faces": replaced(judge, "_may_be_a_die", lambda *_: False),
    "side faces": replaced(reader, "without_sides", lambda reading, _: reading),
    "missed dice": replaced(reader, "missed", lambda *_: False),
}
"""What the judge weighs, left out."""


def switched(one: Reader) -> Mapping[str, Part]:
    """Each part of this reader, and what switches it off."""
    networks = one._networks
    slow: dict[str, Any] = dict.fromkeys(("fast_detector", "far_detector"), networks.detector)
    weights = {
        "geometry": "geometry",
        "detector's values": "detector",
        "detector's heat": "any_heat",
        "size": "any_size",
    }

    def without(weight: str) -> Part:
        return replaced(fusion, "WEIGHTS", replace(fusion.WEIGHTS, **{weight: 0.0}))

    return {
        WHOLE: ExitStack,
        **{f"model: {name}": without(weight) for name, weight in weights.items()},
        "network: classifier": replaced(networks.classifier, "shares", lambda *_: UNDECIDED),
        "network: quick detector": lambda: patch.multiple(networks, **slow),
        "look: glance": replaced(Reader, "glance", lambda *_: None),
        "look: other views": replaced(reader, "augmented_views", lambda _: iter(())),
        "look: second scale": replaced(recognition, "_SCALES", 1),
        **{f"evidence: {name}": part for name, part in EVIDENCE.items()},
    }


class Remembering:
    """A network that is not asked twice what it has answered; a picture is read by all variants one after the other."""

    def __init__(self, net: Any) -> None:
        self._net = net
        self.said: dict[tuple[object, ...], Any] = {}

    def setInput(self, blob: Any) -> None:  # noqa: N802  # OpenCV's name
        self._blob, self._asked = blob, (blob.shape, blob.tobytes())

    def forward(self) -> Any:
        if self._asked not in self.said:
            self._net.setInput(self._blob)
            self.said[self._asked] = self._net.forward()
        return self.said[self._asked].copy()


def remembering(one: Reader) -> list[Remembering]:
    """Let all networks of a reader remember what they said."""
    made = []
    for holder in vars(one._networks).values():
        holder._net = Remembering(holder._net)
        made.append(holder._net)
    return made


# --- what is asked ----------------------------------------------------------------------------------------------------


def photographs(name: str, every: int, first: int) -> Iterator[Question]:
    for label in labels(PHOTOS / name)[first::every]:
        image = photograph(PHOTOS / name, label)
        shrink = min(1.0, FILMED_PX[0] / image.shape[1], FILMED_PX[1] / image.shape[0])
        image = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        yield from _both(name, image, label["values"], len(label["values"] or ()))


def rendered(count: int, seed: int) -> Iterator[Question]:
    """Fresh ones, as the networks are trained on."""
    rng, sprites = np.random.default_rng(seed), make_sprites(seed, 600)
    for _ in range(count):
        scene = make_scene(rng, sprites)
        truth = None if scene.troubles else scene.values
        yield from _both("renders", scene.image, truth, len(scene.values) + len(scene.troubles))


def _both(of: str, image: Image, truth: list[int] | None, dice: int) -> Iterator[Question]:
    yield Question(of, image, NOTHING_KNOWN, truth)
    if dice:
        yield Question(f"{of}, number known", image, Hint(dice=dice), truth)


class Heard(Reader):
    """Remembers what a watcher asks."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Image, Hint]] = []

    def read_steps(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        self.asked.append((image, hint))
        return super().read_steps(image, hint)


def table(seed: int) -> Iterator[Question]:
    """What the watcher of a calibrated table asks last of each rest."""
    heard = Heard()
    tray = Tray(seed, heard, taught(seed, heard))
    for show in (*[still] * 30, *(show for show in TO_DECLINE.values() for _ in range(4))):
        heard.asked.clear()
        show(tray, int(tray.rng.integers(1, DICE + 1)))
        for image, hint in heard.asked[-1:]:
            yield Question("calibrated tables", image, hint, [*tray.truth().elements()] if show is still else None)


def asked(questions: Callable[[], Iterable[Question]], wanted: set[str]) -> Counter[tuple[str, str, str]]:
    """What comes of every question of a batch: by part left out, picture, and outcome."""
    cv2.setNumThreads(1)
    one, came = Reader(), Counter[tuple[str, str, str]]()
    nets = remembering(one)
    for question in questions():
        for net in nets:
            net.said.clear()
        for name, part in switched(one).items():
            if not wanted or name in {WHOLE, *wanted}:
                with part():
                    came[name, question.of, outcome(one.read(question.image, question.hint), question.truth)] += 1
    return came


def main(
    every: int = 1, renders: int = 200, tables: int = 4, of: str = "dev,fresh,renders,tables", parts: str = ""
) -> None:
    """What each part is worth: every Nth photograph of `dev`, renders, tables; `of` these alone, and these `parts`."""
    batches: dict[str, list[Callable[[], Iterable[Question]]]] = {
        "dev": [partial(photographs, "dev", every * BATCHES, every * batch) for batch in range(BATCHES)],
        "fresh": [partial(photographs, "fresh", BATCHES, batch) for batch in range(BATCHES)],
        "renders": [partial(rendered, renders // BATCHES, SEED + batch) for batch in range(BATCHES)],
        "tables": [partial(table, SEED + number) for number in range(tables)],
    }
    came, wanted = Counter[tuple[str, str, str]](), {*parts.split(",")} - {""}
    with ProcessPoolExecutor(initializer=partial(os.nice, 1)) as pool:
        for told in [pool.submit(asked, batch, wanted) for name in of.split(",") for batch in batches[name]]:
            came += told.result()
    pictures = list(dict.fromkeys(picture for _, picture, _ in came))
    header("without", *pictures)
    for name in dict.fromkeys(name for name, _, _ in came):
        cells = []
        for picture in pictures:
            total = sum(came[WHOLE, picture, what] for what in OUTCOMES)
            before = Counter[str]() if name == WHOLE else {what: came[WHOLE, picture, what] for what in OUTCOMES}
            points = [100 * (came[name, picture, what] - before[what]) / total for what in OUTCOMES[:2]]
            cells.append(" / ".join(f"{point:.1f}" if name == WHOLE else f"{point:+.1f}" for point in points))
        row(name, *cells)


if __name__ == "__main__":
    typer.run(main)
