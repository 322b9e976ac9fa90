"""Real servers on loopback, started by the tests; where they are not installed, those tests skip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mosquitto import MOSQUITTO, Mosquitto
from postgresql import PROGRAMS, PostgreSQL

from league.server.store import Store


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that runs."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed here (Debian: apt install mosquitto)")
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A database server that runs, for all tests."""
    if PROGRAMS is None:
        pytest.skip("PostgreSQL is not installed here (Debian: apt install postgresql)")
    server = PostgreSQL()
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty league in each kind of database."""
    sqlite = f"sqlite:///{tmp_path / 'league.sqlite3'}"
    address = sqlite if request.param == "sqlite" else request.getfixturevalue("postgresql").database()
    store = Store(address)
    yield store
    store.close()
