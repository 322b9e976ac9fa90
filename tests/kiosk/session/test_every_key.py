"""In every mode of the table, in every state that it can be in: a key that shows something does it, a dark one nothing.

The states are found by real presses, from the beginnings in beginnings.txt; a new page is walked through by itself.
"""

import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import walk
from plays import read
from sitting import odds_once
from walk import Walker

from kiosk.games.registry import game
from kiosk.odds.sheet_table import Table
from kiosk.referee import coach
from kiosk.referee.coach import Coach
from kiosk.referee.prompts import SENTENCES
from kiosk.ruling import RulingId
from kiosk.session import session, setup
from kiosk.session.modes import Mode

pytestmark = pytest.mark.timeout(900)
"""The whole walk belongs to whichever test comes first."""

ATTRACT_S = 6.0
"""A match is left alone sooner than at a table: looking at the same dice for ten minutes, often, takes long."""
OFFERED = ("le_421", "dix_mille")
"""Games on the first page: two with many settings, as every game's pages are walked through line by line."""


@pytest.fixture(scope="module")
def walker() -> Iterator[Walker]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "ATTRACT_S", ATTRACT_S)
        patch.setattr(walk, "ATTRACT_S", ATTRACT_S)
        patch.setattr(Coach, "line", lambda *_: None)  # odds take long, and no button goes by them
        patch.setattr(Coach, "word", lambda *_: None)
        patch.setattr(coach, "Odds", odds_once)  # what the house throws goes by them
        patch.setattr(setup, "games", lambda: tuple(map(game, OFFERED)))
        patch.setattr(Table, "unpacked", cache(Table.unpacked))  # a match of Yams begins some hundred times
        walker = Walker(read(Path(__file__).with_name("beginnings.txt")))
        walker.go()
        yield walker


def test_what_shows_something_does_it_and_what_is_dark_does_nothing(walker: Walker) -> None:
    assert walker.complaints == []


def modes(kind: type[Mode] = Mode) -> Iterator[type[Mode]]:
    """Every mode of the product; tests make some of their own."""
    for mode in kind.__subclasses__():
        if not inspect.isabstract(mode) and mode.__module__.startswith("kiosk."):
            yield mode
        yield from modes(mode)


def test_the_walk_has_been_in_every_mode(walker: Walker) -> None:
    seen = {stack[-1] for stack in walker.stacks}
    assert {mode.__name__ for mode in modes()} - seen == set()


def test_the_walk_has_seen_what_lies_over_what(walker: Walker) -> None:
    over = {tuple(stack[-2:]) for stack in walker.stacks}
    for top in ("Asleep", "Problem"):
        assert {("PlayMode", top), ("DialogMode", top)} <= over
    assert ("Asleep", "Problem") in over
    assert ("ResultMode", "DialogMode") in over
    assert ("ResultMode", "Page") in over
    assert ("DialogMode", "Page") not in over


@pytest.mark.parametrize(
    "asked",
    [
        RulingId.DRAW,
        RulingId.LEFT,
        RulingId.LIFTED,
        RulingId.LIFTED_FORCED,
        RulingId.NO_CAMERA,
        RulingId.NO_CAMERA_CHOICE,
        RulingId.THROW_LIFTED,
        RulingId.WAS_THROWN,
        RulingId.ALL_KEPT,
        RulingId.MISSING,
        RulingId.RESTORE,
    ],
)
def test_the_walk_has_seen_what_a_match_asks_for(walker: Walker, asked: RulingId) -> None:
    assert SENTENCES[asked].message in walker.prompts
