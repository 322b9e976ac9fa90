"""The service page's facts, and logs onto a stick."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up import PICTURE, MadeUpTable

from hardware.panel import Button
from kiosk.appliance.machine import FOLDER, save_logs, sticks
from kiosk.match.journal import Journal
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.view import MenuView, ServiceView, Sound


def test_sticks_are_what_is_mounted_where_sticks_are(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    stick, lower = "/dev/sda1 /media/pi/MY\\040STICK vfat rw 0 0\n", "/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\n"
    mounts.write_text("/dev/root / ext4 rw 0 0\n" + lower + stick)
    assert sticks(mounts) == [Path("/media/pi/MY STICK")]
    assert sticks(tmp_path / "none") == []


def test_logs_and_matches_go_onto_the_stick(tmp_path: Path) -> None:
    stick, data = tmp_path / "stick", tmp_path / "data"
    stick.mkdir()
    data.mkdir()
    (data / "matches.sqlite3").write_bytes(b"...")
    said = save_logs([stick], data, lambda: b"a log")
    assert said.message.startswith("Saved")
    assert (stick / FOLDER / "log.txt").read_bytes() == b"a log"
    assert (stick / FOLDER / "matches.sqlite3").exists()


def test_without_a_stick_and_with_one_that_refuses_it_says_so(tmp_path: Path) -> None:
    assert save_logs([], None, bytes).message == "Plug in a USB stick first"
    assert save_logs([tmp_path / "gone"], None, bytes).message.startswith("The stick does not take it")


def test_preferences_go_round_and_brightness_stops() -> None:
    preferences = Preferences()
    heard = []
    for _ in range(2):
        preferences.next_sound()
        heard.append(preferences.sound)
    assert heard == [Sound.PARTY, Sound.OFF]
    for _ in range(20):
        preferences.brighten(-1)
    assert preferences.brightness == pytest.approx(0.4)
    preferences.next_language()
    assert preferences.language == "fr"


def test_the_service_page_shows_what_the_reader_sees_and_which_buttons_were_pressed() -> None:
    session = Session(Journal())
    table = MadeUpTable(session.scene, session.press)
    table.empty()
    table.press(Button.MENU)
    assert isinstance(session.view.scene, MenuView)
    labels = [item.label.message for item in session.view.scene.items]
    for _ in range(labels.index("Service")):
        table.press(Button.KEEP_2)
    table.end()
    table.lie(4, 2, 1)
    table.press(Button.KEEP_1, Button.KEEP_2)
    scene = session.view.scene
    assert isinstance(scene, ServiceView)
    assert [die.value for die in scene.dice] == [4, 2, 1]
    assert scene.image is PICTURE
    assert {Button.KEEP_1, Button.KEEP_2} == scene.pressed
    page = [item.label.message for item in scene.menu.items]
    for _ in range(page.index("Lamps") - scene.menu.chosen):
        table.press(Button.KEEP_2)
    table.end()
    assert all(session.view.lamps.values())
    assert len(session.view.lamps) == len(Button)
    table.press(
        Button.MENU,
    )
    assert isinstance(session.view.scene, MenuView)
