"""The kiosk in real time: what the service manager hears of it, and how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.appliance.systemd import LEFT, Service
from kiosk.games.text import Text
from kiosk.runtime.loop import HEALTHY_S, _draw, _Turning
from kiosk.screen import Quit
from kiosk.view import AttractView, TableView

READY_S = 120
"""The whole kiosk starts with a simulated table; a busy machine takes its time."""


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        yield line


def test_the_kiosk_is_ready_after_its_first_picture_and_stops_when_asked(
    manager: socket.socket, tmp_path: Path
) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    system = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "NOTIFY_SOCKET": manager.getsockname()}
    words = [sys.executable, "-m", "kiosk", "--simulate"]
    with subprocess.Popen(words, env={**os.environ, **home, **system}, stderr=subprocess.PIPE) as process:
        manager.settimeout(READY_S)
        try:
            assert manager.recv(100) == b"READY=1"
            process.send_signal(signal.SIGTERM)
            assert manager.recv(100) == b"STOPPING=1"
            assert process.wait(READY_S) == 0
        finally:
            process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_the_way_out_ends_it_with_a_code_of_its_own(manager: socket.socket) -> None:
    class Left(Nothing):
        left = True

    service = Service({"NOTIFY_SOCKET": manager.getsockname()})
    code = _draw(Pictures(9), Left(), [], service, Nothing(), asked=threading.Event())  # type: ignore[arg-type]
    assert code == LEFT


def test_the_code_is_not_lost_to_what_crashes_while_python_winds_down(manager: socket.socket) -> None:
    script = f"""
import atexit, os
from kiosk.appliance.systemd import LEFT, Service
atexit.register(os.abort)
Service({{}}).end(LEFT)
Service({{"NOTIFY_SOCKET": {manager.getsockname()!r}}}).end(LEFT)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == LEFT


# --- the watchdog ----------------------------------------------------------------------------------------------------


class Pictures:
    """A screen that nobody looks at, for so many pictures."""

    def __init__(self, number: int) -> None:
        self.left = number

    def poll(self) -> list[Quit]:
        self.left -= 1
        return [Quit()] if self.left < 0 else []

    def show(self, view: TableView, now: float) -> bool:
        assert view.scene
        return now > 0


class Nothing:
    """Neither fingers nor a match."""

    left = False

    view = TableView(AttractView((Text("421"),)))

    def move(self, now: float) -> None:
        assert now


def heard(manager: socket.socket, *threads: _Turning) -> list[bytes]:
    manager.setblocking(False)
    service = Service({"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "2000"})
    _draw(Pictures(3), Nothing(), threads, service, Nothing(), asked=threading.Event())  # type: ignore[arg-type]
    said = []
    while True:
        try:
            said.append(manager.recv(100))
        except BlockingIOError:
            return said


def turning(turn: threading.Event, *, ago_s: float = 0.0) -> _Turning:
    thread = _Turning("turns", turn.set, 0.001)
    thread.turned_at = time.monotonic() - ago_s
    return thread


def test_the_watchdog_is_fed_while_screen_eyes_and_buttons_all_turn(manager: socket.socket) -> None:
    eyes, play = turning(threading.Event()), turning(threading.Event())
    assert heard(manager, eyes, play) == [b"READY=1", *[b"WATCHDOG=1"] * 3]


@pytest.mark.parametrize("stuck", [0, 1])
def test_the_watchdog_starves_when_either_thread_hangs(manager: socket.socket, stuck: int) -> None:
    threads = [turning(threading.Event(), ago_s=(HEALTHY_S + 1) * (number == stuck)) for number in range(2)]
    assert heard(manager, *threads) == [b"READY=1"]


def test_a_thread_that_turns_says_so_by_itself_and_one_that_hangs_does_not() -> None:
    turned, hangs = threading.Event(), threading.Event()
    thread = turning(turned, ago_s=HEALTHY_S + 1)
    stuck = _Turning("stuck", lambda: hangs.wait(10) and None, 0.001)
    stuck.turned_at = time.monotonic() - HEALTHY_S - 1
    try:
        for one in (thread, stuck):
            one.start()
        turned.wait(10)
        turned.clear()
        assert turned.wait(10), "it turns again and again"
        assert thread.healthy(time.monotonic())
        assert not stuck.healthy(time.monotonic())
    finally:
        hangs.set()
        thread.stop()
        stuck.stop()


def test_what_ends_a_thread_ends_the_program(manager: socket.socket) -> None:
    broken = turning(threading.Event())
    broken.error = RuntimeError("the reader failed")
    with pytest.raises(RuntimeError, match="the reader failed"):
        heard(manager, broken)
