"""The kiosk in real time: what the service manager hears of it, and how it ends."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from hardware.panel import Button
from kiosk.appliance.systemd import EXIT_TO_LOGIN, Service
from kiosk.games.text import Text
from kiosk.pipeline.pipeline import Shown, WatchHint
from kiosk.runtime.loop import draw
from kiosk.runtime.plugged import PluggedDevice, Sockets
from kiosk.screen.holds import Input, KeyDown, KeyUp, Quit
from kiosk.view import AttractView, TableView, ThrowKey
from vision.types import Expectation

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
    service = Service({"NOTIFY_SOCKET": manager.getsockname()})
    code = draw(Pictures(9), Table(leave=True), service, asked=threading.Event())  # type: ignore[arg-type]
    assert code == EXIT_TO_LOGIN


def test_the_code_is_not_lost_to_what_crashes_while_python_winds_down(manager: socket.socket) -> None:
    script = f"""
import atexit, os
from hardware.panel import Button
from kiosk.appliance.systemd import EXIT_TO_LOGIN, Service
atexit.register(os.abort)
Service({{}}).end(EXIT_TO_LOGIN)
Service({{"NOTIFY_SOCKET": {manager.getsockname()!r}}}).end(EXIT_TO_LOGIN)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == EXIT_TO_LOGIN


@pytest.mark.parametrize("code", [0, 3])
def test_a_thread_that_does_not_end_is_left_behind(code: int) -> None:
    script = f"""
import sys, threading
import cv2, numpy
from kiosk import commands
picture = numpy.zeros((720, 1280, 3), numpy.uint8)
began = threading.Event()
def look():
    while True:
        cv2.GaussianBlur(picture, (31, 31), 0)
        began.set()
def app(**_):
    threading.Thread(target=look, daemon=True).start()
    began.wait()
    if {code}:
        raise SystemExit({code})
commands.app = app
commands.program()
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (code, "")


# --- the main loop ---------------------------------------------------------------------------------------------------


class Pictures:
    """A screen that nobody looks at, for this many pictures; `done` is done at it before the first."""

    def __init__(self, number: int, done: Sequence[KeyDown | KeyUp | ThrowKey] = ()) -> None:
        self.left = number
        self._done = list(done)

    def poll(self) -> list[Input]:
        self.left -= 1
        done, self._done = self._done, []
        return [*done, Quit()] if self.left < 0 else [*done]

    def show(self, view: TableView, now: float) -> bool:
        assert view.scene
        return now > 0


class Table:
    """A table at which nothing happens."""

    def __init__(self, *, leave: bool = False, healthy: bool = True, error: Exception | None = None) -> None:
        view = TableView(AttractView((Text("421"),)))
        self.shown = Shown(view, WatchHint(Expectation(), None), leave=leave)
        self.keyboard = self
        self.clock: Callable[[], float] = lambda: 7.0
        self.done: list[Input] = []
        self._healthy = healthy
        self._error = error

    def put(self, time: float, *done: Input) -> None:
        assert time == self.clock(), "by the clock of the presses"
        self.done += done

    def healthy(self, now: float) -> bool:
        assert now
        if self._error is not None:
            raise self._error
        return self._healthy


def heard(manager: socket.socket, table: Table) -> list[bytes]:
    manager.setblocking(False)
    service = Service({"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "2000"})
    draw(Pictures(3), table, service, asked=threading.Event())  # type: ignore[arg-type]
    said = []
    while True:
        try:
            said.append(manager.recv(100))
        except BlockingIOError:
            return said


def test_the_screen_is_told_of_what_was_plugged_in(manager: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bool] = []

    class Watched(Pictures):
        def plugged_in(self, *, display: bool) -> None:
            told.append(display)

    plugged = iter([[PluggedDevice.SOUND], [], [PluggedDevice.DISPLAY]])
    monkeypatch.setattr(Sockets, "changed", lambda _, now: next(plugged) if now else [])
    draw(Watched(3), Table(), Service({}), asked=threading.Event())  # type: ignore[arg-type]
    assert told == [False, True]
    assert manager


def test_what_is_done_at_the_screen_reaches_the_keyboard_in_order(manager: socket.socket) -> None:
    table, done = Table(), [KeyDown(Button.END), KeyUp(Button.END), ThrowKey()]
    service = Service({"NOTIFY_SOCKET": manager.getsockname()})
    assert draw(Pictures(2, done), table, service, asked=threading.Event()) == 0  # type: ignore[arg-type]
    assert table.done == done


def test_the_watchdog_is_fed_while_eyes_and_play_turn(manager: socket.socket) -> None:
    assert heard(manager, Table()) == [b"READY=1", *[b"WATCHDOG=1"] * 3]


def test_the_watchdog_starves_when_one_of_them_hangs(manager: socket.socket) -> None:
    assert heard(manager, Table(healthy=False)) == [b"READY=1"]


def test_what_ends_a_thread_ends_the_program(manager: socket.socket) -> None:
    with pytest.raises(RuntimeError, match="the reader failed"):
        heard(manager, Table(error=RuntimeError("the reader failed")))
