"""The lines of a table's journal in their order, each with its key: what is to be sent."""

from collections.abc import Sequence
from pathlib import Path

from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError, Entry, EntryKind, Record
from kiosk.match.online import match_code
from league.wire import FeedLine, canonical, key, says

LOOKED_AT = 1000
"""The journal is read in steps of 1,000 lines."""


class Feed:
    """Reads the journal at `path` while the table writes it; the file may not be there yet, or be replaced.

    What the camera read is not sent, as no rule depends on it. Every method may raise JournalError: the file is there,
    but can't be read.

    Attributes:
        opened: how many files were opened so far: line numbers of one file mean nothing in another.
    """

    def __init__(self, path: Path, table: str) -> None:
        self.opened = 0
        self._path, self._table = path, table
        self._reader: JournalReader | None = None
        self._file: tuple[int, int] | None = None
        """Device and inode of the open file: another file may stand at its path by now."""

    def refresh(self) -> bool:
        """Open the journal, anew if another file stands there now; whether there is one."""
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
        """Up to `most` lines after this one; those of a damaged match are left out."""
        found: list[FeedLine] = []
        while self._reader is not None and len(found) < most and (rows := self._reader.lines(number, LOOKED_AT)):
            # A key depends on all lines of its match before it, so each match is read whole.
            last = rows[-1][0]
            lines = [line for match in {row[1] for row in rows} for line in self._lines(match)]
            found += sorted((line for line in lines if number < line.number <= last), key=lambda line: line.number)
            number = last
        return found[:most]

    def holds(self, mark: str) -> int | None:
        """The number of the line that a mark names; None if it is not the same here."""
        number, _, _ = mark.partition(":")
        if not number.isdecimal() or len(number) > 18:  # more digits than SQLite's numbers have
            return None
        found = self.after(int(number) - 1, 1)
        return int(number) if found and found[0].mark == mark else None

    def lines_of(self, match: str) -> list[FeedLine]:
        """All lines of a match."""
        known = self._reader.matches() if self._reader is not None else ()
        return [line for record in known if record.id == match for line in self._lines(record.number)]

    def latest(self) -> tuple[Record, Sequence[tuple[int, Entry]]] | None:
        """The match that began last, and its lines; raises a DamagedMatchError if it cannot be read."""
        if self._reader is None or not (latest := self._reader.latest(1)):
            return None
        return latest[0], self._reader.lines_of(latest[0])

    def close(self) -> None:
        """Let go of the file."""
        if self._reader is not None:
            self._reader.close()
        self._reader, self._file = None, None

    def _lines(self, match: int) -> list[FeedLine]:
        """The lines of a match, by its number; none if it is damaged, as each key is made from the one before."""
        found: list[FeedLine] = []
        try:
            assert self._reader is not None
            if (record := self._reader.match(match)) is None:
                return []
            lines = [
                (number, says(entry))
                for number, entry in self._reader.lines_of(record)
                if entry.kind is not EntryKind.READ
            ]
        except DamagedMatchError:
            return []
        for number, told in lines:
            before = found[-1].key if found else ""
            name = key(match_code(self._table, record.id), before, canonical(told))
            found.append(FeedLine(record, number, name, before, told))
        return found
