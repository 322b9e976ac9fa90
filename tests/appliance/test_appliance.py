"""The appliance on the rig: everything from the plug to the pins, with the real program."""

import os
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from rig import BOOT_S, JOURNAL, Rig

from hardware.panel import Button
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import EntryKind
from kiosk.screen.drawing import theme

pytestmark = pytest.mark.timeout(3600)

REVISIONS = {"Pi 4": ("c03115", 0), "Pi 5": ("d04170", 4)}
CUTS = int(os.environ.get("DICE_TABLE_CUTS", "20"))


def test_it_starts_at_boot_and_its_picture_is_the_kiosks(rig: Rig) -> None:
    rig.plays()
    assert rig.say("systemctl is-system-running") == "running"
    picture = rig.picture()
    night = np.abs(picture.astype(int) - np.array(theme.NIGHT[2::-1])).max(axis=2) < 8
    assert picture.shape == (720, 1280, 3)
    assert 0.1 < night.mean() < 0.95
    assert len(np.unique(cv2.resize(picture, None, fx=0.5, fy=0.5).reshape(-1, 3), axis=0)) > 500


def test_it_is_fenced_in_and_everything_works(rig: Rig) -> None:
    told = rig.say("systemd-analyze security dice-table --no-pager | tail -1")
    assert float(told.split(": ")[1].split()[0]) <= 3.0


@pytest.mark.parametrize("board", REVISIONS)
def test_presses_reach_the_match_and_lamps_follow(rig: Rig, board: str) -> None:
    revision, chip = REVISIONS[board]
    rig.say(f"echo {revision} > /root/revision; bash /root/guest/fake-pi.sh {revision}")
    rig.start()
    rig.match()
    rig.press("end:1.2")
    rig.until(lambda: rig.lit() == {Button.END})
    rig.press(Button.MENU, Button.MENU)
    rig.until(lambda: rig.lit() == {Button.KEEP_1, Button.KEEP_2, Button.END})
    rig.press(Button.MENU)
    rig.throw(4, 2, 1)
    assert rig.actions()[-1] == {"roll": [4, 2, 1]}
    opened = rig.say("ls -l /proc/$(systemctl show dice-table -P MainPID)/fd")
    assert f"/dev/gpiochip{chip}" in opened or "/dev/gpiochip0" in opened


def test_a_bouncing_contact_counts_once(rig: Rig) -> None:
    rig.match()
    rig.throw(2, 3, 1, how=":bounce")
    assert rig.actions()[-1] == {"roll": [2, 3, 1]}


def test_no_key_leads_out(rig: Rig) -> None:
    restarts = rig.state("NRestarts")
    for keys in ("ctrl-alt-f2", "ctrl-alt-f3", "alt-f2", "alt-sysrq-b", "ctrl-alt-delete", "ctrl-c", "ctrl-z"):
        rig.monitor("sendkey", keys)
    assert rig.say("sleep 5; fgconsole") == "1"
    assert (rig.state(), rig.state("NRestarts")) == ("active", restarts)


def test_the_best_hand_is_heard(rig: Rig) -> None:
    if not rig.say("ls /proc/asound/card0"):
        pytest.skip("the rig has no sound card (tests/appliance/VERIFIED.md)")
    rig.match()
    before = rig.heard().size
    rig.throw(4, 2, 1)
    rig.until(lambda: np.abs(rig.heard()[before:]).max(initial=0) > 300)


def test_cage_shows_what_the_display_itself_shows(rig: Rig) -> None:
    if len(rig.say("command -v cage seatd").split()) < 2:
        pytest.skip("the rig has no cage and seatd")
    install = "/opt/dice-table/bin/dice-table service install --display"
    rig.say("modprobe vimc")  # without a camera that is told on the whole screen
    try:
        rig.say(f"{install} cage", patience_s=300.0)
        rig.plays()
        rig.match()
        rig.throw(5, 3, 1)
        rig.say("sleep 20")  # whatever moved stands still
        through_cage = rig.picture().astype(int)
    finally:
        rig.say(f"{install} kms", patience_s=300.0)
    rig.plays()  # nothing is pressed here: END would end a turn that the throw left open
    rig.say("sleep 20")
    assert (np.abs(through_cage - rig.picture()).max(axis=2) < 8).mean() > 0.95


def test_a_program_that_stands_still_is_noticed_and_play_resumes_where_it_was(rig: Rig) -> None:
    rig.match()
    rig.throw(5, 5, 1)
    before, restarts = rig.actions(), int(rig.state("NRestarts"))
    rig.say("systemctl kill --kill-whom=main --signal=STOP dice-table")
    rig.until(lambda: int(rig.state("NRestarts")) > restarts, 900.0)
    rig.plays()
    assert "watchdog" in rig.log("-10min")
    rig.match()
    rig.throw(6, 2, 1)
    assert rig.actions()[: len(before)] == before
    assert len(rig.actions()) > len(before)


def test_the_camera_opens_whenever_its_driver_comes_and_survives_its_going(rig: Rig) -> None:
    rig.say("systemctl stop dice-table; modprobe -r vimc")
    rig.start()
    rig.match()
    rig.say("sleep 20")  # END, pressed for a match, may have ended a turn
    before, restarts = rig.actions(), rig.state("NRestarts")
    for _ in range(2):
        opened = rig.log("-1h").count("configuring streams")
        rig.say("modprobe vimc")
        rig.until(lambda opened=opened: rig.log("-1h").count("configuring streams") > opened, 300.0)  # type: ignore[misc]
        # In use it can only be taken from its device; then whoever read it lets go.
        rig.say("sleep 20; echo vimc.0 > /sys/bus/platform/drivers/vimc/unbind")
        rig.until(lambda: rig.say("sleep 5; modprobe -r vimc && echo gone") == "gone", 120.0)
    assert (rig.state(), rig.state("NRestarts")) == ("active", restarts)
    assert rig.actions() == before


def test_without_a_camera_at_boot_throws_are_entered_by_hand(rig: Rig) -> None:
    rig.say("systemctl stop dice-table; modprobe -r vimc")
    try:
        rig.start()
        rig.match()
        rig.throw(3, 2, 1)
    finally:
        rig.say("modprobe vimc")


def test_a_full_disk_loses_nothing_and_play_goes_on(rig: Rig) -> None:
    rig.match()
    rig.throw(4, 4, 1)
    before = rig.actions()
    rig.fill_the_disk()
    for _ in range(3):  # the first of them only reads that nothing can be saved
        rig.press("end:1.2", Button.KEEP_1, Button.END)
    rig.say("sleep 10")
    assert rig.state() == "active"
    assert rig.actions() == before, "nothing more fits on it"
    rig.make_room()
    rig.until(lambda: len(rig.actions()) > len(before))
    rig.throw(6, 6, 1)
    assert rig.actions()[: len(before)] == before
    assert rig.say(f"sqlite3 {JOURNAL} 'pragma integrity_check'") == "ok"


def test_a_disk_that_is_full_at_boot_loses_nothing_and_the_match_goes_on(rig: Rig) -> None:
    rig.match()
    rig.throw(5, 4, 1)
    before = rig.actions()
    rig.fill_the_disk()
    try:
        rig.cut_the_power()
        rig.plays()
        for _ in range(3):
            rig.press("end:1.2", Button.KEEP_1, Button.END)
        rig.say("sleep 10")
        assert rig.state() == "active"
        assert rig.actions() == before, "nothing more fits on it"
    finally:
        rig.make_room()
    rig.until(lambda: len(rig.actions()) > len(before))
    assert rig.actions()[: len(before)] == before
    assert rig.say(f"sqlite3 {JOURNAL} 'pragma integrity_check'") == "ok"


def test_an_upgrade_asked_for_without_a_stick_says_so(rig: Rig) -> None:
    rig.say("touch /run/dice-table/upgrade")
    rig.until(lambda: rig.say("ls /run/dice-table-upgrade/failed") != "", BOOT_S)
    assert rig.say("cat /run/dice-table-upgrade/told").startswith("No USB stick holds a release")
    rig.say("systemctl reset-failed")


def test_menu_with_end_leads_out_and_a_command_back(rig: Rig) -> None:
    rig.press("end+menu:12")  # five seconds are asked for; while a picture is read here, seconds pass unseen
    rig.until(lambda: rig.state() == "failed", 60.0)
    assert rig.state("ExecMainStatus") == "78"
    rig.until(lambda: rig.say("systemctl is-active getty@tty1") == "active")
    rig.monitor("sendkey", "ctrl-alt-f2")
    rig.until(lambda: rig.say("fgconsole") == "2")  # here the same keys lead somewhere
    rig.monitor("sendkey", "ctrl-alt-f1")
    rig.start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may look into the rig's disk")
@pytest.mark.parametrize("instant", range(CUTS))
def test_the_disk_of_any_instant_holds_every_acknowledged_action(rig: Rig, instant: int, tmp_path: Path) -> None:
    """Like the cuts below, at finer moments and without a start each."""
    rig.match()
    rig.throw(1 + instant % 6, 3, 1)
    before = rig.actions()
    with rig.pressing("end:1.2", Button.KEEP_1, Button.END):
        time.sleep(0.3 * instant)  # from before it is entered until after it is counted
        path = rig.journal_if_cut(tmp_path)
    archive = JournalReader(path)
    assert archive.sound()
    entries = archive.entries(archive.matches()[-1])
    archive.close()
    assert [dict(entry.body) for entry in entries if entry.kind is EntryKind.ACTION][: len(before)] == before


@pytest.mark.parametrize("cut", range(CUTS))
def test_power_cuts_lose_no_acknowledged_action(rig: Rig, cut: int) -> None:
    rig.match()
    rig.throw(1 + cut % 6, 2, 1)
    before = rig.actions()
    rig.press("end:1.2", Button.KEEP_1)  # half entered when the light goes out
    rig.cut_the_power()
    rig.plays()
    assert rig.actions()[: len(before)] == before
