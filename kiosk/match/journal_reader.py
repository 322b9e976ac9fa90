"""A journal looked up beside the table, which may be playing, or from where nothing can be written."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from kiosk.match import database, rows
from kiosk.match.log import DamagedMatchError

P = ParamSpec("P")
T = TypeVar("T")


def _reading(read: Callable[Concatenate[sqlite3.Connection, P], T]) -> Callable[Concatenate["JournalReader", P], T]:
    """Make a method that reads from the reader's file; what SQLite raises becomes a JournalError with its sentence."""

    def reads(reader: "JournalReader", /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(reader.file, *args, **kwargs)
        except DamagedMatchError:
            raise
        except database.UNREADABLE as error:
            raise database.refusal(reader.path, error) from error

    return reads


class JournalReader:
    """A journal to look things up in, by what `rows` reads; every method may raise what is raised there, too.

    Raises:
        JournalError: it cannot be read; from every method.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = database.open_to_read(path)

    matches = _reading(rows.read_matches)
    latest = _reading(rows.read_latest)
    match = _reading(rows.read_match)
    endings = _reading(rows.read_endings)
    entries = _reading(rows.read_entries)
    lines = _reading(rows.read_lines)
    lines_of = _reading(rows.read_lines_of)
    follows = _reading(database.in_a_file)
    damaged = _reading(partial(rows.damaged, deep=True))

    def sound(self) -> bool:
        """Whether the file itself is in order; `damaged` looks at the matches in it."""
        try:
            return database.sound(self.file)
        except sqlite3.Error:
            return False

    def close(self) -> None:
        self.file.close()
