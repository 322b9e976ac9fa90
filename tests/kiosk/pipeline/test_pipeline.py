"""One step of a painted table: what cameras, hands and buttons do comes out on the screen and on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from painted import FELT, FPS, SIZE_PX, Painted
from waiting import until

from hardware.faults import CameraFault, CameraFaultKind, Device
from hardware.panel import Panel, PanelPins
from hardware.presses import STUCK_S, Button
from hardware.simulator.fingers import Fingers
from kiosk.match.journal import RETRY_S
from kiosk.match.journal_reader import JournalReader
from kiosk.match.log import actions_of
from kiosk.pipeline.camera_monitor import BLACK_S, FROZEN_S
from kiosk.pipeline.messages import Seen
from kiosk.pipeline.pipeline import WAY_OUT_S
from kiosk.session.fault_texts import camera_trouble
from kiosk.view import AttractView, PageView, ProblemView, TableView
from vision.types import Point, SceneState

UNPLUGGED = CameraFault(CameraFaultKind.NO_PICTURES)
RIM: list[tuple[Point, Point]] = [
    ((100, 100), (450, 100)),
    ((100, 300), (450, 300)),
    ((100, 200), (450, 200)),
    ((275, 100), (275, 300)),
]
BESIDE = (600.0, 30.0)
"""Beyond the tray that dice at `RIM` show."""


def tells(view: TableView, fault: CameraFault) -> bool:
    """Whether the screen tells this, in its line or all over it."""
    words = camera_trouble(fault)
    return view.scene.what == words.what if isinstance(view.scene, ProblemView) else view.alert == words.line


# --- scenes and presses ----------------------------------------------------------------------------------------------


def test_what_is_thrown_is_counted() -> None:
    table = Painted()
    match = table.begin()
    table.throw(4, 2, 1)
    assert table.rolls(match) == [(1, 2, 4)]


def test_what_is_pressed_is_answered_in_the_same_step() -> None:
    table = Painted()
    assert isinstance(table.watch().view.scene, AttractView)
    assert isinstance(table.press(Button.END).view.scene, PageView)


def test_the_reader_is_told_how_many_dice_the_game_expects() -> None:
    table = Painted()
    table.throw(4, 2, 1)
    assert table.shown.advice.expectation.dice is None, "nobody plays"
    assert table.reader.hints[-1].dice is None
    table.begin()
    assert table.watch().advice.expectation.dice == 3
    table.throw(4, 2, 1)
    assert table.reader.hints[-1].dice == 3


@pytest.mark.parametrize("shown", [True, False])
def test_the_cameras_picture_is_shown_where_that_is_wanted(*, shown: bool) -> None:
    table = Painted(show_camera=shown)
    image = table.picture()
    assert (table.step(image).view.camera is image) is shown
    assert (table.watch(seen=False).view.camera is image) is shown, "and stays until the next one"


# --- the camera ------------------------------------------------------------------------------------------------------


def test_a_picture_that_is_sent_again_is_looked_at_once() -> None:
    table = Painted()
    match = table.begin()
    table.dice = {(150.0, 150.0): 4, (200.0, 150.0): 2, (250.0, 150.0): 1}
    rolling = table.picture()
    for _ in range(8):
        table.step(rolling)
    assert table.rolls(match) == [], "dice that roll in a picture that stands still do not lie there"
    table.watch(2.0)
    assert table.rolls(match) == [(1, 2, 4)]


def test_what_is_wrong_with_the_camera_is_told_until_it_sees_again() -> None:
    table = Painted()
    table.begin()
    table.watch()
    table.fault = UNPLUGGED
    assert tells(table.watch(1.0, seen=False).view, UNPLUGGED)
    table.fault = None
    assert table.watch(0.1).view.alert is None


def test_a_camera_that_stands_in_plays_and_is_told_of_once() -> None:
    table = Painted()
    table.begin()
    notice = CameraFault(CameraFaultKind.STANDS_IN, Device.WEBCAM, "0", "/dev/v4l/by-id/usb-cam")
    seen = Seen(None, None, None, notice)
    told = table.pipeline.play([], (), [seen], table.time)
    assert told.view.alert == camera_trouble(notice).what
    assert not isinstance(told.view.scene, ProblemView)
    later = [table.pipeline.play([], (), [seen], table.time + seconds).view.alert for seconds in range(0, 600, 5)]
    assert later[-1] is None


def test_pictures_that_tell_nothing_are_told() -> None:
    table = Painted()
    table.begin()
    last = table.picture()
    for _ in range(round((FROZEN_S + 1) * FPS)):
        table.step(last)
    assert tells(table.shown.view, CameraFault(CameraFaultKind.FROZEN))


def test_what_the_driver_says_goes_before_what_its_last_pictures_were_like() -> None:
    table = Painted()
    table.felt = 0
    table.watch(BLACK_S + 1)
    table.fault = UNPLUGGED
    assert tells(table.watch(1.0, seen=False).view, UNPLUGGED)
    table.fault = None
    assert tells(table.watch(0.1, seen=False).view, CameraFault(CameraFaultKind.BLACK))


# --- light -----------------------------------------------------------------------------------------------------------


def test_the_camera_settles_anew_once_the_light_over_the_empty_tray_has_changed() -> None:
    table = Painted()
    table.watch(2.0)
    assert table.relocks == 0
    table.felt = 2 * FELT
    table.watch(4.0)
    assert table.relocks == 1


# --- what is known of the tray ---------------------------------------------------------------------------------------


def choose(table: Painted, label: str) -> None:
    """Go to this line of the list and press END."""
    for _ in range(12):
        menu = table.shown.view.scene
        assert isinstance(menu, PageView)
        if menu.items[menu.chosen].label.message == label:
            break
        table.press(Button.KEEP_2)
    table.press(Button.END)


def teach(table: Painted) -> None:
    """Teach the table its tray, with its own buttons."""
    table.press(Button.MENU)
    choose(table, "Service")
    choose(table, "Teach the tray")
    table.dice.clear()
    table.watch(4.0)
    for lay in RIM:
        table.dice.clear()
        table.watch()
        table.dice = dict.fromkeys(lay, 1)
        table.watch(4.0)


def lying(table: Painted) -> int:
    """How many dice the eyes see, once those that are painted there have come to rest."""
    dice, table.dice = table.dice, {}
    table.watch()
    table.dice = dice
    table.watch(2.0)
    assert table.scene is not None
    assert table.scene.state is SceneState.SETTLED
    return len(table.scene.dice)


def test_what_the_table_learns_of_its_tray_is_watched_from_then_on_and_from_the_next_start_on() -> None:
    table = Painted()
    table.dice = {(250.0, 200.0): 4, BESIDE: 2}
    assert lying(table) == 2
    teach(table)
    assert len(table.learned) == 1
    left, top, right, bottom = table.learned[0].part
    table.dice = {(250.0, 200.0): 4, BESIDE: 2}
    assert lying(table) == 1, "what lies beside the tray is no die"
    assert table.reader.shapes[-1] == (bottom - top, right - left, 3)
    table.press(Button.END)
    choose(table, "Teach the tray")
    assert isinstance(table.shown.view.scene, PageView)
    table.dice = {(250.0, 200.0): 4, BESIDE: 2}
    assert lying(table) == 2, "while it learns anew the whole picture is watched"
    assert table.reader.shapes[-1] == (*SIZE_PX, 3)
    after = Painted(calibration=table.learned[0])
    match = after.begin()
    after.dice = {BESIDE: 6}
    after.watch()
    after.throw(4, 2, 1)
    assert after.rolls(match) == [(1, 2, 4)]
    assert after.reader.shapes[-1] != (*SIZE_PX, 3)


# --- the disk --------------------------------------------------------------------------------------------------------


def test_a_match_goes_back_to_the_disk_as_soon_as_that_can_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    table = Painted(path=folder / "matches.sqlite3")
    match = table.begin()
    table.throw(4, 2, 1)
    assert table.journal.trouble is not None
    scene = table.shown.view.scene
    assert (scene.what if isinstance(scene, ProblemView) else table.shown.view.alert) == table.journal.trouble
    folder.unlink()
    table.watch(RETRY_S)

    def written() -> bool:  # beside the game
        table.watch(1 / FPS)
        return table.journal.trouble is None

    until("the match is written", written)
    assert table.shown.view.alert is None
    assert not isinstance(table.shown.view.scene, ProblemView)
    archive = JournalReader(folder / "matches.sqlite3")
    (record,) = archive.matches()
    assert actions_of(archive.entries(record)) == match.actions
    archive.close()
    table.journal.close()


# --- the way out -----------------------------------------------------------------------------------------------------


def test_two_buttons_held_lead_out_and_nothing_else_does() -> None:
    table, both = Painted(), {Button.MENU, Button.END}
    for _ in range(round((WAY_OUT_S - 0.5) * FPS)):
        assert not table.step(held=both).leave
    assert not table.watch().leave, "they were let go"
    for _ in range(round((WAY_OUT_S - 0.5) * FPS)):
        assert not table.step(held=both).leave, "it begins anew"
    table.watch()
    for _ in range(round((WAY_OUT_S + 0.5) * FPS)):
        table.step(held=both)
    assert table.shown.leave
    assert table.watch().leave, "who has left has left"


def test_neither_buttons_that_hang_nor_keys_are_held_for_it() -> None:
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    fingers.press(Button.MENU, 0.0)
    panel.poll(1.0)
    assert panel.held == {Button.MENU}
    panel.poll(STUCK_S + 1.0)
    assert panel.held == frozenset()
    panel.key(Button.END, pressed=True, time=40.0)
    panel.poll(41.0)
    assert panel.held == frozenset()
    panel.close()
