"""The journal: nothing is lost, nothing is overwritten, and play goes on whatever the disk does."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.games.core import Keep, Lead, Leave, Roll, Stop
from kiosk.journal import (
    Journal,
    JournalError,
    Kind,
    Line,
    Record,
    action_line,
    actions_of,
    correct_line,
    undo_line,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite3"


def started(journal: Journal) -> Record:
    return journal.start("le_421", "classique", {"tokens": 11}, ["Marie", "Jean"], None)


def test_every_action_comes_back_as_it_was(path: Path) -> None:
    actions = [Lead(1), Roll((4, 2, 1)), Keep(frozenset({1, 3})), Roll((6,)), Stop(), Leave(0)]
    journal = Journal(path)
    match = started(journal)
    for time, action in enumerate(actions):
        journal.write(match, action_line(action, time))
    assert actions_of(Journal(path).lines(match)) == actions


def test_a_second_connection_finds_the_match_under_way(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_line(Roll((1, 2, 3)), 1.0))
    other = Journal(path)
    assert other.unfinished() == match
    assert actions_of(other.lines(match)) == [Roll((1, 2, 3))]


def test_the_house_keeps_its_seats(path: Path) -> None:
    journal = Journal(path)
    match = journal.start("le_421", None, {}, ["Marie", "House"], None, house=[1])
    assert Journal(path).unfinished() == match
    assert (match.players, match.house) == (("Marie", "House"), {1})


def test_a_correction_replaces_a_roll_and_drops_what_no_longer_stands() -> None:
    lines = [action_line(action, 0) for action in (Roll((6, 6, 1)), Stop(), Roll((1, 1, 1)))]
    assert actions_of([*lines, correct_line(0, [6, 6, 6], 3, 1)]) == [Roll((6, 6, 6)), Stop(), Roll((1, 1, 1))]
    assert actions_of([*lines, correct_line(0, [6, 6, 6], 1, 1)]) == [Roll((6, 6, 6))]


def test_an_undo_takes_the_last_actions_back_and_stays_on_record(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_line(Roll((1, 2, 3)), 0), action_line(Stop(), 1), undo_line(1, 2))
    assert actions_of(journal.lines(match)) == [Roll((1, 2, 3))]
    assert [line.kind for line in journal.lines(match)] == [Kind.ACTION, Kind.ACTION, Kind.UNDO]


def test_lines_cannot_be_changed_or_removed(path: Path) -> None:
    journal = Journal(path)
    journal.write(started(journal), action_line(Stop(), 0))
    with sqlite3.connect(path) as other:
        for statement in ("UPDATE line SET body = '{}'", "DELETE FROM line", "UPDATE match SET players = '[]'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                other.execute(statement)
    other.close()


def test_only_a_match_that_was_not_ended_is_unfinished(path: Path) -> None:
    journal = Journal(path)
    assert journal.unfinished() is None
    match = started(journal)
    assert journal.unfinished() == match
    journal.write(match, Line(Kind.END, {"standing": [[0], [1]]}, 5.0))
    assert journal.unfinished() is None
    journal.write(match, correct_line(0, [1], 0, 6.0))
    assert journal.unfinished() == match, "a correction after the end opens it again"


def test_what_was_written_survives_a_killed_process(path: Path) -> None:
    writer = f"""
import os, pathlib, signal
from kiosk.journal import Journal, action_line
from kiosk.games.core import Roll
journal = Journal(pathlib.Path({str(path)!r}))
match = journal.start("le_421", None, {{}}, ["A", "B"], None)
for number in range(20):
    journal.write(match, action_line(Roll((number,)), number))
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", writer], check=False, env=os.environ)
    assert done.returncode == -signal.SIGKILL
    journal = Journal(path)
    match = journal.unfinished()
    assert match is not None
    assert actions_of(journal.lines(match)) == [Roll((number,)) for number in range(20)]


def test_each_commit_is_synced(path: Path) -> None:
    journal = Journal(path)
    assert journal._database.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert journal._database.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_a_damaged_file_is_kept_aside_untouched_and_a_new_one_begins(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"beer" * 1000)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)
    journal = Journal.open(path)
    assert path.with_name("matches.sqlite3.damaged-1").read_bytes() == b"beer" * 1000
    assert journal.trouble is not None
    assert "damaged" in journal.trouble.message
    journal.write(started(journal), action_line(Stop(), 0))
    assert Journal(path).unfinished() is not None, "the new file is on disk"


def test_a_second_damaged_file_does_not_overwrite_the_first(path: Path) -> None:
    path.parent.mkdir()
    for content in (b"one" * 500, b"two" * 500):
        path.write_bytes(content)
        Journal.open(path).close()
        for log in ("-wal", "-shm"):
            path.with_name(path.name + log).unlink(missing_ok=True)
    assert path.with_name("matches.sqlite3.damaged-1").read_bytes() == b"one" * 500
    assert path.with_name("matches.sqlite3.damaged-2").read_bytes() == b"two" * 500


def test_a_locked_file_is_left_alone_and_play_goes_on_in_memory(path: Path) -> None:
    Journal(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    journal = Journal.open(path)
    assert journal.trouble is not None
    assert "in use" in journal.trouble.message
    match = started(journal)
    journal.write(match, action_line(Stop(), 0))
    assert actions_of(journal.lines(match)) == [Stop()]
    other.close()
    assert Journal(path).unfinished() is None


def test_a_place_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path / "file" / "matches.sqlite3")


def test_a_journal_of_a_newer_version_is_not_touched(path: Path) -> None:
    Journal(path).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)
    assert Journal.open(path).trouble is not None
    assert not list(path.parent.glob("*.damaged*"))


def test_a_disk_that_fails_in_a_match_does_not_stop_it(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    journal.write(match, action_line(Roll((1, 2, 3)), 0))
    journal._database.execute("PRAGMA query_only = ON")
    journal.write(match, action_line(Stop(), 1))
    assert actions_of(journal.lines(match)) == [Roll((1, 2, 3)), Stop()]
    assert journal.trouble is not None
    assert "memory" in journal.trouble.message
    assert actions_of(Journal(path).lines(match)) == [Roll((1, 2, 3))], "what was on disk stays there"
