"""A webcam: what it locks, and how it fails."""

import errno
import os
import struct
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError, CameraFault, CameraFaultKind, Device, Mains
from hardware.camera import webcam as module
from hardware.camera.webcam import EXPOSURE_AUTOMATIC, EXPOSURE_MANUAL, Webcam

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells")


class FakeWebcam:
    """cv2.VideoCapture as a webcam of 30 frames a second, whose automatic exposure stands at 120."""

    only: "FakeWebcam"

    def __init__(self, number: int, system: int) -> None:
        assert (number, system) == (0, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        FakeWebcam.only = self
        self.now = time.monotonic() - 0.9
        self.properties: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 120}
        self.connected = True
        self.automatic = 120.0

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return True

    def set(self, name: int, value: float) -> bool:
        self.properties[name] = value
        return True

    def get(self, name: int) -> float:
        return self.now * 1000 if name == cv2.CAP_PROP_POS_MSEC else self.properties.get(name, 0.0)

    def read(self) -> tuple[bool, Any]:
        self.now += 1 / 30
        automatic = self.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_AUTOMATIC
        exposure = self.automatic if automatic else self.properties[cv2.CAP_PROP_EXPOSURE]
        shade = 120 * (exposure / self.automatic) ** (1 / 2.2)
        return self.connected, np.full((48, 64, 3), int(shade), np.uint8)

    def release(self) -> None:
        self.connected = False


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> Webcam:
    """A webcam whose clock is ours: a frame taken is a thirtieth of a second gone."""
    monkeypatch.setattr(cv2, "VideoCapture", FakeWebcam)
    camera = Webcam()
    monkeypatch.setattr(time, "monotonic", lambda: FakeWebcam.only.now)
    return camera


def run(camera: Webcam, seconds: float) -> None:
    for _ in range(round(seconds * 30)):
        camera.read()


def test_a_webcam_settles_and_then_holds(webcam: Webcam) -> None:
    settings = FakeWebcam.only.properties
    assert settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    run(webcam, 1.9)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_AUTOMATIC
    assert settings[cv2.CAP_PROP_AUTO_WB] == 1
    run(webcam, 5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_MANUAL
    assert settings[cv2.CAP_PROP_EXPOSURE] == 120
    assert settings[cv2.CAP_PROP_AUTO_WB] == 0
    webcam.settle()
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_AUTOMATIC
    run(webcam, 5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_MANUAL


class FakeOfWindows(FakeWebcam):
    """The same by Media Foundation, as OpenCV's cap_msmf.cpp has it: what is switched off goes to its value."""

    def set(self, name: int, value: float) -> bool:
        if name == cv2.CAP_PROP_AUTOFOCUS and not value:
            self.properties[cv2.CAP_PROP_FOCUS] = 0
        return super().set(name, value)


def test_where_the_end_of_automatic_focus_moves_the_lens_it_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", FakeOfWindows)
    camera = Webcam()
    FakeWebcam.only.properties[cv2.CAP_PROP_FOCUS] = 35
    monkeypatch.setattr(time, "monotonic", lambda: FakeWebcam.only.now)
    monkeypatch.setattr(sys, "platform", "win32")
    run(camera, 5)
    settings = FakeWebcam.only.properties
    assert (settings[cv2.CAP_PROP_AUTOFOCUS], settings[cv2.CAP_PROP_FOCUS]) == (0, 35)
    assert settings[cv2.CAP_PROP_EXPOSURE] == 120


def test_a_webcam_that_turns_dark_when_locked_stays_automatic(webcam: Webcam) -> None:
    settings = FakeWebcam.only.properties
    settings[cv2.CAP_PROP_EXPOSURE] = 20
    run(webcam, 2.5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_MANUAL
    run(webcam, 5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_AUTOMATIC


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """What webcam 0 was told past OpenCV: controls, and their values."""
    import fcntl

    controls: list[tuple[int, ...]] = []
    monkeypatch.setattr(os, "open", lambda path, _: int(str(path).removeprefix("/dev/video")))
    monkeypatch.setattr(os, "close", lambda _: None)

    def note(device: int, request: int, value: bytes) -> None:
        assert (device, request) == (0, 0xC008561C), "VIDIOC_S_CTRL of linux/videodev2.h"
        controls.append(struct.unpack("=Ii", value))

    monkeypatch.setattr(fcntl, "ioctl", note)
    return controls


@linux
@pytest.mark.parametrize(("mains", "value"), [(Mains.HZ_50, 1), (Mains.HZ_60, 2), (Mains.AUTO, 3)])
def test_a_webcam_is_told_the_mains(
    monkeypatch: pytest.MonkeyPatch, told: list[tuple[int, ...]], mains: Mains, value: int
) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", FakeWebcam)
    camera = Webcam(0, mains)
    assert told == [(0x00980918, value)], "V4L2_CID_POWER_LINE_FREQUENCY of linux/v4l2-controls.h"
    camera.settle(Mains.HZ_60)
    assert told[-1] == (0x00980918, 2)


@linux
@pytest.mark.parametrize(
    ("mains", "exposure", "held"),
    [
        (Mains.HZ_50, 120, 100),
        (Mains.HZ_50, 230, 200),
        (Mains.HZ_60, 160, 167),
        (Mains.HZ_50, 40, 40),
        (Mains.AUTO, 120, 120),
    ],
)
def test_a_webcam_holds_an_exposure_of_whole_half_periods_where_one_is_near(
    webcam: Webcam, mains: Mains, exposure: float, held: float
) -> None:
    settings = FakeWebcam.only.properties
    settings[cv2.CAP_PROP_EXPOSURE] = FakeWebcam.only.automatic = exposure
    webcam.settle(mains)
    run(webcam, 5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_MANUAL, "the picture is as bright as was to be expected"
    assert settings[cv2.CAP_PROP_EXPOSURE] == held


def test_an_unplugged_webcam_fails(webcam: Webcam) -> None:
    webcam.read()
    FakeWebcam.only.connected = False
    with pytest.raises(CameraError) as caught:
        webcam.read()
    assert caught.value.fault == CameraFault(CameraFaultKind.NO_PICTURES, Device.WEBCAM, "0")


# --- what does not open ----------------------------------------------------------------------------------------------


def kind_of(number: int) -> CameraFaultKind:
    """Why webcam `number` does not open."""
    with pytest.raises(CameraError) as caught:
        Webcam(number)
    assert caught.value.fault == CameraFault(caught.value.fault.kind, Device.WEBCAM, str(number))
    return caught.value.fault.kind


@linux
def test_a_webcam_that_we_may_not_use_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, _: int) -> int:
        assert path == Path("/dev/video63")
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", refuse)
    assert kind_of(63) is CameraFaultKind.NO_PERMISSION


@linux
def test_a_webcam_that_another_program_has_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuse(*_: object) -> int:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    (tmp_path / "video63").touch()
    monkeypatch.setattr(module, "DEVICES", tmp_path)
    monkeypatch.setattr(fcntl, "ioctl", refuse)
    assert kind_of(63) is CameraFaultKind.BUSY


@linux
def test_a_device_that_is_no_camera_does_not_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "video63").touch()
    monkeypatch.setattr(module, "DEVICES", tmp_path)
    assert kind_of(63) is CameraFaultKind.DOES_NOT_OPEN
