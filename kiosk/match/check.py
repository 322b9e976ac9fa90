"""Looks through a journal's whole file beside the game: it takes seconds for a year of matches."""

from __future__ import annotations

from concurrent.futures import wait
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from kiosk.match.background import in_background
from kiosk.match.database import UNREADABLE, JournalError, open_to_read, refusal, sound
from kiosk.match.rows import damaged

STOPS_AFTER = 10_000
"""Steps of SQLite's machine between two looks whether it is still wanted: a few milliseconds."""


class FileFindings(NamedTuple):
    """What a check finds: whether the file itself is damaged, or which matches in it."""

    broken: bool = False
    matches: tuple[int, ...] = ()


class FileCheck:
    """A look through the file at `path` by a connection of its own, begun at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
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
        wait([self._found], wait_s)

    def _look(self) -> FileFindings:
        try:
            with closing(open_to_read(self._path)) as file:
                file.set_progress_handler(lambda: self._stopped, STOPS_AFTER)
                return FileFindings(matches=tuple(damaged(file))) if sound(file) else FileFindings(broken=True)
        except JournalError as error:
            return FileFindings(broken=error.broken)
        except UNREADABLE as error:  # stopped, too
            return FileFindings(broken=refusal(self._path, error).broken)
