"""What is told of a game is asked of its own rules: how hands rank, how a match went, who pays."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.games.core import Happening, Roll
from kiosk.games.game import Game
from kiosk.games.registry import game, games
from kiosk.games.text import Text
from kiosk.match.summary import counts, course, payer, ranking
from workshop.gallery.played import short, whole


def test_all_hands_are_ranked_by_the_house_rules() -> None:
    hands = ranking(game("le_421")("belge"))
    assert [hand.rank for hand in hands] == list(range(1, 57))
    assert hands[0].dice == (4, 2, 1)


def test_a_game_without_ranks_has_no_ranking() -> None:
    assert ranking(game("threes_away_high")()) == ()


@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
def test_the_course_of_a_match_leads_from_its_start_to_its_end(kind: type[Game[Any]]) -> None:
    actions, state = whole(kind.name, 3)
    rules = short(kind.name)
    told = course(rules, 3, 0, actions)
    assert told.rounds[0] == counts(rules.view(rules.start(3, 0)))
    assert told.rounds[-1] == counts(rules.view(state))
    assert all(before != after for before, after in zip(told.rounds, told.rounds[1:], strict=False))


def test_a_round_is_one_step_however_many_tokens_move() -> None:
    rules = game("le_421")("classique")
    told = course(rules, 3, 0, [Roll((6, 3, 1)), Roll((5, 5, 5)), Roll((4, 3, 1))])
    assert told.rounds == ((0, 0, 0), (0, 0, 5))


def test_a_round_that_moves_nothing_is_no_step() -> None:
    rules = game("le_421")("classique")
    equal = [Roll((6, 6, 5)), Roll((6, 6, 5))]
    state = rules.start(2, 0)
    for action in equal:
        state, events = rules.apply(state, action)
    assert any(event.what is Happening.ROUND_ENDED for event in events)
    assert course(rules, 2, 0, equal).rounds == ((0, 0),)


def test_who_is_last_alone_pays() -> None:
    assert payer(((0,), (2,), (1,))) == 1
    assert payer(((0,), (1, 2))) is None
    assert payer(((0, 1),)) is None


@pytest.mark.parametrize(
    ("name", "preset", "held"),
    [
        ("le_421", "classique", "tokens"),
        ("mexico", "text", "lives"),
        ("chicago", "deckel", "coasters"),
        ("chicago", "leben", "lives"),
        ("poker_d_as", "jetons", "tokens"),
        ("yams", "yams", "points"),
    ],
)
def test_the_course_says_what_is_counted(name: str, preset: str, held: str) -> None:
    assert course(game(name)(preset), 3, 0, ()).what == Text(held)
