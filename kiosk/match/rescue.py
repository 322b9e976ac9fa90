"""What can still be read of a journal's file that is damaged, or can't be written."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from kiosk.match.database import JournalError, connect, open_to_read, refuse_newer
from kiosk.match.log import Entry, Record
from kiosk.match.rows import entry_of, read_latest


def latest(path: Path) -> tuple[Record, list[Entry]] | None:
    """The latest match of a file that cannot be written, or is damaged, as far as it can still be read.

    None if there is none, or if nobody can tell whether entries of it are lost.
    """
    with (
        suppress(JournalError, sqlite3.Error, ValueError, LookupError, TypeError),
        closing(_open_to_rescue(path)) as file,
    ):
        (found,) = read_latest(file, 1)
        # Past the index, which may be what is damaged.
        query = "SELECT id, kind, body, time, at FROM line NOT INDEXED WHERE match = ? ORDER BY id"
        rows = file.execute(query, (found.id,)).fetchall()
        if not rows or [row[0] for row in rows] == list(range(rows[0][0], rows[-1][0] + 1)):
            return found, [entry_of(row[1:]) for row in rows]
    return None


def _open_to_rescue(path: Path) -> sqlite3.Connection:
    """The journal's file to read, also where there is no room for the helper file that tells what its log holds."""
    try:
        return open_to_read(path)
    except JournalError as error:
        if error.broken:
            raise
    connection = connect(f"{path.absolute().as_uri()}?mode=rw")
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # whoever is alone with the file keeps that in memory
    refuse_newer(connection, path)
    return connection
