"""Schocken: its order of hands against golden data."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from scripts import ranking

from kiosk.games.schocken import Schocken
from kiosk.games.state import Made
from kiosk.locale import translate

GOLDEN = json.loads((Path(__file__).parent / "golden" / "more_games.json").read_text())["schocken"]
RULES = Schocken()


def test_all_hands_rank_as_the_golden_data_says() -> None:
    assert ["".join(map(str, ranked.dice)) for ranked in reversed(ranking(RULES))] == GOLDEN[
        "ranking_low_to_high_fresh"
    ]


def test_each_class_falls_in_so_many_ways() -> None:
    names = {"straight": "strasse", "General": "general", "Schock aus": "schock_aus"}
    names |= {f"Schock {n}": f"schock_{n}" for n in range(2, 7)}
    found: Counter[str] = Counter()
    for roll in product(range(1, 7), repeat=3):
        name = translate(RULES.describe(RULES.start(2), roll).name, "en")
        found[next((kind for start, kind in names.items() if name.startswith(start)), "zahl")] += 1
    assert found == GOLDEN["ways_of_216"]


def test_the_mean_of_a_dry_hand() -> None:
    total = sum(RULES.worth(Made(roll)) for roll in product(range(1, 7), repeat=3))
    assert f"{total}/216" == GOLDEN["mean_deckel_of_one_dry_hand"]["exact"]


def test_two_with_one_throw_each() -> None:
    ways = Counter(RULES.strength(Made(roll)) for roll in product(range(1, 7), repeat=3))
    lower = sum(ways[a] * ways[b] for a in ways for b in ways if a < b)
    assert lower / 216**2 == pytest.approx(GOLDEN["two_dry_leader_worst"]["value"])
    assert lower * 7776 == 3805 * 216**2
    assert sum(many**2 for many in ways.values()) * 3888 == 83 * 216**2


def test_equal_hands_go_by_throws_then_the_earlier_is_better() -> None:
    early, late = Made((6, 4, 1), 1), Made((6, 4, 1), 2, together=False)
    assert RULES.strength(early) > RULES.strength(late)
    order = Schocken(options={"ties": "order"})
    assert order.strength(early) == order.strength(late)


def test_switches_move_schock_2_and_421() -> None:
    assert RULES.strength(Made((2, 1, 1))) > RULES.strength(Made((2, 2, 2)))
    under = Schocken(options={"schock_2": "under_general"})
    assert under.strength(Made((2, 2, 2))) > under.strength(Made((2, 1, 1))) > under.strength(Made((6, 5, 4)))
    seven = Schocken(options={"seven": "on"})
    assert seven.strength(Made((1, 1, 1))) > seven.strength(Made((4, 2, 1))) > seven.strength(Made((6, 1, 1)))
