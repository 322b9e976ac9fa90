"""Rulings are followed one after the other, and never without an end."""

import pytest
from sitting import Sitting, playing

from kiosk.games.core import Roll
from kiosk.referee import ruling_loop
from kiosk.referee.rulings import Effect, Outcome
from kiosk.referee.situation import Situation
from kiosk.ruling import NoticeId, Ruling, RulingId


def test_rulings_that_follow_from_one_another_without_an_end_stop_and_the_table_says_so(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[Situation] = []

    def void(situation: Situation) -> Outcome:
        judged.append(situation)
        return Outcome(Ruling(RulingId.VOID), warning=True, effect=Effect.VOID)

    count = len(sitting.match.actions)
    sitting.table.lift(1, 2, 3)
    with monkeypatch.context() as patched:
        patched.setattr(ruling_loop, "rule_on", void)
        judged.clear()
        sitting.table.tell(sitting.referee._tray.snapshot.state)
    assert len(judged) == ruling_loop.MOST_RULINGS < 30, "within one picture"
    assert sitting.play.ruling.id is RulingId.VOID, "the last one stands"
    assert sitting.play.notice_id is NoticeId.CONFUSED
    assert len(sitting.match.actions) == count
    sitting.table.throw(4, 2, 1)
    assert sitting.match.actions[-1] == Roll((4, 2, 1)), "and play goes on"


def test_once_a_match_is_over_nothing_is_asked_of_the_dice() -> None:
    sitting = playing("le_421", "classique", {"tokens": 1}, first=0)
    while not sitting.match.over:
        sitting.table.throw_all(*((4, 2, 1) if sitting.match.view.seat == 0 else (6, 5, 3)))
    sitting.table.throw_all(5, 5, 5)
    play = sitting.referee.view
    assert (play.ruling.id, play.warning, play.notice_id) == (RulingId.PLAY_ON, False, None)


def test_a_dialog_that_is_open_leaves_the_dice_alone(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    count = len(sitting.match.actions)
    sitting.correct()
    sitting.table.throw_all(5, 5, 2)
    assert len(sitting.match.actions) == count
    assert sitting.referee._notices.current[0] is None


def test_a_match_needs_far_fewer(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruling_loop, "MOST_RULINGS", 3)
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    sitting.table.throw_all(3, 2, 2)
    sitting.table.end()
    assert sitting.match.actions[-1] == Roll((3, 2, 2))
    assert sitting.play.notice_id is not NoticeId.CONFUSED
