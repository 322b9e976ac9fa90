"""Poker d'as: vectors of its rules, and its orders of hands against golden data."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from scripts import advised, hand, sought, throw

from kiosk.games.core import Keep, Over, Roll, Throw
from kiosk.games.poker_d_as import PokerDas
from kiosk.games.text import kept
from kiosk.locale import translate
from kiosk.odds import Odds

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["poker_d_as"]
A, B, C = range(3)
KINDS = {
    "quinte": "poker of",
    "carre": "four",
    "full": "full house",
    "brelan": "three",
    "suite": "straight",
    "deux_paires": "two pairs",
    "paire": "pair",
    "rien": "nothing",
}


def better(rules: PokerDas, one: str, other: str) -> bool:
    return rules.strength(hand(one)) > rules.strength(hand(other))


def called(rules: PokerDas, word: str) -> str:
    return translate(rules.describe(rules.start(2), hand(word)).name, "en")


@pytest.mark.parametrize(
    ("language", "first", "second", "best"),
    [
        ("en", "A throws ace-ace-king-ten-nine", "A throws ten-nine", "keep ace-ace"),
        ("fr", "A lance as-as-roi-dix-neuf", "A lance dix-neuf", "garder as-as"),
    ],
)
def test_events_and_coach_call_the_dice_by_their_figures(language: str, first: str, second: str, best: str) -> None:
    rules = PokerDas("manches", {"first": "seat"})
    state, events = rules.apply(rules.start(2, 0), Roll((1, 6, 1, 3, 2)))
    assert translate(events[0].text, language, "AB") == first
    advice = advised(Odds(rules, 2), state)
    coached = advice.coach()
    assert coached is not None
    assert best in translate(coached, language)
    state, _ = rules.apply(state, Keep(frozenset({1, 2, 3})))
    _, events = rules.apply(state, Roll((3, 2)))
    assert translate(events[0].text, language, "AB") == second


def test_pips_decide_who_leads_so_the_dice_are_called_by_them() -> None:
    rules = PokerDas("manches")
    state, events = rules.apply(rules.start(2), Roll((1, 6, 1, 3, 2)))
    assert translate(events[0].text, "en", "AB") == "A throws 6-3-2-1-1"
    assert rules.view(state).faces == ()


NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine"}


@pytest.mark.parametrize("faces", ["six_king", "two_king"])
def test_each_face_is_called_the_same_on_the_die_and_in_a_sentence(faces: str) -> None:
    rules = PokerDas("manches", options={"faces": faces})
    assert sorted(rules.figures) == list(range(1, 7))
    ranks = [rules.rank((die,) * 5) for die in rules.figures]
    assert ranks == sorted(ranks), "the best first"
    for die, figure in rules.figures.items():
        assert translate(figure.name, "en") == NAMES[translate(rules.faces[die - 1], "en")]
        assert translate(kept((die,), (die,), rules.figures), "en") == f"the {translate(figure.name, 'en')}"
        assert translate(kept((die,), (die, die), rules.figures), "fr").startswith(("un seul ", "une seule "))


@pytest.mark.parametrize(("preset", "key"), [("manches", "ranking_best_first"), ("joker", "joker_ranking_best_first")])
def test_all_hands_rank_and_are_called_as_the_golden_data_says(preset: str, key: str) -> None:
    rules = PokerDas(preset)
    golden = [hand(word) for word, _ in GOLDEN[key]]
    assert sorted(golden, key=rules.rank) == golden
    for word, kind in GOLDEN[key]:
        assert called(rules, word).startswith(KINDS[kind])


def test_only_the_same_five_dice_are_equal() -> None:
    rules = PokerDas("manches")
    words = {"".join(map(str, sorted(roll, reverse=True))) for roll in product(range(1, 7), repeat=5)}
    assert len({rules.rank(hand(word)) for word in words}) == GOLDEN["distinct_ranks"]
    names = [called(rules, word) for word in words]
    kinds = Counter(kind for name in names for kind, start in KINDS.items() if name.startswith(start))
    assert kinds == GOLDEN["hands_of_252"]


def test_where_a_straight_goes_is_a_house_rule() -> None:
    over = PokerDas("manches", options={"suite": "over_brelan"})
    assert better(over, "65431", "44421")
    assert better(over, "55111", "65431")
    assert better(PokerDas("manches", options={"suite": "over_full"}), "65432", "11166")
    assert better(PokerDas("manches", options={"suite": "over_full"}), "22223", "65431")


def test_with_the_2_as_king_the_order_of_figures_turns() -> None:
    rules = PokerDas("manches", options={"faces": "two_king"})
    assert better(rules, "22345", "66345")
    assert called(rules, "12345") == "straight to the ace"
    assert called(rules, "23456") == "straight to the king"


def test_an_ace_may_stand_for_any_figure_and_fewer_such_are_better() -> None:
    rules = PokerDas("joker")
    assert called(rules, "66621") == "four kings"
    assert better(rules, "66662", "66621")
    assert called(rules, "54321") == "straight to the king"
    assert better(rules, "65432", "54321")
    assert called(rules, "65411") == "three kings"


def test_hands_are_named_by_their_figures() -> None:
    rules = PokerDas("manches")
    names = {word: called(rules, word) for word in ("55111", "54321", "44431", "65431", "22441")}
    assert names == {
        "55111": "full house, aces over queens",
        "54321": "nothing, ace high",
        "44431": "three jacks",
        "65431": "straight to the ace",
        "22441": "two pairs, jacks and nines",
    }
    assert translate(rules.describe(rules.start(2), hand("55111")).name, "fr") == "full, as par dames"


def test_the_faces_of_the_dice_have_names() -> None:
    rules = PokerDas("manches")
    view = rules.view(rules.start(2, 0))
    assert [translate(face, "en") for face in view.faces] == ["A", "9", "10", "J", "Q", "K"]
    assert [translate(face, "fr") for face in view.faces] == ["A", "9", "10", "V", "D", "R"]


def test_nobody_throws_more_often_than_the_leader() -> None:
    rules = PokerDas("manches")
    state = throw(rules, rules.start(2, A), "65432")
    assert rules.view(state).rolls_allowed == 1
    state, _ = rules.apply(state, Roll(hand("22334")))  # no choice: the turn is over, and B lost it
    assert rules.waits(state) == Throw(B, (1, 2, 3, 4, 5))
    free = PokerDas("manches", options={"cap": "none"})
    assert free.view(throw(free, free.start(2, A), "65432")).rolls_allowed == 3


def test_the_best_wins_the_round_and_the_worst_leads_the_next() -> None:
    rules = PokerDas("manches")
    state = throw(rules, rules.start(3, A), "11654 66543 65431")
    assert (state.counts, state.leader) == ((0, 0, 1), B)
    state = throw(rules, state, "65432 54321 11111")  # B, C, A
    assert (state.counts, state.leader) == ((1, 0, 1), C)


def test_equally_bad_the_later_leads_and_equally_good_throw_again() -> None:
    rules = PokerDas("manches")
    state = throw(rules, rules.start(3, A), "66666 65432 23456")
    assert state.leader == C
    state = throw(rules, rules.start(3, A), "66666 66666 23456")
    assert state.breaking_tie
    assert state.heat.seats == (A, B)
    state = throw(rules, state, "11234 11234")
    assert state.heat.seats == (A, B)
    assert throw(rules, state, "11234 11235").counts == (0, 1, 0)


def test_two_rounds_win_or_make_safe() -> None:
    rules = PokerDas("manches")
    state = throw(rules, rules.start(2, A), "66666 65432")
    state = throw(rules, state, "65432 66666")  # B leads
    assert rules.waits(state) == Over(((A,), (B,)))
    rules = PokerDas("manches", options={"end": "last_pays", "manches": 1})
    state = throw(rules, rules.start(3, A), "66666 65432 55555")
    assert state.out == ((A,),)
    assert rules.view(state).seats[A].place == 1
    state = throw(rules, state, "22222 33333")  # B, C
    assert rules.waits(state) == Over(((A,), (C,), (B,)))


def test_tokens_are_put_away_by_the_worst_and_the_last_with_any_wins() -> None:
    rules = PokerDas("jetons", {"tokens": 1})
    state = throw(rules, rules.start(3, A), "66666 65432 55555")
    assert (state.counts, state.pot, state.out) == ((1, 0, 1), 1, ((B,),))
    assert state.leader == C
    state = throw(rules, state, "22222 33333")
    assert rules.waits(state) == Over(((A,), (C,), (B,)))


def test_the_first_without_tokens_may_have_lost_the_match() -> None:
    rules = PokerDas("jetons", {"tokens": 1, "out": "first_pays"})
    state = throw(rules, rules.start(3, A), "66666 65432 23456")
    assert state.heat.seats == (B, C)  # tied for worst
    state = throw(rules, state, "66666 55555")
    over = rules.waits(state)
    assert isinstance(over, Over)
    assert over.standing == ((A, B), (C,))


def test_the_screen_says_what_is_to_be_beaten() -> None:
    rules = PokerDas("manches")
    state = throw(rules, rules.start(2, A), "11155")
    assert sought(rules, state) == "Beat full house, aces over queens"
    assert rules.view(state).rolls_allowed == 1
