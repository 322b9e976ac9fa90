"""The clips of the measuring set, as a camera would show them: each still span is told soon, and nothing else is."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.types import Frame, Scene, SceneState
from vision.watching.watcher import Watcher, changes

LONG_ENOUGH_FRAMES = 12
SOON_S = 0.35

Told = list[tuple[int, Scene]]


@pytest.fixture(scope="module")
def clip(measuring_set: Path) -> dict[str, object]:
    folder = measuring_set / "photos" / "video"
    record: dict[str, object] = json.loads((folder / "videos.jsonl").read_text().splitlines()[0])
    return {**record, "path": str(folder / str(record["file"]))}


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


def test_each_long_still_span_is_told_in_time_with_its_values(clip: dict[str, object], told: Told) -> None:
    fps = float(str(clip["fps"]))
    late = []
    for first, last, truth in clip["still"]:  # type: ignore[attr-defined]
        if last - first + 1 < LONG_ENOUGH_FRAMES:
            continue
        state = SceneState.SETTLED if truth else SceneState.EMPTY
        in_time = range(first, min(last, first + int(SOON_S * fps)) + 1)
        if not any(n in in_time and s.state is state and values(s) == truth and not s.doubts for n, s in told):
            late.append((first, last, truth))
    assert late == []


def test_nothing_wrong_is_told_as_settled(clip: dict[str, object], told: Told) -> None:
    wrong = []
    for first, last, truth in clip["still"]:  # type: ignore[attr-defined]
        for number in range(first, last + 1):
            scene = next(s for n, s in reversed(told) if n <= number)
            said = scene.state in {SceneState.SETTLED, SceneState.EMPTY} and not scene.doubts
            if said and values(scene) != truth:
                wrong.append((number, values(scene), truth))
    assert wrong == []


QUICK_FRAMES = 6


@pytest.mark.parametrize("number", [5])
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
