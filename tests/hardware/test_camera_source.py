"""Cameras by name: each is opened by its own, and what does not open is answered in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hardware.camera import CameraError
from hardware.camera.practice import PracticeCamera
from hardware.camera.source import open_camera


def test_the_simulated_table_is_opened_by_its_seed() -> None:
    with open_camera("simulated:7") as camera:
        assert isinstance(camera, PracticeCamera)


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
