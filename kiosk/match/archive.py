"""Old matches are moved into a file of their own, where the owner asks for it: nothing is archived by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kiosk.games.text import say
from kiosk.match.database import JournalError, at_once, open_to_write, own, refusal, sound

_OLD = "SELECT id FROM main.match WHERE started < :before AND id <> :under_way"
_COPY_MATCHES = f"INSERT INTO old.match SELECT * FROM main.match WHERE id IN ({_OLD})"  # noqa: S608  fixed words
_COPY_LINES = f"INSERT INTO old.line SELECT * FROM main.line WHERE match IN ({_OLD})"  # noqa: S608
_UNDER_WAY = """
SELECT id FROM match WHERE id = (SELECT max(id) FROM match)
AND coalesce((SELECT kind FROM line WHERE line.match = match.id ORDER BY line.id DESC LIMIT 1), '') <> 'end'
"""
_SAME_MATCHES = "SELECT count(*) FROM main.match AS a JOIN old.match AS b USING (id) WHERE a.started = b.started"
_SAME_LINES = """
SELECT count(*) FROM main.line AS a JOIN old.line AS b USING (id) WHERE a.match = b.match AND a.kind = b.kind
AND a.body = b.body AND a.time = b.time AND a.at IS b.at
"""


@dataclass(frozen=True, slots=True)
class Archived:
    """So many `matches` were moved into `file`, which made the journal smaller by `bytes`."""

    matches: int
    file: Path
    bytes: int


def archive(path: Path, before: date) -> Archived | None:
    """Move the matches begun before that day, UTC, out of the journal at `path`, each whole; None if there are none.

    The one under way stays. The new file is written and compared before anything is taken out of the old one: whatever
    happens in between, every match is in one of them, or in both.

    Raises:
        JournalError: a table plays with the journal, or one of the files cannot be read or written.
    """
    owned = own(path)
    try:
        with closing(open_to_write(path)[0]) as journal, _in_a_sentence(path):
            return _archive(journal, path, before.isoformat())
    finally:
        owned.release()


def _archive(journal: sqlite3.Connection, path: Path, before: str) -> Archived | None:
    row = journal.execute(_UNDER_WAY).fetchone()
    chosen = {"before": before, "under_way": 0 if row is None else row[0]}
    matches = journal.execute(f"SELECT count(*) FROM ({_OLD})", chosen).fetchone()[0]  # noqa: S608  fixed words
    if not matches:
        return None
    target = _unused(path.with_name(f"{path.stem}-before-{before}{path.suffix}"))
    part = target.with_name(target.name + ".part")
    for left in (part, *(part.with_name(part.name + suffix) for suffix in ("-wal", "-shm"))):
        left.unlink(missing_ok=True)
    _copy(journal, part, chosen)
    part.rename(target)  # a file by that name is a whole one
    size = path.stat().st_size
    _take_out(journal, chosen)
    with suppress(sqlite3.Error):  # without room for a second copy, the space stays the journal's for matches to come
        journal.execute("VACUUM")
        journal.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Archived(matches, target, size - path.stat().st_size)


def _copy(journal: sqlite3.Connection, part: Path, chosen: dict[str, object]) -> None:
    """Write the chosen matches into a new file, and compare it with the journal, line by line."""
    open_to_write(part)[0].close()
    journal.execute("ATTACH ? AS old", (str(part),))
    try:
        with at_once(journal):
            written = [journal.execute(query, chosen) for query in (_COPY_MATCHES, _COPY_LINES)]
        same = [journal.execute(query).fetchone()[0] for query in (_SAME_MATCHES, _SAME_LINES)]
    finally:
        journal.execute("DETACH old")
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried about
        if same != [one.rowcount for one in written] or not sound(copy):
            raise JournalError(say("The journal {file} cannot be written.", file=str(part)))


def _take_out(journal: sqlite3.Connection, chosen: dict[str, object]) -> None:
    """Remove the chosen matches: the one place where the journal is more than added to."""
    kept = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN ('line_is_kept', 'match_is_kept')"
    with at_once(journal):
        triggers = journal.execute(kept).fetchall()
        for name, _ in triggers:
            journal.execute(f"DROP TRIGGER {name}")
        journal.execute("CREATE TEMP TABLE chosen AS " + _OLD, chosen)
        journal.execute("DELETE FROM line WHERE match IN (SELECT id FROM chosen)")
        journal.execute("DELETE FROM match WHERE id IN (SELECT id FROM chosen)")
        for _, sql in triggers:
            journal.execute(sql)


@contextmanager
def _in_a_sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise refusal(path, error) from error


def _unused(path: Path) -> Path:
    number, name = 1, path
    while name.exists():
        number += 1
        name = path.with_stem(f"{path.stem}-{number}")
    return name
