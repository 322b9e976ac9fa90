"""The digests of all matches of a journal: kept in a file beside it.

The table makes them one by one while nobody plays; whoever looks back makes what is missing, with several processes
where that is much. The file may be deleted; where it can't be written, digests are made anew each time.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path

from kiosk.files import DIGESTS_SUFFIX
from kiosk.history.digest import VERSION, Digest, digest
from kiosk.match.database import JournalError, is_damage
from kiosk.match.journal_reader import JournalReader

AT_ONCE = 200
"""So many are written together: what was counted until somebody lost patience is kept."""
ALONE = 400
"""Matches that one process has digested before another one has begun to work: a second or two."""
PART = 50
"""Matches that a process is given at a time."""
PROCESSES = 3
"""At most, and one less than there are cores: the table may be playing on the same machine."""
NICENESS = 10
"""Of these processes: the table goes first."""

State = tuple[int, str, int]
Row = tuple[int, str, int, int, str]


def digests(path: Path, told: Callable[[int, int], object] = lambda _done, _all: None) -> Iterator[Digest]:
    """Those of every match in the journal at `path`, oldest first; none if there is no such file.

    `told` hears how many of those that are not known yet are made.

    Raises:
        JournalError: the file cannot be read.
    """
    if not path.exists():
        return
    with _beside(path) as (file, known, states):
        new = [state for state in states if state not in known]
        done = 0
        with closing(_kept(file, new, _made(path, [number for number, _, _ in new]))) as making:
            for state in states:
                if state in known:
                    yield Digest.read(known[state])
                    continue
                written = next(making)
                done += 1
                told(done, len(new))
                yield Digest.read(written)


def catch_up(path: Path, goes_on: Callable[[], bool]) -> None:
    """Make and keep the digests that are missing, one by one, for as long as it `goes_on`: asked after each.

    Nothing is made where it could not be kept.

    Raises:
        JournalError: the file cannot be read.
    """
    if not path.exists():
        return
    with _beside(path) as (file, known, states):
        if not _writable(file):
            return
        new = [state for state in states if state not in known]
        with closing(_kept(file, new, _made_alone(path, [number for number, _, _ in new]))) as making:
            for _ in making:
                if not goes_on():
                    return


# --- made ------------------------------------------------------------------------------------------------------------


def _made(path: Path, numbers: Sequence[int]) -> Generator[str]:
    """The digest of each of these matches, in this order, as it is written."""
    processes = min(PROCESSES, (os.cpu_count() or 1) - 1)
    if len(numbers) < ALONE or processes < 2:
        yield from _made_alone(path, numbers)
        return
    parts = [numbers[at : at + PART] for at in range(0, len(numbers), PART)]
    # Spawned, on every system: a fork would take along what other threads hold at that moment.
    with ProcessPoolExecutor(processes, get_context("spawn"), _stand_back) as pool:
        asked = [pool.submit(_part, path, part) for part in parts]
        try:
            for part, made in zip(parts, asked, strict=True):
                try:
                    written = made.result()
                except (BrokenExecutor, OSError):
                    written = None  # a machine short of memory ends processes
                yield from _made_alone(path, part) if written is None else written
        finally:
            pool.shutdown(cancel_futures=True)


def _made_alone(path: Path, numbers: Sequence[int]) -> Generator[str]:
    with closing(JournalReader(path)) as reader:
        for number in numbers:
            match = reader.match(number)
            assert match is not None
            yield digest(match, reader.entries(match)).written()


def _part(path: Path, numbers: Sequence[int]) -> list[str] | None:
    """What a process makes of its part; None where the file can't be read: whoever asked will find out why."""
    try:
        return list(_made_alone(path, numbers))
    except JournalError:
        return None


def _stand_back() -> None:
    if sys.platform != "win32":
        os.nice(NICENESS)


# --- kept ------------------------------------------------------------------------------------------------------------


def _kept(file: sqlite3.Connection, states: Sequence[State], making: Generator[str]) -> Generator[str]:
    """What is made of these states; what was made until somebody closes this is kept, too."""
    rows: list[Row] = []
    with closing(making):
        try:
            for state, written in zip(states, making, strict=True):
                rows.append((*state, VERSION, written))
                if len(rows) == AT_ONCE:
                    _keep(file, rows)
                    rows.clear()
                yield written
        finally:
            _keep(file, rows)


@contextmanager
def _beside(journal: Path) -> Iterator[tuple[sqlite3.Connection, dict[State, str], Sequence[State]]]:
    """The file of digests, what it holds, and how all matches of the journal stand."""
    file, known = _open(journal)
    with closing(file), closing(JournalReader(journal)) as reader:
        yield file, known, reader.states()


def _writable(file: sqlite3.Connection) -> bool:
    """Whether what is written there lasts."""
    try:
        file.execute("BEGIN IMMEDIATE")
        file.rollback()
    except sqlite3.Error:
        return False
    return bool(file.execute("PRAGMA database_list").fetchone()[2])


def _keep(file: sqlite3.Connection, made: Sequence[Row]) -> None:
    try:
        with file:
            file.executemany("INSERT OR REPLACE INTO digest VALUES (?, ?, ?, ?, ?)", made)
    except sqlite3.Error:
        return  # no room, or another program writes them


def _open(journal: Path) -> tuple[sqlite3.Connection, dict[State, str]]:
    """The file of digests, and what it holds; one in memory, where it can't be written."""
    place = journal.with_name(journal.name + DIGESTS_SUFFIX)
    for name in (place, place, ":memory:"):
        try:
            file = sqlite3.connect(name)
        except sqlite3.Error:
            continue
        try:
            file.execute(
                "CREATE TABLE IF NOT EXISTS digest"
                " (match INTEGER PRIMARY KEY, started TEXT, last INTEGER, version INTEGER, body TEXT)"
            )
            rows = file.execute("SELECT match, started, last, body FROM digest WHERE version = ?", (VERSION,))
            return file, {(number, started, last): body for number, started, last, body in rows}
        except sqlite3.Error as error:
            file.close()
            if is_damage(error):
                place.unlink()  # all of it can be made anew
    raise AssertionError
