"""Which webcam is meant by a name, whatever numbers the system gives them."""

import sys
from pathlib import Path

import cv2
import pytest

from hardware.camera import CameraError, CameraFault, CameraFaultKind, CameraState, Device, pi, source
from hardware.camera.source import open_camera
from hardware.camera.webcams import Chosen, FoundWebcam, choose, stand_in, webcams
from kiosk.session.fault_texts import camera_trouble

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links to devices are a matter of Unix")


class Machine:
    """What a system tells of its cameras, below a folder."""

    def __init__(self, place: Path) -> None:
        self.devices, self.system = place / "dev", place / "sys" / "class" / "video4linux"
        for folder in (self.devices, self.system):
            folder.mkdir(parents=True)
        self.other(10, "platform/bcm2835-codec")
        self._place = place

    def plug(self, number: int, maker: str, socket: str, *, known: bool = True, metadata: int | None = None) -> str:
        """A webcam comes, with its second device, as the kernel and udev have it; its lasting name."""
        for index, node in enumerate((number, number + 1 if metadata is None else metadata)):
            self.other(node, f"pci0000:00/usb1/{socket}/video4linux", maker, index)
            name = self.devices / "v4l" / "by-id" / f"usb-{maker}-video-index{index}"
            socket_name = self.devices / "v4l" / "by-path" / f"pci-usb-{socket}-video-index{index}"
            for link in (name, socket_name) if known else (socket_name,):
                link.parent.mkdir(parents=True, exist_ok=True)
                link.unlink(missing_ok=True)
                link.symlink_to(f"../../video{node}")
        return str(name if known else socket_name).replace("index1", "index0")

    def other(self, number: int, place: str, maker: str = "", index: int = 0) -> None:
        """Some video device."""
        (self.devices / f"video{number}").touch()
        folder = self.system.parent.parent / "devices" / place / f"video{number}"
        folder.mkdir(parents=True)
        (folder / "index").write_text(f"{index}\n", encoding="ascii")
        (folder / "name").write_text(f"{maker}\n", encoding="ascii")
        (self.system / f"video{number}").symlink_to(folder)

    def unplug(self, number: int) -> None:
        for node in (number, number + 1):
            (self.devices / f"video{node}").unlink()
            (self.system / f"video{node}").unlink()

    def choose(self, source: str, before: str = "") -> Chosen:
        return choose(source.replace("/dev", str(self.devices)), before)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(tmp_path)
    monkeypatch.setattr("hardware.camera.webcams.DEVICES", machine.devices)
    monkeypatch.setattr("hardware.camera.webcams.SYSTEM", machine.system)
    return machine


def test_each_webcam_has_a_name_that_lasts_and_nothing_else_is_one(machine: Machine) -> None:
    name = machine.plug(0, "Logi_C920", "1-1")
    twin = machine.plug(2, "Twin", "1-2", known=False)
    assert webcams() == [FoundWebcam(0, name, "Logi_C920"), FoundWebcam(2, twin, "Twin")]


def test_where_the_system_tells_of_no_cameras_a_number_is_taken_as_it_is(machine: Machine) -> None:
    assert webcams() == []
    assert machine.choose("webcam:1") == Chosen(1)


def test_devices_and_lasting_names_are_webcams(machine: Machine) -> None:
    name = machine.plug(4, "Logi_C920", "1-1")
    assert machine.choose("/dev/video4") == Chosen(4, name)
    assert choose(name).number == 4
    assert machine.choose("/dev/video7") == Chosen(None)


def test_the_only_webcam_stands_in_for_a_number_that_is_gone(machine: Machine) -> None:
    name = machine.plug(2, "Logi_C920", "1-1")
    assert machine.choose("webcam:0") == Chosen(2, name, Device.WEBCAM)
    assert machine.choose("webcam:2") == Chosen(2, name)
    machine.plug(4, "Other", "1-2")
    assert machine.choose("webcam:0") == Chosen(0), "which of them, nobody knows"


def test_the_device_that_holds_a_webcams_metadata_means_the_one_that_films(machine: Machine) -> None:
    first = machine.plug(1, "Logi_C920", "1-1", metadata=0)
    assert machine.choose("webcam:0") == Chosen(1, first), "no other one stands in"
    second = machine.plug(2, "Other", "1-2", metadata=5)
    assert machine.choose("webcam:0") == Chosen(1, first)
    assert machine.choose("webcam:5") == machine.choose("/dev/video5") == Chosen(2, second)
    named = second.replace("index0", "index1")
    assert choose(named) == Chosen(2, second)
    machine.other(7, "pci0000:00/usb1/1-2/video4linux", "Other", 2)
    assert machine.choose("/dev/video7") == Chosen(7), "a second lens films itself"
    (machine.system / "video2").resolve().joinpath("index").unlink()
    assert machine.choose("/dev/video5") == Chosen(None), "it was just pulled out"


def test_a_named_webcam_is_no_other_one(machine: Machine) -> None:
    name = machine.plug(0, "Logi_C920", "1-1")
    machine.unplug(0)
    machine.plug(2, "Other", "1-2")
    assert choose(name) == Chosen(None)


def test_a_webcam_that_was_filmed_comes_back_whatever_number_it_gets(machine: Machine) -> None:
    machine.plug(2, "Other", "1-2")
    name = machine.plug(0, "Logi_C920", "1-1")
    assert machine.choose("webcam:0") == Chosen(0, name)
    machine.unplug(0)
    assert machine.choose("webcam:0", name) == Chosen(0), "nothing stands in: it is waited for"
    machine.plug(4, "Logi_C920", "1-3")
    assert machine.choose("webcam:0", name) == Chosen(4, name)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody knows which webcams there are")
def test_the_only_webcam_stands_in_for_a_pi_s_camera(machine: Machine) -> None:
    assert stand_in(Device.PI) is None
    name = machine.plug(2, "Logi_C920", "1-1")
    assert stand_in(Device.PI) == Chosen(2, name, Device.PI)
    machine.plug(4, "Other", "1-2")
    assert stand_in(Device.PI) is None, "which of them, nobody knows"


@pytest.mark.parametrize(
    ("kind", "films"),
    [
        (CameraFaultKind.NOT_FOUND, True),
        (CameraFaultKind.LIBRARY_MISSING, True),
        (CameraFaultKind.NO_COLOURS, True),  # the webcam itself, as picamera2 knows it
        (CameraFaultKind.BUSY, False),
    ],
)
def test_a_table_built_with_a_webcam_films_without_settings(
    monkeypatch: pytest.MonkeyPatch, kind: CameraFaultKind, *, films: bool
) -> None:
    fault = CameraFault(kind, Device.PI, "0")

    def refuse(*_: object) -> None:
        raise CameraError(fault)

    monkeypatch.setattr(pi, "PiCamera", refuse)
    monkeypatch.setattr(source, "stand_in", lambda missing: Chosen(2, "/dev/v4l/by-id/usb-cam", missing))
    monkeypatch.setattr(cv2, "VideoCapture", Opens)
    if films:
        notice = CameraFault(CameraFaultKind.STANDS_IN, Device.PI, "0", "/dev/v4l/by-id/usb-cam")
        assert open_camera("pi:0").state == CameraState((), "/dev/v4l/by-id/usb-cam", notice)
        assert "ribbon" in str(camera_trouble(notice).what)
    else:
        with pytest.raises(CameraError) as caught:
            open_camera("pi:0")
        assert caught.value.fault == fault


class Opens:
    """cv2.VideoCapture of webcam 2."""

    def __init__(self, number: int, system: int) -> None:
        del system
        assert number == 2

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return True

    def set(self, name: int, value: float) -> None:
        pass
