"""What is vouched for: each evidence has a table on which it alone speaks against what else would be believed."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from drawn_face import CRIMSON, IVORY
from drawn_face import face as drawn
from seen_face import a_four, seen_as

from vision.reading import judge
from vision.reading import reader as reader_module
from vision.reading.candidates import Candidate, Detections, UnreadableSpot
from vision.reading.reader import Reader
from vision.types import Reading

Outcome = tuple[int, bool]
"""How many dice are read, and whether nothing is in doubt."""
SPOT = UnreadableSpot(180.0, 100.0, 60.0)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def outcome(reading: Reading) -> Outcome:
    return len(reading.dice), reading.certain


def a_lamp_over_half_a_face(reader: Reader) -> Outcome:
    lit = drawn(4, IVORY, CRIMSON)
    cv2.circle(lit, (40, 32), 15, (255, 255, 255), -1, cv2.LINE_AA)
    return outcome(reader.conclude(a_four(), Detections([seen_as(4, 0.99, cut=lit)])))


def a_clear_four(reader: Reader) -> Outcome:
    five = a_four()
    cv2.circle(five, (100, 100), 7, (140, 143, 145), cv2.FILLED)
    return outcome(reader.conclude(five, Detections([seen_as(5, 0.99)])))


def a_die_half_under_a_sleeve(reader: Reader) -> Outcome:
    return outcome(reader.conclude(a_four(), Detections([seen_as(4, 0.99)], [SPOT])))


def something_large_dimly_seen(reader: Reader) -> Outcome:
    return outcome(reader.conclude(a_four(), Detections([seen_as(0, 0.6, heat=0.5)])))


def a_die_from_the_side(reader: Reader, side: float = 0.6, expected: int | None = None) -> Outcome:
    """Its top and, below that, its front; how they slant is known."""
    squashed = np.array((1.0, 0.7), np.float32)

    def squeezed(face: Candidate, down: float) -> Candidate:
        corners = (face.corners - (100, 100)) * squashed + np.array((100, down), np.float32)
        return replace(face, corners=corners, centre=corners.mean(0), size=face.size * 0.84)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            reader._networks.slant, "of", lambda _, die: np.array((0.0, 0.7 if die.centre[1] > 100 else -0.7))
        )
        faces = [squeezed(seen_as(4, 0.99), 80.0), squeezed(seen_as(3, side), 125.0)]
        return outcome(reader.conclude(a_four(), Detections(faces), expected=expected))


@pytest.mark.parametrize(
    ("table", "evidence", "ignored", "outcomes"),
    [
        (a_lamp_over_half_a_face, (judge, "glared"), lambda *_: False, ((1, False), (1, True))),
        (a_clear_four, (judge, "shines_through"), lambda *_: False, ((1, False), (1, True))),
        (a_die_half_under_a_sleeve, (judge, "_unexplained"), lambda *_: (), ((1, False), (1, True))),
        (something_large_dimly_seen, (judge, "_may_be_a_die"), lambda *_: False, ((0, False), (0, True))),
        (a_die_from_the_side, (reader_module, "without_sides"), lambda reading, _: reading, ((1, True), (2, False))),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_what_speaks_against_a_reading_is_weighed_and_nothing_else_sees_it(
    table: Callable[[Reader], Outcome],
    evidence: tuple[object, str],
    ignored: Callable[..., object],
    outcomes: tuple[Outcome, Outcome],
) -> None:
    reader = Reader()
    assert table(reader) == outcomes[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*evidence, ignored)
        assert table(reader) == outcomes[1]


FOUR, HARDLY, LIKELY = seen_as(4, 0.99), seen_as(4, 0.6, 300), seen_as(4, 0.85, 300)


@pytest.mark.parametrize(
    ("expected", "seen", "spots", "read", "certain"),
    [
        pytest.param(1, [FOUR], [SPOT], [4], True, id="beside what can't be read"),
        pytest.param(1, [FOUR, HARDLY], [], [4], True, id="beside what is hardly a die"),
        pytest.param(1, [FOUR, LIKELY], [SPOT], [4, 4], False, id="beside what may well be one"),
        pytest.param(1, [seen_as(4, 0.85)], [SPOT], [4], False, id="not beyond dispute"),
        pytest.param(2, [FOUR], [SPOT], [4], False, id="fewer"),
        pytest.param(2, [FOUR, HARDLY], [], [4, 4], False, id="fewer for sure"),
        pytest.param(None, [FOUR], [SPOT], [4], False, id="nobody knows how many"),
        pytest.param(
            1, [FOUR, HARDLY, seen_as(0, 0.1, 190, printed=0.8)], [], [4, 4], False, id="and one that shows no pips"
        ),
    ],
)
def test_what_else_is_seen_is_no_die_where_as_many_as_should_lie_there_are_beyond_dispute(
    expected: int | None, seen: list[Candidate], spots: list[UnreadableSpot], read: list[int], certain: bool
) -> None:
    reading = judge.judged(Detections(seen, spots), dice=expected)
    assert [die.value for die in reading.dice] == read
    assert reading.certain == certain


def test_what_is_vouched_for_untold_is_vouched_for_with_its_number() -> None:
    vouched = 0
    for left, right in product((0.6, 0.75, 0.8, 0.9, 0.99), repeat=2):
        seen = Detections([seen_as(4, left), seen_as(4, right, 300)])
        untold, told = judge.judged(seen), judge.judged(seen, dice=2)
        assert told == untold
        vouched += untold.certain
    assert vouched


def test_a_side_that_is_as_sure_as_its_top_is_in_doubt_also_where_two_dice_should_lie_there(reader: Reader) -> None:
    assert a_die_from_the_side(reader, side=0.99, expected=2) == (2, False)
