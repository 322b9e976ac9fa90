"""Simulated guests: how they answer what the screen asks, seen from a made-up table."""

from __future__ import annotations

import pytest
from guest_scene import Scene

from kiosk.referee.keys import soft_keys
from kiosk.ruling import RulingId
from kiosk.simulation.guests.tempo import BRISK
from kiosk.view import TableView


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_kept_die_that_somebody_took_is_laid_back_not_let_go(scene: Scene) -> None:
    scene.table.lift(1)
    assert scene.asks() is RulingId.LIFTED
    scene.look(10.0)
    assert scene.tray.done == [("place", 0, 4)]
    assert not scene.guests.log


def test_a_die_that_was_laid_down_in_vain_is_thrown_before_anybody_lets_it_go(scene: Scene) -> None:
    scene.table.lift(1)
    for now in (10.0, 20.0, 30.0, 40.0):
        scene.look(now)
    assert scene.tray.done == [*[("place", 0, 4)] * 3, ("throw", [0])]
    assert not scene.guests.pressing


def test_where_somebody_laid_a_die_down_anew_all_that_are_not_kept_are_thrown(scene: Scene) -> None:
    scene.table.lift(2)
    scene.table.throw(6, at=800)
    assert scene.asks() is RulingId.LEFT
    scene.look(10.0)
    assert scene.tray.done == [("throw", [1, 2])]
    assert len(scene.guests.log) == 1


@pytest.mark.parametrize("trouble", ["lost", "looking"])
def test_a_camera_that_is_back_or_looking_is_given_time(scene: Scene, trouble: str) -> None:
    scene.look(10.0, **{trouble: True})
    scene.look(10.0 + BRISK.patience / 2)
    assert not scene.tray.done
    assert not scene.guests.pressing
    scene.look(10.1 + BRISK.patience)
    assert scene.tray.done or scene.guests.pressing


def test_who_throws_a_leaning_die_before_anybody_has_thrown_begins_the_throw(scene: Scene) -> None:
    scene.guests.look(TableView(scene.sitting.play, soft_keys(scene.sitting.keys)), 5.0)
    scene.guests._rethrow([1])
    assert [list(thrown.dice) for thrown in scene.guests.log] == [[1]]
    scene.guests._rethrow([2])
    assert [list(thrown.dice) for thrown in scene.guests.log] == [[1, 2]]
