"""Hands that are remembered while one set goes round, and two sets on one tray."""

from __future__ import annotations

import pytest
from made_up import RED, die
from sitting import Sitting

from hardware.panel import KEEPS, Button
from kiosk.games.core import Choice, Keep, Roll
from kiosk.ruling import NoticeId, Ruling, RulingId
from vision.types import Expectation, TrackedDie

BLUE = (190, 70, 30)
PURPLE = (110, 50, 115)


def at_420(dice_set: str) -> Sitting:
    """A match of 420 that has not begun; Marie throws first."""
    return Sitting("four_twenty", options={"dice_set": dice_set, "first": "seat"}, first=0)


# --- one set that goes round -----------------------------------------------------------------------------------------


@pytest.fixture
def shared() -> Sitting:
    sitting = at_420("shared")
    sitting.table.throw_all(6, 5, 3, 1)
    sitting.table.throw_all(5, 4, 3, 1)
    assert isinstance(sitting.match.wait, Choice)
    assert sitting.match.hand == {1: 6, 2: 5, 3: 3, 4: 1}
    return sitting


def test_the_screen_shows_the_remembered_hand_and_beside_it_the_throw_before(shared: Sitting) -> None:
    assert [(die.value, die.button) for die in shared.play.dice] == [(6, 1), (5, 2), (3, 3), (1, 4)]
    assert all(die.picture is not None for die in shared.play.dice), "as they looked when they were thrown"
    assert [die.value for die in shared.play.before] == [5, 4, 3, 1]


def test_who_throws_two_again_throws_two(shared: Sitting) -> None:
    shared.table.keep(1, 2)
    assert shared.session.expectation == Expectation(2)
    shared.table.throw_all(4, 5)
    assert shared.match.actions[-2:] == [Keep(frozenset({1, 2})), Roll((4, 5))]
    assert shared.match.hand_of(0) == {1: 6, 2: 5, 3: 4, 4: 5}


def test_dice_that_were_not_thrown_are_to_be_taken_away(shared: Sitting) -> None:
    count = len(shared.match.actions)
    shared.table.keep(1, 2)
    shared.table.lift(3, 4)
    shared.table.throw(4, 5, at=900)
    assert shared.play.ruling == Ruling(RulingId.TAKE_AWAY, count=2)
    assert len(shared.match.actions) == count
    shared.table.lift(1, 2)
    shared.table.rest()
    assert shared.match.actions[count:] == [Keep(frozenset({1, 2})), Roll((4, 5))]


def test_more_dice_than_were_to_be_thrown_are_no_choice_of_the_best(shared: Sitting) -> None:
    count = len(shared.match.actions)
    shared.table.keep(1, 2)
    shared.table.throw_all(4, 5, 6)
    assert shared.play.ruling.id is RulingId.VOID
    assert shared.play.notice_id is NoticeId.THROW_ONLY
    shared.table.lift(1)
    shared.table.rest()
    assert len(shared.match.actions) == count
    shared.table.throw_all(2, 2)
    assert shared.match.actions[count:] == [Keep(frozenset({1, 2})), Roll((2, 2))]


def test_a_throw_taken_back_that_still_lies_as_it_fell_counts_once_the_same_are_kept(shared: Sitting) -> None:
    shared.table.keep(1, 2)
    shared.table.throw_all(4, 5)
    shared.undo()
    count = len(shared.match.actions)
    shared.table.keep(1)
    assert len(shared.match.actions) == count, "another choice would be another throw"
    shared.table.rest()
    shared.table.keep(2)
    assert shared.match.actions[count:] == [Keep(frozenset({1, 2})), Roll((4, 5))]


def test_whoever_throws_last_in_one_lap_and_first_in_the_next_begins_with_nothing_marked() -> None:
    options = {"equal_turns": "on", "continue_hands": "on"}
    sitting = Sitting("four_twenty", options=options, first=0, players=("Marie", "Jean", "Lucie"))
    table, match = sitting.table, sitting.match
    for _ in range(3):
        table.throw_all(6, 5, 3, 1)
    for values in ((1, 1), (5, 4), (2, 2)):  # Jean has 20
        table.keep(1, 2)
        assert [die.kept for die in sitting.play.dice] == [True, True, False, False]
        table.throw_all(*values)
    assert isinstance(match.wait, Choice)
    assert match.wait.seat == 2, "Lucie again"
    assert not any(die.kept for die in sitting.play.dice)


def test_a_button_held_corrects_the_throw_before(shared: Sitting) -> None:
    shared.table.press(KEEPS[1], long=True)
    view = shared.asked
    assert [die.value for die in view.dice] == [5, 5, 3, 1]
    shared.table.end()
    assert shared.match.hand_of(1) == {1: 5, 2: 5, 3: 3, 4: 1}


def test_a_correction_reaches_back_to_the_turn_in_which_a_die_was_thrown(shared: Sitting) -> None:
    shared.table.keep(1, 2)
    shared.table.throw_all(1, 1)
    assert shared.match.last_hand == {1: 6, 2: 5, 3: 1, 4: 1}
    shared.match.correct({1: 5}, shared.table.time)
    assert shared.match.hand_of(0) == {1: 5, 2: 5, 3: 1, 4: 1}


def test_after_a_power_cut_the_remembered_hand_needs_no_dice(shared: Sitting) -> None:
    shared.cut_off()
    table = shared.table
    for number in (1, 2):
        table.empty()
        table.keep(number)
    table.empty()
    table.throw(4, 6)
    assert shared.match.actions[-2:] == [Keep(frozenset({1, 2})), Roll((4, 6))]


# --- two sets --------------------------------------------------------------------------------------------------------


def own(colour: tuple[int, int, int]) -> Sitting:
    """Red's dice lie left, the other's, of this colour, right."""
    sitting = at_420("own")
    sitting.table.throw(6, 5, 3, 1, at=100)
    sitting.table.colour = colour
    sitting.table.throw(5, 4, 3, 1, at=700)
    assert sitting.match.actions == [Roll((6, 5, 3, 1)), Roll((5, 4, 3, 1))]
    sitting.table.colour = RED
    return sitting


def test_the_buttons_number_the_hand_in_turn() -> None:
    sitting = own(BLUE)
    assert [(die.value, die.button) for die in sitting.play.dice] == [(6, 1), (5, 2), (3, 3), (1, 4)]
    assert [die.value for die in sitting.play.before] == [5, 4, 3, 1]
    sitting.table.keep(1, 2)
    lying = [die.track for die in sitting.table.dice]
    assert sitting.session.expectation == Expectation(8, frozenset(lying[:2] + lying[4:])), "theirs stay, and the kept"
    sitting.table.lift(3, 4)
    sitting.table.throw(2, 2, at=950)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 2})), Roll((2, 2))]
    assert [die.value for die in sitting.play.dice] == [5, 4, 3, 1], "Blue is in turn, wherever Red's dice lie"


def test_while_one_chooses_a_button_held_corrects_the_others_dice_where_they_lie() -> None:
    sitting = own(BLUE)
    left = [die.box and die.box[0] for die in sitting.play.before]
    assert left == [675.0, 775.0, 875.0, 975.0]
    sitting.table.press(KEEPS[1], long=True)
    view = sitting.asked
    assert [(die.value, die.box and die.box[0]) for die in view.dice] == list(zip((5, 5, 3, 1), left, strict=True))


def test_until_the_other_player_throws_the_buttons_are_those_of_the_hand_just_thrown() -> None:
    sitting = at_420("own")
    sitting.table.throw(6, 5, 3, 1, at=100)
    assert [(die.value, die.button) for die in sitting.play.dice] == [(6, 1), (5, 2), (3, 3), (1, 4)]
    sitting.table.press(KEEPS[2], long=True)
    sitting.table.end()
    assert sitting.match.actions == [Roll((6, 5, 4, 1))]


def test_dice_thrown_and_not_yet_counted_are_shown_among_the_hand_in_turn() -> None:
    sitting = own(BLUE)
    sitting.table.keep(1, 2)
    sitting.table.lift(3, 4)
    sitting.table.throw(2, at=950)
    assert sitting.play.ruling == Ruling(RulingId.MISSING, count=1)
    assert [die.value for die in sitting.play.dice] == [6, 5, 2, None]
    assert sitting.play.before == ()


def test_a_die_of_the_other_player_that_moved_is_asked_back() -> None:
    sitting = own(BLUE)
    count = len(sitting.match.actions)
    sitting.table.lift(5)
    assert sitting.play.ruling == Ruling(RulingId.THEIRS_MOVED, hand=(5, 4, 3, 1))
    sitting.table.colour = BLUE
    sitting.table.throw(2, at=600)
    assert sitting.play.ruling == Ruling(RulingId.THEIRS_MOVED, hand=(5, 4, 3, 1))
    sitting.table.lift(5)
    sitting.table.throw(5, at=600)
    assert not sitting.play.warning
    assert len(sitting.match.actions) == count


def test_a_die_that_knocked_the_other_players_away_and_took_its_place_is_a_thrown_one() -> None:
    sitting = own(BLUE)
    sitting.table.keep(1, 2)
    sitting.table.lift(3, 4)
    sitting.table.stir()
    fives_track = sitting.table.dice[2].track
    sitting.table.dice[2] = TrackedDie(fives_track, thrown=False, die=die(2, 700.0, colour=RED))
    sitting.table.dice += [sitting.table._new(3, 300.0)]
    sitting.table.colour = BLUE
    sitting.table.dice += [sitting.table._new(5, 600.0)]
    sitting.table.rest()
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 2})), Roll((3, 2))]
    assert [(shown.value, shown.box and shown.box[0]) for shown in sitting.play.dice] == [
        (5, 575.0),
        (4, 775.0),
        (3, 875.0),
        (1, 975.0),
    ], "Blue's hand, with the five where it was knocked to"


def test_a_die_that_cannot_be_told_is_asked_about_never_guessed() -> None:
    sitting = own(BLUE)
    count = len(sitting.match.actions)
    sitting.table.keep(1, 2)
    sitting.table.lift(3, 4)
    sitting.table.colour = PURPLE
    sitting.table.throw(2, 2, at=300)
    assert sitting.play.ruling.id is RulingId.WHOSE_DIE
    assert len(sitting.match.actions) == count


def test_with_one_colour_each_player_keeps_to_a_half_of_the_tray() -> None:
    sitting = own(RED)
    count = len(sitting.match.actions)
    sitting.table.keep(1, 2)
    sitting.table.lift(3, 4)
    sitting.table.throw(2, at=300)
    sitting.table.throw(3, at=1150)
    assert sitting.play.ruling.id is RulingId.OTHER_HALF
    sitting.table.slide(len(sitting.table.dice), 420.0)
    assert sitting.match.actions[count:] == [Keep(frozenset({1, 2})), Roll((2, 3))]


@pytest.mark.parametrize(("x", "counted"), [(610.0, True), (630.0, False)])
def test_a_die_of_one_colour_that_lies_across_the_middle_is_in_no_half(x: float, *, counted: bool) -> None:
    sitting = own(RED)
    count = len(sitting.match.actions)
    sitting.table.keep(1, 2)
    sitting.table.lift(3, 4)
    sitting.table.throw(2, at=300)
    sitting.table.throw(3, at=x)
    assert (len(sitting.match.actions) > count) == counted
    assert (sitting.play.ruling.id is RulingId.OTHER_HALF) != counted


def test_after_a_power_cut_both_hands_are_found_again() -> None:
    sitting = own(BLUE)
    sitting.cut_off()
    table = sitting.table
    table.dice = [table._new(value, 100.0 + 100 * place) for place, value in enumerate((1, 3, 5, 6))]
    table.colour = BLUE
    table.dice += [table._new(value, 700.0 + 100 * place) for place, value in enumerate((4, 1, 3, 5))]
    table.rest()
    assert not sitting.play.warning
    table.keep(3, 4)
    table.lift(1, 2)
    table.colour = RED
    table.throw(4, 4)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 2})), Roll((4, 4))]


def test_after_a_power_cut_the_colours_of_both_hands_are_known_again() -> None:
    sitting = own(BLUE)
    count = len(sitting.match.actions)
    sitting.cut_off()
    table = sitting.table
    table.dice = [table._new(value, 100.0 + 100 * place) for place, value in enumerate((6, 5, 3, 1))]
    table.colour = BLUE
    table.dice += [table._new(value, 700.0 + 100 * place) for place, value in enumerate((5, 4, 3, 1))]
    table.rest()
    table.keep(1, 2)
    table.lift(3, 4)
    table.colour = PURPLE
    table.throw(2, 2, at=300)
    assert sitting.play.ruling.id is RulingId.WHOSE_DIE
    assert len(sitting.match.actions) == count


def test_end_is_refused_where_nobody_may_pass(shared: Sitting) -> None:
    shared.table.press(Button.END)
    assert shared.play.notice is not None
    assert shared.play.notice.message == "You must throw again"


def test_after_an_undo_the_screen_shows_the_hand_as_it_lay() -> None:
    sitting = at_420("shared")
    sitting.table.throw_all(6, 5, 3, 1)
    before = [die.picture for die in sitting.play.dice]
    sitting.table.throw_all(5, 4, 3, 1)
    sitting.table.keep(1, 2)
    sitting.table.throw_all(1, 2)
    sitting.undo()
    assert [die.value for die in sitting.play.dice] == [6, 5, 3, 1]
    assert [die.picture is was for die, was in zip(sitting.play.dice, before, strict=True)] == [True] * 4
