"""A journal that could not be written is tried again every five seconds."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_throw import retried

from kiosk.match.journal import Journal


@pytest.mark.parametrize(("seconds", "back"), [(4.9, False), (5.0, True)])
def test_it_goes_back_to_the_disk_after_five_seconds(tmp_path: Path, seconds: float, *, back: bool) -> None:
    path = tmp_path / "matches.sqlite3"
    path.mkdir()
    journal = Journal.open(path)
    assert journal.trouble is not None
    retried(journal, 100.0)
    path.rmdir()
    retried(journal, 100.0 + seconds)
    assert (journal.trouble is None) == back
    journal.close()
