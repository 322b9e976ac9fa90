"""Looks through a journal's whole file beside the game: it takes seconds for a year of matches."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from threading import Lock

from kiosk.match.beside import beside
from kiosk.match.database import JournalError, open_to_read, refusal, sound

STEP_S = 0.005
"""An interruption is heard at the next row or page."""


class Check:
    """A look through the file at `path` by a connection of its own, begun at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        """Nobody interrupts a connection that is being closed."""
        self._connection: sqlite3.Connection | None = None
        self._stopped = False
        self._found = beside(self._damaged)

    @property
    def damaged(self) -> bool:
        """Whether it is done, and has found damage; it never waits."""
        return self._found.done() and self._found.result()

    def wait(self) -> None:
        """Until it is done."""
        self._found.result()

    def stop(self, wait_s: float = 0.0) -> None:
        """Give up; wait so long, at most, until the file is let go of."""
        self._stopped = True
        until = time.monotonic() + wait_s
        while not self._found.done():
            with self._lock:
                if self._connection is not None:
                    self._connection.interrupt()
            if time.monotonic() >= until:
                return
            time.sleep(STEP_S)

    def _damaged(self) -> bool:
        try:
            connection = open_to_read(self._path)
        except JournalError as error:
            return error.broken
        self._connection = connection
        try:
            return not self._stopped and not sound(connection)
        except sqlite3.Error as error:  # interrupted, too
            return refusal(self._path, error).broken
        finally:
            with self._lock:
                self._connection = None
                connection.close()
