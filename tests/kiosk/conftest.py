"""What the tests of the game share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a table keeps its matches; nothing is there yet."""
    return tmp_path / "data" / "matches.sqlite3"
