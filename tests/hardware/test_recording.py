"""A recording as a camera: a video, a folder of pictures or one picture, each frame by the film's own clock."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError, CameraFault, CameraFaultKind, Device
from hardware.camera.recording import Playback, Video
from hardware.camera.source import open_camera


def picture(shade: int, size: tuple[int, int] = (64, 48)) -> Any:
    return np.full((size[1], size[0], 3), shade, np.uint8)


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


def test_at_a_table_a_video_is_played_at_its_own_pace_by_the_clock_of_live_cameras(clip: Path) -> None:
    slept: list[float] = []
    now = [5000.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    frames = []
    with Playback(open_camera(str(clip)), lambda: now[0], sleep) as camera:
        for late in (0.0, 0.03, 0.5):  # by how much the table asks late
            now[0] += late
            frames.append(camera.read().time)
    assert frames == pytest.approx([5000.0, 5000.1, 5000.6])
    assert slept == pytest.approx([0.0, 0.07, 0.0])


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


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 no more of it"])
def test_a_damaged_picture_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tray.jpg").write_bytes(content)
    with pytest.raises(CameraError) as caught:
        open_camera(str(tmp_path)).read()
    assert caught.value.fault == CameraFault(CameraFaultKind.DAMAGED, Device.RECORDING, str(tmp_path / "tray.jpg"))
