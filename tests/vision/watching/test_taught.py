"""Faces without pips: taught from three pictures, they are read however they lie, and nothing else is."""

import math

import cv2
import numpy as np
import pytest
from drawn_face import LETTERED_PX, box_at, lettered
from readers import read_die

from vision.types import Doubt, DoubtKind, Hint, Image, Point, Reading, Steps, at_once
from vision.watching.taught import PIPS, TaughtExample, TaughtFaces, read_with, recognised

AT = (400.0, 300.0)


def shown(letter: str, value: int) -> list[TaughtExample]:
    """Three pictures of a face, each turned otherwise."""
    return [TaughtExample.of(value, lettered((letter, AT, turn)), AT, LETTERED_PX) for turn in (10, 130, 250)]


def hardly_alike(letter: str, value: int) -> list[TaughtExample]:
    """Three pictures of a face that show it aside, larger and smaller."""
    middles = ((10, 0.0, 1.0), (130, 0.12, 1.12), (250, 0.0, 0.85))
    return [
        TaughtExample.of(value, lettered((letter, AT, turn)), (AT[0] + off * LETTERED_PX, AT[1]), LETTERED_PX * size)
        for turn, off, size in middles
    ]


@pytest.fixture(scope="module")
def among_others() -> TaughtFaces:
    """An R in three pictures that are hardly alike, at a table that saw a K before."""
    return TaughtFaces([*hardly_alike("R", 1), *shown("K", PIPS)])


@pytest.fixture(scope="module")
def faces() -> TaughtFaces:
    return TaughtFaces([*shown("R", 1), *shown("K", 6)])


def doubted(*at: Point) -> Reading:
    return Reading((), tuple(Doubt(DoubtKind.VALUE, box_at(place)) for place in at))


def pips_read(value: int, at: Point, confidence: float = 0.95) -> Reading:
    """A die whose emblem was taken for pips."""
    return Reading((read_die(value, at, LETTERED_PX, confidence=confidence),), ())


@pytest.mark.parametrize(("letter", "value", "turn"), [("R", 1, 0), ("K", 6, 72), ("R", 1, 216), ("K", 6, 288)])
def test_a_taught_face_is_read_upright_or_turned(faces: TaughtFaces, letter: str, value: int, turn: int) -> None:
    at = (700.0 + turn, 420.0)
    seen = recognised(lettered((letter, at, turn)), doubted((at[0] + 4, at[1] - 3)), faces, LETTERED_PX)
    assert ([die.value for die in seen.dice], seen.doubts) == ([value], ())
    die = seen.dice[0]
    assert math.dist(die.centre, at) < 3
    assert die.size == pytest.approx(LETTERED_PX, rel=0.12)
    off = math.degrees(math.atan2(die.corners[1][1] - die.corners[0][1], die.corners[1][0] - die.corners[0][0])) + turn
    assert abs((off + 45) % 90 - 45) < 8, "corners lie where the die's do"
    assert sum(abs(a - b) for a, b in zip(die.colour, (210, 220, 225), strict=True)) < 40


def test_a_face_that_nobody_taught_stays_in_doubt(faces: TaughtFaces) -> None:
    for letter in "SXOH":
        reading = doubted(AT)
        assert recognised(lettered((letter, AT, 40)), reading, faces, LETTERED_PX) == reading


def test_a_taught_face_is_found_from_wherever_near_its_middle_it_is_sought() -> None:
    letters, rng = dict(enumerate("AKQJ", 1)), np.random.default_rng(3)
    faces = TaughtFaces([face for value, letter in letters.items() for face in shown(letter, value)])
    for value, letter in letters.items():
        for turn in range(0, 360, 40):
            aside = tuple(np.add(AT, rng.uniform(-0.12, 0.12, 2) * LETTERED_PX).tolist())
            match = faces.at(lettered((letter, AT, turn)), aside, LETTERED_PX)
            assert (match.value, match.likeness >= match.bar) == (value, True), f"{letter} turned by {turn} degrees"


def test_a_taught_face_is_read_from_a_little_aside(faces: TaughtFaces) -> None:
    low = 0.9  # as from 26 degrees beside straight above
    image = np.asarray(cv2.resize(lettered(("R", AT, 77)), None, fx=1, fy=low, interpolation=cv2.INTER_AREA), np.uint8)
    at = (AT[0], low * AT[1])
    assert [die.value for die in recognised(image, doubted(at), faces, LETTERED_PX).dice] == [1]


def test_what_is_hardly_like_a_face_is_not_that_face_though_its_pictures_are_hardly_alike() -> None:
    faces = TaughtFaces(hardly_alike("R", 1))
    for letter, values in (("R", [1]), ("T", [])):
        seen = recognised(lettered((letter, AT, 60)), doubted(AT), faces, LETTERED_PX)
        assert [die.value for die in seen.dice] == values


def test_what_is_as_like_another_face_is_in_doubt() -> None:
    faces = TaughtFaces([*hardly_alike("3", 1), *hardly_alike("8", 6)])
    for letter, values in (("3", [1]), ("8", [6]), ("5", [])):
        seen = recognised(lettered((letter, AT, 60)), doubted(AT), faces, LETTERED_PX)
        assert ([die.value for die in seen.dice], bool(seen.doubts)) == (values, not values)


def test_a_taught_face_that_was_taken_for_pips_is_read_as_what_was_taught(faces: TaughtFaces) -> None:
    seen = recognised(lettered(("R", AT, 77)), pips_read(4, AT), faces, LETTERED_PX)
    assert ([die.value for die in seen.dice], seen.doubts) == ([1], ())


def test_a_die_read_by_pips_stays_as_it_was(faces: TaughtFaces) -> None:
    reading = pips_read(1, AT)
    assert recognised(lettered(("O", AT, 77)), reading, faces, LETTERED_PX) == reading


def test_what_is_less_like_a_face_than_others_at_the_table_are_is_not_that_face(among_others: TaughtFaces) -> None:
    for letter, values in (("R", [1]), ("A", [])):
        seen = recognised(lettered((letter, AT, 60)), doubted(AT), among_others, LETTERED_PX)
        assert [die.value for die in seen.dice] == values


@pytest.mark.parametrize(
    ("letter", "confidence", "asked"),
    [("A", 0.95, True), ("A", 0.98, False), ("C", 0.95, False), ("@", 0.95, False)],
    ids=["like R", "pips are plain", "R is ruled out", "more like pips"],
)
def test_pips_where_a_taught_face_is_not_ruled_out_are_asked_about(
    among_others: TaughtFaces, letter: str, confidence: float, asked: bool
) -> None:
    seen = recognised(lettered((letter, AT, 60)), pips_read(4, AT, confidence), among_others, LETTERED_PX)
    assert ([die.value for die in seen.dice], bool(seen.doubts)) == ([4], asked)


def test_pips_that_are_in_doubt_are_not_looked_at_twice(among_others: TaughtFaces) -> None:
    reading, place = pips_read(4, AT), box_at((403, 298), 50)
    seen = recognised(lettered(("#", AT, 60)), reading, among_others, LETTERED_PX, [place])
    assert ([die.value for die in seen.dice], len(seen.doubts)) == ([4], 1)


def test_what_lies_there_and_may_be_a_taught_face_is_asked_about(among_others: TaughtFaces) -> None:
    for letter, asked in (("A", True), ("C", False)):
        seen = recognised(lettered((letter, AT, 60)), Reading((), ()), among_others, LETTERED_PX, [box_at(AT)])
        assert (seen.dice, bool(seen.doubts)) == ((), asked)


def test_a_face_that_was_taken_for_pips_when_the_tray_was_learned_can_be_taught() -> None:
    faces = TaughtFaces([TaughtExample.of(PIPS, lettered(("R", AT, 50)), AT, LETTERED_PX), *shown("R", 1)])
    seen = recognised(lettered(("R", AT, 77)), pips_read(4, AT), faces, LETTERED_PX)
    assert ([die.value for die in seen.dice], seen.doubts) == ([1], ())


def test_faces_that_turn_into_one_another_are_in_doubt() -> None:
    faces = TaughtFaces([*shown("N", 2), *shown("Z", 3)])
    seen = recognised(lettered(("N", AT, 60)), doubted(AT), faces, LETTERED_PX)
    assert [die.value for die in seen.dice] in ([], [2])
    same = TaughtFaces([*shown("R", 2), *shown("R", 3)])
    seen = recognised(lettered(("R", AT, 60)), doubted(AT), same, LETTERED_PX)
    assert (seen.dice, bool(seen.doubts)) == ((), True)


def test_it_is_also_found_where_only_something_lies(faces: TaughtFaces) -> None:
    seen = recognised(lettered(("R", AT, 200)), Reading((), ()), faces, LETTERED_PX, [box_at((403, 298), 50)])
    assert [die.value for die in seen.dice] == [1]
    assert recognised(lettered(), Reading((), ()), faces, LETTERED_PX, [box_at(AT)]).dice == ()


class Look:
    """Notes what it is asked, and finds a three in each place that is left."""

    def __init__(self) -> None:
        self.asked: list[Hint] = []

    def __call__(self, _image: Image, hint: Hint) -> Steps[Reading]:
        yield
        self.asked.append(hint)
        x, y, w, h = (hint.places or (box_at(AT),))[0]
        return pips_read(3, (x + w / 2, y + h / 2))


def read(faces: TaughtFaces, look: Look, hint: Hint, *letters: tuple[str, Point, float]) -> list[int]:
    """The values that a table with these faces reads."""
    return [die.value for die in at_once(read_with(faces, LETTERED_PX, look, lettered(*letters), hint)).dice]


BESIDE = (800.0, 300.0)


@pytest.mark.parametrize("number", [2, None])
def test_where_taught_faces_are_plainly_seen_nothing_else_is_looked_at(faces: TaughtFaces, number: int | None) -> None:
    look, places = Look(), (box_at(AT), box_at(BESIDE))
    assert read(faces, look, Hint(number, places), ("R", BESIDE, 60), ("K", AT, 200)) == [6, 1]
    assert look.asked == []


@pytest.mark.parametrize(("number", "left"), [(2, 1), (1, 0), (0, 0), (None, None)])
def test_what_is_left_is_looked_at_alone(faces: TaughtFaces, number: int | None, left: int | None) -> None:
    look, hint = Look(), Hint(number, (box_at(BESIDE), box_at(AT)), 50.0)
    assert read(faces, look, hint, ("R", AT, 60), ("S", BESIDE, 20)) == [1, 3]
    assert look.asked == [Hint(left, (box_at(BESIDE),), 50.0)]


def test_two_places_of_one_die_are_one_die(faces: TaughtFaces) -> None:
    look, beside = Look(), box_at((AT[0] + 8, AT[1]))
    assert read(faces, look, Hint(2, (box_at(AT), beside)), ("R", AT, 60)) == [1]


def test_where_nobody_knows_that_anything_lies_all_is_looked_at(faces: TaughtFaces) -> None:
    look = Look()
    assert read(faces, look, Hint(1), ("R", AT, 60)) == [1]
    assert look.asked == [Hint(1)]


@pytest.mark.parametrize(
    ("examples", "letter"),
    [
        ([*hardly_alike("R", 1), *shown("A", PIPS)], "S"),
        ([*hardly_alike("R", 1), *shown("A", PIPS)], "6"),
        ([*hardly_alike("3", 1), *hardly_alike("8", 6)], "5"),
    ],
    ids=["hardly like it", "about as like pips", "as like another"],
)
def test_what_is_not_plainly_a_taught_face_is_looked_at(examples: list[TaughtExample], letter: str) -> None:
    look = Look()
    read(TaughtFaces(examples), look, Hint(1, (box_at(AT),)), (letter, AT, 60))
    assert len(look.asked) == 1


@pytest.mark.parametrize(("edges", "asked"), [(0.5, 1), (0.7, 0), (2.5, 0), (2.8, 1)])
def test_a_place_too_small_for_one_die_or_large_enough_for_two_is_looked_at(
    faces: TaughtFaces, edges: float, asked: int
) -> None:
    look, place = Look(), box_at(AT, edges * LETTERED_PX)
    read(faces, look, Hint(1, (place,)), ("R", AT, 60))
    assert len(look.asked) == asked


def test_a_broken_picture_of_a_face_is_refused() -> None:
    with pytest.raises(ValueError, match="broken"):
        TaughtFaces([TaughtExample(1, "bm8gcGljdHVyZQ==", 0.03)])
