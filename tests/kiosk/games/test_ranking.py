"""Each rank table, all 56 hands, against golden data; and the facts that can be counted."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from kiosk.games.families.ranking import Table, family_table, named, points_table
from kiosk.games.state import tidy

GOLDEN = json.loads((Path(__file__).parent / "golden" / "421_tables.json").read_text())
TABLES: dict[str, Table] = {
    "four_twenty_one": points_table(),
    "any_pair_by_value": family_table(any_pair=True, by_value=True),
    "classique": family_table(any_pair=False, by_value=True),
    "texte": family_table(any_pair=True, by_value=False),
    "belge": family_table(any_pair=False, by_value=False),
    "zanzibar": family_table(any_pair=False, by_value=True),
}
ROLLS = [tidy(roll) for roll in product(range(1, 7), repeat=3)]


def test_there_is_a_table_for_every_golden_one() -> None:
    assert TABLES.keys() == GOLDEN.keys()


@pytest.mark.parametrize("name", TABLES)
def test_every_hand_has_its_golden_rank_class_and_value(name: str) -> None:
    ours = [
        {"rank": line.rank, "dice": "".join(map(str, line.dice)), "category": line.category, "tokens": line.tokens}
        for line in TABLES[name].values()
    ]
    golden = [{key: line[key] for key in ("rank", "dice", "category", "tokens")} for line in GOLDEN[name]]
    assert ours == golden


@pytest.mark.parametrize("name", TABLES)
def test_every_hand_falls_in_as_many_ways_as_the_golden_data_says(name: str) -> None:
    ways = Counter(ROLLS)
    assert {line["dice"]: line["ways"] for line in GOLDEN[name]} == {
        "".join(map(str, hand)): ways[hand] for hand in TABLES[name]
    }


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("classique", {"421": 6, "triple-as": 1, "fiche": 15, "baraque": 5, "suite": 24, "autre": 162, "nenette": 3}),
        ("texte", {"421": 6, "triple-as": 1, "fiche": 87, "baraque": 5, "suite": 24, "autre": 90, "nenette": 3}),
        ("four_twenty_one", {"421": 6, "triple": 6, "double": 90, "unmatched": 114}),
    ],
)
def test_of_the_216_throws_so_many_fall_into_each_class(name: str, counts: dict[str, int]) -> None:
    assert Counter(str(TABLES[name][roll].category) for roll in ROLLS) == counts


def test_two_single_throws_are_identical_with_83_in_3888() -> None:
    assert sum(ways**2 for ways in Counter(ROLLS).values()) * 3888 == 83 * 216**2


def test_the_value_of_421_can_be_8_and_it_stays_on_top() -> None:
    table = family_table(any_pair=False, by_value=True, value_of_421=8)
    assert table[4, 2, 1].tokens == 8
    assert table[4, 2, 1].rank == 1


@pytest.mark.parametrize(
    ("name", "hand", "called"),
    [
        ("texte", (1, 4, 2), "4-2-1"),
        ("texte", (1, 1, 1), "three aces"),
        ("texte", (6, 1, 1), "fiche of two aces and a 6"),
        ("texte", (5, 2, 5), "fiche of two 5s and a 2"),
        ("texte", (4, 1, 4), "fiche of two 4s and an ace"),
        ("classique", (4, 1, 4), "4-4-1"),
        ("texte", (5, 5, 5), "baraque of 5"),
        ("texte", (4, 5, 6), "suite 6-5-4"),
        ("texte", (6, 3, 1), "6-3-1"),
        ("texte", (2, 1, 2), "nénette"),
        ("four_twenty_one", (5, 5, 5), "three 5s"),
        ("four_twenty_one", (2, 1, 2), "two 2s and a 1"),
        ("four_twenty_one", (4, 5, 6), "6-5-4"),
    ],
)
def test_a_hand_is_called_by_its_name(name: str, hand: tuple[int, ...], called: str) -> None:
    view = named(TABLES[name], hand)
    values = {key: dict(value.values)["dice"] if hasattr(value, "values") else value for key, value in view.name.values}
    assert view.name.message.format(**values) == called
    assert view.ranks == 56
