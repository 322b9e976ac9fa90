"""The journal's file: opened, brought up to date, rescued; and what its faults mean, in a sentence each.

SQLite with a write-ahead log, synced at each commit. Whatever is wrong with a file, it is never overwritten.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kiosk.files import unused_name
from kiosk.games.text import Text, say
from kiosk.match import rows
from kiosk.match.log import DamagedMatchError
from kiosk.match.owner import JournalLock, OwnedError

SCHEMA_VERSION = 3
BUSY_TIMEOUT_S = 1.0
"""While it is opened, a locked database is waited for up to 1 second."""
PLAY_BUSY_MS = 100
"""While somebody plays it is waited for up to 100 milliseconds, which nobody notices."""

LEAST_ROOM_BYTES = 256 * 1024
"""With less than 256 KB free SQLite cannot make its helper files, which it reports as an error of the disk."""

UNREADABLE = (sqlite3.Error, OSError, ValueError, TypeError, OverflowError)
"""All that may be raised where a file is full, gone, locked or damaged, by SQLite or by readers of its rows."""

_TABLES = """
CREATE TABLE match (
    id TEXT NOT NULL UNIQUE,
    number INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    game TEXT NOT NULL,
    preset TEXT,
    options TEXT NOT NULL,
    players TEXT NOT NULL,
    first INTEGER,
    sum INTEGER NOT NULL
);
CREATE TABLE line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES match (number),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    time REAL NOT NULL,
    at TEXT,
    sum INTEGER NOT NULL
);
CREATE INDEX line_of_match ON line (match, id);
CREATE TABLE digest (match INTEGER PRIMARY KEY REFERENCES match (number), body TEXT NOT NULL, sum INTEGER NOT NULL);
"""
TRIGGERS = """
CREATE TRIGGER line_stays BEFORE UPDATE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER line_is_kept BEFORE DELETE ON line BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_stays BEFORE UPDATE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER match_is_kept BEFORE DELETE ON match BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
_SCHEMA = _TABLES + TRIGGERS
_RENAME_OLD = """
BEGIN IMMEDIATE;
DROP TRIGGER line_stays; DROP TRIGGER line_is_kept; DROP TRIGGER match_stays; DROP TRIGGER match_is_kept;
DROP INDEX line_of_match;
ALTER TABLE line RENAME TO old_line;
ALTER TABLE match RENAME TO old_match;
"""
# A match of an older file is named by what it was known by in the league: number, start and game.
_OLD_MATCHES = "SELECT json_array(id, started, game), id, started, game, preset, options, players, first FROM old_match"


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
    """The sentence for an error of SQLite, of the system, or of the file's content."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    file = str(path)
    if isinstance(error, OwnedError):
        if error.owner is None:
            return JournalError(say("The journal {file} is in use by another program.", file=file), owned=True)
        program, process = error.owner
        told = say("The journal {file} is in use by {program} (process {n}).", file=file, program=program, n=process)
        return JournalError(told, owned=True)
    if (
        is_damage(error)
        or code == sqlite3.SQLITE_CONSTRAINT
        or isinstance(error, ValueError | TypeError | OverflowError)
    ):
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


def open_in_memory() -> sqlite3.Connection:
    """An empty journal that ends with the program."""
    connection = connect(":memory:")
    _prepare(connection)
    return connection


def own(path: Path) -> JournalLock:
    """The journal at `path` for this program alone, as long as it runs."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return JournalLock(path)
    except (OwnedError, *UNREADABLE) as error:
        raise refusal(path, error) from error


def open_to_write(path: Path) -> tuple[sqlite3.Connection, Text | None]:
    """The journal's file, made where there is none; and what its owner should know of what had to be done to it.

    Of what it holds only the latest match is read, so that years of matches are opened as fast as an evening's.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Looked at before SQLite opens the file: it silently drops the log from the first damaged page on.
        frames = _frames_in_log(path)
        connection = connect(str(path))
    except UNREADABLE as error:
        raise refusal(path, error) from error
    try:
        refuse_newer(connection, path)
        read = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
        # Copied before it is changed: the owner can go back to the older program.
        kept = _keep_old(connection, path)
        _prepare(connection)
        with suppress(DamagedMatchError):  # all that play needs at once; `FileCheck` reads the rest beside the game
            if (latest := rows.read_unfinished(connection)) is not None:
                rows.read_entries(connection, latest)
        # Taking the write lock once tells at opening, not at the first throw, that the file cannot be written.
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        connection.execute(f"PRAGMA busy_timeout = {PLAY_BUSY_MS}")
    except (*UNREADABLE, JournalError) as error:
        connection.close()
        raise error if isinstance(error, JournalError) else refusal(path, error) from error
    if 0 <= read < frames:
        return connection, say("The end of the journal was damaged: what was played last may be missing.")
    if kept is not None:
        return connection, say("The journal has a new format: the old file is kept as {file}.", file=kept.name)
    return connection, None


def open_to_read(path: Path) -> sqlite3.Connection:
    """The journal's file, which nothing here changes: also where it cannot be written, and of an older version."""
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
            connection = copy
            _prepare(connection)
    except UNREADABLE as error:
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


def in_a_file(connection: sqlite3.Connection) -> bool:
    """Whether the connection is to a file, where later additions are seen; else it is a copy in memory."""
    return bool(connection.execute("PRAGMA database_list").fetchone()[2])


def sound(connection: sqlite3.Connection) -> bool:
    """Whether the file itself is in order (`rows.damaged` checks its content); takes seconds for years of matches."""
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def connect(database: str) -> sqlite3.Connection:
    """A connection for one thread at a time, though not always the same one."""
    connection = sqlite3.connect(
        database,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        uri=database.startswith("file:"),
    )
    # A flipped bit may leave what is no UTF-8: the sums tell, and this raises nothing.
    connection.text_factory = lambda raw: raw.decode(errors="surrogateescape")
    return connection


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
    """Leave a file alone that this version can't understand."""
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
        elif version < SCHEMA_VERSION:
            _upgrade(connection, version)
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(_SCHEMA)
        if _tables(connection) != _tables(fresh):
            raise ValueError("these are other tables")
    connection.execute("PRAGMA foreign_keys = ON")


def _tables(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Write all rows anew, with names and sums; lines of schema 1 had no time of day."""
    connection.executescript(_RENAME_OLD + _SCHEMA)
    connection.executemany(
        "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((*row, rows.match_sum(row)) for row in connection.execute(_OLD_MATCHES)),
    )
    at = "NULL" if version == 1 else "at"
    sums = {number: rows.first_sum(name) for name, number in connection.execute("SELECT id, number FROM match")}

    def lines() -> Iterator[tuple[object, ...]]:
        query = f"SELECT id, match, kind, body, time, {at} FROM old_line ORDER BY id"  # noqa: S608  fixed words
        for row in connection.execute(query):
            sums[row[1]] = rows.line_sum(row[2:], sums.get(row[1], 0))
            yield (*row, sums[row[1]])

    connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?)", lines())
    for last in ("DROP TABLE old_line", "DROP TABLE old_match", f"PRAGMA user_version = {SCHEMA_VERSION}", "COMMIT"):
        connection.execute(last)


def _frames_in_log(path: Path) -> int:
    """How many pages the write-ahead log beside a file holds, also behind a damaged one, where SQLite stops.

    The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    """
    log = path.with_name(path.name + "-wal")
    if not log.exists() or not path.exists() or not path.stat().st_size:
        return 0  # a log without its file is nobody's: SQLite removes it
    with path.open("rb") as file:
        size = int.from_bytes(file.read(18)[16:], "big")
    # The page size is the two bytes at 16 of the database; a frame is a heading of 24 bytes and a page.
    told, frame = log.read_bytes(), 24 + (65536 if size == 1 else size)
    heads = [told[start + 8 : start + 16] for start in range(32, len(told) - frame + 1, frame)]
    # SQLite writes the log over and over: a frame left from an earlier round has two other salts. One salt that
    # differs is a flipped bit in a frame that counts.
    current = [n for n, head in enumerate(heads, 1) if head[:4] == told[16:20] or head[4:] == told[20:24]]
    return current[-1] if current else 0


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
