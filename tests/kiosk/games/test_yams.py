"""Yams: what hands bring, by golden data; a tie at the end, and what the sheet shows."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from scripts import play

from kiosk.games.core import Over
from kiosk.games.families.score_sheet import plus_moins, usual
from kiosk.games.yams import Yams

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["yams"]
YAHTZEE = usual(bonus=35, joker="forced", extra=100, all_five=True)


def test_each_hand_brings_what_the_table_of_all_hands_says() -> None:
    assert tuple(GOLDEN["boxes"]) == YAHTZEE.boxes
    for word, points in GOLDEN["points_of_hand"].items():
        hand = tuple(map(int, word))
        assert [bring(hand) for bring in YAHTZEE.points.values()] == points, word


def test_the_sheet_with_plus_and_minus_adds_dice_to_what_hands_bring() -> None:
    sheet = plus_moins(bonus=30).points
    assert sheet["full"]((4, 4, 4, 2, 2)) == 46
    assert sheet["carre"]((6, 6, 6, 6, 1)) == 64
    assert sheet["petite_suite"]((5, 4, 3, 2, 1)) == 45
    assert sheet["petite_suite"]((6, 4, 3, 2, 1)) == 0
    assert sheet["grande_suite"]((6, 5, 4, 3, 2)) == 50
    assert sheet["yams"]((6,) * 5) == 80


@pytest.mark.parametrize(
    ("tie", "then", "places"), [("joint", "", ((0, 1),)), ("roll_off", "11112 11113", ((1,), (0,)))]
)
def test_equal_totals_win_together_or_throw_for_it(tie: str, then: str, places: tuple[tuple[int, ...], ...]) -> None:
    rules = Yams("yahtzee", options={"final_tie": tie})
    nearly_full = (*(0,) * 12, None)
    state = replace(rules.start(2, 0), round=13, sheets=(nearly_full, nearly_full))
    assert rules.waits(play(rules, state, f"65431 . 65431 . {then}")) == Over(places)


def test_the_sheet_shows_what_the_dice_would_bring_to_whom_it_is_open() -> None:
    rules = Yams("yahtzee")
    state = play(rules, rules.filled(rules.start(1), {"chance": 20}), "66655")
    lines = {line.box: line for line in rules.view(state).sheet if line.box}
    assert (lines["full"].preview, lines["six"].preview, lines["chance"].preview) == (25, 18, None)
    assert lines["chance"].cells == (20,)


def test_five_alike_are_the_best_hand_to_be_heard_and_counted() -> None:
    rules = Yams("yahtzee")
    state = rules.start(2, 0)
    assert rules.describe(state, (4, 4, 4, 4, 4)).rank == 1
    assert rules.describe(state, (4, 4, 4, 4, 3)).rank is None
