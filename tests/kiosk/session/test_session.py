"""A session with seven buttons: from the attract screen into a match, and what a match then shows and offers."""

from __future__ import annotations

from pathlib import Path

from at_the_bar import Bar
from made_up import PICTURE, MadeUpTable
from one_throw import cut_off

from hardware.faults import CameraFault, CameraFaultKind
from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk.games.core import Keep, Lead, Roll, Stop
from kiosk.games.registry import games
from kiosk.games.text import say
from kiosk.match.journal import Journal
from kiosk.ruling import NoticeId, RulingId
from kiosk.session.fault_texts import camera_trouble
from kiosk.session.faults import BLIND_S
from kiosk.session.session import AT_WORK_S, ATTRACT_S, NOTICE_S, Session
from kiosk.session.start import Start
from kiosk.view import AttractView, PlayView, ProblemView, Sound
from vision.types import DoubtKind, SceneState


def test_any_button_wakes_the_table(bar: Bar) -> None:
    assert isinstance(bar.scene, AttractView)
    assert all(bar.session.view.lamps.values())
    bar.press(Button.KEEP_4)
    assert [item.label for item in bar.menu.items] == [known.title for known in games()]


def test_menu_on_the_attract_screen_opens_what_can_be_set(bar: Bar) -> None:
    bar.press(Button.MENU)
    bar.choose("Language")
    assert bar.session.view.language == "fr"
    bar.press(Button.KEEP_2, Button.KEEP_4)
    assert bar.session.view.sound is Sound.PARTY
    bar.press(Button.KEEP_1, Button.KEEP_1, Button.END)
    assert bar.menu.title.message == "Which game?"


def test_dice_that_lay_there_before_a_match_were_not_thrown_in_it() -> None:
    session = Session(Journal())
    table = MadeUpTable(session.scene, session.press)
    table.lie(5, 5, 5)
    match = session.begin("le_421", None, {}, ["Marie", "Jean"])
    table.rest()
    assert match.actions == []
    table.throw_all(1, 2, 3)
    assert match.actions == [Roll((1, 2, 3))]


def test_buttons_offer_only_what_the_rules_allow(bar: Bar) -> None:
    bar.session.begin("mexico", None, {}, ["Marie", "Jean"], 0)
    bar.table.throw(6, 5)
    assert set(bar.session.view.keys) == {Button.END, Button.MENU}, "both dice are thrown again, or none"
    bar.table.throw_all(4, 1)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice is not None
    assert "next player" not in bar.scene.notice.message, "to throw both again is no mistake here"


def test_what_is_wrong_is_shown_in_the_picture_of_that_moment(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6, doubted=(2, DoubtKind.COCKED))
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.trouble
    assert bar.scene.look is PICTURE
    bar.table.throw_all(6, 6, 5)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.look is None


def test_nobody_is_urged_as_the_match_begins(bar: Bar) -> None:
    bar.session.tick(5000.0)
    bar.begin()
    bar.session.tick(5001.0)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice is None
    bar.session.tick(5090.0)
    assert bar.scene.notice is not None, "by now somebody has forgotten whose turn it is"


def test_the_session_goes_on_without_a_camera_and_with_it_again(bar: Bar) -> None:
    bar.begin()
    hangs = camera_trouble(CameraFault(CameraFaultKind.HANGS))
    bar.session.camera_fails(hangs)
    assert bar.session.view.alert == hangs.line
    bar.press(Button.END, Button.KEEP_1, Button.END)
    assert bar.actions == [Roll((2, 1, 1))]
    bar.session.camera_fails(None)
    assert bar.session.view.alert is None
    bar.table.empty()
    bar.table.throw(5, 5, 5)
    assert bar.actions == [Roll((2, 1, 1)), Roll((5, 5, 5))]


# --- cut off ----------------------------------------------------------------------------------------------------------


def test_a_cut_off_match_goes_on_by_itself(bar: Bar, path: Path) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 2, 1)
    cut_off(bar.journal)
    after = Bar(path)
    assert isinstance(after.scene, PlayView)
    assert after.actions == bar.actions == [Roll((6, 6, 6)), Roll((1, 1, 2)), Roll((4, 2, 1))]
    after.table.throw(6, 6, 5)
    assert after.actions[3:] == [Roll((6, 6, 5))]


def test_a_match_that_goes_on_after_a_restart_is_shown_however_long_the_machine_is_on(bar: Bar, path: Path) -> None:
    bar.begin()
    cut_off(bar.journal)
    later = Session(Journal(path), start=Start(now=20_000.0))
    later.tick(20_000.1)
    assert isinstance(later.view.scene, PlayView)


def test_a_match_given_up_does_not_come_back(bar: Bar, path: Path) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    assert isinstance(bar.scene, AttractView)
    cut_off(bar.journal)
    assert isinstance(Bar(path).scene, AttractView)


def test_a_match_of_an_unknown_game_is_left_in_the_journal(path: Path) -> None:
    journal = Journal(path)
    journal.start("pharaoh", None, {}, ["A", "B"], None)
    journal.close()
    assert isinstance(Bar(path).scene, AttractView)


def test_whoever_leads_is_drawn_by_the_end_button_alone(bar: Bar) -> None:
    bar.session.begin("four_twenty", None, {}, ["Marie", "Jean", "Luc"])
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.ruling.id is RulingId.DRAW
    bar.press(*KEEPS)
    assert bar.actions == []
    bar.press(Button.END)
    assert len(bar.actions) == 1
    assert isinstance(bar.actions[0], Lead)


# --- one stack of modes ----------------------------------------------------------------------------------------------


def left_alone(bar: Bar) -> None:
    """Nobody touches the match under way for long."""
    bar.table.time += ATTRACT_S + 1.0
    bar.session.tick(bar.table.time)


def test_a_match_left_alone_lies_behind_the_attract_screen_until_a_press_or_a_hand(bar: Bar) -> None:
    bar.begin()
    left_alone(bar)
    assert isinstance(bar.scene, AttractView)
    assert bar.scene.resumable
    bar.press(Button.KEEP_3)
    assert isinstance(bar.scene, PlayView)
    left_alone(bar)
    bar.table.stir()
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == []


def test_what_covers_the_tray_for_ever_is_nobody_and_the_next_hand_is_somebody(bar: Bar) -> None:
    bar.begin()
    shown = []
    for _ in range(round(3 * ATTRACT_S / 10)):
        bar.table.tell(SceneState.HAND, after=10.0)
        bar.session.tick(bar.table.time)
        shown.append(isinstance(bar.scene, AttractView))
    assert shown == sorted(shown), "once it sleeps it sleeps, whatever stands there"
    assert shown[-1]
    bar.table.empty()
    assert isinstance(bar.scene, AttractView), "somebody took the cup away, and nobody is there again"
    bar.table.stir()
    assert isinstance(bar.scene, PlayView)
    assert ATTRACT_S > AT_WORK_S


def test_a_press_in_the_moment_in_which_the_table_would_fall_asleep_does_what_was_shown(bar: Bar) -> None:
    bar.begin()
    bar.table.time += ATTRACT_S - 0.4
    bar.session.tick(bar.table.time)
    bar.press(Button.MENU)
    assert bar.menu.items[0].label.message == "Go on playing"


def test_a_camera_lost_while_the_table_sleeps_is_told_first_and_one_press_goes_on_with_the_match(bar: Bar) -> None:
    bar.begin()
    left_alone(bar)
    bar.session.camera_fails(camera_trouble(CameraFault(CameraFaultKind.HANGS)))
    bar.table.time += 2 * BLIND_S
    bar.session.tick(bar.table.time)
    assert isinstance(bar.scene, ProblemView)
    assert all(bar.session.view.lamps[button] for button in Button)
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)


def test_a_match_held_wrongly_says_so_and_menu_among_other_buttons_counts_alone(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 2, 1)
    bar.table.press(Button.KEEP_1, Button.MENU, long=True)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice_id is NoticeId.ONE_BUTTON
    bar.press(Button.KEEP_1)
    before = bar.session.view.lamps
    bar.table.press(Button.KEEP_2, Button.END, Button.MENU)
    assert bar.menu
    bar.press(Button.MENU)
    assert bar.session.view.lamps == before


def test_one_press_of_several_buttons_ends_with_what_it_opens(bar: Bar) -> None:
    bar.table.press(Button.KEEP_2, Button.END)
    assert bar.menu.chosen == 0, "the page of games was opened, and nothing was chosen there"
    bar.press(Button.KEEP_2)
    bar.table.press(Button.KEEP_2, Button.END)
    assert bar.menu.title == games()[2].title


def test_what_one_button_brings_about_is_not_answered_by_another_of_the_same_press(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 2, 1)
    bar.table.lift(2, 3)
    bar.table.throw(5, 3, at=700)
    bar.table.press(Button.KEEP_1, Button.END)
    assert bar.actions[-2:] == [Keep(frozenset({1})), Roll((5, 3))], "END ended no turn that nobody had seen"


def test_what_is_told_stands_there_one_after_the_other() -> None:
    session = Session(Journal())
    session.alert = say("Space")
    session.tell(say("Left"), say("Right"))
    shown = []
    for second in range(0, round(3 * NOTICE_S), 10):
        session.tick(float(second))
        shown.append(session.view.alert)
    assert list(dict.fromkeys(shown)) == [say("Left"), say("Right"), say("Space")]


def test_a_press_that_began_on_a_page_which_went_by_itself_is_not_answered_by_what_lay_beneath(bar: Bar) -> None:
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
