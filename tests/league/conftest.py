"""Real servers on loopback, which tests that need one skip where it is not installed; and a league to read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_journal import make_journal
from mosquitto import MOSQUITTO, Mosquitto
from own_books import NAMES, lines_of
from postgresql import PROGRAMS, PostgreSQL
from starlette.testclient import TestClient
from visiting import PASSWORD

from league.pages import admin, limits, players
from league.pages.app import application
from league.server.admin_store import Office
from league.server.store import Heard, Store

HERE = Path(__file__).parent
LONGEST_S = 900
"""For a test, many of which start several processes: on a busy machine each takes half a minute to begin."""
GAMES = ("cochon", "mexico", "chicago", "poker_d_as")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give them time."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(LONGEST_S))


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


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty league in SQLite, and in PostgreSQL too where a test asks for both: those of what is written."""
    sqlite = f"sqlite:///{tmp_path / 'league.sqlite3'}"
    asked = getattr(request, "param", "sqlite")
    address = sqlite if asked == "sqlite" else request.getfixturevalue("postgresql").database()
    store = Store(address)
    yield store
    store.close()


@pytest.fixture(scope="session")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Heard]:
    """What two tables sent."""
    folder = tmp_path_factory.mktemp("journals")
    found = []
    for seed, table in enumerate(("zinc", "comptoir")):
        make_journal(folder / table, 9, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
        found += lines_of(table, folder / table)
    return found


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, lines: list[Heard]) -> Path:
    """The database that was made of it."""
    file = tmp_path_factory.mktemp("played") / "league.sqlite3"
    store = Store(f"sqlite:///{file}")
    store.keep(lines)
    store.show({"zinc": {"online": True, "title": "Le <Zinc>"}})
    while store.settle():
        pass
    Office(store).set_password(PASSWORD)
    store.close()
    return file


@pytest.fixture
def season(tmp_path: Path, played: Path) -> Iterator[Store]:
    """A league in which two tables have played, a test's own."""
    store = Store(f"sqlite:///{shutil.copy(played, tmp_path)}")
    yield store
    store.close()


@pytest.fixture
def browser(season: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Reads its pages."""
    for module in (admin, players):  # however slow this machine is, no try comes back while a test lasts
        monkeypatch.setattr(module, "TRIES_S", 3600.0)
    monkeypatch.setattr(limits, "PAGES", 10_000)
    with TestClient(application(season), base_url="https://league.example") as browser:
        yield browser
