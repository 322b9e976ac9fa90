"""Reading at a glance: what is known of a picture, who is asked then, and when all of it is read as ever."""

import itertools
import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_face import on_felt

from hardware.simulator.table import SimulatedTable
from vision.reading import judge
from vision.reading.candidates import UnreadableSpot
from vision.reading.reader import Reader
from vision.reading.search import Search
from vision.types import Box, DoubtKind, Hint, Image, Reading, box_around
from workshop.benchmarks.reading_speed import five_dice as plainly_lying
from workshop.training.sprites import Sprite, make_sprite


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def five_dice() -> Image:
    table = SimulatedTable(11, 5, fps=8.0, brisk=True)
    for die, value in enumerate((1, 2, 3, 4, 6)):
        table.place(die, value)
    picture = table.advance()
    while not table.idle:
        picture = table.advance()
    return picture


def large_dice() -> tuple[list[Sprite], Image]:
    """Five in a row, so large that they are read from afar."""
    rng = np.random.default_rng(7)
    dice = [make_sprite(rng, 0.05) for _ in range(5)]
    return dice, np.hstack([on_felt(rng, die, 60) for die in dice])


class Asked:
    """How often a reader asks which of its networks, and for how many pictures it looks through all of them."""

    def __init__(self, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
        self.networks: Counter[str] = Counter()
        self.searched = 0
        networks, search = reader._networks, reader.detect
        shares, detect = networks.classifier.shares, networks.detector.detect
        monkeypatch.setattr(networks.classifier, "shares", partial(self._noting, "classifier", shares))
        monkeypatch.setattr(networks.detector, "detect", partial(self._noting, "detector", detect))
        monkeypatch.setattr(reader, "detect", partial(self._searching, search))

    def _noting(self, network: str, look: Callable[..., Any], *seen: Any) -> Any:
        self.networks[network] += 1
        return look(*seen)

    def _searching(self, look: Callable[..., Any], *known: Any) -> Any:
        self.searched += 1
        return look(*known)


def roomy(box: Box) -> Box:
    x, y, w, h = box
    return x - w / 4, y - h / 4, 1.5 * w, 1.5 * h


def test_a_die_that_a_glance_overlooks_beside_another_in_one_place_is_looked_for(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = reader.read(five_dice).dice
    edge = dice[0].size
    overlooked, beside_it = min(
        itertools.permutations(dice, 2), key=lambda two: math.dist(two[0].centre, two[1].centre)
    )
    lying = [roomy(die.box) for die in dice if die not in {overlooked, beside_it}]
    both = box_around([*overlooked.corners, *beside_it.corners])
    faces = Search.faces
    monkeypatch.setattr(
        Search,
        "faces",
        lambda search: [face for face in faces(search) if math.dist(face.centre, overlooked.centre) > face.size],
    )
    assert reader.glance(five_dice, Hint(4, (*lying, roomy(both)), edge)) is None


def test_dice_whose_places_number_and_size_are_known_are_read_at_a_glance(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(reader, monkeypatch)
    read = reader.read(five_dice, Hint(exact=True))
    assert asked.networks.keys() == {"detector", "classifier"}
    assert asked.searched == 1
    asked.networks.clear()
    edge = float(np.median([die.size for die in read.dice]))
    bodies = tuple((x - edge / 2, y - edge / 2, w + edge, h + edge) for x, y, w, h in (die.box for die in read.dice))
    glanced = reader.read(five_dice, Hint(5, bodies, edge))
    assert asked.searched == 1
    assert asked.networks == {"classifier": 5}, "one look at each die, and the slim detector"
    assert_alike(glanced, read)
    # What does not show so is looked for as ever.
    assert {doubt.kind for doubt in reader.read(five_dice, Hint(6, bodies, edge)).doubts} == {DoubtKind.COUNT}
    assert asked.searched == 2
    assert reader.read(five_dice, Hint(5, bodies, 6 * edge)).certain
    assert reader.read(five_dice, Hint(5, ((0.0, 0.0, 1280.0, 720.0),), edge)).certain
    assert asked.searched == 4


def test_a_glance_is_believed_that_reads_as_many_as_are_told_where_fewer_were_suspected(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_afar = Search.from_afar

    def one_alone(search: Search, places: Any) -> Any:
        suspected, edge = from_afar(search, places)
        return suspected[:1], edge

    monkeypatch.setattr(Search, "from_afar", one_alone)
    for hint in (Hint(), Hint(5)):
        glanced = reader.glance(plainly_lying(5), hint)
        assert glanced is not None
        assert len(glanced.dice) == 5


def test_dice_whose_number_is_known_are_sought_from_afar_and_read_at_a_glance(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(reader, monkeypatch)
    glanced = reader.read(five_dice, Hint(dice=5))
    assert asked.searched == 0
    assert_alike(glanced, reader.read(five_dice, Hint(exact=True)))
    asked.searched = 0
    for expected in (4, 6):
        assert {doubt.kind for doubt in reader.read(five_dice, Hint(expected)).doubts} == {DoubtKind.COUNT}
    assert asked.searched == 2
    # Who is to look less quickly reads all of the picture, unless it is told where to look.
    assert reader.read(five_dice, Hint(dice=5, exact=True)).certain
    assert asked.searched == 3
    # Nothing as large as a die may lie there in which none is seen.
    bodies = tuple((x - 20, y - 20, w + 40, h + 40) for x, y, w, h in (die.box for die in glanced.dice))
    assert_alike(reader.read(five_dice, Hint(dice=5, places=bodies)), glanced)
    assert asked.searched == 3
    reader.read(five_dice, Hint(dice=5, places=(*bodies, (10.0, 10.0, 90.0, 90.0))))
    assert asked.searched == 4


def test_a_picture_of_which_nothing_is_known_is_read_at_a_glance(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(reader, monkeypatch)
    glanced = reader.read(five_dice)
    assert asked.searched == 0
    assert_alike(glanced, reader.read(five_dice, Hint(exact=True)))
    asked.searched = 0
    # Also where more than dice stands out, if a closer look shows that it is none.
    untidy = five_dice.copy()
    for radius, colour in ((40, (70, 150, 190)), (34, (40, 100, 140)), (28, (70, 150, 190)), (14, (40, 100, 140))):
        cv2.circle(untidy, (140, 600), radius, colour, cv2.FILLED, cv2.LINE_AA)
    cv2.putText(untidy, "2", (125, 618), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (25, 60, 90), 5, cv2.LINE_AA)
    assert_alike(reader.read(untidy), glanced)
    assert asked.searched == 0
    # A die that still moves is passed over from afar, and stands out all the same.
    x, y, w, h = (round(n) for n in glanced.dice[0].box)
    smeared = five_dice.copy()
    smeared[480 : 480 + 3 * h, 60 : 60 + 3 * w] = cv2.blur(five_dice[y - h : y + 2 * h, x - w : x + 2 * w], (41, 9))
    reader.read(smeared)
    assert asked.searched
    # Nor does a glance tell that what lies in known places is all that should, or that nothing does.
    for expected, places in ((None, tuple(die.box for die in glanced.dice)), (0, None)):
        asked.searched = 0
        seen = reader.read(five_dice, Hint(expected, places))
        assert asked.searched == 1
        assert len(seen.dice) == len(glanced.dice)
        assert seen.certain is (expected is None)


def test_a_glance_at_as_many_dice_as_should_lie_there_asks_no_more_of_what_lies_beside_them(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = reader.read(five_dice).dice
    edge = dice[0].size
    bodies = tuple((x - edge / 2, y - edge / 2, w + edge, h + edge) for x, y, w, h in (die.box for die in dice))
    asked = Asked(reader, monkeypatch)
    monkeypatch.setattr(judge, "_unexplained", lambda *_: [UnreadableSpot(600.0, 10.0, 30.0)])
    for hint in (Hint(5), Hint(5, bodies), Hint(5, bodies, edge)):
        assert_alike(reader.read(five_dice, hint), Reading(dice, ()))
    assert reader.read(large_dice()[1], Hint(5)).certain
    assert asked.searched == 0
    assert not reader.read(five_dice).certain
    assert asked.searched


def test_a_glance_that_is_not_enough_takes_a_step_of_its_own(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(reader, monkeypatch)
    for hint, glanced in ((Hint(dice=4), True), (Hint(dice=0), False), (Hint(exact=True), False)):
        asked.searched = 0
        next(reader.read_steps(five_dice, hint), None)
        assert asked.searched == (0 if glanced else 1)


def test_a_die_that_is_passed_over_from_afar_is_read_all_the_same(
    reader: Reader, five_dice: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    afar = reader._networks.far_detector

    def passing_over(detect: Callable[..., Any], seen: Image, least: float) -> Any:
        faces, _ = detect(seen, least)
        return sorted(faces, key=lambda face: face.heat)[:-1], []

    asked = Asked(reader, monkeypatch)
    monkeypatch.setattr(afar, "detect", partial(passing_over, afar.detect))
    assert len(reader.read(five_dice).dice) == 5
    assert asked.searched == 1
    assert reader.read(five_dice, Hint(dice=5)).certain


def test_dice_that_show_plainly_from_afar_need_not_be_shown_closely(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, picture = large_dice()
    closely: list[Image] = []
    fast = reader._networks.fast_detector
    detect = fast.detect

    def note(seen: Image, least: float) -> Any:
        closely.append(seen)
        return detect(seen, least)

    monkeypatch.setattr(fast, "detect", note)
    for expected in (None, 5):
        closely.clear()
        reading = reader.read(picture, Hint(expected))
        assert reading.certain
        assert [die.value for die in reading.dice] == [die.value for die in dice]
        assert len(closely) < 3


def assert_alike(reading: Reading, other: Reading) -> None:
    """The same dice in the same places, told as sure."""
    assert reading.certain
    assert other.certain
    for die, same in zip(reading.dice, other.dice, strict=True):
        assert die.value == same.value
        assert np.hypot(*np.subtract(die.centre, same.centre)) < 0.08 * same.size
        assert die.size == pytest.approx(same.size, rel=0.15)
