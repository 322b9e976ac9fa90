"""The doctor: every check has a line, a mend where one is needed, and nothing missing is worse than an info."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device
from hardware.camera.apart import Apart, CameraApart, _Process
from hardware.panel import Button, Panel, PanelError, PanelFault, PanelFaultKind, PanelPins
from hardware.simulator.fingers import Fingers
from kiosk.appliance.doctor import Check, Level, examine
from kiosk.appliance.doctor.bundle import save_bundle
from kiosk.appliance.doctor.camera import _calibrated, _edge, _glare, _held, _light, _rate, _steady, camera
from kiosk.appliance.doctor.machine import machine
from kiosk.appliance.doctor.panel import try_panel
from kiosk.appliance.doctor.table import table
from kiosk.games.core import Roll
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.log import action_entry
from kiosk.session import calibrating
from kiosk.settings.config import Settings
from vision.reading.reader import Reader
from vision.types import Die, Frame, Reading
from vision.watching.calibration import calibrate


def settings(tmp_path: Path, **changed: object) -> Settings:
    return Settings.model_validate({"data": str(tmp_path / "data"), **changed})


def levels(checks: Sequence[Check]) -> dict[str, Level]:
    return {check.name: check.level for check in checks}


def test_on_a_bare_machine_everything_missing_is_an_info(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    checks = list(examine(settings(tmp_path), tmp_path / "none.toml", root=tmp_path / "bare"))
    missing = {"board", "supply", "temperature", "memory", "display", "sound", "matches", "panel", "camera"}
    assert {name for name, level in levels(checks).items() if level is Level.INFO} >= missing
    assert levels(checks)["settings"] is Level.FAULT, "a file that was named is not there"
    assert all(check.line().startswith(check.level.value) and "\n" not in check.line() for check in checks)


def test_every_fault_and_warning_has_its_mend(tmp_path: Path) -> None:
    files = {
        "proc/device-tree/model": "Raspberry Pi 2",
        "proc/meminfo": "MemTotal: 500000 kB\nMemAvailable: 90000 kB\n",
        "sys/class/thermal/thermal_zone0/temp": "90000",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50005",
        "sys/fs/ext4/mmcblk0p2/errors_count": "3",
        "proc/mounts": "/dev/root / ext4 ro 0 0",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    checks = list(machine(settings(tmp_path), tmp_path))
    bad = {"board", "supply", "temperature", "memory", "disk", "disk health"}
    assert {check.name for check in checks if check.mend} == bad
    assert levels(checks)["supply"] is levels(checks)["disk health"] is levels(checks)["disk"] is Level.FAULT


def test_matches_are_counted_and_damage_is_seen(tmp_path: Path) -> None:
    ours = settings(tmp_path)
    Journal(ours.data / JOURNAL).start("le_421", None, {}, ["Marie", "Jean"], None)
    [matches] = [check for check in table(ours, None) if check.name == "matches"]
    assert (matches.level, matches.found[:2]) == (Level.OK, "1 ")
    for log in ("-wal", "-shm"):
        (ours.data / (JOURNAL + log)).unlink(missing_ok=True)
    (ours.data / JOURNAL).write_bytes(b"beer" * 3000)
    [matches] = [check for check in table(ours, None) if check.name == "matches"]
    assert matches.level is Level.FAULT


# --- camera and light ------------------------------------------------------------------------------------------------


def film(picture: Callable[[int], np.ndarray]) -> list[Frame]:
    return [Frame(np.clip(picture(number), 0, 255).astype(np.uint8), number / 30) for number in range(30)]


def die(middle: tuple[float, float], size: float = 40.0) -> Die:
    x, y, half = *middle, size / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Die(4, (0.0,) * 6, middle, corners, size, (20, 20, 200), 1.0)


def tray(level: float) -> np.ndarray:
    return np.full((720, 1280, 3), level, np.float32)


def test_a_dark_tray_is_a_no_go_and_a_lit_one_a_go() -> None:
    assert _light(film(lambda _: tray(6))).found.startswith("no go")
    assert _light(film(lambda _: tray(60))).found.startswith("go")


def test_a_mirrored_lamp_is_glare() -> None:
    lamp = tray(60)
    lamp[300:420, 500:700] = 255
    assert _glare(film(lambda _: lamp)).level is Level.WARNING
    assert _glare(film(lambda _: tray(60))).level is Level.OK


def test_flicker_and_an_exposure_that_is_not_held_are_told_apart_from_a_hand() -> None:
    rows = np.arange(720).reshape(-1, 1, 1) / 720 * 4 * np.pi
    assert "flicker" in _steady(film(lambda n: tray(60) * (1 + 0.1 * np.sin(rows + 2.0 * n)))).found
    assert "brightness changes" in _steady(film(lambda n: tray(60 + n))).found

    def hand(number: int) -> np.ndarray:
        picture = tray(60)
        if 10 <= number < 15:
            picture[200:500, : 300 + 40 * number] = 160
        return picture

    assert _steady(film(hand)).level is Level.OK


def test_what_the_camera_holds_is_told() -> None:
    assert _held(()).level is Level.INFO
    assert _held(("exposure", "white balance")).found == "exposure, white balance held; focus is fixed in the lens"
    assert _held(("focus",)).level is Level.WARNING


def test_slow_pictures_are_a_warning() -> None:
    frames = [Frame(np.zeros((720, 1280, 3), np.uint8), number / 5) for number in range(20)]
    assert _rate("webcam:0", frames, None).level is Level.WARNING
    failed = _rate("webcam:0", frames, SILENT)
    assert failed.level is Level.FAULT
    assert failed.mend == "The webcam 0 sends no pictures. Plug it in again."


def test_soft_edges_are_told_from_sharp_ones(measuring_set: Path) -> None:
    photo = min((measuring_set / "photos").rglob("*.jpg"))
    image = np.asarray(cv2.imread(str(photo)), np.uint8)
    dice = Reader().read(image).dice
    if not dice:
        pytest.skip("nothing is read there")
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8)
    assert _edge(soft, dice[0]) < 0.7 * _edge(image, dice[0])


def test_a_camera_that_sees_dice_is_well(tmp_path: Path) -> None:
    found = levels(list(camera(settings(tmp_path, camera="simulated:7"))))
    assert set(found) == {"camera", "lock", "light", "glare", "exposure", "focus", "tray", "calibration"}
    assert Level.FAULT not in found.values()


def test_a_driver_that_ends_its_process_is_a_fault_and_ends_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashing(_: Apart) -> CameraApart:
        process = _Process("webcam:63")
        process._popen.kill()
        return CameraApart(process, [])

    monkeypatch.setattr(Apart, "__call__", crashing)
    (check,) = camera(settings(tmp_path, camera="webcam:63"))
    assert (check.level, check.found) == (Level.FAULT, "The camera’s driver crashed.")


def test_a_camera_that_opens_and_sends_nothing_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Apart, "__call__", lambda _: Silent())
    (check,) = camera(settings(tmp_path, camera="webcam:63"))
    assert (check.level, check.found) == (Level.FAULT, "The webcam 0 sends no pictures.")


@pytest.mark.parametrize(
    ("source", "level", "found"),
    [
        ("webcam:63", Level.INFO, "There is no webcam 63."),
        ("no-such-clip.mp4", Level.INFO, "There is no no-such-clip.mp4."),
        ("webcam:", Level.FAULT, '"webcam:" lacks its number.'),
        (".", Level.FAULT, "There are no pictures in the folder .."),
    ],
)
def test_a_camera_that_does_not_open_says_what_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, level: Level, found: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (check,) = camera(settings(tmp_path, camera=source))
    assert (check.level, check.found) == (level, found)
    assert check.mend


def test_a_camera_that_the_running_table_has_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Apart, "__call__", lambda _: Silent(CameraFault(CameraFaultKind.BUSY, Device.WEBCAM, "0")))
    (check,) = camera(settings(tmp_path, camera="webcam:0"))
    assert (check.level, check.found) == (Level.INFO, "Another program has the camera.")
    assert "systemctl stop dice-table" in check.mend


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
        return _calibrated(data, image, Reading(tuple(map(die, middles)), ())).level

    assert level(tmp_path) is Level.INFO
    laid = [die((x, y)) for x in (300.0, 900.0) for y in (150.0, 600.0)]
    calibrating.save(calibrate(image, laid), tmp_path)
    assert level(tmp_path, (500.0, 300.0)) is Level.OK
    assert level(tmp_path, (500.0, 300.0), (1250.0, 20.0)) is Level.WARNING, "a die beside the tray"
    assert _calibrated(tmp_path, np.zeros((480, 640, 3), np.uint8), Reading((), ())).level is Level.WARNING
    (tmp_path / calibrating.FILE).write_text("beer")
    assert level(tmp_path) is Level.WARNING


# --- the panel, by hand ----------------------------------------------------------------------------------------------


class Finger:
    """Presses what it is told to, or what it was made to press in its place."""

    def __init__(self, instead: dict[Button, Button | None]) -> None:
        self.fingers = Fingers(PanelPins())
        self.now = 0.0
        self.instead = instead
        self.asked: list[str] = []
        self._down: tuple[Button, float] | None = None

    def tell(self, sentence: str) -> None:
        self.asked.append(sentence)
        name = re.match(r"Press (\w+(?: \d)?)", sentence)
        assert name is not None
        wanted = Button(name[1].lower().replace(" ", "_"))
        button = self.instead.get(wanted, wanted)
        if button is not None:
            self.fingers.press(button, self.now)
            self._down = button, self.now + 0.2

    def pause(self, seconds: float) -> None:
        self.now += seconds
        if self._down is not None and self.now >= self._down[1]:
            self.fingers.release(self._down[0], self.now)
            self._down = None


def tried(instead: dict[Button, Button | None]) -> tuple[dict[str, Check], Finger]:
    finger = Finger(instead)
    checks = try_panel(
        PanelPins(),
        finger.tell,
        open_panel=lambda pins: Panel(pins, finger.fingers.factory),
        clock=lambda: finger.now,
        pause=finger.pause,
    )
    return {check.name: check for check in checks}, finger


def test_every_button_is_asked_for_and_answers() -> None:
    found, finger = tried({})
    assert [check.level for check in found.values()] == [Level.OK] * 7
    assert finger.asked[0] == "Press KEEP 1: its lamp is lit now, and no other."


def test_swapped_and_dead_buttons_are_named() -> None:
    found, _ = tried({Button.KEEP_2: Button.KEEP_3, Button.MENU: None})
    assert found["KEEP 2"].found == "KEEP 3 answered in its place"
    assert found["MENU"].found.startswith("no press")
    assert {name for name, check in found.items() if check.level is Level.FAULT} == {"KEEP 2", "MENU"}


def test_pins_that_the_running_table_has_are_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    check = closed(PanelFault(PanelFaultKind.BUSY, 17), tmp_path, monkeypatch)
    assert check.level is Level.INFO
    assert check.found == "7 buttons and 7 lamps. Another program has the pin GPIO17."
    assert "sudo dice-table doctor --panel" in check.mend


def test_a_panel_that_cannot_be_used_says_what_mends_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    check = closed(PanelFault(PanelFaultKind.NO_PERMISSION), tmp_path, monkeypatch)
    assert check.level is Level.FAULT
    assert "join the group gpio" in check.mend


def closed(fault: PanelFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """What the doctor says of a panel with this fault."""

    def refuse(_: PanelPins) -> Panel:
        raise PanelError(fault)

    monkeypatch.setattr("hardware.panel.Panel", refuse)
    return next(check for check in table(settings(tmp_path), None) if check.name == "panel")


def test_a_machine_without_pins_has_no_panel_to_try() -> None:
    assert [check.level for check in try_panel(PanelPins(), lambda _: None)] == [Level.INFO]


# --- the bundle ------------------------------------------------------------------------------------------------------


def test_a_bundle_has_all_that_helps_and_no_players_name(tmp_path: Path) -> None:
    ours = settings(tmp_path)
    journal = Journal(ours.data / JOURNAL)
    match = journal.start("le_421", "classique", {}, ["Anne", "Anne-Marie", "House"], None, house=[2])
    journal.write(match, action_entry(Roll((4, 2, 1)), 0.0))
    journal.close()
    checks = [Check("matches", Level.OK, "seen by Anne-Marie in the house of Anne")]
    save_bundle(tmp_path / "b.zip", ours, checks, home=tmp_path)
    with zipfile.ZipFile(tmp_path / "b.zip") as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert set(texts) == {"checks.json", "config.toml", "log.txt", "matches.jsonl"}
    assert not [name for name, text in texts.items() if "Anne" in text or str(tmp_path) in text]
    assert json.loads(texts["checks.json"])[0]["found"] == "seen by Player 1 in the house of Player 2"
    told = json.loads(texts["matches.jsonl"])
    assert told["players"] == ["Player 2", "Player 1", "House"]
    assert told["steps"][0]["dice"] == [4, 2, 1]
    assert "~" in texts["config.toml"]
