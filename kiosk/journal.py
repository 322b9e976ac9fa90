"""The journal keeps every match on disk, line by line, so that a pulled plug loses nothing.

Lines are only ever added: what was read, what was done, corrected, undone. The list of actions is derived from them
(`actions_of`) and is the saved game. The database is SQLite with a write-ahead log, synced at each commit.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from kiosk.games.core import Action, Keep, Lead, Leave, Roll, Stop, Text, Value, say

JOURNAL = "matches.sqlite3"
"""The file's name in the data folder."""
SCHEMA_VERSION = 1
BUSY_TIMEOUT_S = 1.0
"""How long a locked database is waited for; a kiosk alone with its file never waits."""

_SCHEMA = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    game TEXT NOT NULL,
    preset TEXT,
    options TEXT NOT NULL,
    players TEXT NOT NULL,
    first INTEGER
);
CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES match (id),
    time REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('read', 'action', 'correct', 'undo', 'end')),
    body TEXT NOT NULL
);
CREATE INDEX line_of_match ON line (match, id);
CREATE TRIGGER line_stays BEFORE UPDATE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER line_is_kept BEFORE DELETE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_stays BEFORE UPDATE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_is_kept BEFORE DELETE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


class JournalError(RuntimeError):
    """The journal cannot be opened; `sentence` says so on the screen, the message says it in English."""

    def __init__(self, sentence: Text, *, broken: bool = False) -> None:
        super().__init__(sentence.message.format(**dict(sentence.values)))
        self.sentence = sentence
        self.broken = broken
        """Whether the file itself is damaged, so that it may be set aside for a new one."""


class Kind(StrEnum):
    """What a line tells."""

    READ = "read"
    """What the camera showed when a throw was counted; only for the record."""
    ACTION = "action"
    CORRECT = "correct"
    """A roll already counted was another: its place in the list of actions, its values."""
    UNDO = "undo"
    END = "end"
    """The match was played to its end or given up; a later line opens it again."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a match; `time` is the data's own, seconds, monotonic."""

    kind: Kind
    body: Mapping[str, Any]
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was set up; `started` is UTC, as ISO 8601; the house plays the seats `house` from the start."""

    id: int
    game: str
    preset: str | None
    options: Mapping[str, Value]
    players: tuple[str, ...]
    first: int | None
    started: str = field(compare=False, default="")
    house: frozenset[int] = frozenset()


def _row(match: Record) -> tuple[str, str | None, str, str, int | None]:
    """What the table `match` holds of it; a player is a name, or an object where the house plays."""
    players = [{"house": name} if seat in match.house else name for seat, name in enumerate(match.players)]
    return match.game, match.preset, json.dumps(dict(match.options)), json.dumps(players), match.first


def _record(row: tuple[Any, ...]) -> Record:
    number, game, preset, options, players, first, started = row
    sitting = json.loads(players)
    names = tuple(player["house"] if isinstance(player, dict) else player for player in sitting)
    house = frozenset(seat for seat, player in enumerate(sitting) if isinstance(player, dict))
    return Record(number, game, preset, json.loads(options), names, first, started, house)


def action_line(action: Action, time: float) -> Line:
    """The line that says an action was taken."""
    match action:
        case Roll(values):
            body: dict[str, Any] = {"roll": list(values)}
        case Keep(slots):
            body = {"keep": sorted(slots)}
        case Stop():
            body = {"stop": True}
        case Lead(seat):
            body = {"lead": seat}
        case Leave(seat):
            body = {"leave": seat}
    return Line(Kind.ACTION, body, time)


def correct_line(index: int, values: Sequence[int], length: int, time: float, *, amended: bool = False) -> Line:
    """Action `index` was a roll of these values; of all actions the first `length` still stand.

    `amended`: a die tipped over after the count; else people said so.
    """
    body = {"index": index, "roll": list(values), "length": length}
    return Line(Kind.CORRECT, body | ({"amended": True} if amended else {}), time)


def undo_line(length: int, time: float) -> Line:
    """Only the first `length` actions stand."""
    return Line(Kind.UNDO, {"length": length}, time)


def _action_of(body: Mapping[str, Any]) -> Action:
    if "roll" in body:
        return Roll(tuple(body["roll"]))
    if "keep" in body:
        return Keep(frozenset(body["keep"]))
    if "lead" in body:
        return Lead(body["lead"])
    if "leave" in body:
        return Leave(body["leave"])
    return Stop()


def actions_of(lines: Iterable[Line]) -> list[Action]:
    """The actions that stand after all these lines."""
    actions: list[Action] = []
    for line in lines:
        if line.kind is Kind.ACTION:
            actions.append(_action_of(line.body))
        elif line.kind is Kind.CORRECT:
            actions[line.body["index"]] = Roll(tuple(line.body["roll"]))
            del actions[line.body["length"] :]
        elif line.kind is Kind.UNDO:
            del actions[line.body["length"] :]
    return actions


def corrections_in(lines: Iterable[Line]) -> int:
    """How many throws were corrected by hand, before they were counted or after."""
    return sum(
        not line.body.get("amended") if line.kind is Kind.CORRECT else bool(line.body.get("corrected"))
        for line in lines
    )


def _connect(database: str) -> sqlite3.Connection:
    # One writer at a time uses it, though not always the same thread.
    return sqlite3.connect(database, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection) -> None:
    """Bring an empty or older database to this schema."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")


def _refusal(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return JournalError(say("The journal {file} is damaged.", file=str(path)), broken=True)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return JournalError(say("The journal {file} is in use by another program.", file=str(path)))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM} or isinstance(error, OSError):
        return JournalError(say("The journal {file} cannot be written.", file=str(path)))
    return JournalError(say("The journal {file} does not work: {why}.", file=str(path), why=str(error)))


class Journal:
    """The matches of one table, in the SQLite file at `path` (None: in memory only).

    Once open it never raises: when the disk fails in the middle of a match, it goes on in memory and `trouble` says so.

    Attributes:
        trouble: a sentence for the screen while matches are not safely on disk; None if all is well.

    Raises:
        JournalError: the file is damaged, locked, not writable, or written by a newer version.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Text | None = None
        if path is None:
            self._database = _connect(":memory:")
            _prepare(self._database)
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _connect(str(path))
        except (sqlite3.Error, OSError) as error:
            raise _refusal(path, error) from error
        try:
            _prepare(self._database)
            check = self._database.execute("PRAGMA quick_check(1)").fetchone()[0]
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            # Taking the write lock once tells at opening, not at the first throw, that the file cannot be written.
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute(f"PRAGMA user_version = {version}")
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            self._database.close()
            raise _refusal(path, error) from error
        if check != "ok":
            self._database.close()
            raise JournalError(say("The journal {file} is damaged.", file=str(path)), broken=True)
        if version > SCHEMA_VERSION:
            self._database.close()
            raise JournalError(say("The journal {file} is from a newer version of this program.", file=str(path)))

    @classmethod
    def open(cls, path: Path) -> Journal:
        """The journal at `path`; where that cannot be, one that lets play go on, with `trouble` saying why.

        A damaged file is kept beside the new one as `NAME.damaged-N`; any other file that cannot be used is left alone.
        """
        try:
            return cls(path)
        except JournalError as error:
            if error.broken:
                aside = _set_aside(path)
                if aside is not None:
                    journal = cls.open(path)
                    journal.trouble = journal.trouble or say(
                        "The journal was damaged: it is kept as {file}, and a new one begins.", file=aside.name
                    )
                    return journal
            journal = cls()
            journal.trouble = error.sentence
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
    ) -> Record:
        """Begin a match; the house plays the seats `house`."""
        record = Record(0, game, preset, dict(options), tuple(players), first, house=frozenset(house))

        def insert() -> int | None:
            return self._database.execute(
                "INSERT INTO match (game, preset, options, players, first) VALUES (?, ?, ?, ?, ?)", _row(record)
            ).lastrowid

        try:
            number = insert()
        except sqlite3.Error as error:
            self._go_on_in_memory(error)
            number = insert()
        assert number is not None
        return replace(record, id=number)

    def write(self, match: Record, *lines: Line) -> None:
        """Add lines to a match, all or none; they are on disk when this returns, unless there is `trouble`."""
        try:
            self._insert(match, lines)
        except sqlite3.Error as error:
            self._go_on_in_memory(error, match)
            self._insert(match, lines)

    def lines(self, match: Record) -> list[Line]:
        """All lines of a match, oldest first."""
        rows = self._database.execute("SELECT kind, body, time FROM line WHERE match = ? ORDER BY id", (match.id,))
        return [Line(Kind(kind), json.loads(body), time) for kind, body, time in rows]

    def matches(self) -> list[Record]:
        """All matches, oldest first."""
        rows = self._database.execute(
            "SELECT id, game, preset, options, players, first, started FROM match ORDER BY id"
        )
        return [_record(row) for row in rows]

    def unfinished(self) -> Record | None:
        """The latest match, if it was neither played to its end nor given up."""
        latest = self.matches()[-1:]
        for match in latest:
            lines = self.lines(match)
            if not lines or lines[-1].kind is not Kind.END:
                return match
        return None

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _insert(self, match: Record, lines: Iterable[Line]) -> None:
        rows = [(match.id, line.time, line.kind.value, json.dumps(dict(line.body))) for line in lines]
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT INTO line (match, time, kind, body) VALUES (?, ?, ?, ?)", rows)
            self._database.execute("COMMIT")
        except sqlite3.Error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def _go_on_in_memory(self, error: sqlite3.Error, match: Record | None = None) -> None:
        """Take the match under way along; the file stays as it is."""
        if self.trouble is not None and self._database_file() == "":
            raise error  # memory itself failed: nothing is left to fall back on
        lines = []
        if match is not None:
            try:
                lines = self.lines(match)
            except sqlite3.Error:
                lines = []
        with closing(self._database):
            self._database = _connect(":memory:")
        _prepare(self._database)
        if match is not None:
            self._database.execute(
                "INSERT INTO match (id, game, preset, options, players, first) VALUES (?, ?, ?, ?, ?, ?)",
                (match.id, *_row(match)),
            )
            self._insert(match, lines)
        self.trouble = say("The journal cannot be written ({why}): this match is kept in memory only.", why=str(error))

    def _database_file(self) -> str:
        return str(self._database.execute("PRAGMA database_list").fetchone()[2] or "")


def _set_aside(path: Path) -> Path | None:
    """Rename a damaged file and its log beside it; the new name, None if that fails."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
        for suffix in ("-wal", "-shm"):
            log = path.with_name(path.name + suffix)
            if log.exists():
                log.rename(aside.with_name(aside.name + suffix))
    except OSError:
        return None
    return aside
