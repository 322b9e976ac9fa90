"""The journal keeps every match on disk, entry by entry, so that a pulled plug loses nothing.

When the disk fails, play goes on in memory, and comes back to the file with all that was kept meanwhile.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from kiosk.files import set_aside
from kiosk.games.options import Value
from kiosk.games.text import Text, say
from kiosk.match import database, rows
from kiosk.match.database import JournalError
from kiosk.match.log import Entry, Record
from kiosk.match.owner import Ownership

JOURNAL = "matches.sqlite3"
"""The file's name in the data folder."""
SIMULATED_JOURNAL = "simulated-" + JOURNAL
"""Simulated evenings are kept apart from those of the real table."""

RETRY_S = 5.0
"""How often a file that could not be written is tried again."""
IN_MEMORY_ONLY = 1_000_000_000
"""Matches begun while there is no file are numbered from here on: no file has a match of that number."""

T = TypeVar("T")


def _now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """The matches of one table, in the SQLite file at `path` (None: in memory only).

    Once open it never raises: when the disk fails in the middle of a match, it goes on in memory and `trouble` says so.
    It goes back to the file, with all that was kept meanwhile, as soon as that can be written again: `retry` looks.

    Attributes:
        trouble: a sentence for the screen while matches are not safely on disk; None if all is well.
        notice: a sentence to tell the owner once, of what had to be done to the file; None if nothing.

    Raises:
        JournalError: the file is damaged, locked, not writable, or written by a newer version.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], datetime] = _now) -> None:
        """`clock` tells the time of day, for the record only: nothing is ordered by it."""
        self.trouble: Text | None = None
        self.notice: Text | None = None
        self._path = path
        self._owned: Ownership | None = None
        self._clock = clock
        self._retried_at = float("-inf")
        self._numbers: dict[int, int] = {}
        """What matches are called in the file that were begun, or went on, in memory under another number."""
        self._written: tuple[Record, list[Entry]] | None = None
        """The match that was written last and all its entries: a file that fails need not tell them."""
        if path is None:
            self._database = database.open_in_memory()
            return
        self._owned = database.own(path)
        try:
            self._database, old = database.open_to_write(path)
        except JournalError:
            self._let_go()
            raise
        self.notice = _upgraded(old)

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = _now) -> Journal:
        """The journal at `path`; where that cannot be, one that lets play go on, with `trouble` saying why.

        A damaged file is kept beside the new one as `NAME.damaged-N`; any other file that cannot be used is left alone.
        The match under way goes on, as far as the file can be read, if no other program plays it.
        """
        try:
            return cls(path, clock=clock)
        except JournalError as error:
            match = None if error.owned else database.latest(path)
            aside = None
            if error.broken:
                with suppress(OSError):
                    aside = set_aside(path, "damaged")
            if aside is not None:
                journal = cls.open(path, clock=clock)
                journal.notice = say(
                    "The journal was damaged: it is kept as {file}, and a new one begins.", file=aside.name
                )
            else:
                journal = cls(clock=clock)
                journal._path = path
                journal.trouble = error.sentence
                rows.number_from(journal._database, IN_MEMORY_ONLY)
            if match is not None:
                journal._take(*match)
            return journal

    def start(
        self,
        game: str,
        preset: str | None,
        options: Mapping[str, Value],
        players: Sequence[str],
        first: int | None,
        *,
        house: Collection[int] = (),
    ) -> Record:
        """Begin a match; the house plays the seats `house`."""
        if self.trouble is not None:
            self._return()
        record = Record(
            0, game, preset, dict(options), tuple(players), first, self._time_of_day(), house=frozenset(house)
        )
        try:
            number = rows.write_match(self._database, record)
        except sqlite3.Error as error:
            self._go_on_in_memory(error)
            number = rows.write_match(self._database, record)
        return replace(record, id=number)

    def write(self, match: Record, *entries: Entry) -> None:
        """Add entries to a match, all or none; they are on disk when this returns, unless there is `trouble`."""
        now = self._time_of_day()
        timed = [replace(entry, at=now) for entry in entries]
        if self._written is None or self._written[0].id != match.id:
            self._written = match, self.entries(match)
        try:
            with _at_once(self._database):
                rows.write_entries(self._database, self._number(match), timed)
        except sqlite3.Error as error:
            self._go_on_in_memory(error)
            rows.write_entries(self._database, self._number(match), timed)
        self._written[1].extend(timed)

    def entries(self, match: Record) -> list[Entry]:
        """All entries of a match, oldest first."""
        return self._read(lambda: rows.read_entries(self._database, self._number(match)))

    def matches(self) -> list[Record]:
        """All matches, oldest first."""
        return self._read(lambda: rows.read_matches(self._database))

    def unfinished(self) -> Record | None:
        """The latest match, if it was neither played to its end nor given up."""
        return self._read(lambda: rows.read_unfinished(self._database))

    def retry(self, now: float) -> None:
        """Go back to the file if it can be written again; to be called often, with `now` in seconds, monotonic."""
        if self.trouble is not None and now - self._retried_at >= RETRY_S:
            self._retried_at = now
            self._return()

    def close(self) -> None:
        """Let go of the file; what was kept in memory goes there, if it can be written again."""
        if self.trouble is not None:
            self._return()
        self._database.close()
        self._let_go()

    # --- when the disk fails ---

    def _read(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except (sqlite3.Error, ValueError) as error:
            self._go_on_in_memory(error)
            return read()

    def _go_on_in_memory(self, error: Exception) -> None:
        """Take the match under way along; the file stays as it is."""
        if self._in_memory:
            raise error  # memory itself failed: nothing is left to fall back on
        self._database.close()
        self._database = database.open_in_memory()
        rows.number_from(self._database, IN_MEMORY_ONLY)
        if self._written is not None:
            match, entries = self._written
            rows.write_match(self._database, match, number=self._number(match))
            rows.write_entries(self._database, self._number(match), entries)
        if self._path is not None and database.is_full(self._path, error):
            self.trouble = say("The disk is full: what is played is kept in memory only, until there is room again.")
        else:
            self.trouble = say("The journal cannot be written: what is played is kept in memory only, until it can.")

    @property
    def _in_memory(self) -> bool:
        return not self._database.execute("PRAGMA database_list").fetchone()[2]

    def _let_go(self) -> None:
        if self._owned is not None:
            self._owned.release()
            self._owned = None

    def _return(self) -> None:
        """Back to the file if it can be written again, with every match that was kept in memory meanwhile."""
        if self._path is None:
            return
        try:
            self._owned = self._owned or database.own(self._path)
            file, old = database.open_to_write(self._path)
        except JournalError:
            return
        try:
            with _at_once(file):
                kept = rows.read_matches(self._database)
                moved = {one.id: rows.put(file, one, rows.read_entries(self._database, one.id)) for one in kept}
        except (sqlite3.Error, ValueError):
            file.close()
            return
        self._numbers = {known: moved.get(here, here) for known, here in self._numbers.items()} | moved
        self._database.close()
        self._database, self.trouble, self.notice = file, None, _upgraded(old)

    def _take(self, match: Record, entries: Sequence[Entry]) -> None:
        """Go on with a match of another file, under its number; where even that cannot be, without it."""
        try:
            with _at_once(self._database):
                rows.write_match(self._database, match, number=match.id)
                rows.write_entries(self._database, match.id, list(entries))
        except sqlite3.Error as error:
            self._go_on_in_memory(error)

    def _number(self, match: Record) -> int:
        """What a match is called where it is written now."""
        return self._numbers.get(match.id, match.id)

    def _time_of_day(self) -> str:
        return self._clock().strftime("%Y-%m-%dT%H:%M:%SZ")


def _upgraded(old: Path | None) -> Text | None:
    """What the owner is told of a file that had to be upgraded."""
    return None if old is None else say("The journal has a new format: the old file is kept as {file}.", file=old.name)


@contextmanager
def _at_once(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within, or none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
