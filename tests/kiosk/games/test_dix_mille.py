"""Dix mille: what dice are worth, by the golden tables, and what buttons stand for."""

import json
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import pytest
from scripts import choice, play

from kiosk.games.core import Choice, Roll
from kiosk.games.dix_mille import DixMille
from kiosk.games.options import Value
from kiosk.games.state import now
from kiosk.locale import translate

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["dix_mille"]


def worths(preset: str) -> dict[str, int]:
    """What each choice of dice is worth that counts."""
    rules = DixMille(preset)
    ours = {}
    for size in range(1, rules.dice + 1):
        for dice in combinations_with_replacement(range(6, 0, -1), size):
            points = rules.worths.points(dice)
            if points:
                ours["".join(map(str, dice))] = points
    return ours


@pytest.mark.parametrize("preset", ["farkle", "classique", "cinq_des"])
def test_every_choice_of_dice_is_worth_what_the_golden_table_says(preset: str) -> None:
    assert worths(preset) == GOLDEN["points_of_dice_set_aside_together"][preset]


def test_french_tables_count_as_books_do_but_rows_and_pairs() -> None:
    books = GOLDEN["points_of_dice_set_aside_together"]["classique"]
    rows = {"654321": 1200, "54321": 600, "65432": 600, "543211": 700, "554321": 650, "655432": 650}
    pairs = {dice: 600 for dice, points in books.items() if points == 1500 and dice[::2] == dice[1::2]}
    assert len(pairs) == comb(6, 3)
    ours = worths("francaise")
    assert {dice: ours[dice] for dice in ours if ours[dice] != books.get(dice)} == rows | pairs
    assert ours.keys() >= books.keys()


def test_what_may_be_set_aside() -> None:
    parts = DixMille("farkle").parts((5, 3, 2, 1, 1, 1))
    assert parts[5, 1, 1, 1] == 1050
    assert [parts[part] for part in ((1,), (1, 1), (5,), (5, 1), (1, 1, 1))] == [100, 200, 50, 150, 1000]
    assert (3,) not in parts
    assert DixMille("farkle").parts((6, 6, 4, 4, 3, 2)) == {}


def test_the_best_reading_counts() -> None:
    assert DixMille("farkle").parts((6, 4, 1, 1, 1, 1))[1, 1, 1, 1] == 1100
    assert DixMille("classique").parts((6, 4, 1, 1, 1, 1))[1, 1, 1, 1] == 2000
    assert DixMille("farkle").parts((6, 6, 6, 4, 4, 4))[6, 6, 6, 4, 4, 4] == 2500
    assert DixMille("classique").parts((6, 6, 6, 4, 4, 4))[6, 6, 6, 4, 4, 4] == 1000


def test_a_button_stands_for_a_group() -> None:
    rules = DixMille("farkle")
    state = play(rules, rules.start(2, 0), "251123")
    groups = choice(rules, state).groups
    assert [group.steps for group in groups] == [(frozenset({2}),), (frozenset({3}), frozenset({3, 4}))]
    assert [dict(word.values) for word in groups[1].words] == [
        {"dice": "1", "points": 100},
        {"dice": "11", "points": 200},
    ]
    state = play(rules, rules.start(2, 0), "444412")
    assert [len(step) for step in choice(rules, state).groups[0].steps] == [3, 4]


def test_there_are_never_more_than_three_groups_and_they_reach_every_die_that_counts() -> None:
    for preset in DixMille.presets:
        rules = DixMille(preset)
        start = rules.start(2, 0)
        for dice in combinations_with_replacement(range(1, 7), rules.dice):
            state, _ = rules.apply(start, Roll(dice))
            wait = rules.waits(state)
            if not isinstance(wait, Choice):
                continue
            assert 1 <= len(wait.groups) <= 3
            counting = frozenset[int]().union(*(keeps or now(state).slots for keeps in wait.keeps))
            reached = frozenset[int]().union(*(group.steps[-1] for group in wait.groups))
            assert reached <= counting
            twin = now(state).showing(counting - reached)
            if twin:  # of two alike either may be of a row of five: the button takes one of them
                row = now(state).showing(wait.groups[-1].steps[-1])
                assert (preset, len(twin)) == ("francaise", 1)
                assert row in {(5, 4, 3, 2, 1), (6, 5, 4, 3, 2)}
                assert set(twin) <= set(row)


def test_the_rules_are_told_by_the_house_rules_chosen() -> None:
    def told(**options: Value) -> str:
        return " ".join(translate(line, "en") for line in DixMille("farkle", options=options).told)

    assert "bring 500 points" in told()
    assert "bring 750 points" in told(opening=750)
    assert "bring" not in told(opening=0, end="at_once")
    assert "Exactly 10,000 wins" in told(end="exact")
    assert "5000 first gives" in told(target=5000)
    assert "third bust" not in told()
    assert "third bust" in told(three_busts="minus_1000")


@pytest.mark.parametrize("preset", DixMille.presets)
def test_the_worths_drawn_are_those_that_are_counted(preset: str) -> None:
    rules = DixMille(preset)
    for example in rules.lesson.examples:
        assert example.worth is not None
        said = translate(example.worth, "en")
        counted = [rules.parts(tuple(sorted(hand, reverse=True)))[hand] for hand in example.hands]
        assert said == " to ".join(map(str, dict.fromkeys(counted))), said


def test_rows_of_five_count_in_french_bars_beside_a_sixth_die_too() -> None:
    worths = DixMille("francaise").worths
    assert [worths.points(dice) for dice in ((5, 4, 3, 2, 1), (6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 1))] == [600, 600, 1200]
    assert (worths.points((5, 4, 3, 2, 1, 1)), worths.points((6, 5, 4, 3, 2, 2))) == (700, None)
    apart = DixMille("cinq_des", {"figures": "five_apart"}).worths
    assert (apart.points((5, 4, 3, 2, 1)), apart.points((6, 5, 4, 3, 2))) == (300, 500)
    rules = DixMille("francaise")
    state = play(rules, rules.start(2, 0), "215431")
    assert [group.steps[-1] for group in choice(rules, state).groups] == [{2, 6}, {3}, {1, 2, 3, 4, 5}]
