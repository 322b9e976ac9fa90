"""What is told of a game is asked of its own rules: how hands rank, how a match went, who pays."""

from typing import Any

import pytest

from kiosk.games.core import Roll
from kiosk.games.game import Game
from kiosk.games.registry import game, games
from kiosk.games.text import Text
from kiosk.match.seating import counts, course, payer
from workshop.gallery.played import short, states, whole


@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
def test_the_course_of_a_match_leads_from_its_start_to_its_end(kind: type[Game[Any]]) -> None:
    actions, state = whole(kind.name, 3)
    rules = short(kind.name)
    told = course(rules, states(rules, 3, actions))
    assert told.rounds[0] == counts(rules.view(rules.start(3, 0)))
    assert told.rounds[-1] == counts(rules.view(state))
    assert all(before != after for before, after in zip(told.rounds, told.rounds[1:], strict=False))


def test_a_round_is_one_step_however_many_tokens_move() -> None:
    rules = game("le_421")("classique")
    told = course(rules, states(rules, 3, [Roll((6, 3, 1)), Roll((5, 5, 5)), Roll((4, 3, 1))]))
    assert told.rounds == ((0, 0, 0), (0, 0, 5))


def test_a_round_that_moves_nothing_is_no_step() -> None:
    rules = game("le_421")("classique")
    equal = [Roll((6, 6, 5)), Roll((6, 6, 5))]
    assert course(rules, states(rules, 2, equal)).rounds == ((0, 0),)


def test_who_is_last_alone_pays() -> None:
    assert payer(((0,), (2, 3), (1,))) == 1
    assert payer(((0,), (1, 2))) is None
    assert payer(((0, 1),)) is None


@pytest.mark.parametrize(
    ("name", "preset", "held"),
    [("le_421", "classique", "tokens"), ("chicago", "deckel", "coasters"), ("yams", "yams", "points")],
)
def test_the_course_says_what_is_counted(name: str, preset: str, held: str) -> None:
    rules = game(name)(preset)
    assert course(rules, states(rules, 3, ())).what == Text(held)
