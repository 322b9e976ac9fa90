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

from kiosk import prompts
from kiosk.games.core import Text, game
from kiosk.loop import HEALTHY_S, Hands, _draw, _Turning
from kiosk.owner import OWN
from kiosk.screen import Quit
from kiosk.service import LEFT, Service
from kiosk.view import AttractView, DieView, Player, PlayView, TableView, TeachingView

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
from kiosk.service import LEFT, Service
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


# --- the keyboard's hand ---------------------------------------------------------------------------------------------


class Tray:
    """A simulated table with two sets of five that only writes down what it is asked for; die n lies at x = 100 n."""

    dice = 10
    idle = True

    def __init__(self) -> None:
        self.thrown: list[int] = []
        self.lifted: list[int] = []
        self.placed: dict[int, int] = {}

    def at(self, x: float, y: float) -> int:
        assert y
        return round(x / 100)

    def throw(self, dice: list[int]) -> None:
        self.thrown = dice

    def place(self, die: int, value: int, at: tuple[float, float] | None = None) -> None:
        assert at is None or min(at) > 0
        self.placed[die] = value

    def lift(self, dice: list[int]) -> None:
        self.lifted = dice


@pytest.mark.parametrize(("lie", "thrown", "lifted"), [(True, [2, 3], []), (False, [2, 3], [0, 1])])
def test_the_space_bar_throws_what_is_not_kept(*, lie: bool, thrown: list[int], lifted: list[int]) -> None:
    view = game("four_twenty")().view(game("four_twenty")().start(2, 0))
    dice = tuple(DieView(5, kept=die < 2, box=(100.0 * die, 1.0, 2.0, 2.0) if lie else None) for die in range(4))
    play = PlayView(Text("420"), view, (Player("A", 0), Player("B", 1)), dice, Text("throw"))
    tray = Tray()
    Hands(Nothing(), None, tray).throw(TableView(play))  # type: ignore[arg-type]
    assert (tray.thrown, tray.lifted) == (thrown, lifted)


def test_the_space_bar_lays_dice_back_where_the_table_asks_for_them() -> None:
    view = game("le_421")().view(game("le_421")().start(2, 0))
    asked = prompts.restore({1: 6, 2: 4, 3: 4})
    play = PlayView(Text("421"), view, (Player("A", 0), Player("B", 1)), (), asked, warning=True)
    tray = Tray()
    Hands(Nothing(), None, tray).throw(TableView(play))  # type: ignore[arg-type]
    assert (tray.placed, tray.thrown) == ({0: 6, 1: 4, 2: 4}, [])


def test_where_each_seat_has_its_own_dice_the_space_bar_throws_those_of_the_seat_in_turn() -> None:
    rules = game("four_twenty")(None, {"dice_set": "own"})
    players = (Player("A", 0), Player("B", 1))
    play = PlayView(Text("420"), rules.view(rules.start(2, 1)), players, (), Text("throw"), own=True)
    tray = Tray()
    Hands(Nothing(), None, tray).throw(TableView(play))  # type: ignore[arg-type]
    assert tray.thrown == [5, 6, 7, 8]


def test_the_space_bar_lays_the_other_players_dice_back_too() -> None:
    rules = game("four_twenty")(None, {"dice_set": "own"})
    players = (Player("A", 0), Player("B", 1))
    view, asked = rules.view(rules.start(2, 1)), prompts.asked_back({1: 6, 2: 4, 3: 4, 4: 1})
    play = PlayView(Text("420"), view, players, (), asked, warning=True, own=True)
    tray = Tray()
    Hands(Nothing(), None, tray).throw(TableView(play))  # type: ignore[arg-type]
    assert tray.placed == {0: 6, 1: 4, 2: 4, 3: 1}


def test_while_the_table_learns_its_tray_the_space_bar_lays_dice_against_the_rim() -> None:
    tray = Tray()
    Hands(Nothing(), None, tray).throw(TableView(TeachingView(Text("lay"), 1, 5)))  # type: ignore[arg-type]
    assert len(tray.placed) == OWN
    assert tray.thrown == []
