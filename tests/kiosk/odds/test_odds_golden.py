"""The odds of Poker d'as, Schocken and Chicago against golden figures that were worked out elsewhere."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kiosk.games.registry import game
from kiosk.odds.question import Question, answer

GOLDEN = json.loads((Path(__file__).parents[1] / "games" / "golden" / "more_games.json").read_text())
POKER = GOLDEN["poker_d_as"]


def chance(name: str, preset: str, asked: Question, **options: Any) -> Fraction:
    value = answer(game(name)(preset, options), asked).value
    assert isinstance(value, Fraction)
    return value


def exact(figure: Any) -> Fraction:
    return Fraction(figure["exact"])


WORST = {
    "quinte": "22222",
    "carre": "32222",
    "full": "33222",
    "brelan": "43222",
    "suite": "65432",
    "deux_paires": "43322",
    "paire": "54322",
}
"""The last hand of each class."""


@pytest.mark.parametrize(("kind", "rolls"), [*((kind, 3) for kind in WORST), ("full", 1), ("full", 2)])
def test_poker_at_least_a_hand_of_a_class(kind: str, rolls: int) -> None:
    asked = Question(at_least=WORST[kind], rolls=rolls)
    assert chance("poker_d_as", "manches", asked) == exact(POKER["at_least_1_2_3"][kind][rolls - 1])


def test_poker_with_wild_aces() -> None:
    last = {kind: word for word, kind in POKER["joker_ranking_best_first"]}
    for kind in ("quinte", "carre"):
        found = chance("poker_d_as", "joker", Question(at_least=last[kind], rolls=3))
        assert found == exact(POKER["joker_at_least_1_2_3"][kind][2])


def test_poker_five_aces() -> None:
    found = [chance("poker_d_as", "manches", Question(target="11111", rolls=rolls)) for rolls in (1, 2, 3)]
    assert found == [exact(figure) for figure in POKER["five_aces_1_2_3"]]
