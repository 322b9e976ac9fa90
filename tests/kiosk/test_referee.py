"""The referee: what the table of the design says, scene by scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from made_up import MadeUpTable

from hardware.panel import KEEPS, Button
from kiosk import prompts
from kiosk.games.core import Choice, Keep, Leave, Roll, Stop, Throw, game
from kiosk.journal import Journal
from kiosk.match import Match
from kiosk.referee import Keeping, Referee
from kiosk.view import DialogView, PlayView
from vision.types import DoubtKind, Expectation, SceneState


class Sitting:
    """A match of 421 with the dice falling as told; after the roll-off Marie leads a round of up to three rolls."""

    def __init__(self, keeping: Keeping = Keeping.BUTTONS, options: Mapping[str, str | int] | None = None) -> None:
        journal = Journal()
        chosen = {"charge_rolls": 3, **(options or {})}
        record = journal.start("le_421", "classique", chosen, ["Marie", "Jean"], None)
        self.match = Match(journal, record, game("le_421")("classique", chosen))
        self.referee = Referee(self.match, keeping=keeping)
        self.table = MadeUpTable(self.referee.scene, self.referee.press)
        self.table.empty()

    def to_the_first_turn(self) -> None:
        self.table.throw(6, 6, 6)
        self.table.throw_all(1, 1, 2)
        assert self.match.wait == Throw(0, (1, 2, 3))

    @property
    def play(self) -> PlayView:
        view = self.referee.view
        assert isinstance(view, PlayView)
        return view

    @property
    def prompt(self) -> str:
        return self.play.prompt.message

    @property
    def lit(self) -> list[int]:
        return [
            number for number, key in enumerate(KEEPS, 1) if key in self.referee.keys and self.referee.keys[key].lit
        ]


@pytest.fixture
def sitting() -> Sitting:
    sitting = Sitting()
    sitting.to_the_first_turn()
    return sitting


# --- a throw ---------------------------------------------------------------------------------------------------------


def test_dice_thrown_and_settled_are_counted_left_to_right() -> None:
    sitting = Sitting()
    sitting.table.throw(3, 1, 6)
    assert sitting.match.actions == [Roll((3, 1, 6))]


def test_dice_that_lay_there_at_the_start_were_not_thrown() -> None:
    journal = Journal()
    record = journal.start("le_421", None, {}, ["Marie", "Jean"], None)
    match = Match(journal, record, game("le_421")())
    referee = Referee(match)
    table = MadeUpTable(referee.scene, referee.press)
    table.lie(5, 5, 5)
    assert not match.actions
    table.throw_all(1, 2, 3)
    assert match.actions == [Roll((1, 2, 3))]


def test_the_dice_of_the_player_before_are_not_the_next_throw(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.rest()
    sitting.table.stir()
    sitting.table.rest()
    assert len(sitting.match.actions) == count
    assert not sitting.play.warning, "they may lie there until somebody throws"


def test_a_throw_is_counted_once_however_long_it_lies(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 4, 1)
    count = len(sitting.match.actions)
    for _ in range(5):
        sitting.table.rest()
    assert len(sitting.match.actions) == count


def test_a_missing_die_is_asked_for_and_may_come_after(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2)
    assert len(sitting.match.actions) == count
    assert sitting.play.prompt == prompts.missing(1)
    assert sitting.play.warning
    sitting.table.throw(1, at=900)
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]
    assert not sitting.play.warning


def test_a_die_too_many_is_to_be_taken_away(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, 6)
    assert sitting.play.prompt == prompts.too_many(1)
    sitting.table.lift(4)
    sitting.table.rest()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]


def test_a_die_left_lying_by_the_player_before_must_be_thrown_too(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(5, 4)
    assert sitting.play.prompt == prompts.NOT_THROWN
    assert len(sitting.play.trouble) == 1
    sitting.table.lift(1)
    sitting.table.throw(6, at=900)
    assert len(sitting.match.actions) == count + 1


@pytest.mark.parametrize("kind", DoubtKind)
def test_a_doubt_is_never_counted_and_says_which_die(sitting: Sitting, kind: DoubtKind) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, doubted=(2, kind))
    assert len(sitting.match.actions) == count
    assert sitting.play.prompt == prompts.doubtful(kind, 2)
    assert len(sitting.play.trouble) == 1
    # Nudged, and sure now: the nudge is no throw, the fall before it was one.
    sitting.table.stir()
    sitting.table.rest()
    assert sitting.match.actions[count:] == [Roll((4, 2, 1))]


def test_a_doubtful_die_may_be_named_by_hand(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, doubted=(2, DoubtKind.VALUE))
    sitting.table.press(KEEPS[1], long=True)
    view = sitting.referee.view
    assert isinstance(view, DialogView)
    assert [die.value for die in view.dice] == [4, 3, 1], "the next best value of the die that was held"
    sitting.table.end()
    assert sitting.match.actions[count:] == [Roll((4, 3, 1))]
    assert sitting.match.corrections == 1


def test_a_die_that_tips_over_by_itself_after_the_count_amends_the_throw(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.tip(2, 3)
    assert sitting.match.actions[-1] == Roll((4, 3, 1))
    assert not sitting.play.warning
    sitting.table.keep(2)
    sitting.table.lift(1, 3)
    sitting.table.throw(5, 5, at=800)
    assert sitting.match.last_hand == {1: 5, 2: 3, 3: 5}


def test_a_die_that_tips_over_after_its_turn_ended_amends_the_throw_too() -> None:
    sitting = Sitting()
    sitting.table.throw(6, 6, 6)
    sitting.table.tip(1, 2)
    assert sitting.match.actions == [Roll((2, 6, 6))]
    assert sitting.match.corrections == 0, "nobody corrected anything"


def test_a_die_turned_by_a_hand_amends_nothing(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.tell(SceneState.HAND)
    sitting.table.tip(2, 3)
    assert sitting.match.actions[-1] == Roll((4, 6, 1))
    assert sitting.play.warning


# --- a choice --------------------------------------------------------------------------------------------------------


def test_keep_toggles_and_the_lamp_follows(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    assert isinstance(sitting.match.wait, Choice)
    assert sitting.lit == []
    sitting.table.keep(1, 3)
    assert sitting.lit == [1, 3]
    assert [die.kept for die in sitting.play.dice] == [True, False, True]
    sitting.table.keep(3)
    assert sitting.lit == [1]


def test_the_unmarked_are_lifted_and_thrown_and_keep_is_said_once_with_the_roll(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    count = len(sitting.match.actions)
    sitting.table.keep(1, 3)
    sitting.table.lift(2)
    assert len(sitting.match.actions) == count, "nothing is said before the throw is counted"
    assert sitting.play.prompt == prompts.THROW_LIFTED
    sitting.table.throw(2, at=900)
    assert sitting.match.actions[count:] == [Keep(frozenset({1, 3})), Roll((2,))]
    assert sitting.match.last_hand == {1: 4, 2: 2, 3: 1}


def test_thrown_dice_fill_the_free_slots_left_to_right(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    sitting.table.lift(1, 3)
    sitting.table.throw(5, 3, at=700)
    assert sitting.match.last_hand == {1: 5, 2: 6, 3: 3}


def test_buttons_are_numbered_afresh_but_marks_follow_the_die(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    # The 4 is pushed from the left end to the right end.
    sitting.table.slide(1, 1000.0)
    assert [die.value for die in sitting.play.dice] == [6, 1, 4]
    assert sitting.lit == [3]
    sitting.table.lift(1, 2)
    sitting.table.throw(2, 1)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1})), Roll((2, 1))]


def test_kept_dice_stay_marked_for_the_next_throw(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1, 3)
    sitting.table.lift(2)
    sitting.table.throw(6, at=300)
    assert isinstance(sitting.match.wait, Choice)
    assert sitting.lit == [1, 3]


def test_lifting_all_without_marks_throws_all_again(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    assert sitting.match.actions[-2:] == [Keep(frozenset()), Roll((5, 5, 2))]


def test_end_stops_the_turn(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()
    assert sitting.match.wait == Throw(1, (1, 2, 3))


def test_end_before_the_throw_is_no_stop(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.end()
    assert len(sitting.match.actions) == count
    assert sitting.play.notice == prompts.THROW_FIRST


def test_end_with_dice_in_the_hand_is_refused(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    count = len(sitting.match.actions)
    sitting.table.end()
    assert len(sitting.match.actions) == count
    assert sitting.play.notice == prompts.THROW_LIFTED


def test_a_refusal_does_not_stand_for_ever(sitting: Sitting) -> None:
    sitting.table.end()
    assert sitting.play.notice == prompts.THROW_FIRST
    for _ in range(10):
        sitting.table.tell(SceneState.SETTLED, after=0.5)
    assert sitting.play.notice != prompts.THROW_FIRST


def test_a_marked_die_that_was_lifted_is_asked_back(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(1, 2, 3)
    assert sitting.play.prompt == prompts.LIFTED
    # Put back with its old face; then the other two are thrown beside it.
    sitting.table.throw(4)
    assert sitting.play.prompt == prompts.THROW_LIFTED
    sitting.table.throw(2, 2, at=800)
    assert sitting.match.actions[count:] == [Keep(frozenset({1})), Roll((2, 2))]


def test_a_marked_die_that_tumbled_is_not_found_in_a_thrown_one_of_its_value(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(4, 3, hits=(1, 2))
    assert sitting.play.prompt == prompts.LIFTED
    assert len(sitting.match.actions) == count


def test_but_it_is_the_one_put_down_alone_once_all_others_were_thrown(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(2, 3)
    sitting.table.throw(4, 3, hits=(1, 2), at=600)  # the 4 was knocked aside, and a thrown 2 was followed in its place
    assert sitting.play.prompt == prompts.LIFTED
    sitting.table.lift(2)
    sitting.table.throw(4, at=600)
    assert sitting.match.actions[count:] == [Keep(frozenset({1})), Roll((2, 3))]


def test_or_the_marks_are_changed_by_ok(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.throw_all(3, 2, 2)
    assert sitting.play.prompt == prompts.LIFTED
    assert len(sitting.match.actions) == count
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset()), Roll((3, 2, 2))]


def test_an_unmarked_die_left_lying_is_pointed_at_and_ok_keeps_it(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(3)
    sitting.table.throw(2, at=800)
    assert sitting.play.prompt == prompts.LEFT
    assert len(sitting.match.actions) == count
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset({1, 2})), Roll((2,))]


def test_a_doubt_about_a_die_that_stayed_keeps_nobody_waiting(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 1, at=800, doubts=[sitting.table.doubt(1)])
    assert sitting.match.actions[-1] == Roll((2, 1))


def test_the_watcher_is_told_how_many_lie_there_and_which_stay(sitting: Sitting) -> None:
    assert sitting.referee.expectation == Expectation(3)
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(2)
    assert sitting.referee.expectation == Expectation(3, frozenset({sitting.table.dice[1].track}))


def test_two_buttons_at_once_mark_two_dice(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], KEEPS[2])
    assert sitting.lit == [1, 3]


# --- keeping by hand -------------------------------------------------------------------------------------------------


def test_with_hands_whatever_stays_is_kept() -> None:
    sitting = Sitting(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.table.lift(2)
    sitting.table.throw(2, at=900)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((2,))]


def test_with_hands_lifting_all_is_a_reroll_and_end_ends() -> None:
    sitting = Sitting(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(2, 2, 1)
    assert sitting.match.actions[-2:] == [Keep(frozenset()), Roll((2, 2, 1))]
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()


def test_with_hands_end_ends_even_with_dice_in_the_hand() -> None:
    sitting = Sitting(Keeping.HANDS)
    sitting.to_the_first_turn()
    sitting.table.throw_all(4, 6, 1)
    sitting.table.lift(1)
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()


# --- corrections -----------------------------------------------------------------------------------------------------


def test_a_long_press_offers_the_next_best_value_and_end_takes_it(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    assert isinstance(sitting.referee.view, DialogView)
    assert [die.value for die in sitting.referee.view.dice] == [5, 6, 1]
    sitting.table.keep(3)
    sitting.table.end()
    assert sitting.match.actions[-1] == Roll((5, 6, 2))
    assert [die.corrected for die in sitting.play.dice] == [True, False, True]
    assert sitting.match.corrections == 1


def test_menu_leaves_the_dialog_as_it_was(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    sitting.table.press(Button.MENU)
    assert isinstance(sitting.referee.view, PlayView)
    assert sitting.match.actions[-1] == Roll((4, 6, 1))


def test_six_steps_lead_back_to_what_was_read(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.press(KEEPS[0], long=True)
    seen = []
    for _ in range(6):
        view = sitting.referee.view
        assert isinstance(view, DialogView)
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


# --- undo, gaps, no camera -------------------------------------------------------------------------------------------


def test_after_an_undo_the_same_dice_are_not_counted_again(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.match.undo(sitting.table.time)
    sitting.referee.resync()
    count = len(sitting.match.actions)
    sitting.table.rest()
    assert len(sitting.match.actions) == count
    sitting.table.throw_all(3, 3, 3)
    assert sitting.match.actions[-1] == Roll((3, 3, 3))


def test_after_the_undo_of_a_reroll_the_hand_before_is_laid_back(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    sitting.match.undo(sitting.table.time)
    sitting.referee.resync()
    assert sitting.play.prompt == prompts.restore({1: 4, 2: 6, 3: 1})
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(1, 4, 6)
    assert not sitting.play.warning
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 2)
    assert sitting.match.actions[-2:] == [Keep(frozenset({3})), Roll((2, 2))], "the 1 is in slot 3, wherever it lies"


def test_a_new_referee_finds_the_hand_that_lies_there(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    resumed = Referee(sitting.match, resumed=True)
    table = MadeUpTable(resumed.scene, resumed.press)
    table.lie(4, 6, 1)
    table.keep(1, 3)
    table.lift(2)
    table.throw(2, at=900)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((2,))]


def test_dice_thrown_while_nobody_watched_are_asked_about(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    resumed = Referee(sitting.match, resumed=True)
    table = MadeUpTable(resumed.scene, resumed.press)
    table.lie(3, 3, 5)
    assert len(sitting.match.actions) == count
    assert isinstance(resumed.view, PlayView)
    assert resumed.view.prompt == prompts.WAS_THROWN
    table.end()
    assert sitting.match.actions[count:] == [Roll((3, 3, 5))]


def test_a_gap_in_the_pictures_counts_nothing_by_itself(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.dice = [sitting.table._new(value, 250.0 + 100 * place) for place, value in enumerate((5, 3, 2))]
    sitting.table.tell(SceneState.SETTLED, after=2.0)
    assert len(sitting.match.actions) == count
    assert sitting.play.prompt == prompts.WAS_THROWN


def a_six_that_stays() -> tuple[Match, Referee, MadeUpTable]:
    """Ship, Captain, Crew after a first throw, in which the rules keep the six."""
    journal = Journal()
    record = journal.start("ship_captain_crew", None, {}, ["Marie", "Jean"], 0)
    match = Match(journal, record, game("ship_captain_crew")())
    referee = Referee(match)
    table = MadeUpTable(referee.scene, referee.press)
    table.empty()
    table.throw(6, 3, 1, 1, 3)
    return match, referee, table


def test_a_die_that_the_rules_keep_is_shown_as_it_lay_when_it_was_thrown_too() -> None:
    _, referee, table = a_six_that_stays()
    table.throw_all(2, 2, 4, 5, 5)
    assert isinstance(referee.view, PlayView)
    assert referee.view.prompt == prompts.LIFTED_FORCED
    assert [(die.value, die.box) for die in referee.view.dice if die.kept] == [(6, None)]


def test_dice_that_lay_there_before_a_gap_are_not_asked_about() -> None:
    match, referee, table = a_six_that_stays()
    assert match.wait == Throw(0, (2, 3, 4, 5)), "the 6 stays by itself"
    table.dice = [replace(die, thrown=False) for die in table.dice]
    table.tell(SceneState.SETTLED, after=2.0)
    assert isinstance(referee.view, PlayView)
    assert not referee.view.warning


def test_when_the_camera_is_back_nothing_is_said_of_dice_it_has_not_seen_again(sitting: Sitting) -> None:
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(4, 6)
    assert sitting.play.prompt.message == prompts.missing(1).message
    sitting.referee.see(blind=True)
    sitting.referee.see(blind=False)
    assert not sitting.play.warning
    sitting.table.rest()
    assert sitting.play.prompt.message == prompts.missing(1).message


def test_dice_that_show_other_faces_after_a_gap_are_asked_about_and_shown_as_they_are(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    count = len(sitting.match.actions)
    old = sitting.table.dice
    changed = [
        replace(die, thrown=True, die=replace(die.die, value=value)) for die, value in zip(old, (5, 2, 2), strict=True)
    ]
    sitting.table.dice = changed
    sitting.table.tell(SceneState.SETTLED, after=5.0)
    assert sitting.play.prompt == prompts.WAS_THROWN
    assert [die.value for die in sitting.play.dice] == [5, 2, 2]
    sitting.table.end()
    assert sitting.match.actions[count:] == [Roll((5, 2, 2))]


def test_without_a_camera_whole_throws_are_entered(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.referee.see(blind=True)
    assert sitting.play.prompt == prompts.NO_CAMERA
    sitting.table.end()
    view = sitting.referee.view
    assert isinstance(view, DialogView)
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


def test_the_house_marks_what_it_keeps_and_nobody_changes_that(sitting: Sitting) -> None:
    sitting.match.act(Leave(0), time=1.0)
    sitting.table.throw_all(4, 6, 1)
    assert sitting.lit == [1, 3]
    assert "keeps" in sitting.prompt
    sitting.table.keep(2)
    sitting.table.end()
    assert sitting.lit == [1, 3]
    assert sitting.match.actions[-1] == Roll((4, 6, 1))


def test_what_the_house_keeps_is_put_back_and_what_it_throws_is_thrown(sitting: Sitting) -> None:
    sitting.match.act(Leave(0), time=1.0)
    sitting.table.throw_all(4, 6, 1)
    sitting.table.lift(2, 3)
    sitting.table.throw(3, 5, at=600)
    assert sitting.play.prompt == prompts.LIFTED_FORCED, "nobody may let go what the house keeps"
    sitting.table.lift(2)
    sitting.table.throw(1, at=600)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((5,))]


def test_what_the_house_throws_is_not_kept_because_it_was_left_lying(sitting: Sitting) -> None:
    sitting.match.act(Leave(0), time=1.0)
    sitting.table.throw_all(6, 3, 4)
    assert sitting.lit == [3]
    sitting.table.lift(2)
    sitting.table.throw(2, at=600)
    assert sitting.play.prompt == prompts.NOT_THROWN
    sitting.table.end()
    assert sitting.play.prompt == prompts.NOT_THROWN


def test_a_question_is_not_answered_while_nobody_looks(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.throw_all(3, 2, 2)
    assert sitting.play.prompt == prompts.LIFTED
    sitting.table.time += 2.0  # the camera hangs, and the die is being put back
    sitting.table.end()
    assert sitting.play.notice == prompts.LOOKING
    assert len(sitting.match.actions) == count
    sitting.table.rest()
    sitting.table.end()
    assert sitting.play.prompt == prompts.WAS_THROWN, "so much can have happened meanwhile"
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset()), Roll((3, 2, 2))]


def test_a_die_that_was_laid_there_while_nobody_looked_is_to_be_thrown(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(1, 2, 3)
    assert sitting.play.prompt == prompts.LIFTED
    sitting.table.time += 2.0
    sitting.table.lie(4)  # the camera was away
    sitting.table.end()
    sitting.table.throw(2, 5, at=700)
    assert sitting.play.prompt == prompts.NOT_THROWN
    assert len(sitting.play.trouble) == 1
    sitting.table.lift(1)
    sitting.table.throw(3, at=200)
    assert sitting.match.actions[count:] == [Keep(frozenset()), Roll((3, 2, 5))]


def test_the_house_stops_where_nothing_is_better(sitting: Sitting) -> None:
    sitting.match.act(Leave(0), time=1.0)
    sitting.table.throw_all(4, 2, 1)
    assert sitting.match.actions[-1] == Stop()
