"""The lines of a table's journal in their order, each with its key: what is to be sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError, Entry, EntryKind, Record
from kiosk.match.online import match_code
from league.wire import Says, canonical, key, says

LOOKED_AT = 1000
"""Lines of the journal in one look."""


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A line to send: its match, its number in the journal, its key and that of the line before, and what it says."""

    record: Record
    number: int
    key: str
    before: str
    says: Says

    @property
    def mark(self) -> str:
        """What names this line and all before it."""
        return f"{self.number}:{self.key}"


class Feed:
    """Reads the journal at `path`, which the table goes on writing; it may not be there yet, or be replaced.

    What the camera showed is not sent: no rule hangs on it.

    Attributes:
        opened: goes up with every file that is opened: numbers of lines mean something within one file only.
    """

    def __init__(self, path: Path, table: str) -> None:
        self.opened = 0
        self._path, self._table = path, table
        self._reader: JournalReader | None = None
        self._file: tuple[int, int] | None = None
        self._ends: dict[int, tuple[Record, int, str]] = {}
        """Of a match, how it was set up, and number and key of the last line that was read."""

    def refresh(self) -> bool:
        """Look whether the journal is there and still the same file; whether it can be read.

        Raises:
            JournalError: it is there and cannot be read.
        """
        try:
            found = self._path.stat()
        except OSError:
            self.close()
            return False
        if (found.st_dev, found.st_ino) != self._file or (self._reader is not None and not self._reader.follows()):
            self.close()
            self._reader, self._file = JournalReader(self._path), (found.st_dev, found.st_ino)
            self.opened += 1
        return True

    def after(self, number: int, most: int) -> list[FeedLine]:
        """Up to `most` lines after this one; those of a damaged match are left out.

        Raises:
            JournalError: the file cannot be read.
        """
        found: list[FeedLine] = []
        while self._reader is not None and len(found) < most and (rows := self._reader.lines(number, LOOKED_AT)):
            lines = (line for row in rows if (line := self._line(*row)) is not None)
            found += islice(lines, most - len(found))
            number = rows[-1][0]
        return found

    def holds(self, mark: str) -> int | None:
        """The number of the line that a mark names; None if it is not the same here.

        Raises:
            JournalError: the file cannot be read.
        """
        number, _, _ = mark.partition(":")
        if not number.isdecimal() or len(number) > 18:
            return None
        found = self.after(int(number) - 1, 1)
        return int(number) if found and found[0].mark == mark else None

    def whole(self, match: str) -> list[FeedLine]:
        """All lines of a match.

        Raises:
            JournalError: the file cannot be read.
        """
        assert self._reader is not None
        record = next((one for one in self._reader.matches() if one.id == match), None)
        try:
            return [] if record is None else [*self._chained(record)]
        except DamagedMatchError:
            return []

    def latest(self) -> tuple[Record, Sequence[tuple[int, Entry]]] | None:
        """The match that was begun last, and its lines.

        Raises:
            JournalError: the file cannot be read.
            DamagedMatchError: the match cannot.
        """
        if self._reader is None or not (latest := self._reader.latest(1)):
            return None
        return latest[0], self._reader.lines_of(latest[0])

    def close(self) -> None:
        """Let go of the file."""
        if self._reader is not None:
            self._reader.close()
        self._reader, self._file = None, None
        self._ends.clear()

    def _line(self, number: int, match: int, entry: Entry | None) -> FeedLine | None:
        if entry is None or entry.kind is EntryKind.READ or (end := self._end(match, number)) is None:
            return None
        line = self._made(end[0], number, end[2], entry)
        self._ends[match] = line.record, number, line.key
        return line

    def _end(self, match: int, number: int) -> tuple[Record, int, str] | None:
        """How a match was set up, and number and key of its last line before `number`; None if it is damaged."""
        assert self._reader is not None
        known = self._ends.get(match)
        if known is not None and known[1] < number:
            return known
        try:
            record = self._reader.match(match)
            if record is None:
                return None
            earlier = [line for line in self._chained(record) if line.number < number]
        except DamagedMatchError:
            return None
        return (record, earlier[-1].number, earlier[-1].key) if earlier else (record, 0, "")

    def _chained(self, record: Record) -> Iterator[FeedLine]:
        assert self._reader is not None
        before = ""
        for number, entry in self._reader.lines_of(record):
            if entry.kind is not EntryKind.READ:
                line = self._made(record, number, before, entry)
                before = line.key
                yield line

    def _made(self, record: Record, number: int, before: str, entry: Entry) -> FeedLine:
        told = says(entry)
        return FeedLine(record, number, key(match_code(self._table, record.id), before, canonical(told)), before, told)
