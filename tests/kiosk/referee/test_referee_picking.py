"""A box of a score sheet is chosen with seven buttons, or by tapping it; and a choice can be taken back."""

from __future__ import annotations

import pytest
from sitting import Sitting

from hardware.panel import Button
from kiosk.games.core import Choice, Choose, Keep, Pick, Roll, Stop, Throw
from kiosk.games.yams import YamsState
from kiosk.match.match import Match
from kiosk.ruling import RulingId
from kiosk.view import Picked


@pytest.fixture
def yams() -> Sitting:
    """Marie begins."""
    return Sitting("yams", first=0)


def to_the_sheet(yams: Sitting, *values: int) -> Pick:
    """One throw, and the turn ends."""
    yams.table.throw_all(*values)
    yams.table.end()
    wait = yams.match.wait
    assert isinstance(wait, Pick)
    return wait


def marked(yams: Sitting) -> str:
    pick = yams.play.pick
    assert pick is not None
    return pick.marked


def tap(yams: Sitting, box: str) -> None:
    yams.session.point(Picked(yams.match.title, box))


def labels(yams: Sitting) -> dict[Button, str]:
    return {button: key.label.message for button, key in yams.keys.items() if key.label is not None}


def written(match: Match, seat: int) -> int:
    state = match.state
    assert isinstance(state, YamsState)
    return sum(points is not None for points in state.sheets[seat])


def test_the_mark_begins_on_what_is_worth_most_in_the_end(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    assert yams.play.pick is not None
    assert marked(yams) == yams.play.pick.best[0] == "brelan", "28 there are rarer than a full house"
    assert yams.prompt == "Write {n} point: {box}"
    assert dict(yams.play.prompt.values)["n"] == 28


def test_two_buttons_go_from_box_to_box_and_round(yams: Sitting) -> None:
    wait = to_the_sheet(yams, 6, 6, 6, 5, 5)
    names = [offer.name for offer in wait.options]
    at = names.index(marked(yams))
    yams.table.press(Button.KEEP_2)
    assert marked(yams) == names[at + 1]
    yams.table.press(Button.KEEP_1)
    yams.table.press(Button.KEEP_1)
    assert marked(yams) == names[at - 1]
    for _ in names:
        yams.table.press(Button.KEEP_1)
    assert marked(yams) == names[at - 1]


def test_three_buttons_jump_to_the_best(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    pick = yams.play.pick
    assert pick is not None
    for button, name in zip((Button.KEEP_3, Button.KEEP_4, Button.KEEP_5), pick.best, strict=True):
        yams.table.press(button)
        assert marked(yams) == name
        assert button not in yams.keys, "it is marked already, and a key does something"


def test_end_writes_the_marked_box_and_the_next_one_throws(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    yams.table.press(Button.KEEP_2)
    box = marked(yams)
    yams.table.end()
    assert yams.match.actions[-1] == Choose(box)
    assert yams.match.wait == Throw(1, (1, 2, 3, 4, 5))
    assert written(yams.match, 0) == 1


def test_menu_goes_back_to_the_dice_while_throws_are_left(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    assert labels(yams)[Button.MENU] == "Back to the dice"
    yams.table.press(Button.MENU)
    assert isinstance(yams.match.wait, Choice)
    yams.table.keep(1, 2, 3)
    yams.table.lift(4, 5)
    yams.table.throw(6, 6, at=600)
    assert yams.match.actions[-2:] == [Keep(frozenset({1, 2, 3})), Roll((6, 6))]


def test_after_the_last_throw_menu_is_the_menu(yams: Sitting) -> None:
    for _ in range(3):
        yams.table.throw_all(6, 5, 4, 3, 1)
    assert isinstance(yams.match.wait, Pick)
    assert labels(yams)[Button.MENU] == "Menu"


def test_a_tap_marks_a_box_and_a_second_one_writes_it(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    tap(yams, "chance")
    assert marked(yams) == "chance"
    tap(yams, "no such box")
    assert marked(yams) == "chance"
    tap(yams, "chance")
    assert yams.match.actions[-1] == Choose("chance")


def test_a_hand_corrected_after_the_box_was_chosen_is_chosen_for_anew(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    yams.table.end()
    assert written(yams.match, 0) == 1
    yams.match.correct({5: 4}, 99.0)
    yams.referee.resync()
    assert isinstance(yams.match.wait, Pick)
    assert yams.match.actions[-2:] == [Roll((6, 6, 6, 5, 4)), Stop()]
    assert written(yams.match, 0) == 0
    assert yams.match.corrections == 1


def test_a_choice_is_taken_back_and_what_the_next_one_threw_stays(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    yams.table.end()
    yams.table.throw_all(1, 2, 3, 4, 5)
    yams.undo()
    assert isinstance(yams.match.wait, Pick)
    yams.match.act(Choose("chance"), time=100.0)
    yams.referee.resync()
    assert yams.match.actions[-2:] == [Choose("chance"), Roll((1, 2, 3, 4, 5))], "no box makes a throw undone"
    assert yams.play.ruling.id is RulingId.PLAY_ON


def test_dice_that_somebody_lifts_meanwhile_are_nobodys_throw(yams: Sitting) -> None:
    to_the_sheet(yams, 6, 6, 6, 5, 5)
    yams.table.throw_all(2, 2, 4, 4, 5)
    yams.table.end()
    assert isinstance(yams.match.actions[-1], Choose)
    assert yams.match.wait == Throw(1, (1, 2, 3, 4, 5))
    yams.table.throw_all(1, 2, 3, 4, 6)
    assert yams.match.actions[-1] == Roll((1, 2, 3, 4, 6))


def test_the_house_writes_where_it_is_worth_most(yams: Sitting) -> None:
    yams.leaves(0)
    yams.table.throw_all(5, 4, 3, 2, 1)
    actions = yams.match.actions
    assert isinstance(actions[-1], Choose | Roll)
    for _ in range(3):
        if written(yams.match, 0):
            break
        yams.table.throw_all(6, 5, 4, 3, 2)
    assert written(yams.match, 0) == 1
    assert yams.match.wait == Throw(1, (1, 2, 3, 4, 5))
    assert yams.play.pick is None


def test_where_there_is_no_sheet_what_is_marked_is_taken() -> None:
    sitting = Sitting("dix_mille", "francaise", first=0, options={"opening": 0, "target": 1000})
    sitting.table.throw(1, 1, 1, 2, 3, 5)
    sitting.table.end()
    assert isinstance(sitting.match.wait, Pick)
    assert sitting.prompt == "Take {n} point: {box}"
    assert labels(sitting)[Button.END] == "Take"
    assert [labels(sitting)[button] for button in (Button.KEEP_1, Button.KEEP_2)] == ["Previous", "Next"]
    sitting.table.end()
    assert sitting.match.state.counts == (1000, 0)
