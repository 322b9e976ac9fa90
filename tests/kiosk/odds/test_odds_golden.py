"""The odds of Poker d'as, Schocken and Chicago against golden figures that were worked out elsewhere."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kiosk.games.aims import Score
from kiosk.games.chicago import DEALING, Chicago
from kiosk.games.families.ranking import total
from kiosk.games.registry import game
from kiosk.games.state import Turn
from kiosk.odds.odds import Odds, begun
from kiosk.odds.question import Question, answer

GOLDEN = json.loads((Path(__file__).parents[1] / "games" / "golden" / "more_games.json").read_text())
POKER, CHICAGO, SCHOCKEN = (GOLDEN[name] for name in ("poker_d_as", "chicago", "schocken"))


def chance(name: str, preset: str, asked: Question, **options: Any) -> Fraction:
    value = answer(game(name)(preset, options), asked).value
    assert isinstance(value, Fraction)
    return value


def exact(figure: Any) -> Fraction:
    return Fraction(figure["exact"])


WORST = {kind: word for word, kind in POKER["ranking_best_first"]}
"""The last hand of each class."""


@pytest.mark.parametrize(("kind", "rolls"), [*zip(list(POKER["at_least_1_2_3"])[::3], (3, 1, 2), strict=False)])
def test_poker_at_least_a_hand_of_a_class(kind: str, rolls: int) -> None:
    asked = Question(at_least=WORST[kind], rolls=rolls)
    assert chance("poker_d_as", "manches", asked) == exact(POKER["at_least_1_2_3"][kind][rolls - 1])


@pytest.mark.parametrize("kind", list(POKER["joker_at_least_1_2_3"])[:1])
def test_poker_with_wild_aces(kind: str) -> None:
    last = {kind: word for word, kind in POKER["joker_ranking_best_first"]}
    found = [chance("poker_d_as", "joker", Question(at_least=last[kind], rolls=rolls)) for rolls in (1, 2, 3)]
    assert found == [exact(figure) for figure in POKER["joker_at_least_1_2_3"][kind]]


def test_poker_five_aces() -> None:
    found = [chance("poker_d_as", "manches", Question(target="11111", rolls=rolls)) for rolls in (1, 2, 3)]
    assert found == [exact(figure) for figure in POKER["five_aces_1_2_3"]]


LEAST = {"chicago_300": 300, "at_least_260": 260, "at_least_200": 200, "at_least_160": 160, "at_least_102": 102}
SWITCHED = {"best_1_2_3_turn_False_free_False": {"sixes": "off"}, "best_1_2_3_turn_True_free_True": {"keep": "free"}}


def at_least(least: int) -> Score:
    return Score(lambda hand: int(total(hand) >= least), chance=True)


def best_of(rules: Chicago, aim: Score, rolls: int) -> Fraction:
    """What a turn of this many throws is worth, before the first."""
    state = begun(rules, 2, DEALING)
    state = replace(state, turn=Turn(0, (None,) * 3, throws=((1, 1, 1),) * (3 - rolls)))
    advice = Odds(rules, 2, exact=True, aim=aim).advice(state)
    assert advice is not None
    assert isinstance(advice.value, Fraction)
    return advice.value


@pytest.mark.parametrize("key", SWITCHED)
def test_chicago_at_least_a_total_and_the_best_mean(key: str) -> None:
    rules, golden = Chicago(options=SWITCHED[key]), CHICAGO[key]
    for rolls in (1, 2, 3):
        for name, least in {**LEAST, "at_least_62": 62}.items():
            assert best_of(rules, at_least(least), rolls) == exact(golden[name][rolls - 1])
        assert best_of(rules, Score(total), rolls) == exact(golden["mean_points"][rolls - 1])


LAST = {
    "schock_aus": "111",
    "schock_6": "611",
    "schock_5": "511",
    "schock_4": "411",
    "schock_3": "311",
    "schock_2": "211",
    "general": "222",
    "strasse": "321",
}


@pytest.mark.parametrize(("turn", "built"), [(False, True), (True, False)])
def test_schocken_at_least_a_hand_of_a_class(*, turn: bool, built: bool) -> None:
    options = {"sixes": "turn" if turn else "off", "built": "counts" if built else "number"}
    golden = SCHOCKEN["at_least_1_2_3"][f"turn_{turn}_built_{built}"]
    for kind, word in LAST.items():
        found = [chance("schocken", "text", Question(at_least=word, rolls=rolls), **options) for rolls in (1, 2, 3)]
        assert found == [exact(figure) for figure in golden[kind]], kind
