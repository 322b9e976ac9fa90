"""What should lie there while somebody throws again: the watcher knows it, and it is asked for if it is not there."""

from __future__ import annotations

from sitting import Sitting, at_421

from kiosk.games.core import Choice
from kiosk.ruling import Ruling, RulingId
from vision.types import DoubtKind, Expectation

BLUE = (190, 70, 30)


def test_of_two_sets_the_other_hand_stays_whoever_is_in_turn() -> None:
    sitting = Sitting("four_twenty", options={"dice_set": "own", "first": "seat"}, first=0)
    assert sitting.session.expectation == Expectation(None), "both sets may lie there, or one"
    sitting.table.throw(6, 5, 3, 1)
    reds = frozenset(die.track for die in sitting.table.dice)
    assert sitting.session.expectation == Expectation(8, reds), "it is the other's turn"
    sitting.table.colour = BLUE
    sitting.table.throw(5, 4, 3, 1, at=700)
    blues = frozenset(die.track for die in sitting.table.dice) - reds
    assert isinstance(sitting.match.wait, Choice)
    assert sitting.match.wait.seat == 0
    assert sitting.session.expectation == Expectation(8, blues)


def test_of_two_taken_and_one_thrown_one_is_missing(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 2, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(5, at=900)
    assert sitting.play.ruling == Ruling(RulingId.MISSING, count=1)


def test_a_die_that_lies_there_uncounted_stands_for_the_one_that_was_taken() -> None:
    sitting = at_421()
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 2, 1)
    sitting.table.keep(1, 2)
    sitting.table.lift(3)
    assert [die.value for die in sitting.play.dice] == [4, 2, None]
    sitting.table.throw(6, at=900, doubted=(3, DoubtKind.VALUE))
    assert len(sitting.play.dice) == 3
