"""A stranger's league: three tables, set up with the commands of the league's README; and one that runs for good."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from made_journal import make_journal
from mosquitto import MOSQUITTO, PATIENCE_S, free_port, speaking, until
from own_books import NAMES, Standings, leagues_standings, lines_of, own_books, own_standings
from postgresql import ADMIN, PostgreSQL
from sqlalchemy import func, select
from starlette.testclient import TestClient
from visiting import PASSWORD, read_all

from kiosk.match.journal import SIMULATED_JOURNAL
from league import broker as files
from league import topics
from league.connection import Broker
from league.pages.app import application
from league.server import schema
from league.server.admin_store import Office
from league.server.reading import LeagueReader
from league.server.store import Store

FOLDER = Path(files.__file__).parent
README, RUNNING = ((FOLDER / name).read_text(encoding="utf-8") for name in ("README.md", "RUNNING.md"))
UNITS = FOLDER.parent / "systemd"
TABLES = ("zinc", "comptoir", "phare")

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed (Debian: apt install mosquitto)")


def block(name: str, paper: str = README) -> list[str]:
    """The lines of the block that is marked so."""
    found = re.search(rf"<!-- {name} -->\s*```\w+\n(.*?)```", paper, re.DOTALL)
    assert found is not None, name
    return [line.strip() for line in found[1].splitlines()]


class Stranger:
    """Somebody with an empty home folder, who types what the README says; only the ports are others."""

    def __init__(self, home: Path, running: ExitStack) -> None:
        self.home, self._running = home, running
        self.broker_port, self.port = free_port(), free_port()
        self._environment = {"HOME": str(home), "PATH": os.environ["PATH"]}

    def types(self, line: str) -> None:
        """Run a line to its end, or, where it goes on, for as long as the test does."""
        words = shlex.split(line.removesuffix("&"))
        if words[0] == "dice-table":
            words = [sys.executable, "-m", "kiosk", *words[1:], *self._others(words[2])]
        elif os.getuid() == 0:  # Mosquitto would become a user of its own, who cannot read a test's folder
            with (self.home / words[-1]).open("a") as configuration:
                configuration.write("user root\n")
        process = subprocess.Popen(
            words, cwd=self.home, env=self._environment, stdin=subprocess.PIPE, start_new_session=True
        )
        if line.endswith("&") or " serve" in line:
            self._running.enter_context(process)
            self._running.callback(process.terminate)
            return
        process.communicate(f"{PASSWORD}\n{PASSWORD}\n".encode(), timeout=PATIENCE_S)
        assert process.returncode == 0, line

    def page(self, place: str = "/") -> str:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}{place}") as answer:
            return str(answer.read().decode())
        return ""

    def _others(self, command: str) -> list[str]:
        heard = f"mqtt://127.0.0.1:{self.broker_port}"
        ports = {
            "broker": ["--port", str(self.broker_port)],
            "serve": ["--broker", heard, "--port", str(self.port)],
        }
        return ports.get(command, [])


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Stranger]:
    with ExitStack() as running:
        yield Stranger(tmp_path, running)


def settings(table: str, port: int) -> str:
    """Those of the README, with what it says of several tables on one PC."""
    text = "\n".join(block("settings"))
    for line in ('broker = "mqtt://127.0.0.1:1883"', 'credentials = "broker/zinc.credentials"', 'data = "~/zinc"'):
        assert f"`{line}`" in README
        key = line.partition(" ")[0]
        text = re.sub(rf"^{key} = .*$", line, text, flags=re.MULTILINE) if key in text else f"{line}\n{text}"
    return text.replace("1883", str(port)).replace("zinc", table).replace("Le Zinc", table.title())


def test_a_league_that_was_set_up_by_the_readme_alone_comes_to_the_standings_of_its_tables(stranger: Stranger) -> None:
    *set_up, mosquitto, serve = block("begin")
    admit = next(line for line in set_up if " admit " in line)
    for line in [*set_up, *(admit.replace("zinc", table) for table in TABLES[1:]), mosquitto, serve]:
        stranger.types(line)
    play, uplink, _ = block("simulated")
    journals = {table: [stranger.home / table / SIMULATED_JOURNAL] for table in TABLES}
    for seed, (table, [journal]) in enumerate(journals.items()):
        (stranger.home / f"{table}.toml").write_text(settings(table, stranger.broker_port))
        if table == TABLES[0]:
            stranger.types(play.replace("~", str(stranger.home)))
        else:  # as if it had been typed often: a match takes ten seconds of a core
            journal.parent.mkdir()
            make_journal(journal, 3, seed=seed, kinds=("mexico", "chicago"), templates=1, names_from=NAMES)
        stranger.types(uplink.replace("zinc", table))
    until(lambda: stranger.page().count("<article") == len(TABLES))
    assert "sign-in" in stranger.page("/admin")
    store = Store(f"sqlite:///{stranger.home / 'league.sqlite3'}")
    until(lambda: len(LeagueReader(store).ended()) == len(own_books(journals)))
    for number in LeagueReader(store).people():  # those of the match that nobody watched have guests' names
        Office(store).mark_guest(number, guest=False)
    assert leagues_standings(store) == own_standings(journals)
    store.close()
    assert "Marie" in stranger.page("/standings?game=threes_away_low")


class Server:
    """A machine that the commands of RUNNING.md are typed on, without its package manager, other users and systemd."""

    def __init__(self, home: Path) -> None:
        self.home = home / "dice-league"
        self.home.mkdir()
        self._program = f"{sys.executable} -m kiosk"
        self._others = {
            "/var/lib/dice-league": str(self.home),
            "/opt/dice-table/bin/dice-table": self._program,
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
        no_such = ("apt ", "useradd", "systemctl", "python3 -m venv", "cp systemd")
        script = "\n".join(self.here(line) for line in lines if not any(word in line for word in no_such))
        subprocess.run(["bash", "-euc", script], input=answers, text=True, check=True, env=self.environment)

    def start(self, unit: str, more: str = "") -> subprocess.Popen[bytes]:
        """What a unit starts, in the folder that it names."""
        said = dict(line.split("=", 1) for line in (UNITS / unit).read_text().splitlines() if "=" in line)
        assert said["WorkingDirectory"] == "%S/dice-league"
        words = [*shlex.split(self.here(said["ExecStart"])), *shlex.split(more)]
        return subprocess.Popen(words, cwd=self.home, env=self.environment, start_new_session=True)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def test_the_units_start_the_league_that_was_begun_for_good(server: Server) -> None:
    server.types(block("lasting", RUNNING), f"{PASSWORD}\n{PASSWORD}\n")
    heard, port = free_port(), free_port()
    configuration = server.home / "broker" / files.CONFIGURATION
    # Where the test is root, Mosquitto would become a user of its own, who cannot read its folder.
    user = "user root\n" if os.getuid() == 0 else ""
    configuration.write_text(configuration.read_text().replace("1883", str(heard)) + user)
    with ExitStack() as running:
        for unit, more in (
            ("dice-table-league-broker.service", ""),
            ("dice-table-league.service", f"--broker mqtt://127.0.0.1:{heard} --port {port}"),
        ):
            process = running.enter_context(server.start(unit, more))
            running.callback(process.terminate)
        broker = Broker("127.0.0.1", heard, credentials=server.home / "broker" / "zinc.credentials")
        until(lambda: answers(port) and answers(heard))
        with speaking(broker, "zinc") as table:
            table.publish(topics.topic("zinc", topics.STATE), topics.ONLINE, 1, retain=True)
            store = Store(f"sqlite:///{server.home / 'league.sqlite3'}")
            until(lambda: LeagueReader(store).places())
            store.close()


@pytest.mark.skipif(
    shutil.which("sqlite3") is None, reason="sqlite3 is not installed here (Debian: apt install sqlite3)"
)
def test_a_copy_that_is_made_while_the_league_runs_is_brought_back(server: Server, tmp_path: Path) -> None:
    make_journal(tmp_path / "journal", 3, kinds=["mexico"], templates=1, names_from=NAMES)
    lines = lines_of("zinc", tmp_path / "journal")
    store = Store(f"sqlite:///{server.home / 'league.sqlite3'}")
    store.keep(lines[:20])
    server.types(block("backup SQLite", RUNNING))
    store.keep(lines)
    left = {file: file.read_bytes() for file in server.home.glob("league.sqlite3-*")}
    store.close()
    for file, held in left.items():  # as a power cut leaves them: with what came since the copy
        file.write_bytes(held)
    assert left
    server.types(block("restore SQLite", RUNNING))
    store = Store(f"sqlite:///{server.home / 'league.sqlite3'}")
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.line)) == 20
    store.keep(lines)  # as tables send them once more
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.line)) == len(lines)
    store.close()


def test_a_copy_of_postgresql_is_brought_back_and_to_a_new_database_too(
    server: Server, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    make_journal(tmp_path / "journal", 4, kinds=["mexico"], templates=1, names_from=NAMES)
    lines = lines_of("zinc", tmp_path / "journal")
    server.environment |= postgresql.environment()
    lasting, made = block("lasting", RUNNING), block("PostgreSQL", RUNNING)
    server.types([next(line for line in lasting if line.startswith("league() ")), *made], f"{PASSWORD}\n{PASSWORD}\n")
    with closing(Store(postgresql.address("dice-league", "league"))) as store:
        store.keep([line for line in lines if line.line.match.number == 1])
        before = shown(store)
        server.types(block("backup PostgreSQL", RUNNING))
        store.keep(lines)
        assert shown(store) != before
    server.types(block("restore PostgreSQL", RUNNING))
    with closing(Store(postgresql.address("dice-league", "league"))) as store:
        assert shown(store) == before
        assert Office(store).lets_in(PASSWORD)
    server.types(["sudo -u postgres dropdb league", *(line for line in made if " createdb " in line)])
    server.types(block("restore PostgreSQL", RUNNING))
    with closing(Store(postgresql.address("dice-league", "league"))) as store:
        assert shown(store) == before
        store.keep(lines)  # as tables send them once more
        assert shown(store)[0] == own_standings({"zinc": [tmp_path / "journal"]})


def shown(store: Store) -> tuple[Standings, Mapping[str, str]]:
    """The standings, and every page as a stranger reads it."""
    while store.settle():
        pass
    with TestClient(application(store)) as browser:

        def read() -> Mapping[str, str]:
            pages = read_all(browser)
            return {place: re.sub(r'(?<=name="token" value=")[^"]+', "", text) for place, text in pages.items()}

        until(lambda: not any("being worked out" in text for text in read().values()))
        return leagues_standings(store), read()


def answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
