"""Real servers on loopback, which tests that need one skip where it is not installed; and a league to read."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from made_journal import make_journal
from own_books import NAMES, lines_of, send
from postgresql import PROGRAMS, PostgreSQL
from starlette.testclient import TestClient
from visiting import PASSWORD

from league.pages import admin, limits
from league.pages.app import application
from league.server.admin_store import AdminStore
from league.server.store import Store
from league.wire import FeedLine

HERE = Path(__file__).parent
LONGEST_S = 600
"""For a test, many of which start several processes: on a busy machine each takes half a minute to begin."""
GAMES = ("cochon", "mexico", "chicago", "poker_d_as")

Lines = Mapping[str, list[FeedLine]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give them time."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(LONGEST_S))


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
    store = Store(sqlite if asked == "sqlite" else request.getfixturevalue("postgresql").database())
    yield store
    store.close()


@pytest.fixture(scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """What two tables played."""
    folder = tmp_path_factory.mktemp("journals")
    for seed, table in enumerate(("zinc", "comptoir")):
        make_journal(folder / table, 9, seed=seed, kinds=GAMES, templates=1, names_from=NAMES)
    return {table: folder / table for table in ("zinc", "comptoir")}


@pytest.fixture(scope="session")
def lines(journals: Mapping[str, Path]) -> Lines:
    """What they sent."""
    return {table: lines_of(table, journal) for table, journal in journals.items()}


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, lines: Lines) -> Path:
    """The database that was made of it."""
    file = tmp_path_factory.mktemp("played") / "league.sqlite3"
    store = Store(f"sqlite:///{file}")
    send(store, "comptoir", lines["comptoir"])
    send(store, "zinc", lines["zinc"], title="Le <Zinc>")
    AdminStore(store).set_password(PASSWORD)
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
    # However slow this machine is, no try comes back while a test lasts.
    monkeypatch.setattr(admin, "TRIES_S", 3600.0)
    monkeypatch.setattr(limits, "PAGES", 10_000)
    with TestClient(application(season), base_url="https://league.example") as browser:
        yield browser
