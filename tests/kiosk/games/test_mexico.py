"""Mexico."""

from __future__ import annotations

from functools import partial
from itertools import combinations_with_replacement

import scripts

from kiosk.games.core import Choice, Over, Roll, Stop, Throw
from kiosk.games.mexico import Mexico
from kiosk.match.summary import ranking

A, B, C = range(3)
RULES = Mexico()
throw = partial(scripts.throw, RULES)


def test_31_is_the_lowest_then_to_65_then_doubles_then_21() -> None:
    hands = sorted(combinations_with_replacement(range(1, 7), 2), key=RULES.weakness, reverse=True)
    order = "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21"
    assert [str(RULES.number_of(hand)) for hand in hands] == order.split()


def test_both_dice_or_none_and_nobody_throws_more_often_than_the_leader() -> None:
    state, _ = RULES.apply(RULES.start(3, A), Roll((3, 1)))
    assert RULES.waits(state) == Choice(A, frozenset({frozenset()}), may_stop=True)
    assert RULES.view(state).rolls_allowed == 3
    state, _ = RULES.apply(state, Stop())
    state, _ = RULES.apply(state, Roll((4, 1)))
    assert RULES.waits(state) == Throw(C, (1, 2))


def test_the_lowest_loses_a_life_and_leads() -> None:
    state = throw(RULES.start(3, A), "65 31 66")
    assert (state.counts, state.leader) == ((3, 2, 3), B)


def test_two_if_anybody_threw_21() -> None:
    assert throw(RULES.start(3, A), "12 31 66").counts == (3, 1, 3)


def test_the_tied_throw_off_repeatedly_for_the_same_penalty() -> None:
    state = throw(RULES.start(3, A), "21 31 13")
    assert state.heat.seats == (B, C)
    state = throw(state, "44 44")
    assert state.heat.seats == (B, C)
    assert throw(state, "44 65").counts == (3, 3, 1)


def test_without_lives_one_is_out_and_the_last_one_in_wins() -> None:
    state = throw(RULES.start(3, A), "21 31 66")  # B has 1
    state = throw(state, "31 66 65")  # B leads and is out
    assert state.out == ((B,),)
    assert state.leader == C
    assert RULES.view(state).seats[B].place == 3
    state = throw(state, "31 21")
    state = throw(state, "31 66")
    assert RULES.waits(state) == Over(((A,), (C,), (B,)))


def test_hands_rank_from_mexico_to_31() -> None:
    hands = ranking(Mexico())
    assert [hand.dice for hand in hands[:3]] == [(2, 1), (6, 6), (5, 5)]
    assert hands[-1].dice == (3, 1)
    assert [hand.rank for hand in hands] == list(range(1, 22))
