"""Four Twenty One: the vectors of the rules and every house rule."""

from __future__ import annotations

import pytest
from scripts import play

from kiosk.games.core import Choice, Over, Throw
from kiosk.games.four_twenty_one import FourTwentyOne
from kiosk.games.options import Value
from kiosk.games.state import State

A, B, C = range(3)


def test_keeping_44_and_throwing_the_third_die_twice() -> None:
    rules = FourTwentyOne()
    state = play(rules, rules.start(2, A), "441 k12 3 k12 2")
    assert state.heat.hands == ((4, 4, 2),)


def test_a_die_set_aside_earlier_may_be_thrown_again() -> None:
    rules = FourTwentyOne()
    state = play(rules, rules.start(2, A), "221 k13 2 k12 2")
    assert state.heat.hands == ((2, 2, 2),)


def test_the_best_hand_gets_a_point() -> None:
    rules = FourTwentyOne()
    assert play(rules, rules.start(3, A), "665 . 111 . 654 .").counts == (0, 1, 0)


def test_only_the_tied_throw_for_the_point_and_those_still_tied_again() -> None:
    rules = FourTwentyOne()
    state = play(rules, rules.start(3, A), "665 . 654 . 566 .")
    assert state.heat.seats == (A, C)
    assert rules.waits(state) == Throw(A, (1, 2, 3))
    state = play(rules, state, "441 144")
    assert state.heat.seats == (A, C)
    assert state.heat.hands == ()
    assert play(rules, state, "421 666").counts == (1, 0, 0)  # no bonus in a tie-break


def test_a_421_at_the_first_throw_gets_2_at_once_whatever_follows() -> None:
    rules = FourTwentyOne()
    state = play(rules, rules.start(2, A), "142")
    assert state.counts == (2, 0)
    assert play(rules, state, ". 666 .").counts == (3, 0)
    assert play(rules, state, "k 653 . 666 .").counts == (2, 1)


def test_a_later_421_gets_2_only_by_a_house_rule_and_once_a_turn() -> None:
    rules = FourTwentyOne()
    assert play(rules, rules.start(2, A), "442 k13 1").counts == (0, 0)
    house = FourTwentyOne(options={"bonus": "any_roll"})
    assert play(house, house.start(2, A), "442 k13 1").counts == (2, 0)
    assert play(house, house.start(2, A), "442 k13 1 k13 1").counts == (2, 0)


@pytest.mark.parametrize(("leader", "second"), [("rotate", B), ("same", A), ("winner", C)])
def test_who_leads_the_second_round(leader: str, second: int) -> None:
    rules = FourTwentyOne(options={"leader": leader})
    assert play(rules, rules.start(3, A), "653 . 654 . 111 .").leader == second


def test_others_counts_do_not_bind_but_by_a_house_rule_the_leaders_does() -> None:
    rules = FourTwentyOne()
    assert isinstance(rules.waits(play(rules, rules.start(2, A), "653 . 654")), Choice)
    house = FourTwentyOne(options={"cap": "leader"})
    assert play(house, house.start(2, A), "653 . 654").round == 2


def test_most_points_win_after_the_last_round() -> None:
    rules = FourTwentyOne(options={"rounds": 1})
    state = play(rules, rules.start(3, A), "653 . 666 . 421 .")
    assert rules.waits(state) == Over(((C,), (A, B)))


def rounds_to_a_tie(**options: Value) -> tuple[FourTwentyOne, State]:
    rules = FourTwentyOne(options={"rounds": 2, **options})
    return rules, play(rules, rules.start(3, A), "666 . 555 . 653 . 666 . 555 . 653 .")


def test_tied_leaders_play_sudden_death_among_themselves() -> None:
    rules, state = rounds_to_a_tie()
    assert state.counts == (1, 1, 0)
    assert state.heat.seats == (A, B)
    assert rules.view(state).phase.message == "Sudden death"
    assert rules.waits(play(rules, state, "653 . 654 .")) == Over(((B,), (A,), (C,)))


def test_or_win_together_by_a_house_rule() -> None:
    rules, state = rounds_to_a_tie(final_tie="joint")
    assert rules.waits(state) == Over(((A, B), (C,)))
