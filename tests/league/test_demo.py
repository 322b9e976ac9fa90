"""`dice-table league demo`: one command, three tables on the pages, and nothing is left of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from mosquitto import MOSQUITTO, PATIENCE_S, free_port, until

from league.demo import running
from league.demo.table import FEW, PAST, DemoTable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")
COMMAND = "from kiosk.commands import program; program()"


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def demo(port: int) -> Iterator[subprocess.Popen[str]]:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed here (Debian: apt install mosquitto)")
    command = [sys.executable, "-c", COMMAND, "league", "demo", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.terminate()


def page(port: int, place: str = "/") -> str:
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}{place}") as answer:
        return str(answer.read().decode())
    return ""


@contextmanager
def watching(port: int) -> Iterator[None]:
    """Somebody has the first page open."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", "/events")
        assert connection.getresponse().readline()
        yield


def brokers(demo: subprocess.Popen[str]) -> list[int]:
    """The processes that it started."""
    found = subprocess.run(["pgrep", "-P", str(demo.pid)], stdout=subprocess.PIPE, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None)])
def test_three_tables_are_on_the_pages_and_nothing_is_left_of_them(
    demo: subprocess.Popen[str], port: int, end: signal.Signals
) -> None:
    until(lambda: page(port).count("<article") == 3)
    if end is signal.SIGINT:
        until(lambda: 'class="when"' in page(port) and "Le Zinc" in page(port))
    assert demo.stdout is not None
    assert f"127.0.0.1:{port}" in demo.stdout.readline()
    [broker] = brokers(demo)
    folder = Path(f"/proc/{broker}/cmdline").read_text().split("\0")[2] if sys.platform == "linux" else ""
    with watching(port):
        demo.send_signal(end)
        assert demo.wait(PATIENCE_S) in {0, 130}
    assert demo.stderr is not None
    assert demo.stderr.read() == ""
    with pytest.raises(ProcessLookupError):
        os.kill(broker, 0)
    assert not folder or not Path(folder).exists()


def test_without_a_broker_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(running.DemoError, match="apt install mosquitto"):
        running.demo(free_port(), "", print, browser=False)


def test_a_table_plays_its_past_and_then_goes_on(tmp_path: Path) -> None:
    table = DemoTable(tmp_path / "journal.sqlite3", {"Anaïs": 1.0, "Bastien": 0.5, "Cécile": 0.0}, 3)
    steps = 0
    while table.behind:
        steps += 1
        table.step(float(steps))
    table.step(float(steps + 1))
    table.close()
    assert steps > PAST * FEW
