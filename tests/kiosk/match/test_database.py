"""The file of a journal: where it is made, what its errors mean, and whether it is in order."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest
from one_throw import one_throw

from kiosk.match.database import is_full, open_in_memory, open_to_write, refusal, sound
from kiosk.match.journal_reader import JournalReader


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def failure(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("it does not")
    error.sqlite_errorcode = code
    return error


def test_a_journal_is_made_with_all_the_folders_above_it(tmp_path: Path) -> None:
    path = tmp_path / "not" / "yet" / "there" / "matches.sqlite3"
    connection, old = open_to_write(path)
    connection.close()
    assert old is None
    assert path.exists()


@pytest.mark.parametrize(
    ("code", "says", "broken"),
    [
        (sqlite3.SQLITE_CORRUPT, "is damaged", True),
        (sqlite3.SQLITE_NOTADB, "is damaged", True),
        (sqlite3.SQLITE_CONSTRAINT, "is damaged", True),
        (sqlite3.SQLITE_BUSY, "in use by another program", False),
        (sqlite3.SQLITE_LOCKED, "in use by another program", False),
        (sqlite3.SQLITE_FULL, "no room left", False),
        (sqlite3.SQLITE_READONLY, "cannot be written", False),
        (sqlite3.SQLITE_CANTOPEN, "cannot be written", False),
        (sqlite3.SQLITE_PERM, "cannot be written", False),
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


def test_a_text_that_a_worn_card_has_changed_is_seen_by_who_only_reads_too(path: Path) -> None:
    one_throw(path)
    reader = JournalReader(path)
    assert reader.sound()
    reader.close()
    path.write_bytes(path.read_bytes().replace(b'{"roll": [1, 2, 3]}', b'{"roll": [1, 2, 3}}'))
    reader = JournalReader(path)
    assert not reader.sound()
    reader.close()
