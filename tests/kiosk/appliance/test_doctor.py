"""The doctor: every check has a line, a mend where one is needed, and nothing missing is worse than an info."""

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from kiosk.appliance.doctor import Check, Level, examine
from kiosk.appliance.doctor.bundle import save_bundle
from kiosk.appliance.doctor.files import check_files
from kiosk.appliance.doctor.machine import check_machine
from kiosk.games.core import Roll
from kiosk.match.journal import JOURNAL, Journal
from kiosk.match.log import action_entry
from kiosk.settings.config import Settings


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
    checks = list(check_machine(settings(tmp_path), tmp_path))
    bad = {"board", "supply", "temperature", "memory", "disk", "disk health"}
    assert {check.name for check in checks if check.mend} == bad
    assert levels(checks)["supply"] is levels(checks)["disk health"] is levels(checks)["disk"] is Level.FAULT


def test_two_packages_that_install_the_same_modules_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"pygame-ce": "2.5", "opencv-python-headless": "5.0", "opencv-python": "4.9"}

    def versions() -> Check:
        monkeypatch.setattr("kiosk.appliance.doctor.machine._version", there.get)
        return next(check for check in check_machine(settings(tmp_path), tmp_path) if check.name == "versions")

    told = versions()
    assert (told.level, "opencv-python too" in told.found) == (Level.WARNING, True)
    assert "pip uninstall opencv-python, then pip install" in told.mend
    assert told.mend.endswith("opencv-python-headless")
    del there["opencv-python"]
    assert (versions().level, versions().mend) == (Level.OK, "")


@pytest.mark.parametrize(
    ("size", "level"),
    [("480x320", Level.WARNING), ("800x480", Level.OK), ("720x1280", Level.OK), ("1024x400", Level.WARNING)],
)
def test_a_screen_with_few_pixels_is_named(size: str, level: Level, tmp_path: Path) -> None:
    socket = tmp_path / "sys/class/drm/card1-SPI-1"
    socket.mkdir(parents=True)
    (socket / "status").write_text("connected")
    (socket / "modes").write_text(size)
    [check] = [check for check in check_machine(settings(tmp_path), tmp_path) if check.name == "display"]
    assert check.level is level
    assert ("800x480 or more" in check.mend) is (level is Level.WARNING)


def test_what_the_table_keeps_for_itself_is_looked_at_and_left_alone(tmp_path: Path) -> None:
    ours = settings(tmp_path)
    ours.data.mkdir(exist_ok=True)
    assert "own files" not in {check.name for check in check_files(ours, None)}
    for name in ("settings.json", "comfort.json", "guide.json", "mounting.json", "calibration.json"):
        (ours.data / name).write_text("[]")
    found = [check for check in check_files(ours, None) if check.name == "own files"]
    assert [check.level for check in found] == 5 * [Level.FAULT]
    assert {file.name for file in ours.data.glob("*.json*")} == {
        check.found.split()[0].rpartition("/")[2] for check in found
    }


def test_matches_are_counted_and_damage_is_seen(tmp_path: Path) -> None:
    ours = settings(tmp_path)
    Journal(ours.data / JOURNAL).start("le_421", None, {}, ["Marie", "Jean"], None)
    [matches] = [check for check in check_files(ours, None) if check.name == "matches"]
    assert (matches.level, matches.found[:2]) == (Level.OK, "1 ")
    for log in ("-wal", "-shm"):
        (ours.data / (JOURNAL + log)).unlink(missing_ok=True)
    (ours.data / JOURNAL).write_bytes(b"beer" * 3000)
    [matches] = [check for check in check_files(ours, None) if check.name == "matches"]
    assert matches.level is Level.FAULT


def test_a_bundle_has_all_that_helps_and_neither_names_nor_pin(tmp_path: Path) -> None:
    ours = settings(tmp_path).model_copy(update={"pin": "35214"})
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
    assert not [name for name, text in texts.items() if "35214" in text]
    assert "~" in texts["config.toml"]
