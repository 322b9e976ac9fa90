"""A stranger's league: three tables with TLS, set up with the commands of the league's README; and one for good."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from loopback import PATIENCE_S, Running, free_port, until
from made_journal import make_journal
from own_books import NAMES, count, is_right, leagues_books, lines_of, own_books, send
from postgresql import ADMIN, PostgreSQL
from proxies import NGINX, Proxy
from served import page
from visiting import PASSWORD

import league
from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL
from kiosk.settings.config import usable_settings
from league.server.admin_store import AdminStore
from league.server.reading import LeagueReader
from league.server.store import Store

FOLDER = Path(league.__file__).parent
README, RUNNING = ((FOLDER / name).read_text(encoding="utf-8") for name in ("README.md", "RUNNING.md"))
UNIT = FOLDER.parent / "systemd" / "dice-table-league.service"
TABLES = ("zinc", "comptoir", "phare")


def block(name: str, paper: str = README) -> list[str]:
    """The lines of the block that is marked so."""
    found = re.search(rf"<!-- {name} -->\s*```\w+\n(.*?)```", paper, re.DOTALL)
    assert found is not None, name
    return [line.strip() for line in found[1].splitlines()]


class Stranger:
    """Somebody with an empty home folder, who types what the papers say; only the port is another."""

    def __init__(self, home: Path, running: ExitStack) -> None:
        self.home, self.port, self._running = home, free_port(), running
        self.environment = {"HOME": str(home), "PATH": os.environ["PATH"]}

    def types(self, line: str) -> None:
        """Run a line to its end, or, where it goes on, for as long as the test does."""
        words = [sys.executable, "-m", "kiosk", *shlex.split(line.removesuffix("&"))[1:]]
        if line.endswith(("&", " serve")):
            port = ["--port", self.port] if line.endswith(" serve") else []
            process = Running([*words, *port], self.port if port else 0, cwd=self.home, **self.environment)
            self._running.callback(process.stop)
            return
        typed = f"{PASSWORD}\n{PASSWORD}\n".encode()
        subprocess.run(
            words,
            cwd=self.home,
            env=self.environment,
            input=typed,
            timeout=PATIENCE_S,
            check=True,
            start_new_session=True,
        )


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Stranger]:
    with ExitStack() as running:
        yield Stranger(tmp_path, running)


def settings(table: str, address: str) -> str:
    """Those of the README, with what it says of several tables on one PC."""
    text = "\n".join(block("settings"))
    for line in ('address = "http://127.0.0.1:8421"', 'token = "zinc.token"', 'data = "~/zinc"'):
        assert f"`{line}`" in README
    text = f'data = "~/zinc"\n{text}\ntoken = "zinc.token"'.replace("https://league.example", address)
    return text.replace("zinc", table).replace("Le Zinc", table.title())


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed here (Debian: apt install nginx)")
def test_a_league_that_was_set_up_by_the_readme_alone_comes_to_the_standings_of_its_tables(stranger: Stranger) -> None:
    set_password, admit, serve = block("begin")
    for line in (set_password, *(admit.replace("zinc", table) for table in TABLES), serve):
        stranger.types(line)
    proxy = Proxy("nginx", stranger.home / "proxy", stranger.port)
    stranger.environment["SSL_CERT_FILE"] = str(proxy.trust)
    play, uplink, _ = block("simulated")
    journals = {table: [stranger.home / table / SIMULATED_JOURNAL] for table in TABLES}
    for seed, (table, [journal]) in enumerate(journals.items()):
        (stranger.home / f"{table}.toml").write_text(settings(table, proxy.address))
        if table == TABLES[0]:
            stranger.types(play.replace("~", str(stranger.home)))
        else:  # as if it had been typed often: a match takes ten seconds of a core
            journal.parent.mkdir()
            make_journal(journal, 3, seed=seed, kinds=("mexico", "chicago"), templates=1, names_from=NAMES)
        stranger.types(uplink.replace("zinc", table))
    home = f"http://127.0.0.1:{stranger.port}"
    until(lambda: page(home).count("<article") == len(TABLES))
    assert "sign-in" in page(f"{home}/admin")
    with closing(Store(f"sqlite:///{stranger.home / 'league.sqlite3'}")) as store:
        for one in LeagueReader(store).people()[0]:  # those of the match that nobody watched have guests' names
            AdminStore(store).mark_guest(one.number, guest=False)
        until(lambda: is_right(store, journals))
    assert "Marie" in page(f"{home}/standings?game=threes_away_low")
    proxy.stop()


@pytest.mark.parametrize("name", ["settings", "lamps"])
def test_the_settings_of_the_readme_are_settings(tmp_path: Path, name: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text("\n".join(block(name)))
    assert not usable_settings(file, environment={})[1]


class Server:
    """A machine that the commands of RUNNING.md are typed on, without its package manager, other users and systemd."""

    def __init__(self, home: Path) -> None:
        self.home = home / "dice-league"
        self.home.mkdir()
        self._others = {
            "/var/lib/dice-league": str(self.home),
            "/opt/dice-table/bin/dice-table": f"{sys.executable} -m kiosk",
            # PostgreSQL takes whoever says so for the user of this name.
            "sudo -u dice-league ": "PGUSER=dice-league ",
            "sudo -u postgres ": f"PGUSER={ADMIN} ",
            "sudo ": "",
        }
        self.environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}

    def here(self, line: str) -> str:
        """A line as it is for this machine."""
        for theirs, ours in self._others.items():
            line = line.replace(theirs, ours)
        return line

    def types(self, lines: list[str], answers: str = "") -> None:
        no_such = ("apt ", "useradd", "systemctl", "python3 -m venv", "/bin/pip ", "cp systemd")
        script = "\n".join(self.here(line) for line in lines if not any(word in line for word in no_such))
        subprocess.run(["bash", "-euc", script], input=answers, text=True, check=True, env=self.environment)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def test_the_unit_starts_the_league_that_was_begun_for_good(server: Server) -> None:
    server.types(block("lasting", RUNNING), f"{PASSWORD}\n{PASSWORD}\n")
    said = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if "=" in line)
    assert (said["WorkingDirectory"], said["LimitNOFILE"], "MemoryMax" in said) == ("%S/dice-league", "65536", True)
    port = free_port()
    words = [*shlex.split(server.here(said["ExecStart"])), "--port", port]
    running = Running(words, port, cwd=server.home, **server.environment)
    assert "sign-in" in page(f"http://127.0.0.1:{port}/admin")
    running.stop()
    held = {file.name for file in server.home.iterdir() if file.stat().st_mode & 0o077 == 0}
    assert {"league.sqlite3", "zinc.token"} <= held, "nobody else reads them"


@pytest.mark.skipif(
    shutil.which("sqlite3") is None, reason="sqlite3 is not installed here (Debian: apt install sqlite3)"
)
def test_a_copy_that_is_made_while_the_league_runs_is_brought_back(server: Server, tmp_path: Path) -> None:
    make_journal(tmp_path / JOURNAL, 3, kinds=["mexico"], templates=1, names_from=NAMES)
    lines = lines_of("zinc", tmp_path / JOURNAL)
    store = Store(f"sqlite:///{server.home / 'league.sqlite3'}")
    send(store, "zinc", lines[:20], more=True)
    server.types(block("backup SQLite", RUNNING))
    send(store, "zinc", lines)
    left = {file: file.read_bytes() for file in server.home.glob("league.sqlite3-*")}
    store.close()
    for file, held in left.items():  # as a power cut leaves them: with what came since the copy
        file.write_bytes(held)
    assert left
    server.types(block("restore SQLite", RUNNING))
    with closing(Store(f"sqlite:///{server.home / 'league.sqlite3'}")) as store:
        assert count(store) == 20
        send(store, "zinc", lines)  # as the table does that hears up to where the league has its journal
        assert is_right(store, {"zinc": [tmp_path / JOURNAL]})


def test_a_copy_of_postgresql_is_brought_back_and_to_a_new_database_too(
    server: Server, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    make_journal(tmp_path / JOURNAL, 4, kinds=["mexico"], templates=1, names_from=NAMES)
    lines = lines_of("zinc", tmp_path / JOURNAL)
    server.environment |= postgresql.environment()
    lasting, made = block("lasting", RUNNING), block("PostgreSQL", RUNNING)
    server.types([next(line for line in lasting if line.startswith("league() ")), *made], f"{PASSWORD}\n{PASSWORD}\n")
    address = postgresql.address("dice-league", "league")
    with closing(Store(address)) as store:
        send(store, "zinc", [line for line in lines if line.record.number == 1])
        before = leagues_books(store)
        server.types(block("backup PostgreSQL", RUNNING))
        send(store, "zinc", lines)
    for _ in range(2):
        server.types(block("restore PostgreSQL", RUNNING))
        with closing(Store(address)) as store:
            assert leagues_books(store) == before
            assert AdminStore(store).sign_in(PASSWORD)
            send(store, "zinc", lines)
            assert leagues_books(store) == own_books({"zinc": [tmp_path / JOURNAL]})
        server.types(["sudo -u postgres dropdb league", *(line for line in made if " createdb " in line)])
