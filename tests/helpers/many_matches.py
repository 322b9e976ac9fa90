"""A journal of many short matches, made fast; all but the last were played to their end."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from one_throw import FIRST

from kiosk.match import rows
from kiosk.match.database import open_to_write
from kiosk.match.log import Entry, EntryKind, Record, action_entry

ENTRIES = 20
"""Of each match."""


def many_matches(path: Path, count: int, length: int = ENTRIES) -> list[Record]:
    """Matches 1 to `count`, begun a day after one another from the first of January 2024 on; each of so many throws and
    won by seat 1.
    """
    connection, _ = open_to_write(path)
    made = []
    with closing(connection):
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for number in range(1, count + 1):
            day = f"{2024 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}T20:00:00Z"
            match = Record(number, "le_421", "classique", {"tokens": 11}, ("Marie", "Jean"), None, day)
            rows.write_match(connection, match, number=number)
            entries = [action_entry(FIRST, time) for time in range(length)]
            if number < count:
                entries.append(Entry(EntryKind.END, {"standing": [[1], [0]]}, length))
            rows.write_entries(connection, number, entries)
            made.append(match)
        connection.execute("COMMIT")
    return made
