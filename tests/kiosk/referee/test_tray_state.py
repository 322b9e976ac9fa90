"""One object writes how the tray lies; what it hands out is frozen in truth."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any, cast

import pytest
from sitting import Sitting

from kiosk.referee.tray_snapshot import TraySnapshot


@pytest.fixture
def chosen(sitting: Sitting) -> Sitting:
    """4, 6 and 1 lie there, and the 4 is marked."""
    sitting.table.throw_all(4, 6, 1)
    sitting.table.keep(1)
    return sitting


def tray(sitting: Sitting) -> TraySnapshot:
    return sitting.referee._tray.snapshot


def test_a_snapshot_stays_as_it_was_whatever_happens_then(chosen: Sitting) -> None:
    before = tray(chosen)
    fills, present, pictures = dict(before.fills), before.present, dict(before.pictures)
    chosen.table.lift(2, 3)
    chosen.table.throw(2, 5, at=700)
    assert tray(chosen) is not before
    assert (dict(before.fills), before.present, dict(before.pictures)) == (fills, present, pictures)
    assert before.thrown == before.void == frozenset()


def test_nobody_can_write_into_a_snapshot(chosen: Sitting) -> None:
    snapshot = cast("Any", tray(chosen))
    for name in ("fills", "stated", "before", "pictures"):
        with pytest.raises(TypeError):
            getattr(snapshot, name)[1] = None
    for name in ("thrown", "latest", "void"):
        assert isinstance(getattr(snapshot, name), frozenset)
    for name in ("present", "doubts"):
        assert isinstance(getattr(snapshot, name), tuple)
    with pytest.raises(FrozenInstanceError):
        snapshot.gap = True


def test_nothing_is_copied_while_nothing_happens(chosen: Sitting) -> None:
    assert tray(chosen) is tray(chosen)


def test_the_hand_there_is_known_only_while_it_is_the_last_one_of_the_match(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    assert tray(sitting).known
    sitting.match.undo(sitting.table.time)
    assert not tray(sitting).known, "other dice lie there than the match went back to"


def test_a_situation_is_as_frozen(chosen: Sitting) -> None:
    wait = cast("Any", chosen.match.wait)
    situation = cast("Any", chosen.referee._following.situation(wait))
    for name in ("hand", "theirs", "last"):
        with pytest.raises(TypeError):
            getattr(situation, name)[1] = 6
    with pytest.raises(FrozenInstanceError):
        situation.seat = 1
