"""`dice-table league demo`: one command, three tables on the pages, and nothing is left of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from loopback import PATIENCE_S, free_port, until
from served import page

from league.demo.table import FEW, PAST, DemoTable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    command = [sys.executable, "-m", "kiosk", "league", "demo", "--no-browser", "--port", str(port)]
    inside = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, env=inside, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process, port
        process.terminate()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", None)])
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
    table = DemoTable(tmp_path / "journal.sqlite3", ("Anaïs", "Bastien", "Cécile"), 3)
    steps = 0
    while table.behind:
        steps += 1
        table.step(float(steps))
    table.step(float(steps + 1))
    table.close()
    assert steps > PAST * FEW
