"""A stranger's league: three tables, set up with the commands of the league's README and nothing else."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from made_journal import make_journal
from mosquitto import MOSQUITTO, PATIENCE_S, free_port, until
from own_books import NAMES

from kiosk.match.journal import SIMULATED_JOURNAL
from league import broker as files

README = (Path(files.__file__).parent / "README.md").read_text(encoding="utf-8")
TABLES = ("zinc", "comptoir", "phare")
PASSWORD = "a long password"

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed (Debian: apt install mosquitto)")


def block(name: str) -> list[str]:
    """The lines of the README's block that is marked so."""
    found = re.search(rf"<!-- {name} -->\s*```\w+\n(.*?)```", README, re.DOTALL)
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


def test_three_tables_are_on_the_pages_of_a_league_that_was_set_up_by_the_readme_alone(stranger: Stranger) -> None:
    *set_up, mosquitto, serve = block("begin")
    admit = next(line for line in set_up if " admit " in line)
    for line in [*set_up, *(admit.replace("zinc", table) for table in TABLES[1:]), mosquitto, serve]:
        stranger.types(line)
    [uplink] = [line for line in block("simulated") if " uplink " in line]
    for seed, table in enumerate(TABLES):
        (stranger.home / f"{table}.toml").write_text(settings(table, stranger.broker_port))
        (stranger.home / table).mkdir()
        journal = stranger.home / table / SIMULATED_JOURNAL
        make_journal(journal, 3, seed=seed, kinds=("mexico", "chicago"), templates=1, names_from=NAMES)
        stranger.types(uplink.replace("zinc", table))
    until(lambda: stranger.page().count("<article") == len(TABLES))
    until(lambda: NAMES[0] in stranger.page("/standings"))
    assert "sign-in" in stranger.page("/admin")
