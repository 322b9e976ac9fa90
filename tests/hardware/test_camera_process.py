"""A camera in a process of its own: nothing that happens to it happens to us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from threading import Thread
from typing import NamedTuple, NoReturn

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device, Mains
from hardware.camera.camera_process import Apart, Asked, CameraApart, Wanted, _film, _Process
from hardware.camera.mounting import Mounting
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
    process: subprocess.Popen[bytes]


@pytest.fixture
def opened(tray: Path) -> Iterator[Opened]:
    process = _Process(Wanted(str(tray)))
    with CameraApart(process, []) as camera:
        yield Opened(camera, process._popen)


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
    assert opened.camera.held == ()


def test_what_does_not_open_says_why_across_the_processes(apart: Apart) -> None:
    with apart() as camera:
        assert fault_of(camera) == NONE_63


def test_to_look_again_for_a_camera_that_was_not_there_starts_no_new_process(apart: Apart) -> None:
    for _ in range(3):
        with apart() as camera:
            assert fault_of(camera) == NONE_63
    (process,) = apart._idle
    assert process._popen.poll() is None


def test_a_recording_tells_the_time_of_live_cameras(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "tray.png"), np.full((48, 64, 3), 7, np.uint8))
    before = time.monotonic()
    with Apart(str(tmp_path / "tray.png"))() as camera:
        assert before <= camera.read().time <= time.monotonic()


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
    apart._idle[0]._popen.kill()
    with apart() as camera:
        assert fault_of(camera) == CRASHED
    with apart() as camera:
        assert fault_of(camera) == NONE_63


class Settling(Camera):
    """Notes what it was asked for before each picture."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read(self) -> Frame:
        self.asked.append("read")
        return Frame(np.zeros((2, 2, 3), np.uint8), float(len(self.asked)))

    def relock(self) -> None:
        self.asked.append("relock")

    def expose_for(self, mains: Mains) -> None:
        self.asked.append(mains)

    def close(self) -> None:
        pass


def test_what_the_camera_is_asked_for_reaches_it_before_its_next_picture_and_once() -> None:
    ours, theirs = Pipe()
    room, camera = SharedMemory(create=True, size=4096), Settling()
    films = Thread(target=lambda: _serve_until_closed(camera, theirs, room))
    films.start()
    process = object.__new__(_Process)  # that one's line and room, without a process of its own
    process.room, process._line, process._named = room, ours, True
    apart = CameraApart(process, [])
    apart.read()
    apart.relock()
    apart.read()
    apart.expose_for(Mains.HZ_60)
    apart.read()
    apart.read()
    ours.close()
    films.join()
    room.close()
    assert camera.asked == ["read", "relock", "read", "60", "read", "read"]


def _serve_until_closed(camera: Camera, line: Connection, room: SharedMemory) -> None:
    with suppress(EOFError):
        _film(camera, line, room, Asked(*line.recv()))


@pytest.mark.skipif(sys.platform == "win32", reason="a name that is taken away is a matter of Unix")
def test_whatever_ends_us_leaves_no_memory_behind_once_there_was_a_picture(opened: Opened) -> None:
    room = opened.camera._process
    assert room is not None
    SharedMemory(room.room.name).close()
    opened.camera.read()
    with pytest.raises(FileNotFoundError):
        SharedMemory(room.room.name)
    assert opened.camera.read().image[0, 0].tolist() == [1, 100, 200], "it is still there for both"


def test_the_end_of_its_process_is_not_ours(opened: Opened) -> None:
    opened.camera.read()
    os.kill(opened.process.pid, signal.SIGABRT)  # what libcamera does when a driver goes away
    assert fault_of(opened.camera) == CRASHED


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there as a driver that hangs does")
def test_one_that_hangs_is_told_of_and_ended(opened: Opened) -> None:
    opened.camera.read()
    opened.camera._patience_s = 0.01
    os.kill(opened.process.pid, signal.SIGSTOP)
    assert fault_of(opened.camera) == CameraFault(CameraFaultKind.HANGS)
    opened.camera.close()
    assert opened.process.returncode == -signal.SIGKILL


def test_it_ends_with_whoever_wanted_its_pictures(opened: Opened) -> None:
    opened.camera.read()
    opened.camera.close()
    assert opened.process.returncode == 0


def test_one_that_waits_ends_with_whoever_wanted_its_pictures(apart: Apart) -> None:
    with apart() as camera, pytest.raises(CameraError):
        camera.read()
    process = apart._idle[0]._popen
    apart.close()
    assert process.returncode == 0


def test_its_pictures_are_put_upright(tmp_path: Path) -> None:
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[:8, -8:] = 255
    cv2.imwrite(str(tmp_path / "corner.png"), picture)
    mounting = Mounting(turned=90, mirrored=True)
    with CameraApart(_Process(Wanted(str(tmp_path), mounting=mounting)), []) as camera:
        image = camera.read().image
    assert image.shape == (64, 48, 3)
    bright = np.argwhere(image[..., 0] > 128)
    # From the upper right corner to the lower right by turning, and to the lower left by mirroring.
    assert (bright.min(0).tolist(), bright.max(0).tolist()) == ([56, 0], [63, 7])


class Named(Settling):
    """A webcam that has a lasting name."""

    def __init__(self, notice: CameraFault | None = None) -> None:
        super().__init__()
        self.told = notice

    @property
    def known_as(self) -> str:
        return "/dev/v4l/by-id/usb-cam"

    @property
    def notice(self) -> CameraFault | None:
        return self.told


@pytest.mark.parametrize("stands_in", [False, True])
def test_a_webcam_is_looked_for_again_by_its_lasting_name_unless_it_stands_in(
    monkeypatch: pytest.MonkeyPatch, *, stands_in: bool
) -> None:
    notice = CameraFault(CameraFaultKind.STANDS_IN, Device.WEBCAM, "0", "/dev/v4l/by-id/usb-cam")
    filmed, wanted = Named(notice if stands_in else None), list[Wanted]()

    def here(process: _Process, asked_for: Wanted) -> None:
        """Film in a thread of ours."""
        wanted.append(asked_for)
        process.room, process._named = SharedMemory(create=True, size=4096), True
        process._line, theirs = Pipe()
        Thread(target=lambda: _serve_until_closed(filmed, theirs, process.room), daemon=True).start()

    monkeypatch.setattr(_Process, "__init__", here)
    monkeypatch.setattr(_Process, "end", lambda process: process._line.close())
    apart = Apart("webcam:0")
    with apart() as camera:
        camera.read()
        assert camera.notice == (notice if stands_in else None)
    with apart() as camera:
        camera.read()
    assert [one.before for one in wanted] == ["", "" if stands_in else "/dev/v4l/by-id/usb-cam"]


def test_only_a_real_camera_needs_it(tray: Path) -> None:
    with Apart(str(tray))() as camera:
        assert not isinstance(camera, CameraApart)
