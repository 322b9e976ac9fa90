"""Whether the whole of a journal's file is in order, found out beside the game; what can be read of one that is not."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple, TypeVar

from kiosk.match.database import UNREADABLE, JournalError, connect, open_to_read, refusal, refuse_newer, sound
from kiosk.match.log import Entry, Record
from kiosk.match.rows import damaged, read_latest, read_lines_of

NAME = "beside"
"""The name of these threads."""

T = TypeVar("T")


def in_background(work: Callable[[], T]) -> Future[T]:
    """Begin `work`, and give what will hold its result; a program that ends does not wait for it."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  whoever asks for the result gets it
            future.set_exception(error)

    Thread(target=run, name=NAME, daemon=True).start()
    return future


STOPS_AFTER = 10_000
"""SQLite asks every 10,000 steps of its virtual machine, a few milliseconds, whether the check should stop."""


class FileFindings(NamedTuple):
    """What a check finds: whether the file itself is damaged, or which matches in it."""

    broken: bool = False
    matches: tuple[int, ...] = ()


class FileCheck:
    """A check of the file at `path` by a connection of its own, begun at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stopped = False
        self._found = in_background(self._check)

    @property
    def found(self) -> FileFindings | None:
        """What it has found, once it is done; it never waits."""
        return self._found.result() if self._found.done() else None

    def stop(self, wait_s: float = 0.0) -> None:
        """Give up; wait up to `wait_s` seconds until the file is let go of."""
        self._stopped = True
        wait([self._found], wait_s)

    def _check(self) -> FileFindings:
        try:
            with closing(open_to_read(self._path)) as file:
                file.set_progress_handler(lambda: self._stopped, STOPS_AFTER)
                return FileFindings(matches=tuple(damaged(file))) if sound(file) else FileFindings(broken=True)
        except JournalError as error:
            return FileFindings(broken=error.broken)
        except UNREADABLE as error:  # stopped, too
            return FileFindings(broken=refusal(self._path, error).broken)


def rescued(path: Path) -> tuple[Record, list[Entry]] | None:
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
