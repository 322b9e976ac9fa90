"""A camera in a process of its own: nothing that happens to it happens to us."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.heap import BufferWrapper
from pathlib import Path
from threading import Thread
from typing import NoReturn

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, CameraState, Device, Mains
from hardware.camera.camera_process import CameraOpener, ProcessCamera, _film
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


@pytest.fixture
def opened(tray: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessCamera]:
    (tray / "struct.py").write_text("raise SystemExit('no module of ours')")
    monkeypatch.chdir(tray)
    with ProcessCamera(CameraOpener(str(tray))) as camera:
        yield camera


def pid(camera: ProcessCamera) -> int:
    """The system's number of its process."""
    assert camera.process.pid is not None
    return camera.process.pid


@pytest.fixture
def opener() -> Iterator[CameraOpener]:
    """Of a webcam that no machine has."""
    opener = CameraOpener("/dev/video63")
    yield opener
    opener.close()


def read_on(camera: Camera) -> NoReturn:
    """Until it fails."""
    while True:
        camera.read()


def fault_of(camera: Camera) -> CameraFault:
    """Why it sends no more pictures."""
    with pytest.raises(CameraError) as caught:
        read_on(camera)
    return caught.value.fault


def test_its_pictures_are_the_cameras(opened: ProcessCamera) -> None:
    first, second = opened.read(), opened.read()
    assert first.image.shape == (48, 64, 3)
    assert [frame.image[0, 0].tolist() for frame in (first, second)] == [[0, 100, 200], [1, 100, 200]]
    assert second.time > first.time
    assert opened.state == CameraState()
    opened.close()
    assert opened.process.exitcode == 0, "it ends with whoever wanted its pictures"


def test_programs_that_are_started_after_it_find_modules_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    ProcessCamera(CameraOpener("/dev/video63")).end()
    assert not os.environ.get("PYTHONSAFEPATH")


def test_a_camera_that_came_is_opened_by_the_process_that_waited_for_it(tmp_path: Path) -> None:
    late = tmp_path / "late.png"
    opener = CameraOpener(str(late))
    with ProcessCamera(opener) as camera:
        assert fault_of(camera) == CameraFault(CameraFaultKind.NO_RECORDING, Device.RECORDING, str(late))
    cv2.imwrite(str(late), np.full((48, 64, 3), 7, np.uint8))
    with opener.idle.pop() as camera:
        assert camera.read().image.max() == 7
        assert fault_of(camera).kind is CameraFaultKind.RECORDING_ENDED
    assert not opener.idle, "what filmed a camera that failed goes with it"


def test_the_end_of_a_process_that_waited_is_told_and_another_takes_its_place(opener: CameraOpener) -> None:
    with opener() as camera, pytest.raises(CameraError):
        camera.read()
    (waits,) = opener.idle
    for _ in range(2):
        with opener() as camera:
            assert fault_of(camera) == NONE_63
    assert opener.idle == [waits], "to look again starts no new process"
    waits.process.kill()
    with opener() as camera:
        assert fault_of(camera) == CRASHED
    with opener() as camera:
        assert fault_of(camera) == NONE_63
    process = opener.idle[0].process
    opener.close()
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


class Nobody:
    """In the place of a process: a thread of ours films until the line is closed."""

    def __init__(self, filmed: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wanted: list[tuple[str, Mains, str]] = []
        self._filmed = filmed
        monkeypatch.setattr(ProcessCamera, "_start", self.start)

    def start(self, line: Connection, room: BufferWrapper, wanted: tuple[str, Mains, str]) -> "Nobody":
        self.wanted.append(wanted)
        theirs = Connection(os.dup(line.fileno()))
        self._thread = Thread(target=self._film, args=(theirs, room.create_memoryview()))
        self._thread.start()
        return self

    def _film(self, line: Connection, room: memoryview) -> None:
        with suppress(EOFError), line:
            _film(self._filmed, line, room, line.recv())

    def join(self, _: float) -> None:
        self._thread.join()

    def is_alive(self) -> bool:
        return self._thread.is_alive()


def test_what_the_camera_is_asked_for_reaches_it_before_its_next_picture_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    filmed = Settling()
    Nobody(filmed, monkeypatch)
    with ProcessCamera(CameraOpener("webcam:0")) as camera:
        camera.read()
        camera.settle()
        camera.read()
        camera.settle(Mains.HZ_60)
        camera.read()
        camera.read()
    assert filmed.asked == ["read", "settle", "read", "60", "read", "read"]


def test_the_end_of_its_process_is_not_ours(opened: ProcessCamera) -> None:
    opened.read()
    os.kill(pid(opened), signal.SIGABRT)  # what libcamera does when a driver goes away
    assert fault_of(opened) == CRASHED


@pytest.mark.skipif(sys.platform == "win32", reason="nothing stops a process there as a driver that hangs does")
def test_one_that_hangs_is_told_of_and_ended(opened: ProcessCamera) -> None:
    opened.read()
    opened._patience_s = 0.01
    os.kill(pid(opened), signal.SIGSTOP)
    assert fault_of(opened) == CameraFault(CameraFaultKind.HANGS)
    opened.close()
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
    nobody = Nobody(Named(notice if stands_in else None), monkeypatch)
    opener = CameraOpener("webcam:0")
    with opener() as camera:
        camera.read()
        assert camera.state.notice == (notice if stands_in else None)
    with opener() as camera:
        camera.read()
    assert [before for _, _, before in nobody.wanted] == ["", "" if stands_in else "/dev/v4l/by-id/usb-cam"]
