"""Undo: decisions of this round are taken back before everybody, dice put back as they lay, and none thrown twice."""

from __future__ import annotations

import pytest
from at_table import AtTable, both, goes_on

from hardware.panel import Button
from kiosk.games.core import Keep, Roll, Stop
from kiosk.match.log import EntryKind
from kiosk.ruling import NoticeId, Ruling, RulingId
from kiosk.view import MenuView

pytestmark = pytest.mark.usefixtures("weights")

RESTORE = Ruling(RulingId.RESTORE)
STAYS = Ruling(RulingId.THROW_STAYS)


def lines(at: AtTable) -> list[str]:
    """What the menu offers."""
    at.press(Button.MENU)
    assert isinstance(at.shows, MenuView)
    labels = [item.label.message for item in at.shows.items]
    at.press(Button.MENU)
    return labels


@both
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


def test_the_round_before_is_history(chosen: AtTable) -> None:
    chosen.press(Button.END)
    chosen.lay(6, 6, 5)
    chosen.press(Button.END)
    assert "Undo" in lines(chosen), "until the next round has begun"
    chosen.lay(3, 3, 1)
    assert "Undo" not in lines(chosen)


@both
def test_a_throw_undone_is_not_thrown_again(chosen: AtTable) -> None:
    goes_on(chosen)
    done = list(chosen.match.actions)
    chosen.choose("Undo")
    chosen.lay(4, 2, 1)
    if chosen.keeping == "buttons":
        chosen.keep(4)
        assert chosen.play.ruling.id is RulingId.WOULD_STAY
    chosen.lay(6, 6, dice=[1, 2])
    assert chosen.asks == STAYS, "no lucky second throw"
    assert len(chosen.rolls) == 1
    chosen.lay(5, 3, dice=[1, 2])
    assert chosen.match.actions == done
    assert chosen.asks is None


def test_after_another_choice_it_is_another_throw(chosen: AtTable) -> None:
    goes_on(chosen)
    chosen.choose("Undo")
    chosen.lay(4, 2, 1)
    chosen.keep(2)
    chosen.lay(6, 6, dice=[0, 2])
    assert chosen.rolls[1:] == [(6, 6)]


def test_the_next_players_throw_stays_though_the_turn_before_is_ended_anew(chosen: AtTable) -> None:
    chosen.press(Button.END)
    chosen.lay(6, 6, 5)
    done = list(chosen.match.actions)
    last = done[-1]
    assert isinstance(last, Roll)
    chosen.choose("Undo")
    chosen.lay(4, 2, 1)
    chosen.press(Button.END)
    assert chosen.asks == STAYS
    assert [die.value for die in chosen.play.dice] == list(last.values)
    assert all(die.picture is not None for die in chosen.play.dice), "as the camera saw them fall"
    chosen.throw(0, 1, 2)
    while sorted(die.value or 0 for die in chosen.table.truth()) == [5, 6, 6]:
        chosen.throw(0, 1, 2)
    assert chosen.match.actions == done[:-1]
    chosen.lay(6, 6, 5)
    assert chosen.match.actions == done
    assert chosen.asks is None


def test_undo_is_a_line_in_the_record_and_nothing_is_erased(chosen: AtTable) -> None:
    goes_on(chosen)
    journal = chosen.match._journal
    before = journal.entries(chosen.match.record)
    chosen.choose("Undo")
    after = journal.entries(chosen.match.record)
    assert after[: len(before)] == before
    assert [line.kind for line in after[len(before) :]] == [EntryKind.UNDO]
    assert Keep(frozenset({1})) not in chosen.match.actions
