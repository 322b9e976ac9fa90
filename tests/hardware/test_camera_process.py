"""A camera in a process of its own: nothing that happens to it happens to us."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from typing import NamedTuple, NoReturn

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, CameraState, Device, Mains
from hardware.camera.camera_process import Apart, CameraApart, Wanted, _film, _Process
from vision.types import Frame

NONE_63 = CameraFault(CameraFaultKind.NOT_FOUND, Device.WEBCAM, "/dev/video63")
CRASHED = CameraFault(CameraFaultKind.CRASHED)


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    """Two pictures of a table, in colours."""
    for number in range(2):
        picture = np.full((48, 64, 3), (number, 100, 200), np.uint8)
        cv2.imwrite(str(tmp_path / f"tray{number}.png"), picture)
    return tmp_path


class Opened(NamedTuple):
    """A camera, and its process."""

    camera: CameraApart
    process: SpawnProcess

    @property
    def pid(self) -> int:
        """The system's number of it."""
        assert self.process.pid is not None
        return self.process.pid


@pytest.fixture
def opened(tray: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    (tray / "struct.py").write_text("raise SystemExit('no module of ours')")
    monkeypatch.chdir(tray)
    process = _Process(Wanted(str(tray)))
    with CameraApart(process, []) as camera:
        yield Opened(camera, process.process)


@pytest.fixture
def apart() -> Iterator[Apart]:
    """Of a webcam that no machine has."""
    apart = Apart("/dev/video63")
    yield apart
    apart.close()


def read_on(camera: Camera) -> NoReturn:
    """Until it fails."""
    while True:
        camera.read()


def fault_of(camera: Camera) -> CameraFault:
    """Why it sends no more pictures."""
    with pytest.raises(CameraError) as caught:
        read_on(camera)
    return caught.value.fault


def test_its_pictures_are_the_cameras(opened: Opened) -> None:
    first, second = opened.camera.read(), opened.camera.read()
    assert first.image.shape == (48, 64, 3)
    assert [frame.image[0, 0].tolist() for frame in (first, second)] == [[0, 100, 200], [1, 100, 200]]
    assert second.time > first.time
    assert opened.camera.state == CameraState()
    opened.camera.close()
    assert opened.process.exitcode == 0, "it ends with whoever wanted its pictures"


def test_a_camera_that_came_is_opened_by_the_process_that_waited_for_it(tmp_path: Path) -> None:
    idle: list[_Process] = []
    late = tmp_path / "late.png"
    with CameraApart(_Process(Wanted(str(late))), idle) as camera:
        assert fault_of(camera) == CameraFault(CameraFaultKind.NO_RECORDING, Device.RECORDING, str(late))
    cv2.imwrite(str(late), np.full((48, 64, 3), 7, np.uint8))
    with CameraApart(idle.pop(), idle) as camera:
        assert camera.read().image.max() == 7
        assert fault_of(camera).kind is CameraFaultKind.RECORDING_ENDED
    assert not idle, "what filmed a camera that failed goes with it"


def test_the_end_of_a_process_that_waited_is_told_and_another_takes_its_place(apart: Apart) -> None:
    with apart() as camera, pytest.raises(CameraError):
        camera.read()
    (waits,) = apart._idle
    for _ in range(2):
        with apart() as camera:
            assert fault_of(camera) == NONE_63
    assert apart._idle == [waits], "to look again starts no new process"
    waits.process.kill()
    with apart() as camera:
        assert fault_of(camera) == CRASHED
    with apart() as camera:
        assert fault_of(camera) == NONE_63
    process = apart._idle[0].process
    apart.close()
    assert process.exitcode == 0, "one that waits ends with whoever wanted its pictures"


class Settling(Camera):
    """Notes what it was asked for before each picture."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read(self) -> Frame:
        self.asked.append("read")
        return Frame(np.zeros((2, 2, 3), np.uint8), float(len(self.asked)))

    def settle(self, mains: Mains | None = None) -> None:
        self.asked.append(mains or "settle")

    def close(self) -> None:
        pass


def test_what_the_camera_is_asked_for_reaches_it_before_its_next_picture_and_once() -> None:
    ours, theirs = Pipe()
    room, camera = memoryview(bytearray(4096)), Settling()
    films = Thread(target=lambda: _serve_until_closed(camera, theirs, room))
    films.start()
    process = object.__new__(_Process)  # that one's line and room, without a process of its own
    process.room, process._line = room, ours
    apart = CameraApart(process, [])
    apart.read()
    apart.settle()
    apart.read()
    apart.settle(Mains.HZ_60)
    apart.read()
    apart.read()
    ours.close()
    films.join()
    assert camera.asked == ["read", "settle", "read", "60", "read", "read"]


def _serve_until_closed(camera: Camera, line: Connection, room: memoryview) -> None:
    with suppress(EOFError):
        _film(camera, line, room, line.recv())


def test_the_end_of_its_process_is_not_ours(opened: Opened) -> None:
    opened.camera.read()
    os.kill(opened.pid, signal.SIGABRT)  # what libcamera does when a driver goes away
    assert fault_of(opened.camera) == CRASHED


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there as a driver that hangs does")
def test_one_that_hangs_is_told_of_and_ended(opened: Opened) -> None:
    opened.camera.read()
    opened.camera._patience_s = 0.01
    os.kill(opened.pid, signal.SIGSTOP)
    assert fault_of(opened.camera) == CameraFault(CameraFaultKind.HANGS)
    opened.camera.close()
    assert opened.process.exitcode == -signal.SIGKILL


class Named(Settling):
    """A webcam that has a lasting name."""

    def __init__(self, notice: CameraFault | None = None) -> None:
        super().__init__()
        self.state = CameraState(known_as="/dev/v4l/by-id/usb-cam", notice=notice)


@pytest.mark.parametrize("stands_in", [False, True])
def test_a_webcam_is_looked_for_again_by_its_lasting_name_unless_it_stands_in(
    monkeypatch: pytest.MonkeyPatch, *, stands_in: bool
) -> None:
    notice = CameraFault(CameraFaultKind.STANDS_IN, Device.WEBCAM, "0", "/dev/v4l/by-id/usb-cam")
    filmed, wanted = Named(notice if stands_in else None), list[Wanted]()

    def here(process: _Process, asked_for: Wanted) -> None:
        """Film in a thread of ours."""
        wanted.append(asked_for)
        process.room = memoryview(bytearray(4096))
        process._line, theirs = Pipe()
        Thread(target=lambda: _serve_until_closed(filmed, theirs, process.room), daemon=True).start()

    monkeypatch.setattr(_Process, "__init__", here)
    monkeypatch.setattr(_Process, "end", lambda process: process._line.close())
    apart = Apart("webcam:0")
    with apart() as camera:
        camera.read()
        assert camera.state.notice == (notice if stands_in else None)
    with apart() as camera:
        camera.read()
    assert [asked.before for asked in wanted] == ["", "" if stands_in else "/dev/v4l/by-id/usb-cam"]
