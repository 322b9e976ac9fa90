"""From a game of five dice to one of three: the two that lie there still are taken away, by whoever plays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from at_table import PLAYERS, AtTable

from kiosk.games.core import Roll
from kiosk.ruling import RulingId
from kiosk.simulation.desk import do_as_asked
from kiosk.simulation.guests.habits import SOBER, People
from kiosk.simulation.guests.tempo import BRISK


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


def test_the_space_bar_takes_them_away(at: AtTable) -> None:
    do_as_asked(at.table, at.session.view)
    at.settle()
    assert len(at.match.actions) == 1
    assert {die.die for die in at.table.truth()} == {0, 1, 2}


def test_guests_take_them_away(at: AtTable) -> None:
    at.headless.guests = People(at.table, at.headless.fingers, 7, BRISK, habits=SOBER)
    for _ in range(20):
        at.watch(1.0)
        if len(at.match.actions) > 1:
            break
    assert len(at.match.actions) > 1
    assert {die.die for die in at.table.truth()} <= {0, 1, 2}
