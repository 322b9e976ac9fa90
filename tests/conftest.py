"""What tests share."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from quick import is_slow

from kiosk.match.check import NAME as BESIDE

QUICK = "quick"

if "PYTEST_XDIST_WORKER" in os.environ:  # one for each core, whose threads would wait for each other's
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Don't even import slow modules where only quick tests are asked for."""
    return True if config.option.markexpr == QUICK and is_slow(collection_path) else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whatever is not slow is quick."""
    if not is_slow(item.path) and item.get_closest_marker("slow") is None:
        item.add_marker(QUICK)


@pytest.fixture(scope="session")
def measuring_set() -> Path:
    """The folder with labelled photographs and the clip; skips where there is none."""
    checkout = Path(__file__).resolve().parent.parent
    place = Path(os.environ.get("DICE_TABLE_MEASURING_SET", checkout.parent / "shared"))
    if not (place / "photos").is_dir():
        pytest.skip("the measuring set is not beside this checkout")
    return place


@pytest.fixture(autouse=True)
def closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Many a test asks a journal one question and leaves it open, which Python minds from 3.13 on."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remember(*args: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    yield
    for thread in threading.enumerate():
        if thread.name == BESIDE:
            thread.join()
    for connection in opened:
        with suppress(sqlite3.ProgrammingError):  # another thread's
            connection.close()
