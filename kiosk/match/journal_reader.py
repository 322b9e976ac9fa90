"""A journal looked up beside the table, which may be playing, or from where nothing can be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kiosk.match import database, rows
from kiosk.match.log import Entry, Record


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
        """So many of the latest matches, the latest first."""
        with self._in_a_sentence():
            return rows.read_latest(self._database, most)

    def match(self, number: int) -> Record | None:
        """The match of this number, if there is one."""
        with self._in_a_sentence():
            return rows.read_match(self._database, number)

    def states(self) -> list[tuple[int, str, int]]:
        """Of every match, oldest first, number, start, and what changes with each entry."""
        with self._in_a_sentence():
            return rows.read_states(self._database)

    def endings(self) -> Iterator[tuple[Record, Mapping[str, Any] | None]]:
        """Every match, oldest first, and how it ended: `standing`, or `given_up`; None while it goes on."""
        with self._in_a_sentence():
            yield from rows.read_endings(self._database)

    def entries(self, match: Record) -> list[Entry]:
        """All entries of a match, oldest first."""
        with self._in_a_sentence():
            return rows.read_entries(self._database, match.id)

    def lines(self, after: int, most: int) -> list[tuple[int, int, Entry]]:
        """So many lines after this number, of all matches in the order they were written: number, match, entry."""
        with self._in_a_sentence():
            return rows.read_lines(self._database, after, most)

    def lines_of(self, match: int, last: int) -> list[tuple[int, Entry]]:
        """The lines of a match up to number `last`, each with its number."""
        with self._in_a_sentence():
            return rows.read_lines_of(self._database, match, last)

    def sound(self) -> bool:
        """Whether the whole file is in order."""
        try:
            return database.sound(self._database)
        except sqlite3.Error:
            return False

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise database.refusal(self._path, error) from error
