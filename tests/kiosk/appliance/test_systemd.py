"""What the service manager hears, on a real datagram socket."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.appliance.systemd import Service


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def heard(manager: socket.socket) -> list[str]:
    words = []
    while True:
        try:
            words.append(manager.recv(1000).decode())
        except BlockingIOError:
            return words


def service(manager: socket.socket, **environment: str) -> Service:
    return Service({"NOTIFY_SOCKET": manager.getsockname(), **environment})


def test_ready_and_stopping_are_said(manager: socket.socket) -> None:
    kiosk = service(manager)
    kiosk.ready()
    kiosk.stopping()
    assert heard(manager) == ["READY=1", "STOPPING=1"]


def test_the_watchdog_is_fed_twice_as_often_as_it_asks(manager: socket.socket) -> None:
    kiosk = service(manager, WATCHDOG_USEC="15000000")
    for frame in range(31 * 30):
        kiosk.alive(100 + frame / 30)
    assert heard(manager) == ["WATCHDOG=1"] * 5


@pytest.mark.parametrize("environment", [{}, {"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": str(os.getpid() + 1)}])
def test_a_watchdog_that_does_not_ask_us_is_not_fed(manager: socket.socket, environment: dict[str, str]) -> None:
    service(manager, **environment).alive(100.0)
    assert heard(manager) == []


def test_an_abstract_address_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0dice-table-test")
        manager.setblocking(False)
        Service({"NOTIFY_SOCKET": "@dice-table-test"}).ready()
        assert heard(manager) == ["READY=1"]


def test_without_a_manager_or_with_a_deaf_one_the_evening_goes_on(tmp_path: Path) -> None:
    Service({}).ready()
    Service({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
