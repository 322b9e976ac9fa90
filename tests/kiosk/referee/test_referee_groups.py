"""A KEEP button that stands for several dice; all dice kept and all thrown again; more dice than buttons."""

from __future__ import annotations

from sitting import Sitting

from hardware.panel import KEEPS, Button
from kiosk.games.core import Keep, Roll, Stop, Throw
from kiosk.referee.keeping import Keeping
from kiosk.referee.play_view import OK
from kiosk.ruling import NoticeId, RulingId
from vision.types import Expectation

FREE: dict[str, str | int] = {
    "full_hand": "may",
    "end": "final_lap",
    "figures": "farkle",
    "equal": "flat",
    "opening": 0,
}


def thrown(*values: int, keeping: Keeping = Keeping.BUTTONS, **options: str | int) -> Sitting:
    """Marie's first throw of Dix mille."""
    sitting = Sitting("dix_mille", options={**FREE, **options}, first=0, keeping=keeping)
    sitting.table.throw(*values)
    return sitting


def kept(sitting: Sitting) -> list[int | None]:
    return [die.value for die in sitting.play.dice if die.kept]


def labels(sitting: Sitting) -> list[dict[str, object]]:
    keys = sitting.keys
    return [dict(label.values) for button in KEEPS if button in keys and (label := keys[button].label)]


def test_each_press_sets_one_more_aside_and_past_the_last_none() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    assert labels(sitting) == [{"dice": "1", "points": 100}, {"dice": "5", "points": 50}]
    assert [die.button for die in sitting.play.dice] == [None, 1, 2, 1, None, None]
    sitting.table.keep(1)
    assert (kept(sitting), sitting.lit) == ([1], [1])
    assert labels(sitting)[0] == {"dice": "11", "points": 200}
    sitting.table.keep(1, 2)
    assert (kept(sitting), sitting.lit) == ([1, 5, 1], [1, 2])
    sitting.table.keep(1)
    assert (kept(sitting), sitting.lit) == ([5], [2])


def test_three_of_a_kind_are_set_aside_together_then_one_more() -> None:
    sitting = thrown(4, 4, 2, 4, 4, 6)
    sitting.table.keep(1)
    assert kept(sitting) == [4, 4, 4]
    sitting.table.keep(1)
    assert kept(sitting) == [4, 4, 4, 4]


def test_a_die_that_may_not_stay_is_thrown_too_and_nobody_is_asked() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.table.keep(1)
    sitting.table.lift(1, 3, 4, 5)
    sitting.table.throw(2, 2, 3, 6, at=900)
    assert sitting.play.ruling.id is RulingId.NOT_THROWN
    assert sitting.keys[Button.END].label != OK


def test_a_die_is_gone_and_what_is_left_may_not_stay_so_it_is_asked_back() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.table.keep(1)
    sitting.table.lift(2)
    assert sitting.play.ruling.id is RulingId.LIFTED_FORCED


def test_what_is_marked_stays_and_counts() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.table.keep(1, 1)
    assert sitting.play.ruling.id is RulingId.THROW_REST_OR_END
    sitting.table.lift(1, 3, 5, 6)
    sitting.table.throw(5, 3, 4, 1, at=900)
    assert sitting.match.actions[-2:] == [Keep(frozenset({2, 4})), Roll((5, 3, 4, 1))]
    assert sitting.play.game.at_stake == 350
    assert kept(sitting) == [1, 1], "what was set aside stays marked"
    sitting.table.end()
    assert sitting.match.actions[-1] == Stop()
    assert sitting.match.view.seats[0].score == 350


def test_nothing_marked_is_refused_with_what_to_do() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    assert sitting.play.ruling.id is RulingId.REFUSED
    assert sitting.prompt == "Set aside what counts, or stop"


def test_all_dice_are_kept_and_all_are_thrown_again() -> None:
    sitting = thrown(1, 2, 3, 4, 5, 6)
    sitting.table.keep(3)
    assert kept(sitting) == [1, 2, 3, 4, 5, 6]
    assert sitting.play.ruling.id is RulingId.THROW_ALL_OR_END
    sitting.table.lift(1, 2, 3, 4, 5, 6)
    sitting.table.throw(5, 3, 4, 1, 6, 6)
    assert sitting.match.actions[-2:] == [Keep(frozenset()), Roll((5, 3, 4, 1, 6, 6))]
    assert sitting.play.game.at_stake == 1650
    assert kept(sitting) == []


def test_all_that_count_may_be_scooped_up_without_a_press() -> None:
    sitting = thrown(1, 2, 2, 2, 3, 4)
    sitting.table.keep(1, 2)
    sitting.table.lift(5, 6)
    sitting.table.throw(5, 5, at=900)
    assert sitting.match.wait
    sitting.table.lift(1, 2, 3, 4, 5, 6)
    sitting.table.throw(2, 3, 4, 1, 6, 6)
    assert sitting.match.actions[-2] == Keep(frozenset())
    assert sitting.play.game.at_stake == 100 + 200 + 100 + 100


def test_all_that_are_thrown_though_some_were_marked_are_asked_about() -> None:
    sitting = thrown(2, 1, 6, 4, 5, 3)
    sitting.table.keep(2)
    marked = sitting.referee._selection.marked
    assert len(marked) == 1
    sitting.table.lift(1, 2, 3, 4, 5, 6)
    sitting.table.throw(1, 3, 3, 3, 6, 5, at=900)
    assert sitting.play.ruling.id is RulingId.LIFTED
    assert isinstance(sitting.match.actions[-1], Roll)
    assert sitting.match.actions[-1].values == (2, 1, 6, 4, 5, 3), "nothing was counted"
    sitting.table.end()
    assert sitting.match.actions[-2:] == [Keep(frozenset()), Roll((1, 3, 3, 3, 6, 5))]


def test_who_keeps_all_expects_all_to_be_thrown_and_may_enter_them_by_hand() -> None:
    sitting = thrown(1, 2, 3, 4, 5, 6)
    sitting.table.keep(3)
    assert sitting.session.expectation == Expectation(6), "none of them stays"
    sitting.table.press(Button.END, long=True)
    view = sitting.asked
    assert len(view.dice) == 6


def test_where_all_must_go_on_end_says_so() -> None:
    sitting = thrown(1, 2, 2, 2, 3, 4, full_hand="must")
    sitting.table.keep(1, 2)
    sitting.table.lift(5, 6)
    sitting.table.throw(1, 5, at=900)
    sitting.table.keep(1, 2)
    assert sitting.play.ruling.id is RulingId.THROW_ALL
    sitting.table.end()
    assert sitting.play.notice is not None
    assert sitting.play.notice.message == "All dice count: throw them all again"


def test_end_is_refused_before_one_has_opened() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3, opening=500)
    sitting.table.end()
    assert not isinstance(sitting.match.actions[-1], Stop)
    assert sitting.play.notice_id is NoticeId.REFUSED
    assert Button.END not in sitting.keys


def test_undo_gives_the_dice_that_were_set_aside_back_as_they_stayed() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.table.keep(1)
    sitting.table.lift(1, 3, 4, 5, 6)
    sitting.table.throw(2, 3, 4, 1, 6, at=900)
    sitting.table.keep(1)
    sitting.table.lift(2, 3, 4, 6)
    sitting.table.throw(2, 3, 4, 6, at=900)  # nothing counts
    assert isinstance(sitting.match.wait, Throw)
    assert sitting.match.view.seat == 1
    sitting.undo()
    assert sitting.match.view.seat == 0
    assert sitting.match.view.at_stake == 200


def test_a_corrected_die_changes_what_is_at_stake() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.table.keep(1, 1)
    sitting.table.lift(1, 3, 5, 6)
    sitting.table.throw(2, 3, 4, 6, at=900)
    assert sitting.match.view.seat == 1, "a bust"
    sitting.match.correct({1: 1}, 0.0)
    sitting.referee.resync()
    assert sitting.match.view.seat == 0
    assert sitting.match.view.at_stake == 300


def test_six_dice_are_corrected_one_after_the_other() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.table.press(KEEPS[0], long=True)
    view = sitting.asked
    assert len(view.dice) == 6
    sitting.table.press(KEEPS[0])
    sitting.table.press(KEEPS[2])
    view = sitting.asked
    assert (view.chosen, view.dice[5].corrected) == (5, True)
    sitting.table.press(KEEPS[1])
    view = sitting.asked
    assert view.chosen == 0
    sitting.table.end()
    assert sitting.match.corrections == 1


def test_by_hand_what_is_left_lying_is_set_aside() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3, keeping=Keeping.HANDS)
    sitting.table.keep(1)
    assert sitting.play.notice_id is NoticeId.HANDS_KEEP
    sitting.table.lift(1, 3, 5, 6)
    sitting.table.throw(2, 3, 4, 1, at=900)
    assert sitting.match.actions[-2] == Keep(frozenset({2, 4}))


def test_without_a_camera_the_buttons_mark_groups_too() -> None:
    sitting = thrown(2, 1, 5, 1, 3, 3)
    sitting.blind()
    sitting.table.keep(1)
    assert kept(sitting) == [1]
    sitting.table.press(Button.END, long=True)
    view = sitting.asked
    assert len(view.dice) == 5
