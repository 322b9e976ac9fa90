"""Matches and entries as rows of the journal's file: read, and added. A row is never changed.

Each row has a checksum, so that a bit flipped on the disk is noticed. That of a match covers its row; that of a line
covers all lines of its match up to it, so that a missing line is noticed too.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any
from zlib import crc32

from kiosk.match.digest import Digest, digest
from kiosk.match.forms import entry_of, record_of
from kiosk.match.log import DamagedMatchError, Entry, Record, actions_of, end_of

Ending = tuple[int, Record | None, Mapping[str, Any] | None, Digest | None]
_HEADING = ("id", "number", "started", "game", "preset", "options", "players", "first")
_MATCH = f"SELECT {', '.join(_HEADING)}, sum FROM match"  # noqa: S608  fixed words
_LINE = "kind, body, time, at"


def read_matches(connection: sqlite3.Connection) -> list[Record]:
    """All matches that can be read, oldest first."""
    return [*_readable(connection.execute(f"{_MATCH} ORDER BY number"))]


def read_match(connection: sqlite3.Connection, number: int) -> Record | None:
    """The match of this number, if there is one."""
    row = connection.execute(f"{_MATCH} WHERE number = ?", (number,)).fetchone()
    return None if row is None else _record(row)


def read_latest(connection: sqlite3.Connection, most: int) -> list[Record]:
    """Up to this many of the latest matches, without those that cannot be read, the latest first."""
    return [*_readable(connection.execute(f"{_MATCH} ORDER BY number DESC LIMIT ?", (most,)))]


def read_unfinished(connection: sqlite3.Connection) -> Record | None:
    """The latest match, if it was neither played to its end nor given up."""
    row = connection.execute(f"{_MATCH} ORDER BY number DESC LIMIT 1").fetchone()
    match = None if row is None else _record(row)
    return match if match is not None and read_end(connection, match) is None else None


def write_match(connection: sqlite3.Connection, match: Record) -> int:
    """Add a match, under its number, or the next where it has none; its number."""
    # A player is a name, or an object where the house plays.
    players = [{"house": name} if seat in match.house else name for seat, name in enumerate(match.players)]
    number = match.number or connection.execute("SELECT coalesce(max(number), 0) + 1 FROM match").fetchone()[0]
    options = _json(dict(match.options))
    row = (match.id, number, match.started, match.game, match.preset, options, _json(players), match.first)
    connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, match_sum(row)))
    return int(number)


def read_entries(connection: sqlite3.Connection, match: Record) -> list[Entry]:
    """All entries of a match, oldest first."""
    return [entry for _, entry in read_lines_of(connection, match)]


def read_lines_of(connection: sqlite3.Connection, match: Record, table: str = "line") -> list[tuple[int, Entry]]:
    """All lines of a match, each with its number among the lines of all matches."""
    query = f"SELECT {_LINE}, id, sum FROM {table} WHERE match = ? ORDER BY id"  # noqa: S608  fixed words
    rows = connection.execute(query, (_number(connection, match.id),)).fetchall()
    _hold_together(match.id, rows)
    return [(row[-2], entry_of(*row[:4])) for row in rows]


def read_end(connection: sqlite3.Connection, match: Record) -> Mapping[str, Any] | None:
    """How a match ended, as `log.end_of` says it; None while it goes on."""
    query = f"SELECT {_LINE} FROM line WHERE match = ? ORDER BY id DESC LIMIT 1"  # noqa: S608  fixed words
    return end_of([entry_of(*row) for row in connection.execute(query, (_number(connection, match.id),))])


def read_lines(connection: sqlite3.Connection, after: int, most: int) -> list[tuple[int, int, Entry | None]]:
    """Up to this many lines after that number, of all matches in the order they were written.

    Of each its number, its match's, and the entry; None where it cannot be read.
    """
    found: list[tuple[int, int, Entry | None]] = []
    query = f"SELECT id, match, {_LINE} FROM line WHERE id > ? ORDER BY id LIMIT ?"  # noqa: S608  fixed words
    for number, match, *row in connection.execute(query, (after, most)):
        try:
            found.append((number, match, entry_of(*row)))
        except DamagedMatchError:
            found.append((number, match, None))
    return found


def add(connection: sqlite3.Connection, match: Record, known: Sequence[Entry], entries: Sequence[Entry]) -> None:
    """Write the entries that follow the `known` ones of a match, and its digest if it ends with them."""
    number = _number(connection, match.id)
    last = connection.execute("SELECT sum FROM line WHERE match = ? ORDER BY id DESC LIMIT 1", (number,)).fetchone()
    before = first_sum(match.id) if last is None else last[0]
    for entry in entries:
        row = (entry.kind.value, _json(dict(entry.body)), float(entry.time), entry.at)
        before = line_sum(row, before)
        connection.execute(
            "INSERT INTO line (match, kind, body, time, at, sum) VALUES (?, ?, ?, ?, ?, ?)", (number, *row, before)
        )
    # Any further entry opens a match again that was over: its digest is out of date.
    connection.execute("DELETE FROM digest WHERE match = ?", (number,))
    if end_of(entries):
        body = digest(match, [*known, *entries]).written()
        connection.execute("INSERT INTO digest VALUES (?, ?, ?)", (number, body, crc32(_bytes(body))))


def put(connection: sqlite3.Connection, match: Record, entries: Sequence[Entry]) -> None:
    """Add a match that was kept elsewhere, or the entries of it that are not here yet.

    Raises:
        DamagedMatchError: the entries here are not the first of these: the match was played on in two places.
    """
    here: list[Entry] = []
    if connection.execute("SELECT 1 FROM match WHERE id = ?", (match.id,)).fetchone() is None:
        write_match(connection, replace(match, number=0))
    elif (here := read_entries(connection, match)) != [*entries[: len(here)]]:
        raise DamagedMatchError(f"match {match.id} went on otherwise")
    if len(entries) > len(here):
        add(connection, match, here, entries[len(here) :])


def read_endings(connection: sqlite3.Connection) -> list[Ending]:
    """Every match, oldest first: number, how it was set up (None where it is damaged), its end, its digest.

    The digest is None where none was written: the match goes on, or is of an older file.
    """
    headings = ", ".join(f"match.{name}" for name in (*_HEADING, "sum"))
    query = f"""
        SELECT {headings}, kind, line.body, time, at, digest.body, digest.sum FROM match
        LEFT JOIN line ON line.id = (SELECT max(id) FROM line WHERE line.match = number)
        LEFT JOIN digest ON digest.match = number ORDER BY number
    """  # noqa: S608  fixed words
    found: list[Ending] = []
    for row in connection.execute(query):
        heading, line, (body, sum_) = row[:9], row[9:13], row[13:]
        try:
            end = end_of([entry_of(*line)]) if line[0] is not None else None
            made = Digest.of_written(body) if body is not None and crc32(_bytes(body)) == sum_ else None
            found.append((row[1], _record(heading), end, made))
        except DamagedMatchError:
            found.append((row[1], None, None, None))
    return found


def damaged(connection: sqlite3.Connection, *, deep: bool = False) -> list[int]:
    """The numbers of the matches whose rows are not as they were written.

    `deep` also reads whether the entries make sense, which takes ten times as long: a wrong line may have a right sum.
    """
    wrong = []
    for row in connection.execute(f"{_MATCH} ORDER BY number").fetchall():
        try:
            record = _record(row)
            if deep:
                actions_of(read_entries(connection, record))
            else:
                query = f"SELECT {_LINE}, sum FROM line WHERE match = ? ORDER BY id"  # noqa: S608  fixed words
                _hold_together(record.id, connection.execute(query, (record.number,)).fetchall())
        except DamagedMatchError:
            wrong.append(row[1])
        time.sleep(0)  # lets the threads of the game run first
    lost = connection.execute(
        "SELECT DISTINCT match FROM line WHERE match NOT IN (SELECT number FROM match)"
    ).fetchall()
    return wrong + [number for (number,) in lost]


def match_sum(row: Sequence[object]) -> int:
    """The sum of a match's row, without its own place."""
    return crc32(_bytes(row))


def first_sum(match: str) -> int:
    """What the sums of a match's lines begin with."""
    return crc32(match.encode())


def line_sum(row: Sequence[object], before: int) -> int:
    """The sum of a line (kind, body, time, time of day) that follows a line with the sum `before`."""
    return crc32(_bytes(row), before)


def _bytes(row: object) -> bytes:
    return _json(row).encode(errors="surrogateescape")  # a flipped bit may have made a text invalid


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, default=repr)


def _number(connection: sqlite3.Connection, match: str) -> int:
    row = connection.execute("SELECT number FROM match WHERE id = ?", (match,)).fetchone()
    if row is None:
        raise DamagedMatchError(f"there is no match {match}")
    return int(row[0])


def _readable(rows: Iterable[tuple[Any, ...]]) -> Iterator[Record]:
    for row in rows:
        with suppress(DamagedMatchError):
            yield _record(row)


def _record(row: tuple[Any, ...]) -> Record:
    if match_sum(row[:-1]) != row[-1]:
        raise DamagedMatchError(f"match {row[1]} is not what was written")
    return record_of(dict(zip(_HEADING, row[:-1], strict=True)))


def _hold_together(match: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Whether these are all lines of a match, first to last, as they were written; each ends with its sum."""
    before = first_sum(match)
    for row in rows:
        before = line_sum(row[:4], before)
        if before != row[-1]:
            raise DamagedMatchError(f"a line of match {match} is not what was written")
