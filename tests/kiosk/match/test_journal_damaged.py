"""A damaged journal is kept aside, never overwritten, and what can be read of it goes on in a new one."""

import sqlite3
from pathlib import Path

import pytest
from made_journal import flip, many_matches
from one_throw import FIRST, SECOND, cut_off, goes_on, one_throw, started

from kiosk.games.core import Stop
from kiosk.match.check import rescued
from kiosk.match.database import JournalError
from kiosk.match.journal import Journal
from kiosk.match.log import Record, action_entry, actions_of
from kiosk.session.session import Session


def test_a_damaged_file_is_kept_aside_untouched_and_a_new_one_begins(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"beer" * 1000)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)
    journal = Journal.open(path)
    assert path.with_name("matches.sqlite3.damaged-1").read_bytes() == b"beer" * 1000
    assert journal.notice is not None
    assert "damaged" in journal.notice.message
    assert journal.trouble is None, "what comes is safe"
    journal.write(started(journal), action_entry(Stop(), 0))
    cut_off(journal)
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


def test_the_match_under_way_is_taken_out_of_a_damaged_file_where_it_can_be_read(path: Path) -> None:
    match = one_throw(path)
    with sqlite3.connect(path) as other:
        root = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'line_of_match'").fetchone()[0]
        page = other.execute("PRAGMA page_size").fetchone()[0]
    other.close()
    with path.open("r+b") as file:  # the index, which no line is in
        file.seek((root - 1) * page)
        file.write(b"beer" * (page // 4))
    journal = Journal.open(path)
    assert journal.notice is not None
    assert goes_on(journal, match)
    cut_off(journal)
    assert goes_on_after_that(path, match)


def goes_on_after_that(path: Path, match: Record) -> bool:
    journal = Journal(path)
    return actions_of(journal.entries(match)) == [FIRST, SECOND]


def test_a_match_under_way_that_is_damaged_is_passed_over_and_told_of(path: Path) -> None:
    match = one_throw(path)
    flip(path, "line", "body", "match = 1")
    session = Session(Journal.open(path))
    assert session.match is None, "a match with a hole is no match"
    assert "damaged" in str(session.view.alert)
    assert not list(path.parent.glob("*damaged*")), "all others are whole"
    again = session.begin("le_421", None, {}, ["Marie", "Jean"])
    again.act(FIRST, time=0.0)
    assert again.record.id != match.id


def test_a_damaged_match_of_long_ago_is_told_of_once_the_check_has_found_it(path: Path) -> None:
    match = many_matches(path, 30)[-1]
    flip(path, "line", "body", "match = 7")
    journal = Journal.open(path)
    assert journal._check is not None
    journal._check._found.result()
    journal.retry(0.0)
    assert journal.notice is not None
    assert ("damaged in the journal" in journal.notice.message, dict(journal.notice.values)["matches"]) == (True, "7")
    assert journal.unfinished() == match
    journal.close()


def test_a_match_is_rescued_whole_or_not_at_all(path: Path) -> None:
    journal = Journal(path)
    match = started(journal)
    assert rescued(path) == (match, []), "it had only just begun"
    entries = [action_entry(action, 0.0) for action in (FIRST, SECOND, Stop())]
    journal.write(match, *entries)
    journal.close()
    assert rescued(path) == (match, entries)
    with sqlite3.connect(path) as other:
        other.executescript("DROP TRIGGER line_is_kept; DELETE FROM line WHERE id = 2;")
    other.close()
    assert rescued(path) is None, "an entry in the middle is lost"


def test_a_match_that_has_just_begun_is_not_lost_with_its_file(path: Path) -> None:
    one_throw(path)
    journal = Journal(path)
    match = started(journal)
    assert journal._check is not None
    journal._check._found.result()
    journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:  # every page but the first, which says what file it is
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    journal._database.execute("PRAGMA shrink_memory")
    journal.write(match, action_entry(FIRST, 0))
    assert actions_of(journal.entries(match)) == [FIRST]
    journal.close()
    assert actions_of(Journal(path).entries(match)) == [FIRST]
