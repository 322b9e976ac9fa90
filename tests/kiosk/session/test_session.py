"""A session with seven buttons: from the attract screen into a match, and what a match then shows and offers."""

from pathlib import Path

from made_up import PICTURE, MadeUpTable
from one_throw import cut_off
from pressing import short
from sitting import Sitting

from hardware.panel import Button, Press, PressKind
from kiosk.games.core import Roll, Stop
from kiosk.games.text import say
from kiosk.match.journal import Journal
from kiosk.session.attract import CYCLE_S, POSTER_S
from kiosk.session.session import ATTRACT_S, NOTICE_S, Session
from kiosk.session.start import Start
from kiosk.view import AttractView, EndView, PlayView
from vision.types import DoubtKind


def test_dice_that_lay_there_before_a_match_were_not_thrown_in_it() -> None:
    session = Session(Journal())
    table = MadeUpTable(session.scene, session.press)
    table.lie(5, 5, 5)
    match = session.begin("le_421", None, {}, ["Marie", "Jean"])
    table.rest()
    assert match.actions == []
    table.throw_all(1, 2, 3)
    assert match.actions == [Roll((1, 2, 3))]


def test_what_is_wrong_is_shown_in_the_picture_of_that_moment(bar: Sitting) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6, doubted=(2, DoubtKind.COCKED))
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.trouble
    assert bar.scene.close_up is PICTURE
    bar.table.throw_all(6, 6, 5)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.close_up is None


def test_a_match_that_goes_on_after_a_restart_is_shown_however_long_the_machine_is_on(bar: Sitting, path: Path) -> None:
    bar.begin()
    cut_off(bar.journal)
    later = Session(Journal(path), start=Start(now=20_000.0))
    later.tick(20_000.1)
    assert isinstance(later.view.scene, PlayView)


def test_a_match_of_an_unknown_game_is_left_in_the_journal(path: Path) -> None:
    journal = Journal(path)
    journal.start("pharaoh", None, {}, ["A", "B"], None)
    journal.close()
    assert isinstance(Sitting(path=path).scene, AttractView)


def test_what_is_told_stands_there_one_after_the_other() -> None:
    session = Session(Journal())
    session.alert = say("Space")
    session.tell(say("Left"), say("Right"))
    shown = []
    for second in range(0, round(3 * NOTICE_S), 10):
        session.tick(float(second))
        shown.append(session.view.alert)
    assert list(dict.fromkeys(shown)) == [say("Left"), say("Right"), say("Space")]


def test_a_press_that_began_on_a_page_which_went_by_itself_is_not_answered_by_what_lay_beneath(bar: Sitting) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.press(Button.MENU)
    bar.session.tick(bar.table.time)
    began = bar.table.time
    bar.table.throw_all(4, 2, 1)
    bar.session.tick(bar.table.time)
    assert isinstance(bar.scene, PlayView), "the throw has closed the menu"
    count = len(bar.actions)
    bar.session.press(Press(frozenset({Button.END}), PressKind.SHORT, began))
    assert len(bar.actions) == count
    bar.table.end()
    assert bar.actions[count:] == [Stop()]


def test_the_poster_plays_a_turn_by_itself_every_now_and_then(bar: Sitting) -> None:
    shown = []
    for since in (0.0, POSTER_S + 2.0, CYCLE_S + 1.0, CYCLE_S + POSTER_S + 7.0):
        bar.session.tick(since)
        assert isinstance(bar.scene, AttractView)
        values = None if bar.scene.play is None else [die.value for die in bar.scene.play.dice]
        shown.append((bar.scene.mirrored, values))
    assert shown == [(False, None), (False, [4, 6, 2]), (True, None), (True, [4, 1, 2])]


def test_the_best_hands_of_an_evening_are_shown_by_turns(bar: Sitting) -> None:
    bar.begin("Marie", "Jean", charge_rolls=1, tokens=21)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    for values in ((6, 6, 6), (4, 2, 1)):
        bar.table.throw_all(*values)
    hands = []
    for cycle in (1, 2):
        bar.session.tick(bar.table.time + ATTRACT_S + CYCLE_S * cycle)
        assert isinstance(bar.scene, AttractView)
        assert bar.scene.hand is not None
        hands.append(sorted(die.value or 0 for die in bar.scene.hand.dice))
        assert bar.scene.play is None, "a match lies behind it"
    assert hands == [[1, 2, 4], [6, 6, 6]], "the best one first"


def test_the_end_says_how_many_dice_were_corrected(bar: Sitting) -> None:
    bar.session.begin("le_421", "classique", {"tokens": 1}, ("Marie", "Jean"), 0)
    bar.table.throw(4, 2, 1)
    bar.table.throw_all(6, 5, 3)
    said = []
    for step in range(2):
        assert isinstance(bar.scene, EndView)
        said.append(bar.scene.summary)
        if not step:
            bar.press(Button.KEEP_3, long=True)
            bar.press(Button.KEEP_3, Button.END)
    assert said == [None, say("{n} die was corrected by hand", "{n} dice were corrected by hand", n=1)]


def test_once_a_button_has_opened_a_page_those_pressed_with_it_do_nothing() -> None:
    session = Session(Journal())
    session.press(short(0.0, Button.END))
    beneath = len(session.modes)
    session.press(short(1.0, Button.KEEP_5, Button.END))
    assert len(session.modes) == beneath + 1
