"""Players say what dice show: to correct a throw, or to enter one that no camera saw."""

from __future__ import annotations

from dataclasses import replace

from sitting import Sitting, at_421

from hardware.panel import KEEPS, Button
from kiosk.games.core import Choice, Keep, Roll, Stop
from kiosk.locale import translate
from kiosk.referee.keeping import Keeping
from kiosk.ruling import NoticeId, RulingId
from vision.types import DoubtKind


def test_a_long_press_offers_the_next_best_value_and_end_takes_it(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    assert [die.value for die in sitting.asked.dice] == [5, 6, 1]
    sitting.table.keep(3)
    sitting.table.end()
    assert sitting.match.actions[-1] == Roll((5, 6, 2))
    assert [(die.value, die.corrected) for die in sitting.play.dice] == [(5, True), (6, False), (2, True)]
    assert sitting.match.corrections == 1


def test_the_dialog_opens_for_all_dice_at_once_and_for_none_that_is_not_there(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[3], long=True)
    assert sitting.play
    assert sitting.play.notice_id is NoticeId.NOTHING_LIES
    dialog = sitting.correct()
    dialog.step(3)
    assert dialog.values == (4, 6, 1), "there is no fourth die to step"


def test_two_buttons_held_together_ask_for_one_but_in_the_dialog_step_both(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], KEEPS[2], long=True)
    assert sitting.play.notice_id is NoticeId.ONE_BUTTON
    assert sitting.lit == []
    sitting.correct()
    sitting.table.press(KEEPS[0], KEEPS[2], long=True)
    dialog = sitting.dialog
    assert dialog.values == (5, 6, 2)


def test_in_the_dialog_only_the_lamp_of_the_button_that_accepts_shines(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.correct()
    keys = sitting.keys
    assert [button for button, key in keys.items() if key.lit] == [Button.END]
    assert keys.keys() == {*KEEPS[:3], Button.END, Button.MENU}
    labels = [translate(key.label or "", "en") for key in keys.values()]
    assert labels == ["Make it 5", "Make it 1", "Make it 2", "Accept", "Back"], "each key says what it would do"


def test_menu_leaves_the_dialog_as_it_was(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.press(Button.MENU)
    assert sitting.play
    assert sitting.match.actions[-1] == Roll((4, 6, 1))


def test_six_steps_lead_back_to_what_was_read(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    seen = []
    for _ in range(6):
        view = sitting.asked
        seen.append(view.dice[0].value)
        sitting.table.keep(1)
    assert sorted(value or 0 for value in seen) == [1, 2, 3, 4, 5, 6]
    assert seen[-1] == 4


def test_the_hand_of_an_ended_turn_is_corrected_until_the_next_throw(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.end()
    assert sitting.match.actions[-2:] == [Roll((5, 6, 1)), Stop()]
    sitting.table.throw_all(2, 2, 2)
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.end()
    assert sitting.match.actions[-1] == Roll((3, 2, 2)), "the next throw is the last hand now"


def test_marks_survive_a_correction(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.end()
    assert sitting.lit == [2]


def test_a_doubtful_die_may_be_named_by_hand(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, doubted=(2, DoubtKind.VALUE))
    sitting.table.press(KEEPS[1], long=True)
    view = sitting.asked
    assert [die.value for die in view.dice] == [4, 3, 1], "the next best value of the die that was held"
    sitting.table.end()
    assert sitting.match.actions[count:] == [Roll((4, 3, 1))]
    assert sitting.match.corrections == 1


def test_without_a_camera_whole_throws_are_entered(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.blind()
    assert sitting.play.ruling.id is RulingId.NO_CAMERA
    sitting.table.end()
    view = sitting.asked
    assert [die.value for die in view.dice] == [1, 1, 1]
    sitting.table.keep(1, 1, 1)  # to 4
    sitting.table.keep(2)  # to 2
    sitting.table.end()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]
    assert isinstance(sitting.match.wait, Choice)
    # Keep two, enter one.
    sitting.table.keep(1, 3)
    assert sitting.lit == [1, 3]
    sitting.table.press(Button.END, long=True)
    sitting.table.keep(1)
    sitting.table.end()
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((2,))]
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()


def test_a_throw_is_entered_for_the_dice_that_were_asked_about_though_the_camera_is_back() -> None:
    sitting = at_421(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.blind()
    sitting.table.keep(1)
    sitting.table.press(Button.END, long=True)
    sitting.blind(blind=False)
    sitting.table.rest()
    sitting.table.end()
    assert sitting.match.actions[-2:] == [Keep(frozenset({1})), Roll((1, 1))]


def test_the_die_that_was_held_is_asked_about_though_others_lie_there(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    sitting.table.stir()
    sitting.table.dice.append(sitting.table._new(3, 100.0))  # another game's, left of all
    sitting.table.dice = [replace(die, thrown=False) for die in sitting.table.dice]
    sitting.table.rest()
    shown = {die.button: die.value for die in sitting.play.dice}
    assert shown == {2: 4, 3: 6, 4: 1}
    sitting.table.press(KEEPS[2], long=True)
    view = sitting.asked
    assert [(die.value, die.corrected) for die in view.dice] == [(4, False), (1, True), (1, False)]


def test_without_a_camera_buttons_stand_for_the_hand_as_it_is_shown(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.slide(1, 900.0)
    sitting.blind()
    sitting.table.press(KEEPS[0], long=True)
    view = sitting.asked
    assert [(die.value, die.corrected) for die in view.dice] == [(1, True), (6, False), (1, False)]


def test_a_hand_entered_by_hand_is_known_by_its_values_once_the_camera_is_back(sitting: Sitting) -> None:
    sitting.blind()
    sitting.table.end()
    sitting.table.keep(1, 1, 1, 2)  # 4 2 1
    sitting.table.end()
    sitting.blind(blind=False)
    sitting.table.lie(1, 2, 4)
    assert not sitting.play.warning
    sitting.table.keep(3)
    assert [(die.value, die.kept) for die in sitting.play.dice] == [(1, False), (2, False), (4, True)]


def test_a_throw_entered_by_hand_is_of_the_dice_that_show_it(sitting: Sitting) -> None:
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(1, 2, 4, doubted=(2, DoubtKind.COCKED))
    sitting.table.press(Button.END, long=True)
    sitting.table.keep(1, 1, 1, 2)  # 4 2 1
    sitting.table.end()
    assert sitting.match.hand == {1: 4, 2: 2, 3: 1}
    assert [die.value for die in sitting.play.dice] == [1, 2, 4]
