"""What tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def measuring_set() -> Path:
    """The folder with labelled photographs and the clip; skips where there is none."""
    checkout = Path(__file__).resolve().parent.parent
    place = Path(os.environ.get("DICE_TABLE_MEASURING_SET", checkout.parent / "shared"))
    if not (place / "photos").is_dir():
        pytest.skip("the measuring set is not beside this checkout")
    return place
