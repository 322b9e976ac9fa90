"""Gives a journal to one program alone, by a lock on the file that the system ends with the program.

The lock is the system's, beside those that SQLite takes for single reads and writes: whoever only reads is let in.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from kiosk.files import OWNER_SUFFIX

LONGEST = 40
"""The screen has room for 40 letters of a command line."""
LOCKED_BYTE = 1 << 40
"""Position of the byte that is locked on Windows, whose locks keep readers out: far behind all that SQLite reads."""


class OwnedError(Exception):
    """Another program, or another part of this one, has the journal; `owner`: as it was started, and its process."""

    def __init__(self, owner: tuple[str, int] | None) -> None:
        super().__init__(str(owner))
        self.owner = owner


class JournalLock:
    """A journal that is this program's own until `release`, or until its end; an empty file where there was none."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._file = os.open(journal, os.O_RDWR | os.O_CREAT, 0o644)
        told = journal.with_name(journal.name + OWNER_SUFFIX)
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            # Held by another: Unix says so with the first, Windows with the second.
            if not isinstance(error, BlockingIOError | PermissionError):
                raise
            raise OwnedError(_read(told)) from error
        with suppress(OSError):  # on a full disk nobody learns the owner's name; the lock holds all the same
            told.write_text(f"{os.getpid()} {_this_program()}", encoding="utf-8")

    @property
    def holds(self) -> bool:
        """Whether the locked file is still the one at that path: it may have been deleted or replaced."""
        try:
            return os.path.samestat(os.fstat(self._file), self._journal.stat())
        except OSError:
            return False

    def release(self) -> None:
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read(told: Path) -> tuple[str, int] | None:
    try:
        process, program = told.read_text(encoding="utf-8").split(" ", 1)
        return program[:LONGEST], int(process)
    except (OSError, ValueError):
        return None


def _this_program() -> str:
    program = Path(sys.argv[0]).stem.replace("__main__", "dice-table") or "python"
    return " ".join([program, *sys.argv[1:]])[:LONGEST]
