"""What is said beside the prompt: how long a refusal stands, when a hand is told, and when somebody is waited for."""

from __future__ import annotations

import pytest
from made_up import PICTURE
from sitting import Sitting

from hardware.panel import KEEPS, Button
from kiosk.ruling import NoticeId
from vision.types import Scene, SceneState


def notice(sitting: Sitting) -> NoticeId | None:
    return sitting.play.notice_id


def test_a_refusal_stands_for_four_seconds_or_until_the_next_press(sitting: Sitting) -> None:
    sitting.table.end()
    assert notice(sitting) is NoticeId.THROW_FIRST
    began = sitting.table.time
    for seconds, stands in ((3.9, True), (4.1, False)):
        sitting.session.tick(began + seconds)
        assert (notice(sitting) is NoticeId.THROW_FIRST) == stands
    sitting.table.time = began + 5
    sitting.table.end()
    sitting.table.press(Button.MENU)
    sitting.table.press(Button.MENU)
    assert notice(sitting) is None


def test_whoever_does_nothing_for_a_minute_is_waited_for(sitting: Sitting) -> None:
    sitting.table.end()
    began = sitting.table.time
    for seconds, waited in ((59.0, False), (61.0, True)):
        sitting.session.tick(began + seconds)
        assert (notice(sitting) is NoticeId.WAITING) == waited
    assert sitting.play.notice is not None


@pytest.mark.parametrize("by_hand", [True, False], ids=["a hand", "a press"])
def test_a_hand_or_a_press_ends_the_waiting(sitting: Sitting, *, by_hand: bool) -> None:
    sitting.table.end()
    sitting.table.time += 70
    sitting.session.tick(sitting.table.time)
    assert notice(sitting) is NoticeId.WAITING
    if by_hand:
        sitting.table.tell(SceneState.HAND)
        sitting.table.rest()
    else:
        sitting.table.end()
    assert notice(sitting) is not NoticeId.WAITING


@pytest.mark.parametrize(("seconds", "told"), [(3.8, False), (4.2, True)])
def test_a_hand_that_rests_over_the_tray_for_four_seconds_is_told(
    sitting: Sitting, seconds: float, *, told: bool
) -> None:
    sitting.table.tell(SceneState.HAND)
    sitting.table.tell(SceneState.HAND, after=seconds)
    assert (notice(sitting) is NoticeId.HAND_OVER) == told


def test_whoever_waits_for_what_the_dice_show_is_told_that_the_camera_looks(sitting: Sitting) -> None:
    began = sitting.table.time
    for seconds, looking, told in ((0.1, True, False), (0.5, True, False), (0.7, True, True), (0.8, False, False)):
        sitting.session.scene(Scene(began + seconds, SceneState.MOVING, (), (), PICTURE, looking=looking))
        assert (notice(sitting) is NoticeId.LOOKING) == told


def test_where_nothing_lies_there_is_nothing_to_correct(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.press(Button.MENU)
    assert notice(sitting) is not NoticeId.NOTHING_LIES
    nobody = Sitting("le_421", first=0)
    nobody.table.press(KEEPS[0], long=True)
    assert notice(nobody) is NoticeId.NOTHING_LIES
