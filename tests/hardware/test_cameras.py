"""Cameras: what they hand on, what they lock, and what an owner is told when one does not open."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError, RecordingEndedError
from hardware.camera.pi import SETTLING_S, PiCamera
from hardware.camera.practice import PracticeCamera
from hardware.camera.recording import Video
from hardware.camera.source import open_camera
from hardware.camera.webcam import EXPOSURE_AUTOMATIC, EXPOSURE_MANUAL, Webcam


def picture(shade: int, size: tuple[int, int] = (64, 48)) -> Any:
    return np.full((size[1], size[0], 3), shade, np.uint8)


# --- recordings ------------------------------------------------------------------------------------------------------


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "clip.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for shade in (0, 100, 200):
        video.write(picture(shade))
    video.release()
    return path


def test_a_video_gives_every_frame_by_the_clips_own_clock(clip: Path) -> None:
    frames = list(open_camera(str(clip)))
    assert [frame.time for frame in frames] == pytest.approx([0.0, 0.1, 0.2])
    assert [round(frame.image.mean(), -2) for frame in frames] == [0, 100, 200]
    assert frames[0].image.shape == (48, 64, 3)
    assert frames[0].image.dtype == np.uint8


def test_time_goes_on_in_a_video_that_tells_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Timeless:
        pictures = 3

        def __init__(self, path: str) -> None:
            pass

        def get(self, name: int) -> float:
            return {cv2.CAP_PROP_FPS: 25.0}.get(name, 0.0)

        def read(self) -> tuple[bool, Any]:
            self.pictures -= 1
            return self.pictures >= 0, picture(0)

    monkeypatch.setattr(cv2, "VideoCapture", Timeless)
    video = Video(Path("timeless.avi"))
    assert [video.read().time for _ in range(3)] == pytest.approx([0.0, 0.04, 0.08])


def test_a_folder_of_pictures_is_a_film_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    for number, shade in [(10, 200), (2, 100), (1, 0)]:
        cv2.imwrite(str(tmp_path / f"tray{number}.png"), picture(shade))
    (tmp_path / "notes.txt").write_text("not a picture")
    frames = list(open_camera(str(tmp_path)))
    assert [int(frame.image.mean()) for frame in frames] == [0, 100, 200]
    assert [frame.time for frame in frames] == pytest.approx([0, 1 / 30, 2 / 30])


def test_one_picture_is_a_short_film(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "tray.png"), picture(7))
    with open_camera(str(tmp_path / "tray.png")) as camera:
        assert camera.read().image.max() == 7
        with pytest.raises(RecordingEndedError):
            camera.read()


def test_frames_do_not_share_memory(clip: Path) -> None:
    with open_camera(str(clip)) as camera:
        first, second = camera.read(), camera.read()
    assert not np.shares_memory(first.image, second.image)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("nowhere.mp4", "There is no nowhere.mp4: give a video"),
        ("damaged.mp4", "damaged.mp4 shows no picture: it is damaged, or no video."),
        ("empty.mp4", "empty.mp4 shows no picture"),
        ("hollow", "There are no pictures in the folder hollow"),
        ("pi", "There is no pi: give a video, a picture or a folder, or a camera such as"),
        ("webcam:", '"webcam:" lacks its number: write "webcam:0".'),
        ("webcam:one", '"webcam:one" lacks its number'),
        ("webcam:-1", '"webcam:-1" lacks its number'),
        ("webcam:63", "There is no webcam 63: plug it in"),
        ("pi:0", "The Pi's camera needs the system's package python3-picamera2: install it."),
    ],
)
def test_what_does_not_open_is_answered_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], source: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    Path("damaged.mp4").write_bytes(bytes(range(256)) * 40)
    Path("empty.mp4").touch()
    Path("hollow").mkdir()
    with pytest.raises(CameraError) as caught:
        open_camera(source)
    assert str(caught.value).startswith(sentence)
    assert capfd.readouterr().err == "", "nothing but the sentence"


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 no more of it"])
def test_a_damaged_picture_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tray.jpg").write_bytes(content)
    with pytest.raises(CameraError, match=r"tray\.jpg is damaged, or no picture"):
        open_camera(str(tmp_path)).read()


# --- the simulated table ---------------------------------------------------------------------------------------------


def test_dice_are_thrown_again_and_again_at_the_simulated_table() -> None:
    camera = PracticeCamera(7, paced=False)
    rolls: set[tuple[int, ...]] = set()
    for _ in range(450):
        frame = camera.read()
        rolls.add(tuple(die.thrown for die in camera.table.truth()))
    assert frame.image.shape == (720, 1280, 3)
    assert {(1, 1, 1), (2, 2, 2)} <= rolls


def test_the_simulated_table_is_opened_by_its_seed() -> None:
    with open_camera("simulated:7") as camera:
        assert isinstance(camera, PracticeCamera)


# --- the Raspberry Pi's camera ---------------------------------------------------------------------------------------


class Request:
    def __init__(self, camera: FakePicamera2) -> None:
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

    only: FakePicamera2
    given_format = "RGB888"
    controls: frozenset[str] = frozenset({"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"})

    def __init__(self, number: int) -> None:
        assert number == 0, "whoever looks for one that is not there leaves a pipe open"
        FakePicamera2.only = self
        self.array = picture(1)
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
LOCKED = {
    "AeEnable": False,
    "AwbEnable": False,
    "ExposureTime": 8000,
    "AnalogueGain": 1.5,
    "ColourGains": (1.9, 1.4),
}


@pytest.mark.usefixtures("fake_pi")
def test_the_pi_camera_settles_and_then_holds_what_it_measured() -> None:
    camera = PiCamera()
    device = FakePicamera2.only
    assert device.set == [AUTOMATIC]
    for _ in range(round(SETTLING_S * 30) - 1):
        camera.read()
    assert device.set == [AUTOMATIC]
    for _ in range(90):
        camera.read()
    assert device.set == [AUTOMATIC, LOCKED]


@pytest.mark.usefixtures("fake_pi")
def test_the_pi_camera_locks_again_to_another_light() -> None:
    camera = PiCamera()
    device = FakePicamera2.only
    for _ in range(90):
        camera.read()
    device.measured["ExposureTime"] = 20000
    camera.relock()
    for _ in range(90):
        camera.read()
    assert device.set == [AUTOMATIC, LOCKED, AUTOMATIC, LOCKED | {"ExposureTime": 20000}]


@pytest.mark.usefixtures("fake_pi")
def test_the_pi_camera_says_what_it_holds_once_it_does() -> None:
    camera = PiCamera()
    camera.read()
    assert camera.held == ()
    for _ in range(90):
        camera.read()
    assert camera.held == ("exposure", "white balance")


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


def test_a_format_without_colours_is_refused(fake_pi: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_pi, "given_format", "MJPEG")
    with pytest.raises(CameraError, match="sends MJPEG"):
        PiCamera()
    assert fake_pi.only.closed


@pytest.mark.usefixtures("fake_pi")
def test_a_silent_pi_camera_fails_and_can_be_closed() -> None:
    camera = PiCamera()
    FakePicamera2.only.silent = True
    with pytest.raises(CameraError, match="ribbon cable"):
        camera.read()
    camera.close()
    camera.close()
    assert FakePicamera2.only.closed


@pytest.mark.usefixtures("fake_pi")
def test_a_pi_without_that_camera_says_so() -> None:
    with pytest.raises(CameraError, match="camera 1 does not open"):
        open_camera("pi:1")


# --- webcams ---------------------------------------------------------------------------------------------------------


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
        return self.connected, picture(int(120 if automatic else self.properties[cv2.CAP_PROP_EXPOSURE]))

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
    with pytest.raises(CameraError, match="webcam 0 sends no pictures: plug it in again"):
        webcam.read()
