"""Files that are written whole, and set aside under names of their own."""

import os
from pathlib import Path

import pytest

from kiosk.files import renames_aside, set_aside, unused_name, whole


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("old")

    def write() -> None:
        with whole(file) as fresh:
            fresh.write_text("new")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            write()
    assert [(left.name, left.read_text()) for left in tmp_path.iterdir()] == [(file.name, "old")]
    write()
    assert [(left.name, left.read_text()) for left in tmp_path.iterdir()] == [(file.name, "new")]


def test_nothing_that_was_set_aside_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    for number in (1, 2, 3):
        file.write_text(f"{number}")
        assert unused_name(file, "damaged").name == f"matches.sqlite3.damaged-{number}"
        assert set_aside(file, "damaged").read_text() == f"{number}"
        assert not file.exists()
    assert len(list(tmp_path.iterdir())) == 3


def test_with_a_database_goes_its_log(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    for suffix in ("", "-wal", "-shm"):
        (tmp_path / f"matches.sqlite3{suffix}").write_text(suffix)
    renames = list(renames_aside(file, "schema-2"))
    assert [new.name.removeprefix("matches.sqlite3.schema-2-1") for _, new in renames] == ["", "-wal", "-shm"]
    set_aside(file, "schema-2")
    assert (tmp_path / "matches.sqlite3.schema-2-1-wal").read_text() == "-wal"
    assert not file.with_name("matches.sqlite3-wal").exists()
