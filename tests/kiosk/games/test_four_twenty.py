"""420: its 126 hands, the facts of the rules, and every house rule."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product

import pytest
from scripts import play

from kiosk.games.core import Choice, Draw, IllegalActionError, Keep, Lead, Over, Roll, Stop, Throw
from kiosk.games.four_twenty import FourTwenty
from kiosk.games.state import State

A, B, C, D, E = range(5)
HANDS = list(combinations_with_replacement(range(6, 0, -1), 4))


def second_turn(hand: tuple[int, ...]) -> State:
    """A has this hand, B a poor one, and A is on turn again; only for hands that do not win."""
    rules = FourTwenty()
    state, _ = rules.apply(rules.start(2), Roll(hand))
    return play(rules, state, "1111")


def test_20_at_the_first_throw_has_35_of_1296() -> None:
    rules = FourTwenty()
    start = rules.start(2)
    won = [rules.apply(start, Roll(throw))[0].over for throw in product(range(1, 7), repeat=4)]
    assert (sum(won), len(won)) == (35, 1296)


def test_what_may_stay_makes_15_10_or_5_and_nothing_stays_over_20() -> None:
    least = {1: 5, 2: 10, 3: 15}
    for hand in (hand for hand in HANDS if sum(hand) != 20):
        legal = {
            frozenset(slots)
            for size in (1, 2, 3)
            for slots in combinations((1, 2, 3, 4), size)
            if sum(hand[slot - 1] for slot in slots) >= least[size] and sum(hand) <= 20
        }
        wait = FourTwenty().waits(second_turn(hand))
        if legal:
            assert wait == Choice(A, frozenset(legal | {frozenset()}), may_stop=False), hand
        else:
            assert wait == Throw(A, (1, 2, 3, 4)), hand


def test_4332_may_only_be_thrown_whole() -> None:
    state = second_turn((4, 3, 3, 2))
    assert FourTwenty().waits(state) == Throw(A, (1, 2, 3, 4))
    assert FourTwenty().view(state).prompt.message == "No dice may stay: throw all four"


def test_over_20_says_why() -> None:
    assert FourTwenty().view(second_turn((6, 6, 6, 6))).prompt.message == "Over 20: throw all four dice"


def test_one_throw_a_turn_and_no_passing() -> None:
    rules = FourTwenty()
    state = play(rules, rules.start(2), "6543 6541")
    with pytest.raises(IllegalActionError) as refused:
        rules.apply(state, Stop())
    assert refused.value.reason.message == "You must throw again"
    with pytest.raises(IllegalActionError) as refused:
        rules.apply(state, Keep(frozenset({1, 4})))
    assert dict(refused.value.reason.values) == {"n": 10}
    state = play(rules, state, "k12 11")
    assert rules.view(state).seat == B
    assert rules.view(state).hand == (6, 5, 4, 1)
    assert rules.view(state).seats[A].score == 13


def test_of_two_red_is_first_and_exactly_20_wins_at_once() -> None:
    rules = FourTwenty()
    assert rules.waits(rules.start(2)) == Throw(A, (1, 2, 3, 4))
    assert rules.waits(play(rules, rules.start(2), "6541 6543 k12 63")) == Over(((A,), (B,)))


def test_of_more_player_1_is_drawn() -> None:
    rules = FourTwenty()
    state = rules.start(3)
    assert rules.waits(state) == Draw((A, B, C))
    state, _ = rules.apply(state, Lead(C))
    assert state.heat.seats == (C, A, B)


def test_each_winner_drops_out_and_the_next_left_of_player_1_begins_a_fresh_deal() -> None:
    rules = FourTwenty()
    state = play(rules, rules.start(3, first=B), "6541 6655")  # B, then C has 22
    state = play(rules, state, "6554")  # A wins
    assert state.out == ((A,),)
    assert rules.waits(state) == Throw(C, (1, 2, 3, 4))
    state = play(rules, state, "5555")
    assert rules.waits(state) == Over(((A,), (C,), (B,)))


def test_finishing_the_lap_lets_several_win_by_a_house_rule() -> None:
    rules = FourTwenty(options={"equal_turns": "on"})
    state = play(rules, rules.start(3, first=A), "5555 6654")
    assert rules.waits(state) == Throw(C, (1, 2, 3, 4))
    assert rules.waits(play(rules, state, "5555")) == Over(((A, C), (B,)))


def test_all_may_win_together() -> None:
    rules = FourTwenty(options={"equal_turns": "on"})
    assert rules.waits(play(rules, rules.start(2), "5555 5555")) == Over(((A, B),))


def test_the_others_keep_their_hands_by_a_house_rule() -> None:
    rules = FourTwenty(options={"continue_hands": "on"})
    state = play(rules, rules.start(4, first=A), "6541 6531 5555")  # C wins before D has thrown
    assert state.heat.seats == (B, D, A)
    assert rules.view(state).hand == (6, 5, 3, 1)
    state = play(rules, state, "k1 111")
    assert rules.waits(state) == Throw(D, (1, 2, 3, 4))
    state = play(rules, state, "1111")
    assert rules.view(state).hand == (6, 5, 4, 1)


def test_a_hand_is_remembered_however_many_laps_end_before_its_turn() -> None:
    rules = FourTwenty(options={"continue_hands": "on"})
    state = play(rules, rules.start(5, first=A), "6541 6541 6541 6541 5431")
    state = play(rules, state, "k123 2 k123 5 k123 5")  # B wins in the second lap, C in the one after it
    assert state.out == ((B,), (C,))
    assert state.heat.seats == (D, E, A)
    state = play(rules, state, "k123 5")  # D wins as well; E has not thrown since the first lap
    assert rules.view(state).seat == E
    assert rules.view(state).hand == (5, 4, 3, 1)


def test_the_designer_is_credited() -> None:
    assert FourTwenty.credit is not None
    assert "Mark Steere" in FourTwenty.credit.message
