"""Three tables in one season: their journals, their uplinks, and the league that hears them through a real broker."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from made_journal import make_journal
from mosquitto import Mosquitto, until
from own_books import NAMES, leagues_books, leagues_standings, own_books, own_standings
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from kiosk.match import rows
from kiosk.match.database import open_to_write
from kiosk.match.journal_reader import JournalReader
from league import topics
from league.server import schema
from league.server.intake import Intake
from league.server.store import Store
from league.uplink.uplink import Uplink

GAMES = ("cochon", "mexico", "chicago", "poker_d_as")
TABLES = ("zinc", "comptoir", "terrasse")
LONG_S = 60.0


class League:
    """Three tables, each with a journal, and a league that hears them.

    Attributes:
        clock: tells the tables what time it is.
    """

    def __init__(self, folder: Path, broker: Mosquitto, store: Store) -> None:
        self.broker, self.store = broker, store
        self.journals = {table: folder / table / "matches.sqlite3" for table in TABLES}
        self.uplinks: dict[str, Uplink] = {}
        self.clock: Callable[[], float] = time.monotonic
        for seed, (table, journal) in enumerate(self.journals.items()):
            journal.parent.mkdir()
            make_journal(journal, 8, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
            broker.admit(table)
        self.intake: Intake | None = None

    def hear(self) -> None:
        """Keep what the tables send, in this process."""
        self.intake = Intake(self.store, self.broker.of(topics.LEAGUE))
        self.intake.start()

    def begin(self) -> None:
        """Let the league hear, and all tables send."""
        self.hear()
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
        if self.intake is not None:
            self.intake.stop()
        self.hear()

    def works(self, done: Callable[[], object]) -> None:
        def look() -> bool:
            for uplink in self.uplinks.values():
                uplink.step(self.clock())
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
        return leagues_books(self.store) == own_books(journals) and (
            leagues_standings(self.store) == own_standings(journals)
        )

    def end(self) -> None:
        for table in [*self.uplinks]:
            self.stop(table)
        if self.intake is not None:
            self.intake.stop()


def play_on(journal: Path, others: Path) -> None:
    """Add matches to a journal that stands where it stood a week ago."""
    make_journal(others, 4, seed=9, kinds=GAMES, templates=1, names_from=NAMES)
    connection, _ = open_to_write(journal)
    with closing(connection), closing(JournalReader(others)) as reader:
        for record in reader.matches():
            number = rows.write_match(connection, replace(record, started="2026-11-27T20:00:00Z"))
            rows.write_entries(connection, number, reader.entries(record))
