"""The service page's facts, and logs onto a stick."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from made_journal import many_matches

from kiosk.appliance.machine import FOLDER, save_logs, sticks


def test_sticks_are_what_is_mounted_where_sticks_are(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "mounts").write_bytes(
        b"/dev/root / ext4 rw 0 0\n"
        b"/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\n"
        b"/dev/sda1 /media/pi/MY\\040STICK vfat rw 0 0\n"
        b"/dev/sdb1 /media/pi/Caf\xe9\\134\\011 ext4 rw 0 0\n"
    )
    assert sticks(tmp_path) == [Path("/media/pi/MY STICK"), Path(os.fsdecode(b"/media/pi/Caf\xe9\\\t"))]
    assert sticks(tmp_path / "none") == []


def test_without_a_stick_and_with_one_that_refuses_it_says_so(tmp_path: Path) -> None:
    assert save_logs([], None, bytes).message == "Plug in a USB stick first"
    assert save_logs([tmp_path / "gone"], None, bytes).message.startswith("The stick does not take it")
    (tmp_path / "other").mkdir()
    assert save_logs([tmp_path / "gone", tmp_path / "other"], None, bytes).message.startswith("Saved")


def test_a_link_on_the_stick_does_not_lead_back_to_the_tables_own_files(tmp_path: Path) -> None:
    stick, data = tmp_path / "stick", tmp_path / "data"
    (data / "corrected").mkdir(parents=True)
    (data / "corrected" / "1.png").write_bytes(b"a picture")
    (data / "matches.sqlite3").write_bytes(b"matches")
    (stick / FOLDER).mkdir(parents=True)
    (stick / FOLDER / "log.txt").symlink_to(data / "matches.sqlite3")
    (stick / FOLDER / "corrected").symlink_to(data / "corrected")
    before = {file: file.stat() for file in data.rglob("*")}
    assert save_logs([stick], data, lambda: b"a log").message.startswith("Saved")
    shutil.rmtree(stick / FOLDER)
    (stick / FOLDER).symlink_to(data)
    assert save_logs([stick], data, lambda: b"a log").message.startswith("Saved")
    assert (stick / FOLDER / "corrected" / "1.png").read_bytes() == b"a picture"
    assert {file: file.stat().st_ino for file in data.rglob("*")} == {file: at.st_ino for file, at in before.items()}
    assert (data / "matches.sqlite3").read_bytes() == b"matches"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a small stick")
@pytest.mark.parametrize(
    ("options", "said"),
    [("size=100k", "There is no room left on the stick"), ("size=4m,ro", "Nothing can be written onto the stick")],
)
def test_a_stick_that_is_full_or_read_only_keeps_no_leftovers(tmp_path: Path, options: str, said: str) -> None:
    stick, data = tmp_path / "stick", tmp_path / "data"
    stick.mkdir()
    data.mkdir()
    many_matches(data / "matches.sqlite3", 200)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", stick], check=True)
    try:
        assert save_logs([stick], data, lambda: b"a log").message == said
        assert save_logs([stick], data, lambda: bytes(1 << 22)).message == said
        left = {file.name: file.read_bytes() for file in stick.rglob("*") if file.is_file()}
    finally:
        subprocess.run(["umount", stick], check=True)
    assert left == ({} if "ro" in options else {"log.txt": b"a log"})
