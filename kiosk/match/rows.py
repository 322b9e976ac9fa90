"""Matches and entries as rows of the journal's file: read, and added. A row is never changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kiosk.match.log import Entry, EntryKind, Record, end_of

IN_MEMORY_ONLY = 1_000_000_000
"""Matches begun while there is no file are numbered from here on: no file has a match of that number."""

_COLUMNS = "match.id, game, preset, options, players, first, started"
_MATCH = f"SELECT {_COLUMNS} FROM match"  # noqa: S608  fixed words


def read_matches(connection: sqlite3.Connection) -> list[Record]:
    """All matches, oldest first."""
    return [_record(row) for row in connection.execute(f"{_MATCH} ORDER BY id")]


def read_match(connection: sqlite3.Connection, number: int) -> Record | None:
    """The match of this number, if there is one."""
    row = connection.execute(f"{_MATCH} WHERE id = ?", (number,)).fetchone()
    return None if row is None else _record(row)


def read_latest(connection: sqlite3.Connection, most: int) -> list[Record]:
    """So many of the latest matches, the latest first."""
    return [_record(row) for row in connection.execute(f"{_MATCH} ORDER BY id DESC LIMIT ?", (most,))]


def read_states(connection: sqlite3.Connection) -> list[tuple[int, str, int]]:
    """Of every match, oldest first, number, start and the number of its last row: what is the same has not changed."""
    last = "SELECT max(id) FROM line WHERE line.match = match.id"
    query = f"SELECT id, started, coalesce(({last}), 0) FROM match ORDER BY id"  # noqa: S608  fixed words
    return [(number, started, row) for number, started, row in connection.execute(query)]


def read_endings(connection: sqlite3.Connection) -> Iterator[tuple[Record, Mapping[str, Any] | None]]:
    """Every match, oldest first, and how it ended, as `read_end` says it."""
    query = f"""
        SELECT {_COLUMNS}, kind, body, time, at FROM match
        LEFT JOIN line ON line.id = (SELECT max(id) FROM line WHERE line.match = match.id) ORDER BY match.id
    """  # noqa: S608  fixed words
    for row in connection.execute(query):
        yield _record(row[:7]), end_of([entry_of(row[7:])] if row[7] is not None else [])


def read_end(connection: sqlite3.Connection, match: int) -> Mapping[str, Any] | None:
    """How a match ended, as `log.end_of` says it; None while it goes on."""
    query = "SELECT kind, body, time, at FROM line WHERE match = ? ORDER BY id DESC LIMIT 1"
    return end_of([entry_of(row) for row in connection.execute(query, (match,))])


def count_matches(connection: sqlite3.Connection) -> int:
    """How many matches there are."""
    return int(connection.execute("SELECT count(*) FROM match").fetchone()[0])


def latest_number(connection: sqlite3.Connection) -> int:
    """The number of the latest match; 0 where there is none."""
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM match").fetchone()[0])


def read_unfinished(connection: sqlite3.Connection) -> Record | None:
    """The latest match, if it was neither played to its end nor given up."""
    match = next(iter(read_latest(connection, 1)), None)
    return match if match is not None and read_end(connection, match.id) is None else None


def read_entries(connection: sqlite3.Connection, match: int) -> list[Entry]:
    """All entries of a match, oldest first."""
    rows = connection.execute("SELECT kind, body, time, at FROM line WHERE match = ? ORDER BY id", (match,)).fetchall()
    # One text with all bodies is understood in half the time of one after the other.
    bodies = json.loads(f"[{','.join(row[1] for row in rows)}]")
    return [Entry(EntryKind(kind), body, time, at) for (kind, _, time, at), body in zip(rows, bodies, strict=True)]


def read_lines(connection: sqlite3.Connection, after: int, most: int) -> list[tuple[int, int, Entry]]:
    """So many lines after this number, of all matches in the order they were written: number, match, entry."""
    query = "SELECT id, match, kind, body, time, at FROM line WHERE id > ? ORDER BY id LIMIT ?"
    return [(row[0], row[1], entry_of(row[2:])) for row in connection.execute(query, (after, most))]


def read_lines_of(connection: sqlite3.Connection, match: int, last: int) -> list[tuple[int, Entry]]:
    """The lines of a match up to number `last`, each with its number."""
    query = "SELECT id, kind, body, time, at FROM line WHERE match = ? AND id <= ? ORDER BY id"
    return [(row[0], entry_of(row[1:])) for row in connection.execute(query, (match, last))]


def number_in_memory(connection: sqlite3.Connection) -> None:
    """Number the matches that are added to an empty journal from `IN_MEMORY_ONLY` on."""
    connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('match', ?)", (IN_MEMORY_ONLY - 1,))


def write_match(connection: sqlite3.Connection, match: Record, *, number: int | None = None) -> int:
    """Add a match, under this number or the next; its number."""
    # A player is a name, or an object where the house plays.
    players = [{"house": name} if seat in match.house else name for seat, name in enumerate(match.players)]
    row = (number, match.started, match.game, match.preset, json.dumps(dict(match.options)), json.dumps(players))
    inserted = connection.execute(
        "INSERT INTO match (id, started, game, preset, options, players, first) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*row, match.first),
    ).lastrowid
    assert inserted is not None
    return inserted


def write_entries(connection: sqlite3.Connection, match: int, entries: list[Entry]) -> None:
    """Add entries to a match."""
    connection.executemany(
        "INSERT INTO line (match, at, time, kind, body) VALUES (?, ?, ?, ?, ?)",
        [(match, entry.at, entry.time, entry.kind.value, json.dumps(dict(entry.body))) for entry in entries],
    )


def put(connection: sqlite3.Connection, match: Record, entries: Sequence[Entry]) -> int:
    """Add a match as it was kept elsewhere, or what it has more than is known here; its number here."""
    known = read_match(connection, match.id)
    here = read_entries(connection, match.id) if known is not None else []
    number = match.id
    if known is None or (known, known.started, here) != (match, match.started, list(entries[: len(here)])):
        kept = match.id if known is None and match.id < IN_MEMORY_ONLY else None
        number, here = write_match(connection, match, number=kept), []
    write_entries(connection, number, list(entries[len(here) :]))
    return number


def entry_of(row: tuple[Any, ...]) -> Entry:
    """An entry of its kind, body, time, and time of day."""
    kind, body, time, at = row
    return Entry(EntryKind(kind), json.loads(body), time, at)


def _record(row: tuple[Any, ...]) -> Record:
    number, game, preset, options, players, first, started = row
    sitting = json.loads(players)
    names = tuple(player["house"] if isinstance(player, dict) else player for player in sitting)
    house = frozenset(seat for seat, player in enumerate(sitting) if isinstance(player, dict))
    return Record(number, game, preset, json.loads(options), names, first, started, house)
