"""Who has a journal: one program for life, by a lock that ends with it, however it ends.

The lock is SQLite's own, on a small file beside the journal: it holds on every system that SQLite runs on, the
system lets go of it when a program crashes, no child inherits it, and whoever is refused can still read who has it.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kiosk.files import OWNER_SUFFIX

LONGEST = 40
"""Letters of a command line: what the screen has room for."""


class Owner(NamedTuple):
    """A program as somebody started it, and its number among those of the system."""

    program: str
    process: int


class OwnedError(Exception):
    """Another program, or another part of this one, has the journal; `owner`, where that can be read."""

    def __init__(self, owner: Owner | None) -> None:
        super().__init__(str(owner))
        self.owner = owner


class Ownership:
    """A journal that is this program's own until `release`, or until its end.

    Raises:
        OwnedError: somebody else has it.
        sqlite3.Error: nobody can have it there: no folder, no right to write, no room.
    """

    def __init__(self, journal: Path) -> None:
        place = journal.with_name(journal.name + OWNER_SUFFIX)
        try:
            self._lock = _locked(place)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) not in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
                raise
            place.unlink()  # what a worn card left of it: nobody holds a lock on that
            self._lock = _locked(place)

    def release(self) -> None:
        """Let others have it."""
        self._lock.close()


def _locked(place: Path) -> sqlite3.Connection:
    """The lock, held."""
    lock = sqlite3.connect(place, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA synchronous = OFF")  # after a power cut nobody has it, whatever it says
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN IMMEDIATE")
        with suppress(sqlite3.OperationalError):  # without room it is held namelessly
            lock.execute("CREATE TABLE IF NOT EXISTS owner (program TEXT, process INTEGER)")
            lock.execute("DELETE FROM owner")
            lock.execute("INSERT INTO owner VALUES (?, ?)", _this_program())
            lock.execute("COMMIT")
        if not lock.in_transaction:
            lock.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        owner = _read(lock)
        lock.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise OwnedError(owner) from error
        raise
    return lock


def _read(lock: sqlite3.Connection) -> Owner | None:
    """Who has it."""
    with suppress(sqlite3.Error):
        row = lock.execute("SELECT program, process FROM owner").fetchone()
        return None if row is None else Owner(*row)
    return None


def _this_program() -> Owner:
    program = Path(sys.argv[0]).stem.replace("__main__", "dice-table") or "python"
    return Owner(" ".join([program, *sys.argv[1:]])[:LONGEST], os.getpid())
