"""Three tables in one season: their journals, their uplinks, and the league that hears them through a real broker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from made_journal import make_journal
from mosquitto import Mosquitto, until
from own_books import NAMES, leagues_books, leagues_standings, own_books, own_standings
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from kiosk.match import rows
from kiosk.match.database import open_to_write
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Entry, Record, given_up_entry
from league import topics
from league.connection import Broker
from league.server import schema
from league.server.intake import Intake
from league.server.store import Store
from league.uplink.uplink import Uplink

GAMES = ("cochon", "mexico", "chicago", "poker_d_as")
TABLES = ("zinc", "comptoir", "terrasse")
LONG_S = 240.0


class League:
    """Three tables, each with a journal, and a league that hears them.

    Attributes:
        clock: tells the tables what time it is.
        way: how a table, or the league, reaches the broker.
    """

    def __init__(self, folder: Path, broker: Mosquitto, store: Store, matches: int = 8) -> None:
        self.broker, self.store = broker, store
        self.journals = {table: folder / table / "matches.sqlite3" for table in TABLES}
        self.uplinks: dict[str, Uplink] = {}
        self.clock: Callable[[], float] = time.monotonic
        self.way: Callable[[str], Broker] = broker.of
        for seed, (table, journal) in enumerate(self.journals.items()):
            journal.parent.mkdir()
            make_journal(journal, matches, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
            broker.admit(table)
        self.intake: Intake | None = None

    def hear(self) -> None:
        """Keep what the tables send, in this process."""
        self.intake = Intake(self.store, self.way(topics.LEAGUE))
        self.intake.start()

    def begin(self) -> None:
        """Let the league hear, and all tables send."""
        self.hear()
        for table in TABLES:
            self.start(table)

    def start(self, table: str) -> None:
        journal = self.journals[table]
        cursor = journal.with_name("cursor")
        self.uplinks[table] = Uplink(journal, cursor, table, table.title(), self.way(table))
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

    @property
    def waiting(self) -> bool:
        """Whether any table waits for the league's word that a line is kept."""
        return any(uplink.waiting for uplink in self.uplinks.values())

    def becomes_right(self, **more: Path) -> None:
        """All that the tables played is there, no table waits, and the standings are those of their own journals."""
        journals = {table: [journal] for table, journal in self.journals.items()}
        for table, file in more.items():
            journals[table].append(file)
        own = own_books(journals), own_standings(journals)
        self.works(lambda: not self.waiting and (leagues_books(self.store), leagues_standings(self.store)) == own)

    def end(self) -> None:
        for table in [*self.uplinks]:
            self.stop(table)
        if self.intake is not None:
            self.intake.stop()


def other_matches(
    file: Path, number: int, seed: int = 9, kinds: Sequence[str] = GAMES
) -> list[tuple[Record, list[Entry]]]:
    """Matches that none of the tables has played, the last of which goes on; `file` is to be made."""
    make_journal(file, number, seed=seed, kinds=kinds, templates=1, names_from=NAMES)
    with closing(JournalReader(file)) as reader:
        return [(record, reader.entries(record)) for record in reader.matches()]


def play_on(journal: Path, matches: Iterable[tuple[Record, Sequence[Entry]]], started: str) -> None:
    """Play more matches at a table."""
    connection, _ = open_to_write(journal)
    with closing(connection):
        for record, entries in matches:
            rows.put(connection, replace(record, id=str(uuid4()), started=started), entries)


def end_latest(journal: Path, *, given_up: bool) -> None:
    """End the match that goes on at a table; as an earlier one of its game did, whose throws were the same."""
    connection, _ = open_to_write(journal)
    with closing(connection):
        *before, latest = rows.read_matches(connection)
        same = next(one for one in before if one.game == latest.game)
        end = given_up_entry(1.0) if given_up else rows.read_entries(connection, same.id)[-1]
        rows.write_entries(connection, latest.id, [replace(end, at="2026-11-27T19:00:00Z")])
