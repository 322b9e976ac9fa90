"""Old matches are moved into a file of their own, where the owner asks for it: nothing is archived by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kiosk.games.text import say
from kiosk.match.database import JournalError, at_once, open_to_write, own, refusal, sound

_OLD = "SELECT id FROM main.match WHERE started < :before AND id <> :under_way"
_PART = f"{_OLD} AND id BETWEEN :first AND :last"
_COPY_MATCHES = f"INSERT INTO old.match SELECT * FROM main.match WHERE id IN ({_PART})"  # noqa: S608  fixed words
_COPY_LINES = f"INSERT INTO old.line SELECT * FROM main.line WHERE match IN ({_PART})"  # noqa: S608
_UNDER_WAY = """
SELECT id FROM match WHERE id = (SELECT max(id) FROM match)
AND coalesce((SELECT kind FROM line WHERE line.match = match.id ORDER BY line.id DESC LIMIT 1), '') <> 'end'
"""
_SAME_MATCHES = "SELECT count(*) FROM main.match AS a JOIN old.match AS b USING (id) WHERE a.started = b.started"
_SAME_LINES = """
SELECT count(*) FROM main.line AS a JOIN old.line AS b USING (id) WHERE a.match = b.match AND a.kind = b.kind
AND a.body = b.body AND a.time = b.time AND a.at IS b.at
"""


AT_ONCE = 100
"""Matches that are copied before it is told how far that is."""
COPIED, COMPARED, CHECKED, TAKEN_OUT, WHOLE = 40, 60, 80, 95, 100
"""How far it is after each part of the work, of a hundred: by the time that each took with 50 MB of matches."""
Told = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Archived:
    """So many `matches` were moved into `file`, which made the journal smaller by `bytes`."""

    matches: int
    file: Path
    bytes: int


def archive(path: Path, before: date, told: Told = lambda _done, _of: None) -> Archived | None:
    """Move the matches begun before that day, UTC, out of the journal at `path`, each whole; None if there are none.

    The one under way stays. The new file is written and compared before anything is taken out of the old one: whatever
    happens in between, every match is in one of them, or in both. `told` hears how far it is, and of how much.

    Raises:
        JournalError: a table plays with the journal, or one of the files cannot be read or written.
    """
    owned = own(path)
    try:
        with closing(open_to_write(path)[0]) as journal, _in_a_sentence(path):
            return _archive(journal, path, before.isoformat(), told)
    finally:
        owned.release()


def _archive(journal: sqlite3.Connection, path: Path, before: str, told: Told) -> Archived | None:
    row = journal.execute(_UNDER_WAY).fetchone()
    chosen = {"before": before, "under_way": 0 if row is None else row[0]}
    matches = journal.execute(f"SELECT count(*) FROM ({_OLD})", chosen).fetchone()[0]  # noqa: S608  fixed words
    if not matches:
        return None
    target = _unused(path.with_name(f"{path.stem}-before-{before}{path.suffix}"))
    part = target.with_name(target.name + ".part")
    for left in (part, *(part.with_name(part.name + suffix) for suffix in ("-wal", "-shm"))):
        left.unlink(missing_ok=True)
    _copy(journal, part, chosen, told)
    part.rename(target)  # a file by that name is a whole one
    size = path.stat().st_size
    _take_out(journal, chosen)
    told(TAKEN_OUT, WHOLE)
    with suppress(sqlite3.Error):  # without room for a second copy, the space stays the journal's for matches to come
        journal.execute("VACUUM")
        journal.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    told(WHOLE, WHOLE)
    return Archived(matches, target, size - path.stat().st_size)


def _copy(journal: sqlite3.Connection, part: Path, chosen: dict[str, object], told: Told) -> None:
    """Write the chosen matches into a new file, and compare it with the journal, line by line."""
    open_to_write(part)[0].close()
    journal.execute("ATTACH ? AS old", (str(part),))
    try:
        with at_once(journal):
            last = journal.execute("SELECT max(id) FROM main.match").fetchone()[0]
            written = [0, 0]
            for first in range(1, last + 1, AT_ONCE):
                part_of = chosen | {"first": first, "last": first + AT_ONCE - 1}
                for number, query in enumerate((_COPY_MATCHES, _COPY_LINES)):
                    written[number] += journal.execute(query, part_of).rowcount
                told(COPIED * first // last, WHOLE)
        told(COPIED, WHOLE)
        same = [journal.execute(query).fetchone()[0] for query in (_SAME_MATCHES, _SAME_LINES)]
        told(COMPARED, WHOLE)
    finally:
        journal.execute("DETACH old")
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried about
        if same != written or not sound(copy):
            raise JournalError(say("The journal {file} cannot be written.", file=str(part)))
    told(CHECKED, WHOLE)


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
