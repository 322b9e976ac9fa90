"""The reader on our own renders: scenes that its networks never saw."""

import time
from collections import Counter
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_face import on_felt
from seen_face import a_four, seen_as

from hardware.simulator.table import SimulatedTable
from vision.reading.augmentation import augmented_views
from vision.reading.candidates import Candidate, Detections
from vision.reading.classifier import CLASSES
from vision.reading.detector import Detector
from vision.reading.fusion import CERTAIN, pooled
from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid
from vision.reading.reader import Reader
from vision.reading.search import Search
from vision.types import Box, DoubtKind, Hint, Image, Reading, Steps, at_once
from workshop.training.scenes import Scene, make_scene
from workshop.training.sprites import make_sprite


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    rng = np.random.default_rng(99)
    sprites = [make_sprite(rng, tilt) for tilt in np.linspace(0, 0.5, 60)]
    made = [make_scene(rng, sprites) for _ in range(66)]
    # A few of them as they come, and of the others those that can be vouched for: reading the rest takes long.
    return made[:4] + [scene for scene in made[4:] if not scene.troubles]


@pytest.fixture(scope="module")
def readings(reader: Reader, scenes: list[Scene]) -> list[Reading]:
    return [reader.read(scene.image) for scene in scenes]


def test_most_dice_of_fresh_renders_are_found_and_read(scenes: list[Scene], readings: list[Reading]) -> None:
    tally: Counter[str] = Counter()
    for scene, reading in zip(scenes, readings, strict=True):
        for value, corners in zip(scene.values, scene.corners, strict=True):
            tally["dice"] += 1
            near = [d for d in reading.dice if np.hypot(*(np.array(d.centre) - corners.mean(0))) < 0.4 * d.size]
            tally["found"] += bool(near)
            tally["right"] += any(d.value == value for d in near)
    assert tally["found"] > 0.9 * tally["dice"]
    assert tally["right"] > 0.85 * tally["dice"]


def test_what_it_vouches_for_is_hardly_ever_wrong(scenes: list[Scene], readings: list[Reading]) -> None:
    sure = [(s, r) for s, r in zip(scenes, readings, strict=True) if r.certain]
    wrong = [s for s, r in sure if not s.troubles and sorted(d.value for d in r.dice) != sorted(s.values)]
    assert len(sure) > 10
    assert len(wrong) <= 0.1 * len(sure)


def test_being_told_the_number_that_is_read_adds_no_doubt(
    reader: Reader, scenes: list[Scene], readings: list[Reading]
) -> None:
    vouched = [(scene, reading) for scene, reading in zip(scenes, readings, strict=True) if reading.certain]
    for scene, reading in vouched[::3]:
        assert reader.read(scene.image, Hint(len(reading.dice))).certain


def test_other_looks_are_made_at_scales_of_their_own(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    finest = []

    class Noted(Search):
        def __init__(self, pyramid: Pyramid, *rest: Any) -> None:
            finest.append(pyramid.scales[-1])
            super().__init__(pyramid, *rest)

    picture = np.zeros((90, 160, 3), np.uint8)
    monkeypatch.setattr("vision.reading.reader.Search", Noted)
    at_once(reader.detect_augmented(picture, Detections(())))
    assert finest == [Pyramid(view.image, view.zoom).scales[-1] for view in augmented_views(picture)]


def test_what_shows_nothing_is_looked_at_again_unless_nothing_is_expected(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, again = np.full((120, 160, 3), 90, np.uint8), reader.detect_augmented
    asked: list[tuple[Any, ...]] = []

    def note(*given: Any) -> Any:
        asked.append(given)
        return (yield from again(*given))

    monkeypatch.setattr(reader, "detect_augmented", note)
    assert reader.read(picture, Hint(dice=0)) == Reading((), ())
    assert not asked
    assert reader.read(picture) == Reading((), ())
    assert len(asked) == 1


def test_every_die_says_where_it_is_and_how_sure_that_is(readings: list[Reading]) -> None:
    for reading in readings:
        for die in reading.dice:
            x, y, w, h = die.box
            assert x < die.centre[0] < x + w
            assert y < die.centre[1] < y + h
            assert sum(die.scores) == pytest.approx(1, abs=1e-4)
            assert die.scores[die.value - 1] == max(die.scores)
            assert 0 <= die.confidence <= 1


def test_where_something_lies_is_all_that_need_be_looked_at(reader: Reader, scenes: list[Scene]) -> None:
    found = same = 0
    for scene in scenes[:4]:
        table = np.full((720, 1280, 3), scene.image.reshape(-1, 3).mean(0), np.uint8)
        table[300:556, 700:956] = scene.image
        tops = [(*np.add(c.min(0), (700, 300)), *np.ptp(c, axis=0)) for c in scene.corners]
        everywhere = reader.read(table).dice
        for die in reader.read(table, Hint(places=tuple(tops))).dice:
            found += 1
            same += any(d.value == die.value and np.hypot(*np.subtract(d.centre, die.centre)) < 3 for d in everywhere)
    assert found >= 10
    assert same >= 0.9 * found


def test_a_face_lies_on_one_of_the_things_there(reader: Reader, scenes: list[Scene]) -> None:
    scene = max(scenes, key=lambda s: len(s.values))
    specks = [(float(x), float(y), 12.0, 12.0) for x, y in scene.corners[0]]
    edges = [die.size for die in reader.read(scene.image, Hint(places=tuple(specks))).dice]
    assert all(edge <= 24 for edge in edges)


def test_nothing_is_looked_at_where_nothing_lies(reader: Reader, scenes: list[Scene]) -> None:
    assert reader.read(scenes[0].image, Hint(places=())).dice == ()


def test_a_die_that_fills_the_picture_is_read(reader: Reader) -> None:
    rng = np.random.default_rng(5)
    read = []
    for _ in range(6):
        sprite = make_sprite(rng, 0.05)
        picture = cv2.resize(on_felt(rng, sprite, 170), (1280, 1280))
        read.append([die.value for die in reader.read(np.asarray(picture, np.uint8)).dice] == [sprite.value])
    assert sum(read) >= 5


def test_sixes_whose_rows_lie_close_together_are_read(reader: Reader) -> None:
    table = SimulatedTable(4, 5, fps=8.0, look="leather", brisk=True)
    for die in range(5):
        table.place(die, 6)
    table.advance()
    while not table.idle:
        picture = table.advance()
    reading = reader.read(picture, Hint(dice=5))
    assert reading.certain
    assert [die.value for die in reading.dice] == [6] * 5


def test_another_number_than_expected_is_a_doubt(reader: Reader, scenes: list[Scene]) -> None:
    scene = max(scenes, key=lambda s: len(s.values))
    kinds = {d.kind for d in reader.read(scene.image, Hint(dice=len(scene.values) + 20)).doubts}
    assert DoubtKind.COUNT in kinds


@pytest.mark.parametrize("shape", [(40, 40), (33, 1000), (3000, 2000)])
def test_an_empty_picture_of_any_size_holds_no_dice(reader: Reader, shape: tuple[int, int]) -> None:
    assert reader.read(np.full((*shape, 3), 90, np.uint8)).dice == ()


def test_what_is_in_doubt_is_looked_at_as_it_would_be_if_no_number_were_told(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []

    def other_views(_image: Image, detections: Detections, places: object) -> Steps[Detections]:
        yield
        looked.append((detections, places))
        return detections

    monkeypatch.setattr(reader, "detect_augmented", other_views)
    found = Detections([seen_as(4, 0.99), seen_as(4, 0.5, 300)])
    for expected in (None, 2):
        at_once(reader.read_in_full(np.hstack([a_four(), a_four()]), found, Hint(expected)))
    assert looked == [(found, None)] * 2


def test_a_die_is_vouched_for_from_one_bar_whether_or_not_their_number_is_known(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    certain = []
    for share in np.linspace(0.5, 0.99, 50):
        face = seen_as(4, float(share))
        found = Detections([face])

        def again(*_: object, found: Detections = found) -> Steps[Detections]:
            yield from ()
            return found

        monkeypatch.setattr(reader, "detect_augmented", again)
        stated = float(pooled(face)[4])
        for expected in (None, 1):
            assert at_once(reader.read_in_full(a_four(), found, Hint(expected))).certain is (stated >= CERTAIN)
        certain.append(stated)
    assert min(certain) < CERTAIN < 0.75 < max(certain)
    assert any(CERTAIN < stated < 0.8 for stated in certain)


def test_a_table_is_not_called_empty_where_something_large_is_dimly_seen(reader: Reader) -> None:
    table = np.full((200, 200, 3), 90, np.uint8)

    def seen(size: float, nothing: float, five: float = 1 / 6) -> Candidate:
        corners = 100 + size / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
        rest = (1 - nothing) / (CLASSES - 1)
        said = np.log(np.array([nothing] + [rest] * (CLASSES - 1), np.float32))
        pattern = np.full(6, (1 - five) / 5, np.float32)
        pattern[4] = five
        dim = replace(seen_as(4, 0.5, heat=0.5), geometry=pattern, classifier=said)
        return replace(dim, corners=corners, centre=corners.mean(0), size=size, finest=size)

    assert not reader.conclude(table, Detections([seen(60.0, 0.6)])).certain
    assert reader.conclude(table, Detections([seen(60.0, 0.97)])).certain
    assert not reader.conclude(table, Detections([seen(60.0, 0.93, five=0.95)])).certain, "whose pattern is plain"
    assert reader.conclude(table, Detections([seen(9.0, 0.6)])).certain


def test_a_claim_on_the_same_place_makes_a_die_as_doubtful_as_it_is_sure(reader: Reader) -> None:
    """A side's row of pips makes a six of the four, too."""
    felt, four = a_four(), seen_as(4, 0.99)
    hardly, as_sure = seen_as(6, 0.85, 112, 90), seen_as(6, 0.99, 112, 90)
    assert CERTAIN < pooled(hardly)[6] < pooled(four)[4]
    [die] = reader.conclude(felt, Detections([hardly, four])).dice
    assert die.value == 4
    assert CERTAIN < die.confidence < float(pooled(four)[4])
    assert reader.conclude(felt, Detections([hardly, four])).certain
    assert not reader.conclude(felt, Detections([as_sure, four])).certain
    [again] = reader.conclude(felt, Detections([seen_as(4, 0.85, 112, 90), four])).dice
    assert again.confidence == pytest.approx(float(pooled(four)[4])), "the same face, seen twice"


def test_a_picture_full_of_what_may_be_dice_is_looked_at_in_steps_of_a_few_glances(reader: Reader) -> None:
    rng = np.random.default_rng(2)
    picture = np.full((720, 720, 3), 90, np.uint8)
    for x, y in rng.uniform(20, 700, (300, 2)):
        cv2.circle(picture, (int(x), int(y)), 5, rng.integers(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    steps, taken = reader.read_steps(picture), []
    begin = time.process_time()
    for _ in steps:
        taken.append(time.process_time() - begin)
        begin = time.process_time()
    assert len(taken) > 8
    assert max(taken) < 0.3 * sum(taken)


@pytest.mark.parametrize(
    "places", [None, [(10.0, 10.0, 690.0, 690.0)], [(20.0 * k, 90.0, 90.0, 90.0) for k in range(30)]]
)
def test_no_step_shows_the_detector_much_more_than_half_a_picture(
    monkeypatch: pytest.MonkeyPatch, places: list[Box] | None
) -> None:
    """Wherever it looks, and in however many windows, each of which takes more than its pixels do."""
    picture = np.random.default_rng(2).integers(0, 255, (720, 720, 3), np.uint8)
    seen: list[int] = []
    planes = Detector.planes

    def spied(detector: Detector, shown: Image) -> Any:
        seen.append(shown.shape[0] * shown.shape[1] + 20_000)
        return planes(detector, shown)

    monkeypatch.setattr(Detector, "planes", spied)
    steps = 0
    for _ in Search(Pyramid(picture), Networks()).everywhere(places):
        assert sum(seen) <= 300_000
        seen.clear()
        steps += 1
    assert steps > 3
