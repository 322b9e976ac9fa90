"""A webcam: what it locks, and how it fails."""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError, CameraFault, CameraFaultKind, Device
from hardware.camera import webcam as module
from hardware.camera.webcam import EXPOSURE_AUTOMATIC, EXPOSURE_MANUAL, Webcam


class FakeWebcam:
    """cv2.VideoCapture as a webcam of 30 frames a second, whose automatic exposure stands at 120."""

    only: FakeWebcam

    def __init__(self, number: int, system: int) -> None:
        assert (number, system) == (0, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        FakeWebcam.only = self
        self.now = time.monotonic() - 0.9
        self.properties: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 120}
        self.connected = True

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
        shade = int(120 if automatic else self.properties[cv2.CAP_PROP_EXPOSURE])
        return self.connected, np.full((48, 64, 3), shade, np.uint8)

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
    webcam.relock()
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_AUTOMATIC
    run(webcam, 5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_MANUAL


def test_a_webcam_that_turns_dark_when_locked_stays_automatic(webcam: Webcam) -> None:
    settings = FakeWebcam.only.properties
    settings[cv2.CAP_PROP_EXPOSURE] = 20
    run(webcam, 2.5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_MANUAL
    run(webcam, 5)
    assert settings[cv2.CAP_PROP_AUTO_EXPOSURE] == EXPOSURE_AUTOMATIC


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


linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells")


@linux
def test_no_such_webcam_is_not_found() -> None:
    assert kind_of(63) is CameraFaultKind.NOT_FOUND


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
