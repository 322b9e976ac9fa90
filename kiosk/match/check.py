"""Looks through a journal's whole file beside the game: it takes seconds for a year of matches."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from kiosk.match.background import in_background
from kiosk.match.database import UNREADABLE, JournalError, open_to_read, refusal, sound
from kiosk.match.rows import damaged

STEP_S = 0.005
"""An interruption is heard at the next row or page."""


class FileFindings(NamedTuple):
    """What a check finds: whether the file itself is damaged, or which matches in it."""

    broken: bool = False
    matches: tuple[int, ...] = ()


class FileCheck:
    """A look through the file at `path` by a connection of its own, begun at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        """Nobody interrupts a connection that is being closed."""
        self._connection: sqlite3.Connection | None = None
        self._stopped = False
        self._found = in_background(self._look)

    @property
    def found(self) -> FileFindings | None:
        """What it has found, once it is done; it never waits."""
        return self._found.result() if self._found.done() else None

    def wait(self) -> None:
        """Until it is done."""
        self._found.result()

    def stop(self, wait_s: float = 0.0) -> None:
        """Give up; wait up to `wait_s` seconds until the file is let go of."""
        self._stopped = True
        until = time.monotonic() + wait_s
        while not self._found.done():
            with self._lock:
                if self._connection is not None:
                    self._connection.interrupt()
            if time.monotonic() >= until:
                return
            time.sleep(STEP_S)

    def _look(self) -> FileFindings:
        try:
            connection = open_to_read(self._path)
        except JournalError as error:
            return FileFindings(broken=error.broken)
        self._connection = connection
        try:
            if self._stopped:
                return FileFindings()
            return FileFindings(matches=tuple(damaged(connection))) if sound(connection) else FileFindings(broken=True)
        except UNREADABLE as error:  # interrupted, too
            return FileFindings(broken=refusal(self._path, error).broken)
        finally:
            with self._lock:
                self._connection = None
                connection.close()
