"""A journal of an earlier version is upgraded and kept, or told from as it is."""

import sqlite3
from pathlib import Path

import pytest
from one_throw import sentence

from kiosk.games.core import Roll
from kiosk.games.registry import game
from kiosk.match.database import SCHEMA_VERSION
from kiosk.match.journal import Journal
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import actions_of
from kiosk.match.match import Match

OLD_SCHEMAS = sorted(Path(__file__).parent.glob("journal_schema_*.sql"))


def test_there_is_a_file_of_every_earlier_schema() -> None:
    assert len(OLD_SCHEMAS) == SCHEMA_VERSION - 1


@pytest.fixture(params=OLD_SCHEMAS, ids=lambda file: file.stem)
def old(request: pytest.FixtureRequest, path: Path) -> Path:
    path.parent.mkdir()
    database = sqlite3.connect(path)
    database.executescript(request.param.read_text(encoding="utf-8"))
    database.close()
    return path


def test_an_older_file_is_upgraded_and_kept(old: Path) -> None:
    before = list(sqlite3.connect(old).iterdump())
    journal = Journal.open(old)
    assert journal.trouble is None
    assert journal.notice is not None
    [kept] = old.parent.glob("*.schema-*")
    assert kept.name in str(journal.notice.values)
    assert list(sqlite3.connect(kept).iterdump()) == before
    record = journal.unfinished()
    assert record is not None
    assert (record.number, record.players, record.house) == (2, ("Marie", "House"), frozenset({1}))
    match = Match(journal, record, game(record.game)(record.preset, record.options))
    assert match.actions == [Roll((4, 2, 1))]
    journal.close()
    again = Journal(old)
    assert again.notice is None, "once is enough"
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        again._database.execute("DELETE FROM line")


def test_an_older_file_is_told_from_without_being_upgraded(old: Path) -> None:
    content = old.read_bytes()
    archive = JournalReader(old)
    assert [record.number for record in archive.matches()] == [1, 2]
    assert actions_of(archive.entries(archive.matches()[1])) == [Roll((4, 2, 1))]
    archive.close()
    assert old.read_bytes() == content


def test_an_older_file_that_cannot_be_upgraded_stays_as_it_is(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.match.database.BUSY_TIMEOUT_S", 0.05)
    database = sqlite3.connect(old, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("BEGIN EXCLUSIVE")
    journal = Journal.open(old)
    assert "in use" in sentence(journal)
    assert journal.unfinished() is not None, "its match goes on in memory"
    database.execute("ROLLBACK")
    database.close()
