"""Cameras by name: each is opened by its own, and what does not open says why, as a value."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.camera import CameraError, CameraFault, CameraFaultKind, Device
from hardware.camera.source import open_camera


def test_the_simulated_table_is_opened_by_its_seed() -> None:
    with open_camera("simulated:7") as camera:
        assert camera.read().image.shape == (720, 1280, 3)


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("nowhere.mp4", CameraFault(CameraFaultKind.NO_RECORDING, Device.RECORDING, "nowhere.mp4")),
        ("damaged.mp4", CameraFault(CameraFaultKind.DAMAGED, Device.RECORDING, "damaged.mp4")),
        ("hollow", CameraFault(CameraFaultKind.NO_PICTURES_THERE, Device.RECORDING, "hollow")),
        ("file/in.mp4", CameraFault(CameraFaultKind.NO_RECORDING, Device.RECORDING, "file/in.mp4")),
        ("pi", CameraFault(CameraFaultKind.NO_RECORDING, Device.RECORDING, "pi")),
        ("webcam:", CameraFault(CameraFaultKind.NO_NUMBER, Device.WEBCAM, "webcam:")),
        ("webcam:-1", CameraFault(CameraFaultKind.NO_NUMBER, Device.WEBCAM, "webcam:-1")),
        ("simulated:", CameraFault(CameraFaultKind.NO_NUMBER, Device.SIMULATED, "simulated:")),
        ("/dev/video63", CameraFault(CameraFaultKind.NOT_FOUND, Device.WEBCAM, "/dev/video63")),
        ("pi:0", CameraFault(CameraFaultKind.NO_PI, Device.PI, "0")),
    ],
)
def test_what_does_not_open_says_why_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], source: str, fault: CameraFault
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr("hardware.camera.pi.on_a_pi", lambda: False)
    Path("damaged.mp4").write_bytes(bytes(range(256)) * 40)
    Path("file").touch()
    Path("hollow").mkdir()
    with pytest.raises(CameraError) as caught:
        open_camera(source)
    assert replace(caught.value.fault, detail="") == fault
    assert capfd.readouterr().err == "", "OpenCV and its decoders are silent"
