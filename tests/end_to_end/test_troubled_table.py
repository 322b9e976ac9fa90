"""What guests and machines do to a table: the right sentence, nothing lost, and play goes on once it is put right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from at_table import AtTable

from hardware.panel import KEEPS, Button, PanelPins
from hardware.simulator.camera import Mishap
from hardware.wiring import DEFAULT_BUTTONS, DEFAULT_LAMPS
from kiosk import prompts, sight
from kiosk.faults import camera_trouble
from kiosk.games.core import Choice, Keep, Leave, Stop
from kiosk.referee import Keeping
from kiosk.view import AttractView, DialogView, MenuView, ProblemView
from vision.types import DoubtKind

pytestmark = pytest.mark.usefixtures("weights")

DOUBTS = {prompts.doubtful(kind, number).message for kind in DoubtKind for number in (1, None)}
MISSING = prompts.missing(1).message


@pytest.fixture
def at() -> Iterator[AtTable]:
    with closing(AtTable()) as at:
        yield at


@pytest.fixture
def chosen(at: AtTable) -> AtTable:
    """4, 2 and 1 lie there, of three throws, and the 4 is marked."""
    at.lay(4, 2, 1)
    assert at.rolls == [(1, 2, 4)]
    at.keep(4)
    assert at.kept == [4]
    return at


def goes_on(at: AtTable) -> None:
    """The two dice beside the 4 are thrown again, and count."""
    assert at.asks is None
    count = len(at.rolls)
    at.lay(5, 3, dice=[1, 2])
    assert at.rolls[count:] == [(3, 5)]
    assert isinstance(at.match.actions[-2], Keep)
    assert sorted(at.match.last_hand.values()) == [3, 4, 5]


# --- dice ------------------------------------------------------------------------------------------------------------


def test_a_die_missing(at: AtTable) -> None:
    at.lay(4, 2)
    assert at.asks == MISSING
    assert at.rolls == []
    at.lay(1, dice=[2])
    assert at.rolls == [(1, 2, 4)]


def test_one_too_many() -> None:
    with closing(AtTable(dice=4)) as at:
        at.lay(4, 2, 1, 6)
        assert at.asks == prompts.too_many(1).message
        assert at.rolls == []
        at.do("lift", [3])
        assert at.rolls == [(1, 2, 4)]


def test_a_doubtful_die_that_leans(at: AtTable) -> None:
    for values in ((4, 2, 1), (6, 5, 3), (4, 4, 2)):  # flat dice show where the camera stands
        at.lay(*values)
        at.press(Button.END)
    count = len(at.rolls)
    at.lay(4, 2)
    at.do("cock", 2)
    assert at.asks in DOUBTS | {MISSING, prompts.NOT_THROWN.message}
    assert len(at.rolls) == count
    at.lay(1, dice=[2])
    assert at.rolls[count:] == [(1, 2, 4)]


def test_a_doubtful_picture_that_is_not_sharp(at: AtTable) -> None:
    at.camera.mishap = Mishap.SMEARED
    at.lay(4, 2, 1)
    assert at.rolls == []
    at.camera.mishap = None
    at.watch(3.0)
    assert at.rolls == [(1, 2, 4)]


def test_a_marked_die_lifted_and_put_back_as_it_was(chosen: AtTable) -> None:
    chosen.do("lift", [0])
    assert chosen.asks == prompts.LIFTED.message
    chosen.lay(4, dice=[0])
    assert chosen.kept == [4]
    goes_on(chosen)


def test_a_marked_die_whose_face_changed(chosen: AtTable) -> None:
    chosen.lay(6, dice=[0])
    assert chosen.asks == prompts.LIFTED.message
    chosen.lay(4, dice=[0])
    goes_on(chosen)


def test_a_marked_die_thrown_with_the_others_is_no_lucky_die_put_back(chosen: AtTable) -> None:
    chosen.do("clear")
    chosen.lay(4, 6, 6)
    assert chosen.asks == prompts.LIFTED.message
    assert len(chosen.rolls) == 1
    chosen.press(Button.END)
    assert chosen.match.actions[-2:] == [Keep(frozenset()), chosen.match.actions[-1]]
    assert chosen.rolls[-1] == (4, 6, 6)


def test_an_unmarked_die_never_thrown(chosen: AtTable) -> None:
    chosen.lay(5, dice=[1])
    assert chosen.asks == prompts.LEFT.message
    assert len(chosen.rolls) == 1
    chosen.lay(3, dice=[2])
    assert chosen.rolls[-1] == (3, 5)


def test_the_next_player_throwing_before_end(at: AtTable) -> None:
    at.lay(4, 2, 1)
    at.lay(6, 6, 5)
    assert at.rolls == [(1, 2, 4), (5, 6, 6)]
    assert at.play.notice == prompts.WHOSE_THROW
    at.press(Button.MENU)
    choose(at, "That was the next player's throw")
    assert at.match.actions == [at.match.actions[0], Stop(), at.match.actions[2]]
    assert at.match.last_seat == 1
    assert at.asks is None


def test_dice_thrown_one_by_one(at: AtTable) -> None:
    for die, value in enumerate((4, 2, 1)):
        assert at.rolls == []
        at.lay(value, dice=[die])
    assert at.rolls == [(1, 2, 4)]
    assert set(at.seen) == {MISSING}


def test_a_cup_turned_over_on_the_tray(at: AtTable) -> None:
    at.camera.mishap = Mishap.CUP
    at.lay(4, 2, 1, at=[(580, 330), (700, 330), (640, 430)])
    at.watch(6.0)
    assert at.rolls == []
    at.camera.mishap = None
    at.watch(3.0)
    assert at.rolls == [(1, 2, 4)]


def test_a_kept_die_pushed_aside(chosen: AtTable) -> None:
    chosen.do("push", 0, (120, 0))
    assert chosen.kept == [4]
    goes_on(chosen)


def test_dice_stirred_after_reading(chosen: AtTable) -> None:
    for die in (1, 2):
        chosen.do("push", die, (60, 30))
    chosen.do("hover", 0.5)
    assert sorted(chosen.match.last_hand.values()) == [1, 2, 4]
    goes_on(chosen)


def test_an_unmarked_die_turned_by_hand_after_reading(chosen: AtTable) -> None:
    chosen.lay(6, dice=[1])
    assert chosen.asks == prompts.LEFT.message, "either both are thrown, or one"
    assert sorted(chosen.match.last_hand.values()) == [1, 2, 4]


def test_a_hand_that_stays(chosen: AtTable) -> None:
    chosen.table.hover(7.0)
    chosen.watch(6.0)
    assert chosen.play.notice == prompts.HAND_OVER
    chosen.settle()
    assert chosen.play.notice != prompts.HAND_OVER
    goes_on(chosen)


def test_the_tray_cleared_in_the_middle_of_a_turn(chosen: AtTable) -> None:
    chosen.do("clear")
    assert chosen.asks == prompts.LIFTED.message
    chosen.lay(4, 2, 1)
    assert chosen.kept == [4]
    goes_on(chosen)


def test_with_hands_what_is_left_lying_is_kept() -> None:
    with closing(AtTable(keeping=Keeping.HANDS)) as at:
        at.lay(4, 2, 1)
        goes_on(at)
        at.press(Button.END)
        assert at.match.actions[-1] == Stop()


def test_the_wrong_players_dice() -> None:
    with closing(AtTable("four_twenty", {"dice_set": "own"}, sets=2, look=None)) as at:
        at.lay(6, 5, 4, 1)
        at.lay(5, 5, 3, 1, dice=[4, 5, 6, 7])
        assert at.rolls == [(1, 4, 5, 6), (1, 3, 5, 5)]
        at.keep(6)
        at.lay(2, dice=[4])
        assert at.asks == prompts.asked_back({}).message
        assert len(at.rolls) == 2
        at.lay(5, dice=[4])
        assert at.asks is None
        at.lay(2, 2, 2, dice=[1, 2, 3])
        assert at.rolls[2:] == [(2, 2, 2)]
        assert isinstance(at.match.wait, Choice)
        assert at.match.wait.seat == 1


# --- buttons ---------------------------------------------------------------------------------------------------------


def test_end_with_nothing_thrown(at: AtTable) -> None:
    at.press(Button.END)
    assert at.play.notice == prompts.THROW_FIRST
    assert at.match.actions == []
    at.lay(4, 2, 1)
    assert at.rolls == [(1, 2, 4)]


def test_every_button_held_at_once(chosen: AtTable) -> None:
    before = list(chosen.match.actions)
    chosen.press(*Button, seconds=1.3)
    assert chosen.match.actions == before
    assert chosen.play.notice == prompts.ONE_BUTTON
    goes_on(chosen)


def test_a_button_stuck_for_an_hour(chosen: AtTable) -> None:
    chosen.sitting.fingers.press(KEEPS[4], chosen.table.time)
    chosen.watch(32.0)
    before = list(chosen.match.actions)
    goes_on(chosen)
    chosen.press(Button.END)
    assert chosen.match.actions[len(before) + 2 :] == [Stop()]


def test_a_lamp_and_a_button_missing() -> None:
    buttons = {button: pin for button, pin in DEFAULT_BUTTONS.items() if button is not Button.KEEP_5}
    lamps = {button: pin for button, pin in DEFAULT_LAMPS.items() if button is not Button.KEEP_1}
    with closing(AtTable(pins=PanelPins(buttons, lamps))) as at:
        at.lay(4, 2, 1)
        at.keep(4)
        goes_on(at)


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_player_who_leaves_in_the_middle_of_a_match(at: AtTable) -> None:
    at.lay(4, 2, 1)
    at.press(Button.MENU)
    choose(at, "Somebody leaves")
    choose(at, "{seat}")
    assert Leave(0) in at.match.actions
    at.press(Button.END)
    at.lay(6, 6, 5)
    assert at.match.last_seat == 1, "Jean plays on"


def test_nothing_happening_for_a_minute(chosen: AtTable) -> None:
    chosen.doze(61.0)
    assert chosen.play.notice == prompts.waiting(0)
    goes_on(chosen)


def test_nothing_happening_for_ten_minutes(chosen: AtTable) -> None:
    before = list(chosen.match.actions)
    chosen.doze(601.0)
    shown = chosen.shows
    assert isinstance(shown, AttractView)
    assert shown.resumable
    chosen.press(Button.END)
    assert chosen.match.actions == before, "the press that wakes the table does nothing else"
    goes_on(chosen)


# --- the camera ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mishap", [Mishap.UNPLUGGED, Mishap.STALLED, Mishap.BLACK, Mishap.FROZEN])
def test_the_camera_fails_and_comes_back(chosen: AtTable, mishap: Mishap) -> None:
    chosen.camera.mishap = mishap
    chosen.watch(2.5)
    for _ in range(16):
        if isinstance(chosen.shows, ProblemView) or chosen.evening.view.alert is not None:
            break
        chosen.watch(0.5)
    told = {
        Mishap.UNPLUGGED: camera_trouble("webcam 0 sends"),
        Mishap.STALLED: camera_trouble("hangs"),
        Mishap.BLACK: sight.BLACK,
        Mishap.FROZEN: sight.FROZEN,
    }
    shown = chosen.shows
    assert told[mishap] == (shown.what if isinstance(shown, ProblemView) else chosen.evening.view.alert)
    if isinstance(shown, ProblemView):
        chosen.press(Button.END)
    assert chosen.play.prompt == prompts.NO_CAMERA_CHOICE
    chosen.camera.mishap = None
    chosen.watch(2.5)
    assert chosen.evening.view.alert is None
    goes_on(chosen)


def test_without_a_camera_throws_are_entered_and_play_goes_on_when_it_is_back(chosen: AtTable) -> None:
    chosen.camera.mishap = Mishap.UNPLUGGED
    chosen.watch(8.0)
    assert isinstance(chosen.shows, ProblemView)
    chosen.press(Button.END)
    chosen.press(Button.END, seconds=1.0)
    assert isinstance(chosen.shows, DialogView)
    for _ in range(2):
        chosen.press(KEEPS[0])
    chosen.press(Button.END)
    assert chosen.rolls[-1] == (1, 3)
    chosen.camera.mishap = None
    chosen.lay(4, 3, 1)
    assert chosen.asks is None
    assert sorted(chosen.match.last_hand.values()) == [1, 3, 4]


def choose(at: AtTable, message: str) -> None:
    """Go down the menu to a line, and press OK."""
    for _ in range(12):
        menu = at.shows
        assert isinstance(menu, MenuView)
        if menu.items[menu.chosen].label.message == message:
            at.press(Button.END)
            return
        at.press(Button.KEEP_2)
    pytest.fail(f"the menu has no {message}")


def test_a_throw_taken_back_leaves_the_hand_before_to_be_laid_as_it_lay(chosen: AtTable) -> None:
    goes_on(chosen)
    chosen.press(Button.MENU)
    choose(chosen, "Undo")
    assert chosen.play.notice == prompts.UNDONE
    assert chosen.asks == prompts.restore({}).message
    assert [die.value for die in chosen.play.dice if die.picture is not None] == list(chosen.match.last_hand.values())
    chosen.lay(4, 2, 1)
    assert sorted(chosen.match.last_hand.values()) == [1, 2, 4]
    chosen.keep(4)
    goes_on(chosen)
