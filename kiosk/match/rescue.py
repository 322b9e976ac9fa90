"""What can still be read of a journal's file that is damaged, or can't be written."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from kiosk.match.database import UNREADABLE, JournalError, connect, open_to_read, refuse_newer
from kiosk.match.log import Entry, Record
from kiosk.match.rows import read_latest, read_lines_of


def latest(path: Path) -> tuple[Record, list[Entry]] | None:
    """The latest match of a file that cannot be written, or is damaged; None if there is none, or not all of it."""
    with suppress(JournalError, *UNREADABLE), closing(_open_to_rescue(path)) as file:
        (found,) = read_latest(file, 1)
        # Past the index, which may be what is damaged.
        return found, [entry for _, entry in read_lines_of(file, found, "line NOT INDEXED")]
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
