"""Whose dice are whose, where each seat has a set of its own."""

import pytest
from made_up import RED, die

from kiosk.referee.recovery import Ownership
from vision.types import TrackedDie

BLUE = (200, 60, 30)
MIDDLE_PX = 640.0


@pytest.mark.parametrize(("others", "seats"), [(BLUE, {1: 1, 2: 0}), (RED, {1: 0, 2: 1})])
def test_once_both_sets_were_counted_colours_tell_or_the_halves_where_they_are_alike(
    others: tuple[int, int, int], seats: dict[int, int]
) -> None:
    ownership = Ownership()
    ownership.learn(0, [die(4, 100.0), die(2, 200.0)])
    ownership.learn(1, [die(3, 700.0, colour=others), die(5, 800.0, colour=others)])
    there = {1: die(6, 100.0, colour=others), 2: die(1, 900.0)}
    for track, seat in seats.items():
        assert ownership.seats_of([TrackedDie(track, thrown=True, die=there[track])], MIDDLE_PX) == {track: seat}
