"""Play as one of the table's modes: what its presses come to beside the referee's own."""

from __future__ import annotations

from at_the_bar import Bar

from hardware.panel import KEEPS, Button
from kiosk.ruling import NoticeId
from kiosk.view import DialogView, PlayView


def test_two_buttons_held_together_are_no_wish_and_one_held_is(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(4, 2, 1)
    bar.table.press(KEEPS[0], KEEPS[1], long=True)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice_id is NoticeId.ONE_BUTTON
    bar.table.press(KEEPS[0], long=True)
    assert isinstance(bar.scene, DialogView)


def test_two_buttons_held_in_the_dialog_step_both_dice(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(4, 2, 1)
    bar.table.press(KEEPS[0], long=True)
    assert isinstance(bar.scene, DialogView)
    before = [die.value for die in bar.scene.dice]
    bar.table.press(KEEPS[1], KEEPS[2], long=True)
    assert isinstance(bar.scene, DialogView)
    stepped = [die.value != value for die, value in zip(bar.scene.dice, before, strict=True)]
    assert stepped == [False, True, True]
    bar.press(Button.MENU)
    assert isinstance(bar.scene, PlayView)
