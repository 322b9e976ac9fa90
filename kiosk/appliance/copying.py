"""Copies the table's own files while it may play; each copy is read back and compared before it is called done.

A database is copied by SQLite, with the contents of its log: its files copied one after another would belong to
different moments.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from filecmp import cmp
from pathlib import Path

from kiosk.files import DATABASE_SUFFIXES, OWNER_SUFFIX, UNFINISHED_SUFFIX, forget, on_disk, whole
from kiosk.match.database import is_damage, is_full, sound

HEADER = b"SQLite format 3\0"
PAGES = 256
"""A database is copied in steps of 256 pages, a megabyte, after each of which progress is told."""
LEFT_OUT = (OWNER_SUFFIX, ".part", UNFINISHED_SUFFIX)
"""Files with these endings are not copied: they are made anew where they are missing, or were never finished."""
Told = Callable[[int, int], object]
"""Is told how many pages of a database are done, of how many. They count twice, as they are copied and then compared;
all other files are small."""
_COUNTS = "SELECT (SELECT count(*) FROM match), (SELECT count(*) FROM line), (SELECT max(id) FROM line)"


class CopyError(OSError):
    """What was read back differs from what was written: the stick is faulty."""


def copy_all(source: Path, target: Path, told: Told = lambda _done, _all: None) -> None:
    """Copy a folder's files, and those in its folders, into another; a copy that is there is replaced by a whole one.

    Raises:
        OSError: a file can't be read or written, or the copy differs.
    """
    target.mkdir(parents=True, exist_ok=True)
    gone_along: set[str] = set()
    for file in sorted(source.iterdir()):
        if file.is_dir():
            copy_all(file, no_link(target / file.name), told)
        elif not file.is_file() or file.name.endswith(LEFT_OUT) or file.name in gone_along:
            continue
        elif copy_file(file, target / file.name, told):
            gone_along |= {file.name + suffix for suffix in DATABASE_SUFFIXES}


def copy_file(source: Path, target: Path, told: Told = lambda _done, _all: None) -> bool:
    """Copy one file, whole or not at all; returns whether it was a database, whose log was copied with it.

    Raises:
        OSError: see `copy_all`.
    """
    with whole(target) as part:
        database = _is_database(source) and _backed_up(source, part, told)
        if not database:
            shutil.copyfile(source, part)
            on_disk(part)
            if not cmp(source, part, shallow=False):
                raise CopyError(f"{target} is not what was written there")
    return database


def no_link(folder: Path) -> Path:
    """The same folder on the stick; a link there is deleted, as it could lead back to the table's own files."""
    if folder.is_symlink():
        folder.unlink()
    return folder


def _is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(HEADER)) == HEADER


def _backed_up(source: Path, part: Path, told: Told) -> bool:
    """Let SQLite copy a journal; False if it is damaged, so that only its bytes can be copied."""
    try:
        with closing(_read(source)) as read:
            read.execute("BEGIN")  # all at one moment, whatever is played meanwhile
            counts = read.execute(_COUNTS).fetchone()
            with closing(sqlite3.connect(part, isolation_level=None)) as written:
                read.backup(written, pages=PAGES, progress=lambda _, left, of: told(of - left, 2 * of))
                written.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
            on_disk(part)
            if _holds(part, counts):
                return True
            in_order = sound(read)  # if so, the copy is at fault
    except sqlite3.Error as error:
        if is_full(part, error):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        if not is_damage(error):
            raise OSError(str(error)) from error
        in_order = False
    if in_order:
        raise CopyError(f"{part} is not what was written there")
    forget(part)
    return False


def _holds(copy: Path, counts: object) -> bool:
    """Whether a copy is sound, and has the same number of matches and lines."""
    try:
        with closing(_read(copy)) as read:
            return bool(read.execute(_COUNTS).fetchone() == counts) and sound(read)
    except sqlite3.Error:
        return False


def _read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
