"""Schocken: vectors of its rules, and its order of hands against golden data."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import scripts
from scripts import choice, hand

from kiosk.games.core import Happening, Keep, Over, Roll, Stop, Turned
from kiosk.games.schocken import GIVING, STACK, HalvesState, Schocken
from kiosk.games.state import Heat, Made, Turn
from kiosk.locale import translate
from kiosk.match.summary import ranking

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["schocken"]
A, B, C = range(3)
RULES = Schocken()


def throw(state: HalvesState, hands: str, rules: Schocken = RULES) -> HalvesState:
    return scripts.throw(rules, state, hands)


def holding(counts: tuple[int, ...], kind: str = GIVING, *, leader: int = A, half: int = 0) -> HalvesState:
    """A round begins, and this is what everybody holds."""
    seats = len(counts)
    order = tuple(seat for seat in range(leader, leader + seats))
    state = HalvesState(seats, counts, 13 - sum(counts), leader, 1, (Heat(kind, tuple(s % seats for s in order), 3),))
    return replace(state, turn=Turn(leader, (None,) * 3), half=half, losers=(A,) * half)


def test_all_hands_rank_as_the_golden_data_says() -> None:
    assert ["".join(map(str, one.dice)) for one in reversed(ranking(RULES))] == GOLDEN["ranking_low_to_high_fresh"]


def test_each_class_falls_in_so_many_ways() -> None:
    names = {"straight": "strasse", "General": "general", "Schock aus": "schock_aus"}
    names |= {f"Schock {n}": f"schock_{n}" for n in range(2, 7)}
    found: Counter[str] = Counter()
    for roll in product(range(1, 7), repeat=3):
        name = translate(RULES.describe(RULES.start(2), roll).name, "en")
        found[next((kind for start, kind in names.items() if name.startswith(start)), "zahl")] += 1
    assert found == GOLDEN["ways_of_216"]


def test_the_mean_of_a_dry_hand() -> None:
    total = sum(RULES.schocks.worth(Made(roll)) for roll in product(range(1, 7), repeat=3))
    assert f"{total}/216" == GOLDEN["mean_deckel_of_one_dry_hand"]["exact"]


def test_two_with_one_throw_each() -> None:
    ways = Counter(RULES.strength(Made(roll)) for roll in product(range(1, 7), repeat=3))
    lower = sum(ways[a] * ways[b] for a in ways for b in ways if a < b)
    assert lower / 216**2 == pytest.approx(GOLDEN["two_dry_leader_worst"]["value"])
    assert lower * 7776 == 3805 * 216**2
    assert sum(many**2 for many in ways.values()) * 3888 == 83 * 216**2


def test_the_worst_takes_what_the_best_is_worth() -> None:
    state = throw(RULES.start(3, A), "411 652 665")
    assert (state.counts, state.pot, state.leader) == ((0, 4, 0), 9, B)
    assert throw(holding((6, 4, 0), STACK), "411 652 611").counts == (6, 7, 0), "the stack holds 3"


def test_a_general_that_was_built_is_a_number() -> None:
    state, _ = RULES.apply(RULES.start(3, A), Roll(hand("543")))
    state, _ = RULES.apply(state, Keep(frozenset()))
    state, _ = RULES.apply(state, Roll(hand("543")))  # three in a row in the second throw, all dice
    state, _ = RULES.apply(state, Stop())
    state, _ = RULES.apply(state, Roll(hand("665")))
    state, _ = RULES.apply(state, Keep(frozenset({1, 2})))
    state, _ = RULES.apply(state, Roll((6,)))
    made = state.heat.made_by(B)
    assert made == Made((6, 6, 6), 2, together=False)
    assert translate(RULES.describe_made(state, made).name, "en") == "6-6-6"
    state, _ = RULES.apply(state, Roll(hand("221")))
    state, _ = RULES.apply(state, Stop())
    assert state.counts == (0, 0, 2)
    counts = Schocken(options={"built": "counts"})
    assert counts.strength(made) > counts.strength(Made((5, 4, 3)))


def test_equal_hands_go_by_throws_then_the_earlier_is_better() -> None:
    one, two = Made((6, 4, 1), 1), Made((6, 4, 1), 2, together=False)
    assert RULES.strength(one) > RULES.strength(two)
    assert throw(RULES.start(2, A), "641 641").counts == (0, 1)
    order = Schocken(options={"ties": "order"})
    assert order.strength(one) == order.strength(two)


def test_switches_move_schock_2_and_421() -> None:
    assert RULES.strength(Made((2, 1, 1))) > RULES.strength(Made((2, 2, 2)))
    under = Schocken(options={"schock_2": "under_general"})
    assert under.strength(Made((2, 2, 2))) > under.strength(Made((2, 1, 1))) > under.strength(Made((6, 5, 4)))
    seven = Schocken(options={"seven": "on"})
    assert seven.strength(Made((1, 1, 1))) > seven.strength(Made((4, 2, 1))) > seven.strength(Made((6, 1, 1)))
    assert throw(seven.start(2, A), "421 611", seven).counts == (0, 7)


def test_with_the_stack_empty_the_best_gives_and_is_out_at_0() -> None:
    state = throw(holding((5, 8)), "611 221")
    assert state.half == 1, "B holds all"
    state = throw(holding((5, 4, 4)), "611 221 652")
    assert (state.counts, state.out) == ((0, 9, 4), ((A,),))
    assert (state.leader, state.heat.seats) == (B, (B, C))


def test_a_schock_aus_brings_the_worst_all_tokens_wherever_they_lie() -> None:
    state = throw(holding((6, 4, 0), STACK), "652")
    state, events = RULES.apply(state, Roll(hand("111")))
    assert any(event.what is Happening.SPECIAL for event in events)
    state, _ = RULES.apply(state, Roll(hand("221")))
    assert (state.half, state.losers, state.leader) == (1, (C,), C)
    assert (state.counts, state.pot, state.out) == ((0, 0, 0), 13, ())


def test_the_same_loser_twice_has_lost_and_else_the_two_play_a_final() -> None:
    state = throw(RULES.start(3, A), "111 652 221")  # C loses the first half, and leads
    assert RULES.waits(throw(state, "221 111 652")) == Over(((A, B), (C,)))  # Durchmarsch
    state = throw(state, "652 221 111")  # C, A, B: A loses the second
    assert (state.half, state.leader, state.heat.seats) == (2, A, (A, C))
    assert state.out == ((B,),)
    assert RULES.waits(throw(state, "111 652")) == Over(((B,), (A,), (C,)))


def test_one_half_may_decide() -> None:
    rules = Schocken(options={"halves": "one"})
    assert rules.waits(throw(rules.start(3, A), "111 652 221", rules)) == Over(((A, B), (C,)))


def test_of_two_sixes_one_is_turned_if_a_throw_is_left() -> None:
    state, _ = RULES.apply(RULES.start(2, A), Roll(hand("663")))
    state, _ = RULES.apply(state, Turned(frozenset({1})))
    wait = choice(RULES, state)
    assert wait.keeps == {frozenset({1}), frozenset({1, 3})}
    state = throw(RULES.start(2, A), "652")
    state, _ = RULES.apply(state, Roll(hand("663")))
    assert state.round == 2, "the only throw: nothing to turn"


def test_the_screen_tells_what_is_to_be_beaten_and_what_it_costs() -> None:
    assert scripts.sought(RULES, throw(RULES.start(3, A), "411 652")) == "Beat 6-5-2 in 1, or take 4 tokens"
