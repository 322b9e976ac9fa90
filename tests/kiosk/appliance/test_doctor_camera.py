"""The doctor on the camera, the light and the tray: what is wrong has its line and its mend."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pytest
from readers import read_die

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, CameraState, Device
from hardware.camera.camera_process import CameraOpener, ProcessCamera
from hardware.camera.mounting import UPRIGHT
from hardware.camera.recording import Pictures
from hardware.simulator import conditions
from hardware.simulator.conditions import Condition
from kiosk.appliance.doctor.camera import check_camera, lock, rate
from kiosk.appliance.doctor.checks import Check, Level
from kiosk.appliance.doctor.picture import calibration, focus, glare, light, steadiness
from kiosk.session import kept_tray
from kiosk.settings.config import Settings
from vision.types import Die, Frame, Reading
from vision.watching.calibration import calibrate
from vision.watching.disturbance import Disturbance, LightTrace

STEADINESS = ("trembling", "bands", "spots", "flicker")


def measured(frames: Sequence[Frame]) -> Disturbance:
    trace = LightTrace(np.inf)
    for frame in frames:
        trace.add(frame.image, frame.time)
    return trace.measure()


def settings(tmp_path: Path, **changed: object) -> Settings:
    return Settings.model_validate({"data": str(tmp_path / "data"), **changed})


def levels(checks: Sequence[Check]) -> dict[str, Level]:
    return {check.name: check.level for check in checks}


def film(picture: Callable[[int], np.ndarray]) -> list[Frame]:
    return [Frame(np.clip(picture(number), 0, 255).astype(np.uint8), number / 30) for number in range(30)]


def die(middle: tuple[float, float], size: float = 40.0) -> Die:
    return read_die(4, middle, size, colour=(20, 20, 200))


def tray(level: float) -> np.ndarray:
    return np.full((720, 1280, 3), level, np.float32)


def test_a_dark_tray_is_a_no_go_and_a_lit_one_a_go() -> None:
    assert light(film(lambda _: tray(6))).found.startswith("no go")
    assert light(film(lambda _: tray(60))).found.startswith("go")


def test_a_mirrored_lamp_isglare() -> None:
    lamp = tray(60)
    lamp[300:420, 500:700] = 255
    assert glare(film(lambda _: lamp)).level is Level.WARNING
    assert glare(film(lambda _: tray(60))).level is Level.OK


@pytest.mark.parametrize(
    ("condition", "line", "level", "mend"),
    [
        (conditions.shake(1, 10), "trembling", Level.WARNING, "stiffer arm"),
        (conditions.shake(1, 45), "trembling", Level.FAULT, "stiffer arm"),
        (conditions.bands(1), "bands", Level.WARNING, "direct current"),
        (conditions.spot(1), "spots", Level.WARNING, "shade"),
        (conditions.flicker(1, 0.25), "flicker", Level.WARNING, "direct current"),
    ],
)
def test_what_disturbs_the_table_has_its_line_and_its_mend(
    condition: Condition, line: str, level: Level, mend: str
) -> None:
    levels = np.random.default_rng(1).integers(60, 150, (9, 16), dtype=np.uint8)
    blocks = cv2.resize(levels, (640, 360), interpolation=cv2.INTER_NEAREST)
    picture = np.asarray(cv2.cvtColor(blocks, cv2.COLOR_GRAY2BGR), np.uint8)
    found = {check.name: check for check in steadiness(measured(film(lambda n: condition(picture, n / 11))))}
    assert {name for name, check in found.items() if check.level is not Level.OK} == {line}
    assert found[line].level is level
    assert mend in found[line].mend
    assert {check.mend for name, check in found.items() if name != line} == {""}


def test_what_the_camera_holds_is_told() -> None:
    assert lock(()).level is Level.INFO
    assert lock(("exposure", "white balance")).found == "exposure, white balance held; focus is fixed in the lens"
    assert lock(("focus",)).level is Level.WARNING


def test_slow_pictures_are_a_warning() -> None:
    frames = [Frame(np.zeros((720, 1280, 3), np.uint8), number / 5) for number in range(20)]
    assert rate("webcam:0", frames, measured(frames), None).level is Level.FAULT
    assert rate("webcam:0", frames, measured(frames[::2]), None).mend == "Give it more light, or another USB socket."
    failed = rate("webcam:0", frames, measured(frames), SILENT)
    assert failed.level is Level.FAULT
    assert failed.mend == "The webcam 0 sends no pictures. Plug it in again."


def test_soft_edges_are_told_from_sharp_ones() -> None:
    sharp = np.full((200, 200, 3), 60, np.uint8)
    sharp[80:120, 80:120] = 220
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 4), np.uint8)
    seen = Reading((die((100.0, 100.0)),), ())
    assert (focus(sharp, seen).level, focus(soft, seen).level) == (Level.OK, Level.WARNING)


def test_a_camera_that_sees_dice_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.appliance.doctor.camera.LOOKED_S", 2.0)  # in real time
    found = levels(list(check_camera(settings(tmp_path, camera="simulated:7"))))
    assert set(found) == {"camera", "lock", "light", "glare", *STEADINESS, "focus", "tray", "calibration"}
    assert Level.FAULT not in found.values()


def test_pictures_of_two_sizes_are_not_compared_and_one_that_stands_in_is_told_with_the_name_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / f"{number}.png" for number in range(4)]
    for file, size in zip(files, [(480, 640), (480, 640), (720, 1280), (720, 1280)], strict=True):
        cv2.imwrite(str(file), np.full((*size, 3), 60, np.uint8))
    monkeypatch.setattr(CameraOpener, "__call__", lambda _: StandIn(files))
    found = {check.name: check for check in check_camera(settings(tmp_path, camera="webcam:0"))}
    assert "1280x720" in found["camera"].found
    assert {found[name].level for name in STEADINESS} == {Level.OK}
    assert found["camera's name"].level is Level.WARNING
    assert 'camera = "/dev/v4l/by-id/usb-cam"' in found["camera's name"].mend


def test_a_driver_that_ends_its_process_is_a_fault_and_ends_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashing(opener: CameraOpener) -> ProcessCamera:
        camera = ProcessCamera(opener)
        camera.process.kill()
        return camera

    monkeypatch.setattr(CameraOpener, "__call__", crashing)
    (check,) = check_camera(settings(tmp_path, camera="/dev/video63"))
    assert (check.level, check.found) == (Level.FAULT, "The camera’s driver crashed.")


def test_a_camera_that_opens_and_sends_nothing_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CameraOpener, "__call__", lambda _: Silent())
    (check,) = check_camera(settings(tmp_path, camera="/dev/video63"))
    assert (check.level, check.found) == (Level.FAULT, "The webcam 0 sends no pictures.")


@pytest.mark.parametrize(
    ("source", "level", "found"),
    [
        ("/dev/video63", Level.INFO, "There is no webcam /dev/video63."),
        ("HERE/no-such-clip.mp4", Level.INFO, "There is no HERE/no-such-clip.mp4."),
        ("HERE", Level.FAULT, "There are no pictures in the folder HERE."),
    ],
)
def test_a_camera_that_does_not_open_says_what_mends_it(tmp_path: Path, source: str, level: Level, found: str) -> None:
    (check,) = check_camera(settings(tmp_path, camera=source.replace("HERE", str(tmp_path))))
    assert (check.level, check.found) == (level, found.replace("HERE", str(tmp_path)))
    assert check.mend


def test_a_camera_that_the_running_table_has_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        CameraOpener, "__call__", lambda _: Silent(CameraFault(CameraFaultKind.BUSY, Device.WEBCAM, "0"))
    )
    (check,) = check_camera(settings(tmp_path, camera="webcam:0"))
    assert (check.level, check.found) == (Level.INFO, "Another program has the camera.")
    assert "systemctl stop dice-table" in check.mend


class StandIn(Pictures):
    """Pictures of a webcam that is not the one that was named."""

    state = CameraState(notice=CameraFault(CameraFaultKind.STANDS_IN, Device.WEBCAM, "0", "/dev/v4l/by-id/usb-cam"))


SILENT = CameraFault(CameraFaultKind.NO_PICTURES, Device.WEBCAM, "0")


class Silent(Camera):
    """It was opened, and sends no pictures."""

    def __init__(self, fault: CameraFault = SILENT) -> None:
        self._fault = fault

    def read(self) -> NoReturn:
        raise CameraError(self._fault)

    def close(self) -> None:
        pass


def test_what_the_table_was_taught_of_its_tray_is_held_against_the_picture(tmp_path: Path) -> None:
    image = np.zeros((720, 1280, 3), np.uint8)

    def level(data: Path, *middles: tuple[float, float]) -> Level:
        return calibration(data, UPRIGHT, image, Reading(tuple(map(die, middles)), ())).level

    assert level(tmp_path) is Level.INFO
    laid = [die((x, y)) for x in (300.0, 900.0) for y in (150.0, 600.0)]
    kept_tray.save(calibrate(image, laid), tmp_path)
    assert level(tmp_path, (500.0, 300.0)) is Level.OK
    assert level(tmp_path, (500.0, 300.0), (1250.0, 20.0)) is Level.WARNING, "a die beside the tray"
    assert calibration(tmp_path, UPRIGHT, np.zeros((480, 640, 3), np.uint8), Reading((), ())).level is Level.WARNING
    (tmp_path / kept_tray.TRAY.name).write_text("beer")
    assert level(tmp_path) is Level.WARNING
