"""The journal's file: opened, brought up to date, rescued; and what its faults mean, in a sentence each.

SQLite with a write-ahead log, synced at each commit. Whatever is wrong with a file, it is never overwritten.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kiosk.files import unused_name
from kiosk.games.text import Text, say
from kiosk.match.owner import OwnedError, Ownership
from kiosk.match.rows import latest_number, read_entries

SCHEMA_VERSION = 2
BUSY_TIMEOUT_S = 1.0
"""How long a locked database is waited for while it is opened."""
PLAY_BUSY_MS = 100
"""The same while somebody plays, as long as nobody notices: the owner of a journal is alone with it."""

LEAST_ROOM_BYTES = 256 * 1024
"""With less, SQLite's helper files find no place, which it reports as an error of the disk."""

# `json_valid` lets SQLite's own check of the file notice a text that was damaged on the card.
_SCHEMA = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started TEXT NOT NULL,
    game TEXT NOT NULL,
    preset TEXT,
    options TEXT NOT NULL CHECK (json_valid(options)),
    players TEXT NOT NULL CHECK (json_valid(players)),
    first INTEGER
);
CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES match (id),
    at TEXT,
    time REAL NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('read', 'action', 'correct', 'undo', 'end')),
    body TEXT NOT NULL CHECK (json_valid(body))
);
CREATE INDEX line_of_match ON line (match, id);
CREATE TRIGGER line_stays BEFORE UPDATE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER line_is_kept BEFORE DELETE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_stays BEFORE UPDATE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_is_kept BEFORE DELETE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
_JSON = (("line", "body"), ("match", "options"), ("match", "players"))
# What brings a file of this version to the next one. Lines of schema 1 had no time of day.
_UPGRADES = {
    1: f"""
DROP TRIGGER line_stays; DROP TRIGGER line_is_kept; DROP TRIGGER match_stays; DROP TRIGGER match_is_kept;
DROP INDEX line_of_match;
ALTER TABLE line RENAME TO old_line;
ALTER TABLE match RENAME TO old_match;
{_SCHEMA}
INSERT INTO match SELECT id, started, game, preset, options, players, first FROM old_match;
INSERT INTO line SELECT id, match, NULL, time, kind, body FROM old_line ORDER BY id;
DROP TABLE old_line;
DROP TABLE old_match;
""",  # noqa: S608  fixed words
}


class JournalError(RuntimeError):
    """The journal cannot be used; `sentence` says so on the screen, the message says it in English."""

    def __init__(self, sentence: Text, *, broken: bool = False, owned: bool = False) -> None:
        super().__init__(sentence.message.format(**dict(sentence.values)))
        self.sentence = sentence
        self.broken = broken
        """Whether the file itself is damaged, so that it may be set aside for a new one."""
        self.owned = owned
        """Whether another program plays with it, so that its matches are not ours."""


def refusal(path: Path, error: Exception) -> JournalError:
    """What an error of SQLite, of the system, or of what the file holds, means."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    file = str(path)
    if isinstance(error, OwnedError):
        if error.owner is None:
            return JournalError(say("The journal {file} is in use by another program.", file=file), owned=True)
        program, process = error.owner
        told = say("The journal {file} is in use by {program} (process {n}).", file=file, program=program, n=process)
        return JournalError(told, owned=True)
    if is_damage(error) or code == sqlite3.SQLITE_CONSTRAINT or isinstance(error, ValueError):
        return JournalError(say("The journal {file} is damaged.", file=file), broken=True)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return JournalError(say("The journal {file} is in use by another program.", file=file))
    if is_full(path, error):
        return JournalError(say("There is no room left on the disk for the journal {file}.", file=file))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM} or isinstance(error, OSError):
        return JournalError(say("The journal {file} cannot be written.", file=file))
    return JournalError(say("The journal {file} does not work: {why}.", file=file, why=str(error)))


def is_damage(error: Exception) -> bool:
    """Whether an error of SQLite means that a file is damaged, or no database at all."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def is_full(path: Path, error: Exception) -> bool:
    """Whether an error of SQLite means that there is no room left on the disk."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_IOERR:
        with suppress(OSError):
            return shutil.disk_usage(path.parent).free < LEAST_ROOM_BYTES
    return code == sqlite3.SQLITE_FULL


# --- opening ---------------------------------------------------------------------------------------------------------


def open_in_memory() -> sqlite3.Connection:
    """An empty journal that ends with the program."""
    connection = connect(":memory:")
    _prepare(connection)
    return connection


def own(path: Path) -> Ownership:
    """The journal at `path` for this program alone, as long as it runs.

    Raises:
        JournalError: another program has it, or nothing can be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Ownership(path)
    except (OwnedError, sqlite3.Error, OSError) as error:
        raise refusal(path, error) from error


def open_to_write(path: Path) -> tuple[sqlite3.Connection, Path | None]:
    """The journal's file, made where there is none; and where the old one is kept, if it had to be upgraded.

    Of what it holds only the latest match is read, so that years of matches are opened as fast as an evening's.

    Raises:
        JournalError: the file is damaged, locked, not writable, or written by a newer version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(str(path))
    except (sqlite3.Error, OSError) as error:
        raise refusal(path, error) from error
    try:
        refuse_newer(connection, path)
        kept = _keep_old(connection, path)
        _prepare(connection)
        read_entries(connection, latest_number(connection))  # all that play needs at once; a check reads the rest
        # Taking the write lock once tells at opening, not at the first throw, that the file cannot be written.
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        connection.execute(f"PRAGMA busy_timeout = {PLAY_BUSY_MS}")
    except (sqlite3.Error, OSError, ValueError) as error:
        connection.close()
        raise refusal(path, error) from error
    except JournalError:
        connection.close()
        raise
    return connection, kept


def open_to_read(path: Path) -> sqlite3.Connection:
    """The journal's file, which nothing here changes: also where it cannot be written, and of an older version.

    Raises:
        JournalError: it cannot be read.
    """
    place = path.absolute().as_uri()
    try:
        try:
            connection, version = _connect_to_read(f"{place}?mode=ro")
        except sqlite3.OperationalError:
            log = Path(f"{path}-wal")
            if log.exists() and log.stat().st_size:
                raise
            # Without a log, and without the right to make one, the file itself is the whole truth.
            connection, version = _connect_to_read(f"{place}?immutable=1")
        refuse_newer(connection, path)
        if version < SCHEMA_VERSION:
            copy = connect(":memory:")
            with closing(connection):
                connection.backup(copy)
            _prepare(copy)
            return copy
    except (sqlite3.Error, OSError) as error:
        raise refusal(path, error) from error
    return connection


@contextmanager
def at_once(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within, or none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def sound(connection: sqlite3.Connection) -> bool:
    """Whether the whole file is in order; takes seconds for years of matches.

    Raises:
        sqlite3.Error: it was interrupted, or the file is so damaged that nothing can be told.
    """
    # Through a connection that only reads, SQLite's check passes over texts that break their rule.
    return connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok" and not any(
        connection.execute(f"SELECT 1 FROM {table} WHERE NOT json_valid({text}) LIMIT 1").fetchone()  # noqa: S608  fixed words
        for table, text in _JSON
    )


def connect(database: str) -> sqlite3.Connection:
    """A connection for one thread at a time, though not always the same one."""
    return sqlite3.connect(
        database,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        uri=database.startswith("file:"),
    )


def _connect_to_read(place: str) -> tuple[sqlite3.Connection, int]:
    connection = connect(place)
    try:
        return connection, _version(connection)
    except sqlite3.Error:
        connection.close()
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def refuse_newer(connection: sqlite3.Connection, path: Path) -> None:
    """Leave a file alone that this version can't understand.

    Raises:
        JournalError: it is of a newer version.
    """
    if _version(connection) > SCHEMA_VERSION:
        connection.close()
        raise JournalError(say("The journal {file} is from a newer version of this program.", file=str(path)))


def _prepare(connection: sqlite3.Connection) -> None:
    """Bring an empty or older database to this schema, at once or not at all."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    try:
        if (version := _version(connection)) == 0:
            connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        for step in range(version or SCHEMA_VERSION, SCHEMA_VERSION):
            connection.executescript(f"BEGIN IMMEDIATE; {_UPGRADES[step]} PRAGMA user_version = {step + 1}; COMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("PRAGMA foreign_keys = ON")


def _keep_old(connection: sqlite3.Connection, path: Path) -> Path | None:
    """Copy a file that is about to be upgraded beside it; where to, None if nothing is upgraded."""
    version = _version(connection)
    if not 0 < version < SCHEMA_VERSION:
        return None
    kept = unused_name(path, f"schema-{version}")
    unfinished = kept.with_name(kept.name + ".part")
    with closing(connect(str(unfinished))) as copy:
        connection.backup(copy)
    unfinished.rename(kept)  # a copy by that name is a whole one
    return kept
