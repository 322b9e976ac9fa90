"""The lines of a table's journal in their order, each with its key: what is to be sent."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError, Entry, Record
from league.lines import Heading, Line
from league.uplink.cursor import Cursor

KNOWN = 64
"""Matches whose last key is remembered: people play one at a time, and return to the one before."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A line to send: its number in the journal, its key, and how it is written."""

    number: int
    key: str
    payload: bytes


class Feed:
    """Reads the journal at `path`, which the table goes on writing; it may not be there yet, or be replaced.

    Attributes:
        opened: goes up with every file that is opened: numbers of lines mean something within one file only.
    """

    def __init__(self, path: Path, table: str) -> None:
        self.opened = 0
        self._path = path
        self._table = table
        self._reader: JournalReader | None = None
        self._file: tuple[int, int] | None = None
        self._ends: OrderedDict[int, tuple[Heading, int, str]] = OrderedDict()
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
        if (found.st_dev, found.st_ino) != self._file or (self._reader is not None and not self._reader.follows):
            self.close()
            self._reader, self._file = JournalReader(self._path), (found.st_dev, found.st_ino)
            self.opened += 1
        return True

    def after(self, number: int, most: int) -> list[Sent]:
        """So many lines after this one.

        Raises:
            JournalError: the file cannot be read.
        """
        return [] if self._reader is None else [self._sent(line) for line in self._lines(number, most)]

    def holds(self, cursor: Cursor) -> bool:
        """Whether the line that a cursor names is still the same here, so that all before it was sent.

        Raises:
            JournalError: the file cannot be read.
        """
        if cursor.line == 0:
            return True
        [*found] = self.after(cursor.line - 1, 1)
        return bool(found) and (found[0].number, found[0].key) == (cursor.line, cursor.key)

    def latest(self) -> Record | None:
        """The match that was begun last.

        Raises:
            JournalError: the file cannot be read.
        """
        return None if self._reader is None else next(iter(self._reader.latest(1)), None)

    def lines_of(self, record: Record) -> Sequence[Line]:
        """All lines of a match, the first one first."""
        assert self._reader is not None
        heading = Heading.of(record)
        return [Line.of(heading, number, "", entry) for number, entry in self._reader.lines_of(record)]

    def close(self) -> None:
        """Let go of the file."""
        if self._reader is not None:
            self._reader.close()
        self._reader, self._file = None, None
        self._ends.clear()

    def _lines(self, after: int, most: int) -> list[Line]:
        """Read one after the other, or anew from an earlier one: only what is damaged is left out."""
        assert self._reader is not None
        while rows := self._reader.lines(after, most):
            found = [line for row in rows if (line := self._line(*row)) is not None]
            if found:
                return found
            after = rows[-1][0]
        return []

    def _line(self, number: int, match: int, entry: Entry | None) -> Line | None:
        end = None if entry is None else self._end(match, number)
        if entry is None or end is None:
            return None
        line = Line.of(end[0], number, end[2], entry)
        self._ends[match] = end[0], number, line.key(self._table)
        self._ends.move_to_end(match)
        if len(self._ends) > KNOWN:
            self._ends.popitem(last=False)
        return line

    def _end(self, match: int, number: int) -> tuple[Heading, int, str] | None:
        """How a match was set up, and number and key of its last line before `number`; None if it is damaged."""
        assert self._reader is not None
        known = self._ends.get(match)
        if known is not None and known[1] < number:
            return known
        try:
            record = self._reader.match(match)
            lines = [] if record is None else self._reader.lines_of(record)
        except DamagedMatchError:
            return None
        if record is None:
            return None
        heading, last, before = Heading.of(record), 0, ""
        for earlier, entry in lines:
            if earlier < number:
                last, before = earlier, Line.of(heading, earlier, before, entry).key(self._table)
        return heading, last, before

    def _sent(self, line: Line) -> Sent:
        return Sent(line.line, line.key(self._table), line.written())
