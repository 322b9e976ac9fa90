"""The sentence that the screen shows is that of the ruling, and the dialog begins with the die that was asked about."""

from __future__ import annotations

import pytest
from sitting import Sitting

from hardware.panel import KEEPS, Button
from kiosk.games.registry import game
from kiosk.locale import translate
from kiosk.referee.dialog import by_likelihood
from kiosk.referee.prompts import sentence
from kiosk.ruling import Ruling, RulingId
from kiosk.session.play_modes import CORRECT, ENTER, make_it
from vision.types import DoubtKind


def test_what_the_house_throws_and_keeps_is_said(sitting: Sitting) -> None:
    sitting.leaves(0)
    sitting.table.rest()
    assert sitting.play.ruling.id is RulingId.HOUSE_THROWS
    assert sitting.play.ruling.count == 3
    assert sitting.play.prompt == sentence(sitting.play.ruling)
    sitting.table.throw_all(4, 6, 1)
    assert sitting.play.ruling.id is RulingId.HOUSE_KEEPS
    assert sitting.play.ruling.hand == (4, 1)
    assert sitting.play.ruling.count == 1
    assert sitting.play.prompt == sentence(sitting.play.ruling)


@pytest.mark.parametrize(
    ("stay", "whole", "said"),
    [
        ((), (5, 3, 3), "Jean keeps none: throw all 3 dice"),
        ((4,), (4, 4, 2), "Jean keeps only one 4: throw the other 2 dice"),
        ((4, 2), (4, 2, 6), "Jean keeps 4-2: throw the other die"),
    ],
)
def test_it_is_said_which_dice_the_house_keeps_and_how_many_to_throw(
    stay: tuple[int, ...], whole: tuple[int, ...], said: str
) -> None:
    keeps = Ruling(RulingId.HOUSE_KEEPS, len(whole) - len(stay), stay, whole=whole, seat=1)
    assert translate(sentence(keeps) or "", "en", ("Marie", "Jean")) == said


def test_a_sentence_tells_the_number_that_it_is_about() -> None:
    doubt, spare = Ruling(RulingId.DOUBT, doubt=DoubtKind.COCKED, number=2), Ruling(RulingId.SPARE, 2, number=3)
    assert translate(sentence(doubt) or "", "en") == "Die 2 leans: nudge it until it lies flat"
    assert translate(sentence(spare) or "", "en") == "This game has 3 dice: take 2 away"


def test_dice_that_the_game_names_are_called_so_in_every_sentence() -> None:
    figures = game("poker_d_as")().figures
    for asked in (
        Ruling(RulingId.HOUSE_KEEPS, 3, (1, 6), whole=(1, 6, 3, 3, 2), seat=1),
        *(
            Ruling(ruling, hand=(6, 1))
            for ruling in (RulingId.RESTORE, RulingId.THROW_STAYS, RulingId.WOULD_STAY, RulingId.THEIRS_MOVED)
        ),
    ):
        assert "ace-king" in translate(sentence(asked, figures) or "", "en", ("Marie", "Jean"))
    assert translate(make_it(5, figures), "fr") == "Mettre dame"


def test_in_the_dialog_each_key_says_what_it_makes_of_its_die(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.correct()
    for _ in range(7):
        labels = [dict(sitting.keys[button].label.values)["value"] for button in KEEPS[:3]]  # type: ignore[union-attr]
        sitting.table.press(KEEPS[1])
        assert sitting.dialog.values[1] == labels[1]
    assert len(set(labels)) > 1, "nobody reads one word three times"


def test_dice_of_a_dialog_are_numbered_and_those_stepped_on_are_marked(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 2)
    sitting.correct()
    assert (sitting.asked.title, sitting.asked.chosen) == (CORRECT, 0)
    sitting.table.keep(2)
    assert [(die.button, die.value, die.corrected) for die in sitting.asked.dice] == [(1, 4, False), (2, 3, True)]
    assert sitting.asked.chosen == 1
    sitting.table.keep(3)
    assert (sitting.asked.chosen, sitting.dialog.values) == (1, (4, 3)), "there is no third die"
    sitting.table.press(Button.MENU)
    sitting.table.press(Button.END, long=True)
    assert sitting.asked.title == ENTER


def test_values_are_offered_the_likeliest_first() -> None:
    assert by_likelihood(4) == (4, 1, 2, 3, 5, 6)
    assert by_likelihood(4, (0.01, 0.02, 0.05, 0.9, 0.0, 0.02)) == (4, 3, 2, 6, 1, 5)


def test_a_throw_that_is_not_counted_yet_is_what_a_button_corrects(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 2)
    sitting.table.press(KEEPS[1], long=True)
    view = sitting.asked
    assert [die.value for die in view.dice] == [4, 3]


def test_beside_a_remembered_hand_a_throw_not_counted_yet_is_corrected_first() -> None:
    shared = Sitting("four_twenty", options={"dice_set": "shared", "first": "seat"}, first=0)
    shared.table.throw_all(6, 5, 3, 1)
    shared.table.throw_all(5, 4, 3, 1)
    shared.table.keep(1, 2)
    shared.table.throw_all(2, 3, doubted=(1, DoubtKind.VALUE))
    shared.table.press(KEEPS[0], long=True)
    view = shared.asked
    assert [die.value for die in view.dice] == [3, 3]


def test_dice_that_stay_are_not_said_to_be_corrected(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(5, 2, at=800)
    assert [die.corrected for die in sitting.play.dice] == [False, False, False]


def test_a_correction_is_shown_while_its_die_stays(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.end()
    assert [die.corrected for die in sitting.play.dice] == [True, False, False]
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(3, 2, at=800)
    assert [die.corrected for die in sitting.play.dice] == [True, False, False]
