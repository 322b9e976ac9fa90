"""The whole way, through a real broker into a real database, while each fails: nothing is lost, nothing doubled."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from made_journal import make_journal
from mosquitto import Mosquitto, until
from own_books import NAMES, leagues_books, own_books
from postgresql import PostgreSQL
from sqlalchemy import RowMapping, func, select
from sqlalchemy.exc import SQLAlchemyError

from kiosk.match import rows
from kiosk.match.database import open_to_write
from kiosk.match.journal_reader import JournalReader
from league import topics
from league.server import schema
from league.server.intake import Intake
from league.server.store import Store
from league.uplink.uplink import Uplink

QUICK = ("cochon", "mexico", "chicago", "poker_d_as")
TABLES = ("zinc", "comptoir", "terrasse")
LONG_S = 60.0


class League:
    """Three tables, each with a journal, and a league that hears them."""

    def __init__(self, folder: Path, broker: Mosquitto, store: Store) -> None:
        self.broker, self.store = broker, store
        self.journals = {table: folder / table / "matches.sqlite3" for table in TABLES}
        self.uplinks: dict[str, Uplink] = {}
        for seed, (table, journal) in enumerate(self.journals.items()):
            journal.parent.mkdir()
            make_journal(journal, 8, seed=seed, kinds=QUICK, templates=1, names_from=NAMES)
            broker.admit(table)
        self.intake = Intake(store, broker.of(topics.LEAGUE))

    def begin(self) -> None:
        self.intake.start()
        for table in TABLES:
            self.start(table)

    def start(self, table: str) -> None:
        journal = self.journals[table]
        cursor = journal.with_name("cursor")
        self.uplinks[table] = Uplink(journal, cursor, table, table.title(), self.broker.of(table))
        self.uplinks[table].start()

    def stop(self, table: str) -> None:
        self.uplinks.pop(table).stop()

    def new_intake(self) -> None:
        self.intake.stop()
        self.intake = Intake(self.store, self.broker.of(topics.LEAGUE))
        self.intake.start()

    def works(self, done: Callable[[], object]) -> None:
        def look() -> bool:
            for uplink in self.uplinks.values():
                uplink.step(time.monotonic())
            with suppress(SQLAlchemyError):
                return bool(done())
            return False

        until(look, LONG_S)

    def lines(self) -> int:
        with self.store.engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(schema.line)) or 0

    def is_right(self, **more: Path) -> bool:
        journals = {table: [journal] for table, journal in self.journals.items()}
        for table, file in more.items():
            journals[table].append(file)
        return leagues_books(self.store) == own_books(journals)

    def end(self) -> None:
        for table in [*self.uplinks]:
            self.stop(table)
        self.intake.stop()


def play_on(journal: Path, others: Path) -> None:
    """Add matches to a journal that stands where it stood a week ago."""
    make_journal(others, 4, seed=9, kinds=QUICK, templates=1, names_from=NAMES)
    connection, _ = open_to_write(journal)
    with closing(connection), closing(JournalReader(others)) as reader:
        for record in reader.matches():
            number = rows.write_match(connection, replace(record, started="2026-11-27T20:00:00Z"))
            rows.write_entries(connection, number, reader.entries(record))


@pytest.fixture
def league(tmp_path: Path, broker: Mosquitto, store: Store) -> Iterator[League]:
    league = League(tmp_path, broker, store)
    yield league
    league.end()


def test_the_standings_are_those_of_the_tables_own_journals(league: League) -> None:
    league.begin()
    league.works(league.is_right)
    with league.store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.aside)) == 0
        places = connection.execute(select(schema.place.c.name, schema.place.c.title)).all()
    assert sorted(name for name, _ in places) == sorted(TABLES)


def test_a_broker_that_is_killed_and_loses_all_costs_nothing(league: League) -> None:
    league.begin()
    league.works(lambda: league.lines() > 50)
    league.broker.kill()
    league.broker.forget()
    league.broker.start()
    league.works(league.is_right)


def test_a_league_that_is_killed_again_and_again_costs_nothing(league: League) -> None:
    league.begin()
    for lines in (1, 100, 200):
        league.works(lambda lines=lines: league.lines() >= lines)  # type: ignore[misc]
        league.new_intake()
    league.works(league.is_right)


def test_tables_that_come_days_late_and_one_that_was_restored_from_an_old_copy(league: League, tmp_path: Path) -> None:
    league.intake.start()
    for table in TABLES[:2]:
        league.start(table)
    league.works(lambda: league.lines() > 50)
    # The third one had no network; the first one's disk is put back to how it was, cursor and all, and it plays on.
    league.start(TABLES[2])
    league.works(league.is_right)
    league.stop("zinc")
    lost = tmp_path / "lost.sqlite3"
    shutil.copy(league.journals["zinc"], lost)
    league.journals["zinc"].unlink()
    make_journal(league.journals["zinc"], 5, seed=0, kinds=QUICK, templates=1, names_from=NAMES)
    play_on(league.journals["zinc"], tmp_path / "others.sqlite3")
    league.start("zinc")
    league.works(lambda: league.is_right(zinc=lost))


def test_a_database_that_crashes_costs_nothing(tmp_path: Path, broker: Mosquitto, postgresql: PostgreSQL) -> None:
    league = League(tmp_path, broker, Store(postgresql.database()))
    league.begin()
    league.works(lambda: league.lines() > 50)
    postgresql.kill()
    for _ in range(20):
        league.works(lambda: True)
    postgresql.start()
    league.works(league.is_right)
    league.end()
    league.store.close()


def test_a_forged_line_is_set_aside_with_a_reason_and_stops_nothing(league: League) -> None:
    league.begin()
    league.works(lambda: league.lines() > 0)  # it listens: the broker keeps nothing for whom it does not know
    forger = league.broker.of("zinc").client("forger")
    forger.connect("127.0.0.1", league.broker.port)
    forger.loop_start()
    forger.publish(topics.topic("zinc", topics.LINE), b'{"match": "\xff"}', 1).wait_for_publish(5)

    def put_aside() -> Sequence[RowMapping]:
        with league.store.engine.connect() as connection:
            return connection.execute(select(schema.aside)).mappings().all()

    league.works(lambda: league.is_right() and put_aside())
    [aside] = put_aside()
    assert (aside["place"], "no line of a journal" in aside["reason"]) == ("zinc", True)
    forger.disconnect()
    forger.loop_stop()
