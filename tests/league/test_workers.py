"""Several workers share what the tables send, over one PostgreSQL: whoever is killed, nothing is lost or doubled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from mosquitto import Mosquitto
from own_books import lines_of
from postgresql import PostgreSQL
from sqlalchemy import func, select
from three_tables import TABLES, League
from worker import Worker

from league.server import schema
from league.server.office import Office
from league.server.store import Store


@pytest.fixture
def league(tmp_path: Path, broker: Mosquitto, postgresql: PostgreSQL) -> Iterator[League]:
    with closing(Store(postgresql.database())) as store:
        league = League(tmp_path, broker, store)
        yield league
        league.end()


@pytest.fixture
def workers(league: League) -> Iterator[list[Worker]]:
    address = league.store.engine.url.render_as_string(hide_password=False)
    workers = [Worker(f"league-{number}", league.broker, address) for number in (1, 2, 3)]
    yield workers
    for worker in workers:
        worker.stop()


def arrives(league: League) -> None:
    """Every line is there once, each match knows how many it has, every table knows it, and the standings are right."""
    expected = sum(len(lines_of(table, journal)) for table, journal in league.journals.items())

    def arrived() -> bool:
        with league.store.engine.connect() as connection:
            told = connection.scalar(select(func.sum(schema.match.c.lines)))
        waiting = any(uplink.waiting for uplink in league.uplinks.values())
        return not waiting and (league.lines(), told) == (expected, expected)

    league.works(arrived)
    league.works(league.is_right)


def test_workers_that_begin_together_make_one_league(postgresql: PostgreSQL) -> None:
    address = postgresql.database()
    with ThreadPoolExecutor(4) as together:
        stores = [*together.map(Store, [address] * 4)]
        assert len({*together.map(lambda store: Office(store).key(), stores)}) == 1
    for store in stores:
        store.close()


def test_a_worker_that_is_killed_and_comes_back_costs_nothing(league: League, workers: list[Worker]) -> None:
    for table in TABLES:
        league.start(table)
    league.works(lambda: league.lines() > 50)
    workers[1].kill()
    league.works(lambda: league.lines() > 200)
    workers[1].start()
    workers[2].kill()
    workers[2].start()
    arrives(league)


def test_a_worker_that_never_comes_back_costs_lateness_only(league: League, workers: list[Worker]) -> None:
    for table in TABLES:
        league.start(table)
    league.works(lambda: league.lines() > 50)
    workers[1].kill()
    # The broker goes on giving every third line to it; the tables wait for the others to have them, again and again.
    later = count(step=0.5)
    league.clock = lambda: time.monotonic() + next(later)
    arrives(league)
