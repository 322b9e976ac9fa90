"""What lies there is no throw unless it was seen thrown: after a gap in the pictures, a restart or an undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sitting import Sitting, a_six_that_stays

from hardware.panel import KEEPS
from hardware.presses import Button
from kiosk.games.core import Keep, Roll, Throw
from kiosk.games.registry import game
from kiosk.ruling import NoticeId, Ruling, RulingId
from vision.types import DoubtKind, SceneState


def test_after_an_undo_the_same_dice_are_not_counted_again(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.end()
    sitting.undo()
    count = len(sitting.match.actions)
    sitting.table.rest()
    assert len(sitting.match.actions) == count
    sitting.table.throw_all(3, 3, 3)
    assert sitting.match.actions[-1] == Roll((3, 3, 3))


def test_after_the_undo_of_a_reroll_the_hand_before_is_laid_back(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    sitting.undo()
    assert sitting.play.ruling == Ruling(RulingId.RESTORE, hand=(4, 6, 1))
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(1, 4, 6)
    assert not sitting.play.warning
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(2, 2)
    assert sitting.match.actions[-2:] == [Keep(frozenset({3})), Roll((2, 2))], "the 1 is in slot 3, wherever it lies"


def test_ok_is_offered_only_once_there_are_dice_to_say_it_to(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    sitting.undo()
    sitting.table.lift(1)
    assert sitting.play.ruling.id is RulingId.RESTORE
    assert Button.END not in sitting.keys
    sitting.table.end()
    assert sitting.play.notice_id is NoticeId.NOTHING_LIES
    sitting.table.throw(3)
    assert Button.END in sitting.keys
    sitting.table.end()
    assert not sitting.play.warning


def test_after_the_undo_of_a_reroll_nothing_is_kept_until_the_hand_lies_there(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    sitting.undo()
    sitting.table.keep(1)
    assert sitting.lit == []


def test_a_new_referee_finds_the_hand_that_lies_there(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.cut_off()
    table = sitting.table
    table.lie(4, 6, 1)
    table.keep(1, 3)
    table.lift(2)
    table.throw(2, at=900)
    assert sitting.match.actions[-2:] == [Keep(frozenset({1, 3})), Roll((2,))]


def test_dice_thrown_while_nobody_watched_are_asked_about(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.cut_off()
    table = sitting.table
    table.lie(3, 3, 5)
    assert len(sitting.match.actions) == count
    assert sitting.play.ruling.id is RulingId.WAS_THROWN
    table.end()
    assert sitting.match.actions[count:] == [Roll((3, 3, 5))]


def test_after_a_power_cut_a_die_that_stays_is_shown_once() -> None:
    sitting = a_six_that_stays()
    sitting.cut_off()
    sitting.table.lie(6)
    assert [die.value for die in sitting.play.dice] == [6]


def test_a_gap_in_the_pictures_counts_nothing_by_itself(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.dice = [sitting.table._new(value, 250.0 + 100 * place) for place, value in enumerate((5, 3, 2))]
    sitting.table.tell(SceneState.SETTLED, after=2.0)
    assert len(sitting.match.actions) == count
    assert sitting.play.ruling.id is RulingId.WAS_THROWN


@pytest.mark.parametrize(("name", "first"), [("le_421", None), ("four_twenty", 0), ("dix_mille", None), ("cochon", 0)])
def test_whatever_came_while_nobody_watched_is_asked_about(name: str, first: int | None) -> None:
    for count in range(1, game(name)().dice + 1):
        sitting = Sitting(name, first=first)
        table = sitting.table
        table.dice = [table._new(value, 200.0 + 100 * value) for value in range(1, count + 1)]
        table.tell(SceneState.SETTLED, after=2.0)
        wait = sitting.match.wait
        assert isinstance(wait, Throw)
        asked = RulingId.WAS_THROWN if count == len(wait.slots) else RulingId.VOID
        assert (sitting.play.ruling.id, sitting.play.warning) == (asked, True)


def test_dice_that_lay_there_before_a_gap_are_not_asked_about() -> None:
    sitting = a_six_that_stays()
    assert sitting.match.wait == Throw(0, (2, 3, 4, 5)), "the 6 stays by itself"
    sitting.table.dice = [replace(die, thrown=False) for die in sitting.table.dice]
    sitting.table.tell(SceneState.SETTLED, after=2.0)
    assert not sitting.play.warning


def test_when_the_camera_is_back_nothing_is_said_of_dice_it_has_not_seen_again(sitting: Sitting) -> None:
    sitting.table.lift(1, 2, 3)
    sitting.table.throw(4, 6)
    assert sitting.play.ruling == Ruling(RulingId.MISSING, count=1)
    sitting.blind()
    sitting.blind(blind=False)
    assert not sitting.play.warning
    sitting.table.rest()
    assert sitting.play.ruling == Ruling(RulingId.MISSING, count=1)


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
    assert sitting.play.ruling.id is RulingId.WAS_THROWN
    assert [die.value for die in sitting.play.dice] == [5, 2, 2]
    sitting.table.end()
    assert sitting.match.actions[count:] == [Roll((5, 2, 2))]


def test_a_question_is_not_answered_while_nobody_looks(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.throw_all(3, 2, 2)
    assert sitting.play.ruling.id is RulingId.LIFTED
    assert Button.END in sitting.keys
    sitting.table.time += 2.0  # the camera hangs, and the die is being put back
    sitting.session.tick(sitting.table.time)
    assert Button.END not in sitting.keys
    sitting.table.end()
    assert sitting.play.notice_id is NoticeId.LOOKING
    assert len(sitting.match.actions) == count
    sitting.table.rest()
    sitting.table.end()
    assert sitting.play.ruling.id is RulingId.WAS_THROWN, "so much can have happened meanwhile"
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset()), Roll((3, 2, 2))]


def test_what_players_name_counts_only_once_the_dice_are_seen_to_lie_still(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, doubted=(2, DoubtKind.VALUE))
    sitting.table.stir()  # somebody nudges the die that was asked about, and another holds its button
    sitting.table.press(KEEPS[1], long=True)
    sitting.table.stir()
    sitting.table.end()
    assert len(sitting.match.actions) == count, "it may have turned in the hand"
    sitting.table.dice = [d for number, d in enumerate(sitting.table.dice, 1) if number != 2]
    sitting.table.throw(6)
    assert sitting.match.actions[count:] == [Roll((4, 6, 1))], "what was named is another die's value"


def test_what_players_name_while_the_camera_hangs_waits_for_it(sitting: Sitting) -> None:
    count = len(sitting.match.actions)
    sitting.table.throw_all(4, 2, 1, doubted=(2, DoubtKind.VALUE))
    sitting.table.time += 2.0
    sitting.table.press(KEEPS[1], long=True)
    sitting.table.end()
    assert len(sitting.match.actions) == count


def test_a_die_that_was_laid_there_while_nobody_looked_is_to_be_thrown(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    count = len(sitting.match.actions)
    sitting.table.lift(1, 2, 3)
    assert sitting.play.ruling.id is RulingId.LIFTED
    sitting.table.time += 2.0
    sitting.table.lie(4)  # the camera was away
    sitting.table.end()
    sitting.table.throw(2, 5, at=700)
    assert sitting.play.ruling.id is RulingId.NOT_THROWN
    assert len(sitting.play.trouble) == 1
    sitting.table.lift(1)
    sitting.table.throw(3, at=200)
    assert sitting.match.actions[count:] == [Keep(frozenset()), Roll((3, 2, 5))]


def test_ok_answers_what_was_asked_though_a_hand_has_come_since(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.lift(2, 3)
    sitting.table.throw(5, at=700)
    count = len(sitting.match.actions)
    lying = [replace(die, thrown=False) for die in sitting.table.dice]
    sitting.table.dice = [*lying, sitting.table._new(2, 900.0)]
    sitting.table.tell(SceneState.SETTLED, after=2.0)
    assert sitting.play.ruling.id is RulingId.WAS_THROWN
    sitting.table.tell(SceneState.HAND)  # the arm of who presses
    sitting.table.end()
    assert sitting.match.actions[count:] == [Keep(frozenset({1})), Roll((5, 2))]


class TestDiceSetAsideBeforeThePowerWent:
    """Of 5-2-2-3-4-6 the rules keep the 5 themselves, and wait for the throw of the others."""

    @pytest.fixture
    def sitting(self) -> Sitting:
        sitting = Sitting("dix_mille", "farkle", first=0)
        sitting.table.throw(5, 2, 2, 3, 4, 6)
        assert sitting.match.wait == Throw(0, (2, 3, 4, 5, 6))
        sitting.cut_off()
        return sitting

    def test_lie_there_still(self, sitting: Sitting) -> None:
        table = sitting.table
        table.dice = [table._new(value, 100.0 + 100 * place) for place, value in enumerate((6, 2, 5, 3, 2, 4))]
        table.rest()
        assert not sitting.play.warning
        table.lift(1, 2, 4, 5, 6)
        table.throw(1, 1, 2, 3, 4)
        assert sitting.match.actions[-1] == Roll((1, 1, 2, 3, 4))

    def test_are_laid_as_they_were(self, sitting: Sitting) -> None:
        table = sitting.table
        table.empty()
        assert sitting.play.ruling == Ruling(RulingId.RESTORE, hand=(5, 2, 2, 3, 4, 6))
        table.throw(5, 2, 2, 3, 4, 6)
        assert not sitting.play.warning
        table.lift(2, 3, 4, 5, 6)
        table.throw(1, 1, 2, 3, 4)
        assert sitting.match.actions[-1] == Roll((1, 1, 2, 3, 4))
