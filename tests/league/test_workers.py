"""Several workers share what the tables send, over one PostgreSQL: whoever is killed, nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest
from mosquitto import PATIENCE_S, Mosquitto
from own_books import lines_of
from postgresql import PostgreSQL
from sqlalchemy import func, select
from three_tables import TABLES, League, other_matches, play_on
from worker import Worker

from league.server import schema
from league.server.admin_store import Office
from league.server.store import Store
from league.uplink import uplink

TODAY = "2026-11-27T20:00:00Z"


@pytest.fixture
def league(tmp_path: Path, broker: Mosquitto, postgresql: PostgreSQL) -> Iterator[League]:
    with closing(Store(postgresql.database())) as store:
        league = League(tmp_path, broker, store, matches=4)
        yield league
        league.end()


@pytest.fixture
def workers(league: League, request: pytest.FixtureRequest) -> Iterator[list[Worker]]:
    """Three of them, if no test says otherwise."""
    address = league.store.engine.url.render_as_string(hide_password=False)
    workers = [Worker(f"league-{number}", league.broker, address) for number in range(getattr(request, "param", 3))]
    yield workers
    for worker in workers:
        worker.stop()


def arrives(league: League) -> None:
    """Every line is there once, each match knows how many it has, every table knows it, and the standings are right."""
    league.becomes_right()
    expected = sum(len(lines_of(table, journal)) for table, journal in league.journals.items())
    with league.store.engine.connect() as connection:
        told = connection.scalar(select(func.sum(schema.match.c.lines)))
    assert (league.lines(), told) == (expected, expected)


def told_by(worker: Worker) -> Generator[int]:
    """What somebody hears who has a page of this worker open: a number, higher with all that is new."""
    with closing(HTTPConnection("127.0.0.1", worker.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/events")
        answer = connection.getresponse()
        while said := answer.readline():
            if said.startswith(b"data:"):
                yield int(said.removeprefix(b"data:"))


def test_workers_that_begin_together_make_one_league(postgresql: PostgreSQL) -> None:
    address = postgresql.database()
    with ThreadPoolExecutor(4) as together:
        stores = [*together.map(Store, [address] * 4)]
        assert len({*together.map(lambda store: Office(store).key(), stores)}) == 1
    for store in stores:
        store.close()


@pytest.mark.parametrize("workers", [2], indirect=True)
def test_each_worker_shows_all_tables_and_tells_its_readers_of_every_throw(
    league: League, workers: list[Worker], tmp_path: Path
) -> None:
    """Whichever of them the broker gave the line to."""
    for table in TABLES:
        league.start(table)
    arrives(league)
    league.works(lambda: all(worker.page().count("<article") == len(TABLES) for worker in workers))
    with ExitStack() as watching:
        told = [watching.enter_context(closing(told_by(worker))) for worker in workers]
        before = [next(one) for one in told]
        others = other_matches(tmp_path / "others", 3)
        for (record, entries), (table, journal) in zip(others, league.journals.items(), strict=True):
            play_on(journal, [(record, [replace(entry, at=TODAY) for entry in entries])], TODAY)
            new = f"/match/{lines_of(table, journal)[-1].line.match.code(table)}"
            league.works(lambda new=new: all(new in worker.page() for worker in workers))  # type: ignore[misc]
            now = [next(one) for one in told]
            assert all(later > earlier for later, earlier in zip(now, before, strict=True))
            before = now
    league.works(lambda: all(shows_all_titles(worker.page()) for worker in workers))


def shows_all_titles(page: str) -> bool:
    return "offline" not in page and all(table.title() in page and f">{table}<" not in page for table in TABLES)


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


def test_a_worker_that_never_comes_back_costs_lateness_only(
    league: League, workers: list[Worker], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in TABLES:
        league.start(table)
    arrives(league)
    workers[1].kill()
    # The broker goes on giving every third line to it; the tables wait for the others to have them, again and again.
    monkeypatch.setattr(uplink, "PATIENCE_S", 3.0)
    monkeypatch.setattr(uplink, "LONGEST_PATIENCE_S", 3.0)
    others = other_matches(tmp_path / "others", len(TABLES), kinds=["mexico"])
    for one in league.uplinks.values():
        one._patience_s = uplink.PATIENCE_S
    for match, journal in zip(others, league.journals.values(), strict=True):
        play_on(journal, [match], TODAY)
    arrives(league)
