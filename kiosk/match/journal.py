"""The journal keeps every match on disk, entry by entry, so that a pulled plug loses nothing.

When the disk fails, play goes on in memory, and comes back to the file with all that was kept meanwhile. Nothing here
takes longer the more matches there are, and nothing that may take long is waited for while somebody plays.
"""

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from kiosk.files import set_aside
from kiosk.games.options import Value
from kiosk.games.text import Text, say
from kiosk.match import database, rows
from kiosk.match.check import FileCheck, in_background, rescued
from kiosk.match.database import JournalError
from kiosk.match.log import DamagedMatchError, Entry, Record, given_up_entry
from kiosk.match.owner import JournalLock

JOURNAL = "matches.sqlite3"
"""The file's name in the data folder."""
SIMULATED_JOURNAL = "simulated-" + JOURNAL
"""Simulated evenings are kept apart from those of the real table."""

RETRY_S = 5.0
"""A file that could not be written is tried again every 5 seconds."""
CHECK_STOPS_S = 1.0
"""Closing waits up to 1 second until the check of the file has stopped."""

T = TypeVar("T")
Opened = tuple[sqlite3.Connection, Text | None]
"""The file, and a notice to its owner."""


def _now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """The matches of one table, in the SQLite file at `path` (None: in memory only), which is this program's alone.

    Once open it never raises: when the disk fails in the middle of a match, it goes on in memory and `trouble` says so.
    It goes back to the file, with all that was kept meanwhile, as soon as that can be written again: `retry` looks.

    Attributes:
        trouble: a sentence for the screen while matches are not safely on disk; None if all is well.
        notice: a sentence to tell the owner once, of what had to be done to the file; None if nothing, or once told.

    Raises:
        JournalError: the file is damaged, locked, not writable, another program's, or written by a newer version.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], datetime] = _now) -> None:
        """`clock` tells the time of day, for the record only: nothing is ordered by it."""
        self.trouble: Text | None = None
        self.notice: Text | None = None
        self._path = path
        self._lock: JournalLock | None = None
        self._clock = clock
        self._retried_at = float("-inf")
        self._attempt: Future[Opened] | None = None
        """The file is being opened again."""
        self._check: FileCheck | None = None
        self._latest: tuple[Record, list[Entry]] | None = None
        """The match that was read or written last, with all its entries: play goes on from them if the file fails."""
        if path is None:
            self._database = database.open_in_memory()
            return
        try:
            self._use(*self._open_file(path))
        except JournalError:
            self._let_go()
            raise

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], datetime] = _now) -> "Journal":
        """The journal at `path`; where that cannot be, one that lets play go on, with `trouble` saying why.

        A damaged file is kept beside the new one as `NAME.damaged-N`; any other file that cannot be used is left alone.
        The match under way goes on, as far as the file can be read, if no other program plays it.
        """
        try:
            return cls(path, clock=clock)
        except JournalError as error:
            journal = cls(clock=clock)
            journal._path = path
            journal.trouble = error.sentence
            # Another program may be playing these matches on: then none of them is ours to continue.
            latest = None if error.owned else rescued(path)
            journal._take(latest)
            if error.broken:
                journal._begin_anew(path, whole=latest is not None)
            return journal

    def start(
        self,
        game: str,
        preset: str | None,
        options: Mapping[str, Value],
        players: Sequence[str],
        first: int | None,
        *,
        house: Collection[int] = (),
        entries: Sequence[Entry] = (),
        instead_of: Record | None = None,
    ) -> Record:
        """Begin a match with these entries; the house plays the seats `house`.

        The match `instead_of` is given up in the same transaction, so that a power cut leaves one of the two to go on.
        """
        self._retried_at = float("-inf")  # the next `retry` tries a file in trouble at once
        started = self._time_of_day()
        record = Record(
            str(uuid4()), game, preset, dict(options), tuple(players), first, started, house=frozenset(house)
        )
        timed = self._timed(entries)
        before = None if instead_of is None else (instead_of, self.entries(instead_of))

        def write(file: sqlite3.Connection) -> int:
            with database.at_once(file):
                if before is not None:
                    rows.add(file, *before, self._timed([given_up_entry(entries[0].time)]))
                number = rows.write_match(file, record)
                rows.add(file, record, [], timed)
                return number

        record = replace(record, number=self._do(write))
        self._latest = record, timed
        return record

    def write(self, match: Record, *entries: Entry) -> None:
        """Add entries to a match, all or none; they are on disk when this returns, unless there is `trouble`."""
        timed = self._timed(entries)
        if self._latest is None or self._latest[0].id != match.id:
            self.entries(match)  # sets `_latest`
        assert self._latest is not None
        known = self._latest[1]

        def write(file: sqlite3.Connection) -> None:
            with database.at_once(file):
                rows.add(file, match, known, timed)

        self._do(write)
        # Only now: if the write fails, the match in memory must be as before.
        known.extend(timed)

    def entries(self, match: Record) -> list[Entry]:
        """All entries of a match, oldest first."""
        self._latest = match, self._do(lambda file: rows.read_entries(file, match))
        return [*self._latest[1]]

    def latest(self, most: int) -> list[Record]:
        """Up to this many of the latest matches that can be read, the latest first."""
        return self._do(lambda file: rows.read_latest(file, most))

    def end(self, match: Record) -> Mapping[str, Any] | None:
        """How a match ended: its `standing`, or that it was `given_up`; None while it goes on, or is damaged."""
        with suppress(DamagedMatchError):
            return self._do(lambda file: rows.read_end(file, match))
        return None

    def unfinished(self) -> Record | None:
        """The latest match, if it was neither played to its end nor given up."""
        return self._do(rows.read_unfinished)

    def retry(self, now: float) -> None:
        """Go back to a file that can be written again, and begin anew where the file was found damaged.

        To be called often, with `now` in seconds, monotonic: what takes long is done beside it, and it never waits.
        """
        path, attempt = self._path, self._attempt
        if path is None:
            return
        if self._check is not None and (found := self._check.found) is not None:
            self._check = None
            if found.broken:
                # As if a read had failed: a ValueError counts as damage.
                self._fails(ValueError("the check found damage"))
            elif found.matches:
                self.notice = _damaged(found.matches)
        if attempt is not None:
            if attempt.done():
                self._attempt = None
                self._try_to_return(path, attempt)
        elif now - self._retried_at >= RETRY_S:
            self._retried_at = now
            if self.trouble is not None:
                self._attempt = in_background(partial(self._open_file, path))
            elif self._lock is not None and not self._lock.holds:
                self._let_go()
                # SQLite would go on writing into the deleted file, and nobody would find it.
                self._fails(OSError("somebody deleted or replaced the file"))

    def close(self) -> None:
        """Let go of the file; what was kept in memory goes there, if it can be written again."""
        if self._path is not None and self.trouble is not None:
            self._try_to_return(self._path, self._attempt or in_background(partial(self._open_file, self._path)))
        if self._check is not None:
            self._check.stop(CHECK_STOPS_S)
        self._database.close()
        self._let_go()

    def _open_file(self, path: Path) -> Opened:
        self._lock = self._lock or database.own(path)
        return database.open_to_write(path)

    def _use(self, file: sqlite3.Connection, notice: Text | None) -> None:
        assert self._path is not None
        self._database, self.trouble = file, None
        self.notice = notice or self.notice
        self._check = FileCheck(self._path)

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._database)
        except DamagedMatchError:
            raise
        except database.UNREADABLE as error:
            self._fails(error)
            # Once more, on the other database that `_fails` has put in place.
            return work(self._database)

    def _fails(self, error: Exception) -> None:
        """Go on in memory with the match under way, or in a new file where this one is damaged."""
        if self._path is None or not database.in_a_file(self._database):
            raise error  # memory itself failed: nothing is left to fall back on
        broken = database.refusal(self._path, error).broken
        # Before the file is closed: a damaged one is read as far as it can be.
        latest = self._latest or (rescued(self._path) if broken else None)
        if self._check is not None:
            self._check.stop()
            self._check = None
        self._database.close()
        self._database = database.open_in_memory()
        self._take(latest)
        if database.is_full(self._path, error):
            self.trouble = say("The disk is full: what is played is kept in memory only, until there is room again.")
        else:
            self.trouble = say("The journal cannot be written: what is played is kept in memory only, until it can.")
        if broken:
            self._begin_anew(self._path, whole=latest is not None)

    def _begin_anew(self, path: Path, *, whole: bool) -> None:
        """Keep the damaged file aside, and go on in a new one with what is in memory; if that cannot be, in memory.

        `whole`: whether the match that was played last is there.
        """
        try:
            self._lock = self._lock or database.own(path)
            # The lock holds the old file, not its name: it is taken again on the new one.
            aside = set_aside(path, "damaged")
            self._let_go()
            opened = self._open_file(path)
        except (JournalError, OSError):
            return
        if not self._return(*opened):
            return
        self.notice = say("The journal was damaged: it is kept as {file}, and a new one begins.", file=aside.name)
        if not whole:
            self.notice = say(
                "The journal was damaged: it is kept as {file}, with the match that was under way. A new one begins.",
                file=aside.name,
            )

    def _try_to_return(self, path: Path, attempt: Future[Opened]) -> None:
        """Go back to the file that was opened again, or begin a new one if it is damaged."""
        try:
            self._return(*attempt.result())
        except JournalError as error:
            if error.broken:
                self._begin_anew(path, whole=True)

    def _return(self, file: sqlite3.Connection, notice: Text | None) -> bool:
        """Go on in this file, with every match kept in memory meanwhile; whether it could be written."""
        try:
            with database.at_once(file):
                # Everything in one transaction: a second failure leaves the file as it was.
                for match in rows.read_matches(self._database):
                    rows.put(file, match, rows.read_entries(self._database, match))
        except DamagedMatchError:  # another program has played the match on: its file is kept aside
            file.close()
            assert self._path is not None
            self._begin_anew(self._path, whole=True)
            return False
        except database.UNREADABLE:
            file.close()
            return False
        self._database.close()
        self._use(file, notice)
        return True

    def _take(self, latest: tuple[Record, Sequence[Entry]] | None) -> None:
        if latest is not None:
            rows.put(self._database, *latest)

    def _timed(self, entries: Sequence[Entry]) -> list[Entry]:
        now = self._time_of_day()
        return [replace(entry, at=now) for entry in entries]

    def _time_of_day(self) -> str:
        return self._clock().strftime("%Y-%m-%dT%H:%M:%SZ")


def _damaged(matches: Sequence[int]) -> Text:
    told = ", ".join(map(str, matches[:5])) + (" …" if len(matches) > 5 else "")
    return say(
        "Match {matches} is damaged in the journal. All others are whole.",
        "Matches {matches} are damaged in the journal. All others are whole.",
        matches=told,
        n=len(matches),
    )
