"""What a check's verdict does to a reading."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from seen_face import a_four, seen_as

from vision.reading.candidates import Detections
from vision.reading.checks.protocol import NOTHING_WRONG, Evidence, Verdict, checked
from vision.reading.resolve import Resolved, resolve
from vision.types import Die, Doubt, DoubtKind, Reading

SURE, UNSURE = seen_as(4, 0.99, 150.0), seen_as(6, 0.8, 50.0)
RESOLVED: Resolved = resolve(a_four(), Detections([UNSURE, SURE]))
READING = RESOLVED.reading
LEFT, RIGHT = READING.dice


def evidence(resolved: Resolved = RESOLVED) -> Evidence:
    return Evidence(None, SimpleNamespace(), resolved)  # type: ignore[arg-type]  # these checks ask neither


def doubting(*dice: Die) -> Verdict:
    return Verdict(tuple(Doubt(DoubtKind.VALUE, die.box) for die in dice))


def after(*verdicts: Verdict) -> Reading:
    return checked(READING, evidence(), [lambda _reading, _evidence, verdict=verdict: verdict for verdict in verdicts])


def test_dice_are_read_from_left_to_right_and_the_surest_face_comes_first() -> None:
    assert LEFT.centre < RIGHT.centre
    assert [face.die for face in RESOLVED.faces] == [RIGHT, LEFT]


def test_what_no_check_speaks_against_stays_as_it_is() -> None:
    assert after(NOTHING_WRONG, NOTHING_WRONG) == READING


def test_two_checks_that_doubt_one_die_make_one_doubt() -> None:
    assert after(doubting(LEFT), doubting(LEFT)).doubts == doubting(LEFT).doubts


def test_a_die_that_is_none_takes_its_doubts_along() -> None:
    reading = after(doubting(LEFT, RIGHT), Verdict(dropped=(LEFT,)))
    assert reading == Reading((RIGHT,), doubting(RIGHT).doubts)


def test_the_surest_face_is_doubted_first_and_other_places_last_whichever_check_is_asked_first() -> None:
    elsewhere = Doubt(DoubtKind.HIDDEN, (0.0, 0.0, 9.0, 9.0))
    reading = after(Verdict((elsewhere,)), doubting(LEFT), doubting(RIGHT))
    assert reading.doubts == (*doubting(RIGHT, LEFT).doubts, elsewhere)


def test_a_check_sees_what_those_before_it_have_left() -> None:
    seen: list[Sequence[Die]] = []

    def note(reading: Reading, _: Evidence) -> Verdict:
        seen.append(reading.dice)
        return NOTHING_WRONG

    checked(READING, evidence(), [lambda *_: Verdict(dropped=(LEFT,)), note])
    assert seen == [(RIGHT,)]
    assert [face.die for face in RESOLVED.faces_of(Reading((RIGHT,), ()))] == [RIGHT]
