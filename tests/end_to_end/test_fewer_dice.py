"""From a game of five dice to one of three: the two that lie there still are taken away, by whoever plays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from at_table import PLAYERS, AtTable

from kiosk.games.core import Roll
from kiosk.ruling import RulingId


@pytest.fixture
def at() -> Iterator[AtTable]:
    """Five dice were thrown, of two sets that there are, and three are to be."""
    table = AtTable("ship_captain_crew", dice=10, sets=2)
    table.table.throw(range(5))
    table.settle()
    assert isinstance(table.match.actions[-1], Roll)
    table.match = table.session.begin("le_421", "classique", {"first": "seat"}, PLAYERS, 0)
    table.watch(1.0)
    yield table
    table.close()


def test_the_screen_says_before_anybody_throws_how_many_to_take_away(at: AtTable) -> None:
    (ruling,) = at.seen[-1:]
    assert ruling.id is RulingId.SPARE
    at.table.lift([3, 4])
    at.settle()
    assert at.play.ruling.id is RulingId.PLAY_ON
    at.table.throw(range(3))
    at.settle()
    assert len(at.match.actions) == 1
