"""Undo: decisions of this round are taken back before everybody, dice put back as they lay, and none thrown twice."""

from __future__ import annotations

import pytest
from at_table import AtTable, goes_on

from hardware.panel import Button
from kiosk.games.core import Keep, Roll, Stop
from kiosk.ruling import NoticeId, Ruling, RulingId
from kiosk.view import PageView

pytestmark = pytest.mark.usefixtures("weights")

RESTORE = Ruling(RulingId.RESTORE)


def lines(at: AtTable) -> list[str]:
    """What the menu offers."""
    at.press(Button.MENU)
    assert isinstance(at.shows, PageView)
    labels = [item.label.message for item in at.shows.items]
    at.press(Button.MENU)
    return labels


def test_undo_goes_step_by_step_back_to_the_beginning_of_the_round(chosen: AtTable) -> None:
    goes_on(chosen)
    chosen.press(Button.END)
    chosen.lay(6, 6, 5)
    done = list(chosen.match.actions)
    assert [type(action) for action in done] == [Roll, Keep, Roll, Stop, Roll]

    chosen.choose("Undo")
    assert chosen.play.notice_id is NoticeId.UNDONE, "everybody is told"
    assert chosen.match.actions == done[:3], "with the throw that came after"
    assert chosen.asks == RESTORE
    assert sorted(die.value or 0 for die in chosen.play.dice) == [3, 4, 5], "the screen shows how they lay"
    assert all(die.picture is not None for die in chosen.play.dice)
    chosen.lay(4, 5, 3)
    assert chosen.asks is None

    chosen.choose("Undo")
    assert chosen.match.actions == done[:1]
    assert chosen.asks == RESTORE
    chosen.lay(4, 2, 1)
    assert chosen.asks is None
    assert "Undo" not in lines(chosen), "the first throw of the round stays"
