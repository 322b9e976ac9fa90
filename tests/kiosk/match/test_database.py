"""The file of a journal: where it is made, what its errors mean, and whether it is in order."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from made_journal import flip, many_matches
from one_throw import FIRST, SECOND, matches, one_throw

from kiosk.match.database import TRIGGERS, JournalError, is_full, open_in_memory, open_to_write, refusal, sound
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import DamagedMatchError, action_entry, actions_of
from kiosk.match.rows import line_sum


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def failure(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("it does not")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "says", "broken"),
    [
        (sqlite3.SQLITE_CORRUPT, "is damaged", True),
        (sqlite3.SQLITE_CONSTRAINT, "is damaged", True),
        (sqlite3.SQLITE_BUSY, "in use by another program", False),
        (sqlite3.SQLITE_FULL, "no room left", False),
        (sqlite3.SQLITE_READONLY, "cannot be written", False),
        (sqlite3.SQLITE_CANTOPEN, "cannot be written", False),
        (sqlite3.SQLITE_ERROR, "does not work: it does not", False),
        (sqlite3.SQLITE_READONLY | 4 << 8, "cannot be written", False),
    ],
)
def test_an_error_of_sqlite_is_said_plainly(tmp_path: Path, code: int, says: str, *, broken: bool) -> None:
    found = refusal(tmp_path / "matches.sqlite3", failure(code))
    assert says in str(found)
    assert str(tmp_path / "matches.sqlite3") in str(found)
    assert found.broken == broken


def test_what_the_system_refuses_cannot_be_written_and_what_makes_no_sense_is_damaged(tmp_path: Path) -> None:
    assert "cannot be written" in str(refusal(tmp_path / "it", PermissionError()))
    assert "is damaged" in str(refusal(tmp_path / "it", ValueError()))


@pytest.mark.parametrize(("free", "full"), [(256 * 1024 - 1, True), (256 * 1024, False)])
def test_an_error_of_the_disk_means_a_full_one_where_helper_files_find_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, *, full: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 0, free))
    assert is_full(tmp_path / "it", failure(sqlite3.SQLITE_IOERR)) == full
    assert is_full(tmp_path / "it", failure(sqlite3.SQLITE_FULL))
    assert not is_full(tmp_path / "it", failure(sqlite3.SQLITE_BUSY))


@pytest.mark.parametrize("start", [100, 4096], ids=["the list of tables", "a table"])
def test_a_file_in_order_is_sound_and_one_with_a_page_overwritten_is_not(tmp_path: Path, start: int) -> None:
    connection = open_in_memory()
    assert sound(connection)
    connection.close()
    path = tmp_path / "matches.sqlite3"
    connection, _ = open_to_write(path)
    connection.close()
    pages = bytearray(path.read_bytes())
    end = start // 4096 * 4096 + 4096
    pages[start:end] = b"\xff" * (end - start)
    path.write_bytes(pages)
    reader = JournalReader(path)
    assert not reader.sound()
    reader.close()


def test_a_table_that_is_not_ours_is_no_journal(path: Path) -> None:
    one_throw(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"    started TEXT NOT NULL", b"    startee TEXT NOT NULL"))
    with pytest.raises(JournalError, match="is damaged"):
        open_to_write(path)


@pytest.mark.parametrize("column", ["kind", "body"])
def test_a_line_that_a_worn_card_has_changed_is_seen_by_whoever_reads_it(path: Path, column: str) -> None:
    many_matches(path, 3)
    flip(path, "line", column, "match = 2")
    with closing(JournalReader(path)) as reader:
        first, second, third = reader.matches()
        assert len(reader.entries(first)) == len(reader.entries(third)) + 1
        with pytest.raises(DamagedMatchError):
            reader.entries(second)
        assert reader.sound()
        assert reader.damaged() == [2]


@pytest.mark.parametrize("column", ["id", "game", "options", "players", "started"])
def test_a_match_that_a_worn_card_has_changed_is_passed_over(path: Path, column: str) -> None:
    many_matches(path, 3)
    flip(path, "match", column, "number = 2")
    with closing(JournalReader(path)) as reader:
        assert [match.number for match in reader.matches()] == [1, 3]
        with pytest.raises(DamagedMatchError):
            reader.match(2)
        assert [match is None for _, match, _, _ in reader.endings()] == [False, True, False]
        assert reader.damaged() == [2]


def test_a_line_that_is_missing_between_others_or_has_no_match_is_seen(path: Path) -> None:
    many_matches(path, 3)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript("DROP TRIGGER line_is_kept; DROP TRIGGER line_stays; DROP TRIGGER match_is_kept")
        file.execute("DELETE FROM line WHERE id = (SELECT min(id) + 1 FROM line WHERE match = 2)")
        file.execute("DELETE FROM match WHERE number = 3")
        file.executescript(TRIGGERS.replace("CREATE TRIGGER", "CREATE TRIGGER IF NOT EXISTS"))
    with closing(JournalReader(path)) as reader:
        assert reader.damaged() == [2, 3]


SENSELESS = {
    "roll": '{"roll": 5}',
    "face": '{"roll": [1, 7]}',
    "key": '{"lengti": 1}',
    "list": "[]",
    "text": "beer",
    "two": '{"keep": [1], "stop": true}',
    "nan": '{"roll": [NaN]}',
    "none": "{}",
}


@pytest.mark.parametrize("body", SENSELESS.values(), ids=SENSELESS)
def test_a_line_whose_sum_is_right_and_that_makes_no_sense_is_not_believed(path: Path, body: str) -> None:
    match = one_throw(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        last = file.execute("SELECT sum FROM line").fetchone()[0]
        row = ("action", body, 1.0, None)
        file.execute(
            "INSERT INTO line (match, kind, body, time, at, sum) VALUES (1, ?, ?, ?, ?, ?)", (*row, line_sum(row, last))
        )
    with closing(JournalReader(path)) as reader:
        assert reader.damaged() == [1]
        with pytest.raises(DamagedMatchError):
            reader.entries(match)


def test_a_log_whose_end_is_damaged_is_told_of(path: Path) -> None:
    one_throw(path)
    journal = Journal(path)
    match = journal.unfinished()
    assert match is not None
    for second in range(3):
        journal.write(match, action_entry(SECOND, second))
    copy = path.with_name("copy.sqlite3")
    for suffix in ("", "-wal"):
        shutil.copy(path.with_name(path.name + suffix), copy.with_name(copy.name + suffix))
    journal.close()
    log = copy.with_name(copy.name + "-wal")
    whole = log.read_bytes()
    for place in (30, 32 + 24 + 5, len(whole) - 5, len(whole) - 4096 - 24 + 10):
        log.write_bytes(bytes([*whole[:place], whole[place] ^ 4, *whole[place + 1 :]]))
        shutil.copy(copy, path)
        shutil.copy(log, path.with_name(path.name + "-wal"))
        journal = Journal(path)
        assert journal.notice is not None
        assert "may be missing" in journal.notice.message
        journal.close()
    shutil.copy(copy, path)
    path.with_name(path.name + "-wal").write_bytes(whole)
    journal = Journal(path)
    assert journal.notice is None, "as after a power cut"
    assert actions_of(journal.entries(match)) == [FIRST, *[SECOND] * 3]
    journal.close()


@pytest.mark.parametrize("left", [None, b""])
def test_a_log_whose_file_was_taken_away_is_nobodys(path: Path, left: bytes | None) -> None:
    one_throw(path)
    journal = Journal(path)
    match = journal.unfinished()
    assert match is not None
    journal.write(match, action_entry(SECOND, 0))
    path.rename(path.with_name("elsewhere"))
    if left is not None:
        path.write_bytes(left)
    other = Journal(path)
    assert (other.notice, matches(other)) == (None, [])
    other.close()
    journal.close()
