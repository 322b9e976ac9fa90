"""The network is away for a day while people play, and lines come in any order: all arrive, standings to the letter."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Semaphore

import pytest
from cable import Cable
from mosquitto import PATIENCE_S, Mosquitto, speaking
from own_books import lines_of
from paho.mqtt import client as paho
from sqlalchemy import func, select
from three_tables import TABLES, League, other_matches, play_on

from league import topics
from league.connection import LONGEST_WAIT_S, Broker
from league.server import schema
from league.server.intake import Intake
from league.server.store import Store
from league.uplink.uplink import IN_FLIGHT

DAY = "2026-11-27"
HOURS = 24
HOUR_S = 3600.0
MATCHES = 12
"""At each table, one an hour until noon: more lines than may be on their way at once."""
A_FEW = 10
"""Messages beside lines: that a table is there, what it is, its match under way."""


class Clock:
    """The machine's own, which can be put forward."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


@pytest.fixture
def league(tmp_path: Path, broker: Mosquitto, store: Store) -> Iterator[League]:
    league = League(tmp_path, broker, store)
    yield league
    league.end()


@pytest.fixture
def clock(league: League, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Told to the tables, and to both ends of their connections."""
    clock = Clock()
    monkeypatch.setattr(paho, "time_func", clock)
    league.clock = clock
    return clock


@pytest.fixture
def cable(broker: Mosquitto) -> Iterator[Cable]:
    cable = Cable(broker.port)
    yield cable
    cable.remove()


@pytest.mark.parametrize("whose", ["the tables'", "the league's"])
def test_a_day_without_network_costs_only_lateness(
    league: League, clock: Clock, cable: Cable, tmp_path: Path, whose: str
) -> None:
    def way(name: str) -> Broker:
        straight = league.broker.of(name)
        return replace(straight, port=cable.port) if (name == topics.LEAGUE) == (whose == "the league's") else straight

    def somebody_tries() -> object:
        clock.ahead_s += 1
        return cable.tries > tries

    league.way = way
    league.begin()
    league.works(lambda: league.lines() > 50)
    day = {table: other_matches(tmp_path / table / "others", MATCHES, kinds=["poker_d_as"]) for table in TABLES}
    cable.cut()
    for hour in range(HOURS):
        for table, journal in league.journals.items():
            play_on(journal, day[table][hour : hour + 1], f"{DAY}T{hour:02}:00:00Z")
        clock.ahead_s += HOUR_S
        if hour % 8 == 0:
            tries = cable.tries
            league.works(somebody_tries)
        league.works(lambda: True)
    assert matches_of_the_day(league.store) == 0, "what was on its way at first arrives, and nothing more"
    for uplink in league.uplinks.values():
        assert len(uplink._client._out_messages) <= IN_FLIGHT + A_FEW, "what waits is on the disk, not in memory"
    cable.mend()
    clock.ahead_s += LONGEST_WAIT_S
    league.becomes_right()
    assert league.lines() == sum(len(lines_of(table, journal)) for table, journal in league.journals.items())
    assert matches_of_the_day(league.store) == MATCHES * len(TABLES)


def matches_of_the_day(store: Store) -> int:
    with store.engine.connect() as connection:
        return connection.scalar(select(func.count()).where(schema.match.c.started.startswith(DAY))) or 0


def test_lines_that_come_in_any_order_and_twice_through_two_workers_count_once(league: League) -> None:
    workers = [Intake(league.store, league.broker.of(topics.LEAGUE), f"league-{number}") for number in (1, 2)]
    listening = Semaphore(0)
    for worker in workers:
        worker._client.on_subscribe = lambda *_: listening.release()
        worker.start()
    heard = [line for table, journal in league.journals.items() for line in lines_of(table, journal)]
    mixed = random.Random(1).sample([*heard, *heard], 2 * len(heard))
    for _ in workers:
        assert listening.acquire(timeout=PATIENCE_S)
    with ExitStack() as said:
        tables = {table: said.enter_context(speaking(league.broker.of(table), table)) for table in TABLES}
        for line in mixed:
            tables[line.table].publish(topics.topic(line.table, topics.LINE), line.line.written(), 1)
        league.works(lambda: sum(worker.kept for worker in workers) == len(mixed))
    league.becomes_right()
    assert league.lines() == len(heard)
    for worker in workers:
        worker.stop()
