"""Files that are written whole, and set aside under names of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kiosk.files import renames_aside, set_aside, unused_name, write_atomic


def test_a_text_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("old")
    file.chmod(0o640)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            write_atomic(file, "new")
    assert file.read_text() == "old"
    write_atomic(file, "new")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)


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
