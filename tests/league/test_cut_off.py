"""The network is away for a day while people play, and lines come in any order: all arrive, standings to the letter."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Semaphore

import pytest
from cable import Cable
from mosquitto import PATIENCE_S, Mosquitto
from own_books import lines_of
from paho.mqtt import client as paho
from three_tables import TABLES, League, other_matches, play_on

from league import topics
from league.connection import LONGEST_WAIT_S, Broker
from league.server.intake import Intake
from league.server.store import Store
from league.uplink.uplink import IN_FLIGHT

HOURS = 24
HOUR_S = 3600.0
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


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
@pytest.mark.parametrize("whose", ["the tables'", "the league's"])
def test_a_day_without_network_costs_only_lateness(
    league: League, clock: Clock, cable: Cable, tmp_path: Path, whose: str
) -> None:
    def way(name: str) -> Broker:
        straight = league.broker.of(name)
        return replace(straight, port=cable.port) if (name == topics.LEAGUE) == (whose == "the league's") else straight

    def works(done: Callable[[], object]) -> None:
        """Meanwhile seconds pass."""

        def look() -> object:
            clock.ahead_s += 1
            return done()

        league.works(look)

    league.way = way
    league.begin()
    league.works(lambda: league.lines() > 50)
    day = {table: other_matches(tmp_path / table / "others", HOURS, kinds=["poker_d_as"]) for table in TABLES}
    cable.cut()
    arrived = set()
    for hour in range(HOURS):
        for table, journal in league.journals.items():
            play_on(journal, [day[table][hour]], f"2026-11-27T{hour:02}:00:00Z")
        clock.ahead_s += HOUR_S
        if hour % 8 == 0:
            tries = cable.tries
            works(lambda: cable.tries > tries)  # noqa: B023  called at once
        league.works(lambda: True)
        arrived.add(league.lines())
    assert len(arrived) <= 2, "what was on its way at first, and nothing more"
    for uplink in league.uplinks.values():
        assert len(uplink._client._out_messages) <= IN_FLIGHT + A_FEW, "what waits is on the disk, not in memory"
    cable.mend()
    expected = sum(len(lines_of(table, journal)) for table, journal in league.journals.items())
    mended_s = clock()
    works(lambda: league.lines() == expected and not any(one.waiting for one in league.uplinks.values()))
    assert clock() - mended_s < 5 * LONGEST_WAIT_S
    league.works(league.is_right)


def test_lines_that_come_in_any_order_and_twice_through_two_workers_count_once(league: League) -> None:
    workers = [Intake(league.store, league.broker.of(topics.LEAGUE), f"league-{number}") for number in (1, 2)]
    listening = Semaphore(0)
    for worker in workers:
        worker._client.on_subscribe = lambda *_: listening.release()
        worker.start()
    heard = [line for table, journal in league.journals.items() for line in lines_of(table, journal)]
    mixed = random.Random(1).sample([*heard, *heard], 2 * len(heard))
    tables = {table: league.broker.of(table).client(table) for table in TABLES}
    for table in tables.values():
        table.connect("127.0.0.1", league.broker.port)
        table.loop_start()
    for _ in workers:
        assert listening.acquire(timeout=PATIENCE_S)
    for line in mixed:
        tables[line.table].publish(topics.topic(line.table, topics.LINE), line.line.written(), 1)
    league.works(lambda: sum(worker.kept for worker in workers) == len(mixed))
    league.works(league.is_right)
    assert league.lines() == len(heard)
    for worker in workers:
        worker.stop()
    for table in tables.values():
        table.disconnect()
        table.loop_stop()
