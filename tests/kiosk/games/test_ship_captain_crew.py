"""Ship, Captain, Crew."""

from __future__ import annotations

from functools import partial

import pytest
import scripts

from kiosk.games.core import Choice, IllegalActionError, Keep, Over, Throw
from kiosk.games.ship_captain_crew import ShipCaptainCrew

A, B, C = range(3)
RULES = ShipCaptainCrew()
play = partial(scripts.play, RULES)


START = RULES.start(2, A)


def test_without_a_6_everything_is_thrown_again() -> None:
    assert RULES.waits(play(START, "54321")) == Throw(A, (1, 2, 3, 4, 5))


def test_a_6_and_a_5_stay_by_themselves_but_a_4_without_a_5_does_not() -> None:
    assert RULES.waits(play(START, "56321")) == Throw(A, (3, 4, 5))
    assert RULES.waits(play(START, "46321")) == Throw(A, (1, 3, 4, 5))


def test_of_two_6s_the_player_says_which_stays_and_it_stays() -> None:
    state = play(START, "66321")
    assert RULES.waits(state) == Choice(A, frozenset({frozenset({1}), frozenset({2})}), may_stop=False)
    assert RULES.waits(play(state, "k2 6311")) == Throw(A, (1, 3, 4, 5))


def test_the_cargo_may_be_thrown_again_wholly_or_in_part() -> None:
    state = play(START, "65412")
    keeps = frozenset({frozenset({1, 2, 3}), frozenset({1, 2, 3, 4}), frozenset({1, 2, 3, 5})})
    assert RULES.waits(state) == Choice(A, keeps, may_stop=True)
    with pytest.raises(IllegalActionError):
        RULES.apply(state, Keep(frozenset({1, 2})))
    state = play(state, "k123 66")
    assert RULES.describe(state, (6, 5, 4, 6, 6)).name.values == (("n", 12),)


def test_three_throws_without_all_three_carry_nothing() -> None:
    state = play(START, "11111 11111 65112")
    assert RULES.waits(state) == Throw(B, (1, 2, 3, 4, 5))
    assert RULES.cargo(state.heat.hands[0]) == 0
    assert RULES.describe(state, state.heat.hands[0]).name.message == "no crew"


def test_the_highest_cargo_takes_a_point_and_the_tied_play_a_whole_turn_for_it() -> None:
    assert play(START, "65412 . 65413 .").counts == (0, 1)
    state = play(RULES.start(3, A), "65412 . 65412 . 11111 11111 11111")
    assert state.heat.seats == (A, B)
    assert RULES.view(state).rolls_allowed == 3
    assert play(state, "65412 k123 66 . 65412 .").counts == (1, 0, 0)


def test_five_points_win() -> None:
    state = START
    for leader in (A, B, A, B, A):
        assert state.leader == leader
        state = play(state, "65466 . 65412 ." if leader == A else "65412 . 65466 .")
    assert RULES.waits(state) == Over(((A,), (B,)))
