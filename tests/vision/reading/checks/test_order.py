"""Every check in the lists is asked: each has a table on which it alone speaks against what else would be believed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from drawn_face import CRIMSON, IVORY
from drawn_face import face as drawn
from seen_face import a_four, seen_as

from vision.reading.candidates import Candidate, Detections, UnreadableSpot
from vision.reading.checks import (
    confidence,
    dim_faces,
    glare,
    hidden_dice,
    hidden_pip,
    no_pips,
    order,
    see_through,
    side_faces,
)
from vision.reading.checks.protocol import Check
from vision.reading.reader import Reader
from vision.types import Reading

Outcome = tuple[int, bool] | None
"""How many dice are read, and whether nothing is in doubt; None where a glance is not believed."""


TWO_DICE = np.hstack([a_four(), a_four()])
AN_EMBLEM_BESIDE = [seen_as(4, 0.99), seen_as(0, 0.6, 300, printed=0.35, heat=0.5)]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def outcome(reading: Reading | None) -> Outcome:
    return None if reading is None else (len(reading.dice), reading.certain)


def an_unsure_face(reader: Reader) -> Outcome:
    return outcome(reader.conclude(a_four(), Detections([seen_as(4, 0.5)])))


def a_lamp_over_half_a_face(reader: Reader) -> Outcome:
    lit = drawn(4, IVORY, CRIMSON)
    cv2.circle(lit, (40, 32), 15, (255, 255, 255), -1, cv2.LINE_AA)
    return outcome(reader.conclude(a_four(), Detections([seen_as(4, 0.99, cut=lit)])))


def a_lamp_on_a_middle_pip(reader: Reader) -> Outcome:
    five = a_four()
    cv2.circle(five, (100, 100), 7, (20, 20, 20), cv2.FILLED)
    cv2.line(five, (82, 101), (118, 101), (245, 245, 245), 9, cv2.LINE_AA)
    return outcome(reader.conclude(five, Detections([seen_as(4, 0.99)])))


def a_clear_four(reader: Reader) -> Outcome:
    five = a_four()
    cv2.circle(five, (100, 100), 7, (140, 143, 145), cv2.FILLED)
    return outcome(reader.conclude(five, Detections([seen_as(5, 0.99)])))


def a_die_half_under_a_sleeve(reader: Reader) -> Outcome:
    return outcome(reader.conclude(a_four(), Detections([seen_as(4, 0.99)], [UnreadableSpot(180.0, 100.0, 60.0)])))


def an_emblem_beside_a_die(reader: Reader) -> Outcome:
    return outcome(reader.conclude(TWO_DICE, Detections(AN_EMBLEM_BESIDE)))


def something_large_dimly_seen(reader: Reader) -> Outcome:
    return outcome(reader.conclude(a_four(), Detections([seen_as(0, 0.6, heat=0.5)])))


def a_die_from_the_side(reader: Reader) -> Outcome:
    """Its top and, below that, its front; how they slant is known."""
    squashed = np.array((1.0, 0.7), np.float32)

    def squeezed(face: Candidate, down: float) -> Candidate:
        corners = (face.corners - (100, 100)) * squashed + np.array((100, down), np.float32)
        return Candidate(
            face.heat,
            corners,
            corners.mean(0),
            face.size * 0.84,
            face.finest,
            face.detector,
            face.geometry,
            face.classifier,
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            reader._networks.slant, "of", lambda _, die: np.array((0.0, 0.7 if die.centre[1] > 100 else -0.7))
        )
        faces = [squeezed(seen_as(4, 0.99), 80.0), squeezed(seen_as(6, 0.6), 125.0)]
        return outcome(reader.conclude(a_four(), Detections(faces)))


@dataclass(frozen=True)
class Case:
    """What becomes of a table with a check, and if it were not asked."""

    table: Callable[[Reader], Outcome]
    asked: Outcome
    unasked: Outcome


CASES: dict[Check, Case] = {
    confidence.check: Case(an_unsure_face, (1, False), (1, True)),
    glare.check: Case(a_lamp_over_half_a_face, (1, False), (1, True)),
    hidden_pip.check: Case(a_lamp_on_a_middle_pip, (1, False), (1, True)),
    see_through.check: Case(a_clear_four, (1, False), (1, True)),
    hidden_dice.check: Case(a_die_half_under_a_sleeve, (1, False), (1, True)),
    no_pips.check: Case(an_emblem_beside_a_die, (1, False), (1, True)),
    dim_faces.check: Case(something_large_dimly_seen, (0, False), (0, True)),
    side_faces.check: Case(a_die_from_the_side, (1, True), (2, False)),
}
LISTS = ("ALWAYS", "UNLESS_ALL_TOLD")


@pytest.mark.parametrize("check", CASES, ids=lambda check: f"{check.__module__.rpartition('.')[2]}.{check.__name__}")
def test_a_check_is_asked_and_nothing_else_sees_what_it_sees(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, check: Check
) -> None:
    case = CASES[check]
    assert case.table(reader) == case.asked
    for name in LISTS:
        monkeypatch.setattr(order, name, tuple(one for one in getattr(order, name) if one is not check))
    assert case.table(reader) == case.unasked


def test_every_check_has_such_a_table() -> None:
    assert set(CASES) == {check for name in LISTS for check in getattr(order, name)}


FOUR, HARDLY, LIKELY, PRINT = seen_as(4, 0.99), seen_as(6, 0.6, 300), seen_as(6, 0.85, 300), AN_EMBLEM_BESIDE[1]


@pytest.mark.parametrize(
    ("expected", "seen", "read", "certain"),
    [
        pytest.param(1, [FOUR, PRINT], [4], True, id="as many as should lie there"),
        pytest.param(1, [FOUR, HARDLY], [4], True, id="beside what is hardly a die"),
        pytest.param(1, [FOUR, LIKELY], [4, 6], False, id="beside what may well be one"),
        pytest.param(1, [seen_as(4, 0.85), PRINT], [4], False, id="not beyond dispute"),
        pytest.param(2, [FOUR, PRINT], [4], False, id="fewer"),
        pytest.param(2, [FOUR, HARDLY], [4, 6], False, id="fewer for sure"),
        pytest.param(None, [FOUR, PRINT], [4], False, id="nobody knows how many"),
        pytest.param(
            1, [FOUR, HARDLY, seen_as(0, 0.1, 190, printed=0.8)], [4, 6], False, id="and one that shows no pips"
        ),
    ],
)
def test_what_else_is_seen_is_no_die_where_as_many_as_should_lie_there_are_beyond_dispute(
    reader: Reader, expected: int | None, seen: list[Candidate], read: list[int], certain: bool
) -> None:
    reading = reader.conclude(TWO_DICE, Detections(seen), expected=expected)
    assert [die.value for die in reading.dice] == read
    assert reading.certain == certain
