"""A monkey at the table for some minutes of its time."""

from __future__ import annotations

import pytest

from workshop.benchmarks.monkey.rounds import play, shrunk

DEEDS = range(40)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_whatever_a_monkey_does_the_table_answers_and_leads_home(number: int) -> None:
    found = play(0, number, DEEDS)
    assert found.failure == ""
    assert len(found.done) == len(DEEDS)


def test_of_a_round_that_fails_the_deeds_are_left_that_it_takes() -> None:
    needed = {3, 7, 19}
    assert shrunk(lambda deeds: needed <= set(deeds), range(40), tries=200) == sorted(needed)
