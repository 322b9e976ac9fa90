"""A journal looked up beside the table, which may be playing, or from where nothing can be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.match import database, rows
from kiosk.match.log import DamagedMatchError, Entry, Record


class JournalReader:
    """A journal to look things up in, which may be in use by the table, or lie where nothing can be written.

    Raises:
        JournalError: it cannot be read; from every method.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database = database.open_to_read(path)

    @property
    def follows(self) -> bool:
        """Whether what is added to the file is seen: one that is empty, or of an older version, is read as a copy."""
        with self._in_a_sentence():
            return bool(self._database.execute("PRAGMA database_list").fetchone()[2])

    def matches(self) -> list[Record]:
        """All matches, oldest first."""
        with self._in_a_sentence():
            return rows.read_matches(self._database)

    def count(self) -> int:
        """How many matches there are."""
        with self._in_a_sentence():
            return rows.count_matches(self._database)

    def latest(self, most: int) -> list[Record]:
        """Up to this many of the latest matches, the latest first."""
        with self._in_a_sentence():
            return rows.read_latest(self._database, most)

    def match(self, number: int) -> Record | None:
        """The match of this number, if there is one.

        Raises:
            DamagedMatchError: it is not what was written.
        """
        with self._in_a_sentence():
            return rows.read_match(self._database, number)

    def endings(self) -> list[rows.Ending]:
        """Every match, oldest first, and what it came to; see `rows.read_endings`."""
        with self._in_a_sentence():
            return [*rows.read_endings(self._database)]

    def entries(self, match: Record) -> list[Entry]:
        """All entries of a match, oldest first.

        Raises:
            DamagedMatchError: they are not what was written.
        """
        with self._in_a_sentence():
            return rows.read_entries(self._database, match.id)

    def lines(self, after: int, most: int) -> list[tuple[int, int, Entry | None]]:
        """Up to this many lines after that number, in the order they were written; see `rows.read_lines`."""
        with self._in_a_sentence():
            return rows.read_lines(self._database, after, most)

    def lines_of(self, match: Record) -> list[tuple[int, Entry]]:
        """All lines of a match, each with its number.

        Raises:
            DamagedMatchError: they are not what was written.
        """
        with self._in_a_sentence():
            return rows.read_lines_of(self._database, match.id)

    def sound(self) -> bool:
        """Whether the file itself is in order; `damaged` looks at the matches in it."""
        try:
            return database.sound(self._database)
        except sqlite3.Error:
            return False

    def damaged(self) -> list[int]:
        """The numbers of the matches that are not what was written, or make no sense."""
        with self._in_a_sentence():
            return rows.damaged(self._database, deep=True)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        try:
            yield
        except DamagedMatchError:
            raise
        except database.UNREADABLE as error:
            raise database.refusal(self._path, error) from error
