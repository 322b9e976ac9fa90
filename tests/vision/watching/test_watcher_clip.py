"""The clips of the measuring set, as a camera would show them: each still span is told soon, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import starmap
from pathlib import Path

import cv2
import numpy as np
import pytest
from readers import ReadsAtOnce

from vision.types import NOTHING_KNOWN, Box, Die, Doubt, DoubtKind, Frame, Hint, Image, Reading, Scene, SceneState
from vision.watching.watcher import Watcher, changes

LONG_ENOUGH_FRAMES = 12
SOON_S = 0.35

Told = list[tuple[int, Scene]]


@pytest.fixture(scope="module")
def clip(measuring_set: Path) -> dict[str, object]:
    folder = measuring_set / "photos" / "video"
    record: dict[str, object] = json.loads((folder / "videos.jsonl").read_text().splitlines()[0])
    return {**record, "path": str(folder / str(record["file"]))}


class LabelReader(ReadsAtOnce):
    """Reads the clip's labels: what the watcher is worth with a reader that makes no mistake."""

    def __init__(self, clip: dict[str, object]) -> None:
        self.clip = clip
        self.number = 0

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN, /) -> Reading:
        assert image.shape == (720, 1280, 3)
        assert hint.dice is None
        # Up to seven unlabelled frames after a cut show the empty tray already.
        truths = [values for first, last, values in self.clip["still"] if first - 7 <= self.number <= last]  # type: ignore[attr-defined]
        if not truths:
            return Reading((), (Doubt(DoubtKind.BLUR),))
        places = self._white(image)
        if len(places) != len(truths[-1]):
            return Reading((), (Doubt(DoubtKind.BLUR),))
        return Reading(tuple(starmap(self._die, zip(truths[-1], places, strict=True))), ())

    def _white(self, image: Image) -> list[Box]:
        """Where the white dice lie on the green felt."""
        white = (image.min(axis=2) > 110).astype(np.uint8)
        *_, stats, _ = cv2.connectedComponentsWithStats(white)
        return [(float(x), float(y), float(w), float(h)) for x, y, w, h, area in stats[1:] if area > 4000]

    def _die(self, value: int, box: Box) -> Die:
        x, y, width, height = box
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        scores = tuple(0.95 if v == value else 0.01 for v in range(1, 7))
        return Die(value, scores, (x + width / 2, y + height / 2), corners, width * 0.8, (200, 200, 200), 0.9)  # type: ignore[arg-type]  # six scores


@pytest.fixture(scope="module")
def told_by_labels(clip: dict[str, object]) -> Told:
    reader = LabelReader(clip)

    def counted() -> Iterator[Frame]:
        for number, frame in enumerate(frames(str(clip["path"]), float(str(clip["fps"])))):
            reader.number = number
            yield frame

    return list(changes(counted(), Watcher(reader)))


@pytest.fixture(scope="module")
def told(clip: dict[str, object]) -> Told:
    reader = pytest.importorskip("vision.reading.reader")
    try:
        watcher = Watcher(reader.Reader())
    except (OSError, cv2.error) as missing:
        pytest.skip(f"the reader's network is not there: {missing}")
    return list(changes(frames(str(clip["path"]), float(str(clip["fps"]))), watcher))


def frames(path: str, fps: float) -> Iterator[Frame]:
    video = cv2.VideoCapture(path)
    number = 0
    while True:
        there, image = video.read()
        if not there:
            return
        yield Frame(np.asarray(image, np.uint8), number / fps)
        number += 1


def values(scene: Scene) -> list[int]:
    return sorted(d.die.value for d in scene.dice)


@pytest.fixture(params=["labels", "reader"])
def both(request: pytest.FixtureRequest) -> Told:
    told: Told = request.getfixturevalue("told_by_labels" if request.param == "labels" else "told")
    return told


def test_each_long_still_span_is_told_in_time_with_its_values(clip: dict[str, object], both: Told) -> None:
    fps = float(str(clip["fps"]))
    late = []
    for first, last, truth in clip["still"]:  # type: ignore[attr-defined]
        if last - first + 1 < LONG_ENOUGH_FRAMES:
            continue
        state = SceneState.SETTLED if truth else SceneState.EMPTY
        in_time = range(first, min(last, first + int(SOON_S * fps)) + 1)
        if not any(n in in_time and s.state is state and values(s) == truth and not s.doubts for n, s in both):
            late.append((first, last, truth))
    assert late == []


def test_nothing_wrong_is_told_as_settled(clip: dict[str, object], both: Told) -> None:
    wrong = []
    for first, last, truth in clip["still"]:  # type: ignore[attr-defined]
        for number in range(first, last + 1):
            scene = next(s for n, s in reversed(both) if n <= number)
            told = scene.state in {SceneState.SETTLED, SceneState.EMPTY} and not scene.doubts
            if told and values(scene) != truth:
                wrong.append((number, values(scene), truth))
    assert wrong == []


QUICK_FRAMES = 6


@pytest.mark.parametrize("number", [1, 3, 6])
def test_each_rest_before_a_quick_hand_is_told_with_its_values(measuring_set: Path, number: int) -> None:
    reader = pytest.importorskip("vision.reading.reader")
    folder = measuring_set / "photos" / "video"
    record = json.loads((folder / "videos.jsonl").read_text().splitlines()[number])
    told = list(changes(frames(str(folder / record["file"]), record["fps"]), Watcher(reader.Reader())))
    rests = [(n, s) for n, s in told if s.state is SceneState.SETTLED and (s.dice or not s.doubts)]
    assert [s.doubts for _, s in rests] == [()] * len(rests)
    spans = [span for span in record["still"] if span[1] - span[0] + 1 >= QUICK_FRAMES and span[2]]
    for first, last, truth in spans:
        near = [s for n, s in rests if n <= last + QUICK_FRAMES and _lasts(told, n) >= first]
        assert any(values(s) == truth for s in near), (first, last, truth)
    assert {tuple(values(s)) for _, s in rests} == {tuple(truth) for *_, truth in spans}, "nothing else"


def _lasts(told: Told, begin: int) -> int:
    """The last frame at which a scene that began there was told."""
    return min([n - 1 for n, _ in told if n > begin] or [10**9])
