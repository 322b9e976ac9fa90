"""`dice-table league demo`: one command, three tables on the pages, and nothing is left of it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from random import Random

import pytest
from command_line import kiosk
from loopback import PATIENCE_S, free_port, until
from served import page

from kiosk.match.journal_reader import JournalReader
from league.demo import PAST, played

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    command = [sys.executable, "-m", "kiosk", "league", "demo", "--no-browser", "--port", str(port)]
    inside = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, env=inside, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process, port
        process.terminate()


@pytest.mark.parametrize("end", [signal.SIGINT, getattr(signal, "SIGHUP", None)])
def test_three_tables_are_on_the_pages_and_nothing_is_left_of_them(
    demo: tuple[subprocess.Popen[str], int], tmp_path: Path, end: signal.Signals
) -> None:
    process, port = demo
    address = f"http://127.0.0.1:{port}"
    until(lambda: page(address).count("<article") == 3)
    until(lambda: 'class="when"' in page(address) and "Le Zinc" in page(address))
    assert process.stdout is not None
    assert process.stderr is not None
    assert f"127.0.0.1:{port}" in process.stdout.readline()
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as watching:
        watching.request("GET", "/events")
        assert watching.getresponse().readline()
        process.send_signal(end)
        assert process.wait(PATIENCE_S) in {0, 130}
    assert (process.stderr.read(), [*tmp_path.iterdir()]) == ("", [])


def test_a_table_plays_its_past_and_then_goes_on(tmp_path: Path) -> None:
    with closing(played(tmp_path / "journal", ("Anaïs", "Bastien", "Cécile"), Random(3))) as table:
        while next(table):
            pass
        assert not next(table)
        with closing(JournalReader(tmp_path / "journal")) as reader:
            days = [record.started[:10] for record in reader.matches()]
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert (len(days), days) == (PAST + 1, sorted(days))
    assert days[0] < days[-2] < today == days[-1]


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ended = kiosk("league", "demo", "--no-browser", "--port", str(port), cwd=tmp_path)
    said = ended.stderr
    assert (ended.returncode, f"port {port}" in said, "--port" in said, said.count("\n")) == (1, True, True, 1)
