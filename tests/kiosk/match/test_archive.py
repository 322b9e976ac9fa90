"""Old matches are moved into a file of their own: all of them, each whole, and nothing is lost on the way."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pytest
from made_journal import ENTRIES, many_matches
from one_throw import FIRST, SECOND, goes_on

from kiosk.match import archive as archiving
from kiosk.match.archive import archive
from kiosk.match.database import JournalError
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import Entry, Record, action_entry, actions_of

DAY = date(2024, 7, 1)


def held(path: Path) -> list[tuple[Record, list[Entry]]]:
    reader = JournalReader(path)
    found = [(match, reader.entries(match)) for match in reader.matches()]
    reader.close()
    return found


def test_matches_begun_before_a_day_are_in_a_file_of_their_own_and_the_others_stay(path: Path) -> None:
    many_matches(path, 400)
    before = held(path)
    size = path.stat().st_size
    heard: list[tuple[int, int]] = []
    done = archive(path, DAY, lambda so_far, of: heard.append((so_far, of)))
    assert heard == sorted(heard)
    assert heard[-1] == (100, 100)
    assert len(heard) > 6, "it is told while the matches are copied, too"
    assert done is not None
    assert done.file.parent == path.parent
    old, left = held(done.file), held(path)
    assert sorted([*old, *left], key=lambda one: one[0].id) == before
    assert {match.started < "2024-07-01" for match, _ in old} == {True}
    assert {match.started < "2024-07-01" for match, _ in left} == {False}
    assert done.matches == len(old)
    assert len(old) > 100
    assert path.stat().st_size == size - done.bytes < 0.7 * size
    assert [file.name for file in sorted(path.parent.glob("*before*"))] == ["matches-before-2024-07-01.sqlite3"]


def test_the_table_plays_on_after_it_and_no_number_is_given_twice(path: Path) -> None:
    match = many_matches(path, 400)[-1]
    archive(path, date(2100, 1, 1))
    journal = Journal(path)
    assert journal.matches() == [match], "the one under way stays, however old"
    journal.write(match, action_entry(SECOND, 1))
    assert actions_of(journal.entries(match)) == [*[FIRST] * ENTRIES, SECOND]
    assert journal.start("le_421", None, {}, ["A", "B"], None).id == match.id + 1
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        journal._database.execute("DELETE FROM line")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        journal._database.execute("DELETE FROM match")
    journal.close()


def test_nothing_old_is_nothing_done_and_an_archive_of_the_same_day_is_kept(path: Path) -> None:
    many_matches(path, 100)
    assert archive(path, date(2024, 1, 1)) is None
    assert [file.name for file in path.parent.iterdir() if "before" in file.name] == []
    first = archive(path, date(2024, 2, 20))
    again = path.with_name("again.sqlite3")
    many_matches(again, 100)
    path.unlink()
    again.rename(path)
    second = archive(path, date(2024, 2, 20))
    assert first is not None
    assert second is not None
    assert second.file.name == "matches-before-2024-02-20-2.sqlite3"
    assert held(first.file) == held(second.file)


def test_a_table_that_plays_is_not_archived_under_its_hands(path: Path) -> None:
    match = many_matches(path, 300)[-1]
    journal = Journal(path)
    with pytest.raises(JournalError, match="in use by"):
        archive(path, DAY)
    assert goes_on_for(journal, match)
    journal.close()


def goes_on_for(journal: Journal, match: Record) -> bool:
    journal.write(match, action_entry(SECOND, 1))
    return journal.trouble is None


def test_a_copy_that_is_not_the_same_takes_nothing_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_matches(path, 300)
    before = held(path)
    monkeypatch.setattr(archiving, "_SAME_LINES", "SELECT 7")
    with pytest.raises(JournalError, match="cannot be written"):
        archive(path, DAY)
    assert held(path) == before


def test_what_an_archiving_left_that_was_cut_off_is_in_nobodys_way(path: Path) -> None:
    many_matches(path, 300)
    before = held(path)
    part = path.with_name("matches-before-2024-07-01.sqlite3.part")
    part.write_bytes(b"half" * 100)
    done = archive(path, DAY)
    assert done is not None
    assert not part.exists()
    assert sorted([*held(done.file), *held(path)], key=lambda one: one[0].id) == before


def test_an_archive_without_the_file_that_it_came_from_is_a_journal_like_any_other(path: Path) -> None:
    many_matches(path, 300)
    done = archive(path, DAY)
    assert done is not None
    journal = Journal(done.file)
    match = journal.start("le_421", "classique", {"tokens": 11}, ["Marie", "Jean"], None)
    journal.write(match, action_entry(FIRST, 0))
    assert goes_on(journal, match)
    journal.close()
