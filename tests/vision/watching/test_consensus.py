"""Several readings of one still picture, taken together."""

from dataclasses import replace

import pytest
from readers import read_die

from vision.types import Die, Doubt, DoubtKind, Point, Reading
from vision.watching.consensus import consensus, mean_oddness, sure

EDGE = 40.0


def die(value: int, at: Point = (100.0, 100.0), score: float = 0.9, confidence: float = 0.9) -> Die:
    return read_die(value, at, EDGE, confidence=confidence, score=score)


def reading(*dice: Die, doubts: tuple[Doubt, ...] = ()) -> Reading:
    return Reading(dice, doubts)


BLUR, COUNT = Doubt(DoubtKind.BLUR), Doubt(DoubtKind.COUNT)


def test_a_count_alone_leaves_a_reading_sure() -> None:
    assert sure(reading(die(1)))
    assert sure(reading(die(1), doubts=(COUNT,)))
    assert not sure(reading(die(1), doubts=(COUNT, BLUR)))


def test_one_reading_is_what_it_is() -> None:
    only = reading(die(1), doubts=(BLUR,))
    assert consensus([only]) is only


def test_scores_and_confidence_are_averaged_and_the_last_reading_says_where_dice_lie() -> None:
    first, second = die(3, confidence=0.8), die(3, (104.0, 100.0), 0.7, 0.6)
    (both,) = consensus([reading(first, doubts=(BLUR,)), reading(second, doubts=(BLUR,))]).dice
    assert both.scores[2] == pytest.approx(0.8)
    assert both.scores[0] == pytest.approx(0.04)
    assert both.confidence == pytest.approx(0.7)
    assert both.centre == second.centre


def test_readings_that_differ_are_a_doubt_and_the_better_believed_value_is_shown() -> None:
    together = consensus([reading(die(3, score=0.95), doubts=(BLUR,)), reading(die(5, score=0.6))])
    assert [d.value for d in together.dice] == [3]
    assert together.doubts == (Doubt(DoubtKind.VALUE, together.dice[0].box),)


def test_what_lies_half_an_edge_away_is_another_die() -> None:
    for away, same in ((19.0, True), (21.0, False)):
        together = consensus([reading(die(3, (100 + away, 100), 0.95), doubts=(BLUR,)), reading(die(5, score=0.6))])
        assert bool(together.doubts) == same


def test_another_number_of_dice_is_a_doubt() -> None:
    together = consensus([reading(die(3), die(4, (300, 100)), doubts=(BLUR,)), reading(die(3))])
    assert together.doubts == (Doubt(DoubtKind.HIDDEN),)


def test_doubts_of_the_last_reading_stay_once_each() -> None:
    lasting = Doubt(DoubtKind.VALUE, die(5).box)
    together = consensus([reading(die(3, score=0.95), doubts=(BLUR,)), reading(die(5, score=0.6), doubts=(lasting,))])
    assert together.doubts == (lasting,)


def test_two_without_doubt_outvote_those_with_one_and_one_does_not() -> None:
    wrong = reading(die(3, score=0.99), doubts=(BLUR,))
    right = reading(die(5, score=0.6))
    assert consensus([right, wrong, right]).doubts == ()
    assert [d.value for d in consensus([wrong, right, right]).dice] == [5]
    assert consensus([wrong, right]).doubts != ()


def test_what_was_told_without_doubt_is_not_outvoted() -> None:
    elsewhere, five, three = die(2, (300, 100)), die(5), die(3)
    right = reading(five, elsewhere)
    for doubt, outvoted in ((elsewhere.box, False), (three.box, True), (None, True)):
        wrong = reading(three, elsewhere, doubts=(Doubt(DoubtKind.VALUE, doubt), COUNT))
        assert consensus([wrong, right, right]).doubts == (() if outvoted else (Doubt(DoubtKind.VALUE, five.box),))


def test_how_oddly_a_die_lies_is_the_mean_of_two_readings_where_both_saw_it() -> None:
    first = reading(die(3), die(4, (300, 100)))
    second = reading(die(4, (301, 100)), die(6, (500, 100)))
    assert mean_oddness(first, [0.4, 1.0], second, [0.5, 7.0]) == [0.4, 0.75]
    moved = reading(replace(die(3), centre=(100.0, 121.0)))
    assert mean_oddness(reading(die(3)), [0.4], moved, [2.0]) == [0.4]
