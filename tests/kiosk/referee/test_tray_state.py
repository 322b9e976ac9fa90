"""One object writes how the tray lies; what it hands out is frozen in truth."""

import numpy as np
import pytest
from made_up import die
from sitting import Sitting

from kiosk.referee.tray_snapshot import TraySnapshot
from kiosk.referee.tray_state import TrayState
from vision.types import Scene, SceneState, TrackedDie


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


def test_the_hand_there_is_known_only_while_it_is_the_last_one_of_the_match(sitting: Sitting) -> None:
    sitting.table.throw_all(4, 6, 1)
    sitting.table.throw_all(5, 5, 2)
    assert tray(sitting).known
    sitting.match.undo(sitting.table.time)
    assert not tray(sitting).known, "other dice lie there than the match went back to"


@pytest.mark.parametrize(("x", "left"), [(200.0, 163), (20.0, 0), (1275.0, 1280 - 74)])
def test_a_die_is_cut_out_with_a_little_felt_around_it_and_within_the_picture(
    sitting: Sitting, x: float, left: int
) -> None:
    image = np.tile(np.arange(1280, dtype=np.uint16).reshape(1, -1, 1) % 251, (720, 1, 3)).astype(np.uint8)
    state = TrayState(sitting.match, resumed=False)
    lying = TrackedDie(7, thrown=True, die=die(4, x))
    state.scene(Scene(1.0, SceneState.SETTLED, (lying,), (), image))
    (picture,) = state.snapshot.pictures.values()
    assert picture.shape == (74, 74, 3), "half an edge and half as much again, both ways"
    assert (picture == image[323 : 323 + 74, left : left + 74]).all()


def test_a_picture_is_taken_once_a_rest(sitting: Sitting) -> None:
    state = TrayState(sitting.match, resumed=False)
    lying = TrackedDie(7, thrown=True, die=die(4, 200.0))
    for time, brightness in enumerate((10, 20)):
        image = np.full((720, 1280, 3), brightness, np.uint8)
        state.scene(Scene(time * 0.1, SceneState.SETTLED, (lying,), (), image))
        assert state.snapshot.pictures[7].max() == 10
    state.scene(Scene(0.3, SceneState.MOVING, (), (), image))
    state.scene(Scene(0.4, SceneState.SETTLED, (lying,), (), image))
    assert state.snapshot.pictures[7].max() == 20
