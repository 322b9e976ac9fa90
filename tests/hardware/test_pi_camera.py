"""The Raspberry Pi's camera: what it locks, the clock and the colours of its frames, and how it fails."""

import errno
import os
import sys
import time
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hardware.camera import CAMERA_SETTLING_S, CameraError, CameraFault, CameraFaultKind, Device, Mains
from hardware.camera import pi as module
from hardware.camera.pi import PiCamera
from hardware.camera.source import open_camera


class Request:
    def __init__(self, camera: "FakePicamera2") -> None:
        self._camera = camera

    def make_array(self, stream: str) -> Any:
        assert stream == "main"
        return self._camera.array

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": int(self._camera.now * 1e9), **self._camera.measured}

    def release(self) -> None:
        self._camera.held -= 1


class FakePicamera2:
    """picamera2 as far as it is used, with the names and habits of the real one."""

    only: "FakePicamera2"
    given_format = "RGB888"
    controls: frozenset[str] = frozenset({"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"})

    def __init__(self, number: int) -> None:
        assert number == 0, "whoever looks for one that is not there leaves a pipe open"
        FakePicamera2.only = self
        self.array = np.full((48, 64, 3), 1, np.uint8)
        self.array[..., 0] = 250
        self.now = time.clock_gettime(time.CLOCK_BOOTTIME) - 60
        self.measured: dict[str, Any] = {"ExposureTime": 8000, "AnalogueGain": 1.5, "ColourGains": (1.9, 1.4)}
        self.set: list[dict[str, Any]] = []
        self.camera_controls = dict.fromkeys(self.controls)
        self.held = 0
        self.silent = self.closed = False

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Num": 0}]

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        return {"main": main}

    def configure(self, configuration: dict[str, Any]) -> None:
        self._configuration = {"main": {**configuration["main"], "format": self.given_format}}

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def start(self) -> None:
        pass

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls), "libcamera refuses a control it does not know"
        self.set.append(controls)

    def capture_request(self, wait: float) -> Request:
        if self.silent:
            raise TimeoutError
        assert wait > 0
        self.held += 1
        self.now += 1 / 30
        return Request(self)

    def cancel_all_and_flush(self) -> None:
        self.silent = False

    def close(self) -> None:
        assert not self.silent, "would wait for the request that never comes"
        self.closed = True


@pytest.fixture
def fake_pi(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return FakePicamera2


AUTOMATIC = {"AeEnable": True, "AwbEnable": True}


LOCKED = {"AeEnable": False, "AwbEnable": False, "ExposureTime": 10000, "AnalogueGain": 1.2, "ColourGains": (1.9, 1.4)}


@pytest.mark.usefixtures("fake_pi")
def test_the_pi_camera_settles_and_then_holds_what_it_measured_by_whole_half_periods_of_the_mains() -> None:
    camera = PiCamera()
    device = FakePicamera2.only
    assert device.set == [AUTOMATIC]
    for _ in range(round(CAMERA_SETTLING_S * 30) - 1):
        camera.read()
    assert device.set == [AUTOMATIC]
    for _ in range(90):
        camera.read()
    assert device.set == [AUTOMATIC, LOCKED]
    assert camera.state.held == ("exposure", "white balance")
    device.measured |= {"ExposureTime": 20000, "AnalogueGain": 1.2}
    camera.settle()
    assert camera.state.held == ()
    for _ in range(90):
        camera.read()
    assert device.set == [AUTOMATIC, LOCKED, AUTOMATIC, LOCKED | {"ExposureTime": 20000}]


def test_the_pi_cameras_focus_is_held_where_it_has_one(
    fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake_pi, "controls", fake_pi.controls | {"AfMode", "LensPosition"})
    camera = PiCamera()
    fake_pi.only.measured["LensPosition"] = 2.2
    for _ in range(90):
        camera.read()
    assert fake_pi.only.set == [AUTOMATIC | {"AfMode": 2}, LOCKED | {"AfMode": 0, "LensPosition": 2.2}]


@pytest.mark.usefixtures("fake_pi")
def test_the_pi_cameras_frames_carry_the_sensors_time_on_the_monotonic_clock() -> None:
    camera = PiCamera()
    first, second = camera.read(), camera.read()
    assert second.time - first.time == pytest.approx(1 / 30, abs=0.01)
    assert time.monotonic() - first.time == pytest.approx(60 - 1 / 30, abs=0.5)
    assert FakePicamera2.only.held == 0, "buffers go back to the camera"


@pytest.mark.parametrize(
    ("given", "channels", "blue"), [("RGB888", 3, 0), ("BGR888", 3, 2), ("XRGB8888", 4, 0), ("XBGR8888", 4, 2)]
)
def test_the_pi_cameras_pictures_are_bgr_whatever_was_configured(
    fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch, given: str, channels: int, blue: int
) -> None:
    monkeypatch.setattr(fake_pi, "given_format", given)
    camera = PiCamera()
    fake_pi.only.array = np.zeros((4, 6, channels), np.uint8)
    fake_pi.only.array[..., blue] = 250
    image = camera.read().image
    assert image.shape == (4, 6, 3)
    assert image[0, 0].tolist() == [250, 0, 0]


@pytest.fixture
def told_mains(fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    """A camera that can be told the mains."""
    told = {"AeFlickerMode", "AeFlickerPeriod", "FrameDurationLimits"}
    monkeypatch.setattr(fake_pi, "controls", fake_pi.controls | told)
    return fake_pi


@pytest.mark.parametrize(("mains", "period_us"), [(Mains.HZ_50, 10_000), (Mains.HZ_60, 8_333), (Mains.AUTO, 10_000)])
def test_it_exposes_for_the_mains_that_it_is_told(
    told_mains: type[FakePicamera2], mains: Mains, period_us: int
) -> None:
    camera = PiCamera(0, mains)
    for _ in range(90):
        camera.read()
    automatic, held = told_mains.only.set
    assert automatic == AUTOMATIC | {"AeFlickerMode": 1, "AeFlickerPeriod": period_us}
    assert held.items() >= {"ExposureTime": period_us, "FrameDurationLimits": (33_333, 33_333)}.items()
    camera.settle(Mains.HZ_60)
    assert told_mains.only.set[-1]["AeFlickerPeriod"] == 8_333, "also while it films"


def test_where_it_is_too_bright_for_that_pictures_are_taken_in_step_and_bands_stand_still(
    told_mains: type[FakePicamera2],
) -> None:
    camera = PiCamera(0, Mains.HZ_50)
    told_mains.only.measured |= {"ExposureTime": 3_000, "AnalogueGain": 1.5}
    for _ in range(90):
        camera.read()
    in_step = {"ExposureTime": 3_000, "FrameDurationLimits": (40_000, 40_000)}
    assert told_mains.only.set[-1].items() >= in_step.items()


def fault_of(source: str = "pi:0") -> CameraFault:
    """Why it does not open."""
    with pytest.raises(CameraError) as caught:
        open_camera(source)
    return caught.value.fault


def pi(kind: CameraFaultKind, detail: str = "", number: int = 0) -> CameraFault:
    return CameraFault(kind, Device.PI, str(number), detail)


def test_a_format_without_colours_is_refused(fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_pi, "given_format", "MJPEG")
    assert fault_of() == pi(CameraFaultKind.NO_COLOURS, "MJPEG")
    assert fake_pi.only.closed


@pytest.mark.usefixtures("fake_pi")
def test_a_silent_pi_camera_fails_and_can_be_closed() -> None:
    camera = PiCamera()
    FakePicamera2.only.silent = True
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.fault == pi(CameraFaultKind.NO_PICTURES)
    camera.close()
    camera.close()
    assert FakePicamera2.only.closed


def test_a_pi_camera_whose_driver_fails_says_what_it_said(
    fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: FakePicamera2, wait: float) -> Request:
        raise RuntimeError(f"nothing after {wait:.0f} s")

    camera = PiCamera()
    monkeypatch.setattr(fake_pi, "capture_request", fail)
    with pytest.raises(CameraError) as caught:
        camera.read()
    assert caught.value.fault == pi(CameraFaultKind.FAILED, "nothing after 4 s")


@pytest.mark.usefixtures("fake_pi")
def test_a_pi_without_that_camera_says_so() -> None:
    assert fault_of("pi:1") == pi(CameraFaultKind.NOT_FOUND, number=1)


def test_a_pi_without_the_library_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(module, "on_a_pi", lambda: True)
    assert fault_of() == pi(CameraFaultKind.LIBRARY_MISSING)


def around(first: str) -> RuntimeError:
    """As picamera2 has it around libcamera's own error."""
    error = RuntimeError("Camera __init__ sequence did not complete.")
    error.__cause__ = RuntimeError(first)
    return error


@pytest.mark.parametrize(
    ("error", "kind", "detail"),
    [
        (around(f"Failed to acquire camera: {os.strerror(errno.EBUSY)}"), CameraFaultKind.BUSY, ""),
        (around("Unexpected sensor"), CameraFaultKind.DOES_NOT_OPEN, "Unexpected sensor"),
        (PermissionError(errno.EACCES, "no", "/dev/dma_heap/linux,cma"), CameraFaultKind.NO_PERMISSION, ""),
    ],
)
def test_what_keeps_a_pi_camera_from_opening_is_the_first_of_its_errors(
    fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch, error: Exception, kind: CameraFaultKind, detail: str
) -> None:
    def fail(_: FakePicamera2) -> None:
        raise error

    monkeypatch.setattr(fake_pi, "start", fail)
    assert fault_of() == pi(kind, detail)
