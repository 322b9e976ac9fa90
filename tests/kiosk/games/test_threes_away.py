"""Threes Away, high and low: the vector of the rules, the 252 hands, and every house rule."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest
from scripts import play

from kiosk.games.core import Choice, IllegalActionError, Keep, Over, Roll, Throw
from kiosk.games.threes_away_high import ThreesAwayHigh
from kiosk.games.threes_away_low import ThreesAwayLow

A, B, C = range(3)


def test_low_vector_3_and_2_then_3_and_1_then_6_makes_9() -> None:
    rules = ThreesAwayLow()
    state = play(rules, rules.start(2, A), "4 32645 k12 631 k1245")
    assert rules.waits(state) == Throw(A, (3,))  # the lone last die
    state = play(rules, state, "6")
    assert state.heat.hands == ((3, 2, 6, 3, 1),)
    assert rules.pips(state.heat.hands[0]) == 9


def test_the_roll_off_counts_plain_pips_and_the_leader_throws_one_die_for_the_rounds() -> None:
    rules = ThreesAwayHigh()
    state = play(rules, rules.start(2), "33333 11111")
    assert (state.leader, rules.waits(state)) == (A, Throw(A, (1,)))
    state = play(rules, state, "4")
    assert (state.rounds, state.round) == (4, 1)
    assert rules.waits(state) == Throw(A, (1, 2, 3, 4, 5))


def test_of_all_252_hands_the_legal_keeps_hold_every_3_and_at_least_one_die() -> None:
    rules = ThreesAwayHigh(options={"rounds": 1})
    start = rules.start(2, A)
    hands = list(combinations_with_replacement(range(1, 7), 5))
    assert len(hands) == 252
    for hand in hands:
        state, _ = rules.apply(start, Roll(hand))
        threes = {slot for slot, die in enumerate(hand, 1) if die == 3}
        some = (frozenset(slots) for size in range(1, 5) for slots in combinations(range(1, 6), size))
        legal = frozenset(slots for slots in some if threes <= slots)
        wait = rules.waits(state)
        if hand == (3,) * 5:
            assert state.heat.hands == (hand,)
        else:
            assert wait == Choice(A, legal, may_stop=True)


def test_stopping_sets_all_aside() -> None:
    rules = ThreesAwayHigh(options={"rounds": 2})
    assert play(rules, rules.start(2, A), "66665 . 61111 .").counts == (29, 10)


@pytest.mark.parametrize(
    ("script", "keep", "reason"),
    [
        ("33645", (1,), "Every 3 must be set aside"),
        ("12645", (), "Set aside at least one die, or end your turn"),
        ("12645 k12 145", (3,), "What is set aside stays"),
        ("12645 k12 145", (1, 2), "Set aside at least one die, or end your turn"),
        ("12645", (1, 2, 3, 4, 5), "To keep them all, end your turn"),
    ],
)
def test_a_refusal_says_why(script: str, keep: tuple[int, ...], reason: str) -> None:
    rules = ThreesAwayHigh(options={"rounds": 1})
    state = play(rules, rules.start(2, A), script)
    with pytest.raises(IllegalActionError) as refused:
        rules.apply(state, Keep(frozenset(keep)))
    assert refused.value.reason.message == reason


def test_high_the_highest_total_wins_low_the_lowest() -> None:
    high, low = ThreesAwayHigh(options={"rounds": 1}), ThreesAwayLow(options={"rounds": 1})
    script = "66666 . 11111 ."
    assert high.waits(play(high, high.start(2, A), script)) == Over(((A,), (B,)))
    assert low.waits(play(low, low.start(2, A), script)) == Over(((B,), (A,)))


def test_the_same_player_leads_every_round_or_the_next_one_by_a_house_rule() -> None:
    rules = ThreesAwayHigh(options={"rounds": 3})
    assert play(rules, rules.start(3, B), "66666 . 11111 . 11111 .").leader == B
    house = ThreesAwayHigh(options={"rounds": 3, "leader": "rotate"})
    assert play(house, house.start(3, B), "66666 . 11111 . 11111 .").leader == C


def test_extra_rounds_among_the_tied_leave_the_totals_and_the_others_places() -> None:
    rules = ThreesAwayLow(options={"rounds": 1})
    state = play(rules, rules.start(3, A), "11111 . 11111 . 11112 .")
    assert state.heat.seats == (A, B)
    assert rules.view(state).phase.message == "Extra round"
    state = play(rules, state, "66666 . 66666 .")  # still tied
    assert state.heat.seats == (A, B)
    state = play(rules, state, "66666 . 66665 .")
    assert rules.waits(state) == Over(((B,), (A,), (C,)))
    assert state.counts == (5, 5, 6)


def test_or_the_tied_win_together_by_a_house_rule() -> None:
    rules = ThreesAwayLow(options={"rounds": 1, "final_tie": "joint"})
    assert rules.waits(play(rules, rules.start(3, A), "11111 . 11111 . 11112 .")) == Over(((A, B), (C,)))


def test_five_6s_in_low_win_the_match_at_once_by_a_house_rule() -> None:
    rules = ThreesAwayLow(options={"rounds": 2})
    assert not play(rules, rules.start(3, A), "66666 .").over
    house = ThreesAwayLow(options={"rounds": 2, "moon": "win"})
    state = play(house, house.start(3, A), "11111 . 66666 .")
    assert house.waits(state) == Over(((B,), (A, C)))
    assert "moon" not in ThreesAwayHigh(options={}).options
