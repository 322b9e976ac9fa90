"""Poker d'as: its orders of hands against golden data, and what hands and dice are called."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from scripts import advised, hand

from kiosk.games.core import Keep, Roll
from kiosk.games.poker_d_as import PokerDas
from kiosk.games.text import kept
from kiosk.locale import translate
from kiosk.odds import Odds

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["poker_d_as"]
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


@pytest.mark.parametrize(
    ("preset", "options", "better", "worse"),
    [
        ("manches", {"suite": "over_brelan"}, "65431", "44421"),
        ("manches", {"suite": "over_full"}, "65432", "11166"),
        ("manches", {"faces": "two_king"}, "22345", "66345"),
        ("joker", {}, "66662", "66621"),
        ("joker", {}, "65432", "54321"),
    ],
)
def test_house_rules_say_which_hand_is_better(preset: str, options: dict[str, str], better: str, worse: str) -> None:
    rules = PokerDas(preset, options)
    assert rules.strength(hand(better)) > rules.strength(hand(worse))


@pytest.mark.parametrize(
    ("preset", "options", "names"),
    [
        ("manches", {}, {"55111": "full house, aces over queens", "54321": "nothing, ace high"}),
        ("manches", {}, {"44431": "three jacks", "22441": "two pairs, jacks and nines"}),
        ("manches", {"faces": "two_king"}, {"12345": "straight to the ace", "23456": "straight to the king"}),
        ("joker", {}, {"66621": "four kings", "54321": "straight to the king", "65411": "three kings"}),
    ],
)
def test_hands_are_named_by_their_figures(preset: str, options: dict[str, str], names: dict[str, str]) -> None:
    rules = PokerDas(preset, options)
    assert {word: called(rules, word) for word in names} == names


def test_the_faces_of_the_dice_have_names_but_in_the_roll_off() -> None:
    rules = PokerDas("manches")
    view = rules.view(rules.start(2, 0))
    assert [translate(face, "fr") for face in view.faces] == ["A", "9", "10", "V", "D", "R"]
    assert rules.view(rules.start(2)).faces == ()
