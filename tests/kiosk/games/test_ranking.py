"""Each rank table, all 56 hands, against golden data; and the orders that no data tell."""

import json
from pathlib import Path

import pytest
from scripts import hand

from kiosk.games.families.ranking import Table, family_table, named, points_table, total
from kiosk.games.zanzibar import Zanzibar

GOLDEN = json.loads((Path(__file__).parent / "golden" / "421_tables.json").read_text())
TABLES: dict[str, Table] = {
    "four_twenty_one": points_table(),
    "any_pair_by_value": family_table(any_pair=True, by_value=True),
    "classique": family_table(any_pair=False, by_value=True),
    "texte": family_table(any_pair=True, by_value=False),
    "belge": family_table(any_pair=False, by_value=False),
    "zanzibar": family_table(any_pair=False, by_value=True),
}


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
        ("texte", (4, 1, 4), "fiche of two 4s and an ace"),
        ("classique", (4, 1, 4), "4-4-1"),
        ("texte", (5, 5, 5), "baraque of 5"),
        ("texte", (4, 5, 6), "suite 6-5-4"),
        ("texte", (2, 1, 2), "nénette"),
        ("four_twenty_one", (5, 5, 5), "three 5s"),
        ("four_twenty_one", (2, 1, 2), "two 2s and a 1"),
    ],
)
def test_a_hand_is_called_by_its_name(name: str, hand: tuple[int, ...], called: str) -> None:
    view = named(TABLES[name], hand)
    values = {key: dict(value.values)["dice"] if hasattr(value, "values") else value for key, value in view.name.values}
    assert view.name.message.format(**values) == called
    assert view.ranks == 56


def test_zanzi_is_three_alike_and_then_points_an_ace_100_and_a_six_60() -> None:
    rules = Zanzibar("zanzi")
    hands = [hand(word) for word in ["111", "666", "222", "611", "661", "511", "651", "665", "541"]]
    assert sorted(hands, key=rules.strength, reverse=True) == hands
    assert [total(dice) for dice in hands[3:]] == [260, 220, 205, 165, 125, 109]
    assert rules.strength((5, 2, 1)) == rules.strength((4, 3, 1))
    assert [rules.worth(dice) for dice in ((2, 2, 2), (6, 1, 1))] == [3, 1]
