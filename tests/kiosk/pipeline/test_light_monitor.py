"""The camera is locked anew when the light over an empty tray has drifted, and never while dice lie there."""

import numpy as np
import pytest

from kiosk.pipeline.camera_monitor import LightMonitor
from vision.types import Scene, SceneState


def scene(time: float, brightness: int, state: SceneState = SceneState.EMPTY) -> Scene:
    return Scene(time, state, (), (), np.full((72, 128, 3), brightness, np.uint8))


def test_a_lamp_switched_on_is_noticed_once() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert monitor.drifted(scene(1, 120))
    assert not any(monitor.drifted(scene(1 + t / 10, 120)) for t in range(1, 200))


def test_dusk_is_noticed_however_slowly_it_falls() -> None:
    monitor = LightMonitor()
    assert sum(monitor.drifted(scene(t * 60, 200 - t)) for t in range(150)) >= 2


def test_a_lamp_switched_on_over_a_black_tray_is_noticed_too() -> None:
    monitor = LightMonitor()
    assert not monitor.drifted(scene(0, 0))
    assert monitor.drifted(scene(1, 60))


def test_dice_and_hands_are_no_light() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert not monitor.drifted(scene(1, 160, SceneState.HAND))
    assert not monitor.drifted(scene(2, 160, SceneState.SETTLED))


def test_what_the_camera_does_while_it_settles_is_no_measure_of_the_light() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert monitor.drifted(scene(1, 120))
    for tenth in range(1, 50):
        assert not monitor.drifted(scene(1 + tenth / 10, 250)), "it is still finding its exposure"
    assert not any(monitor.drifted(scene(6 + t, 120)) for t in range(20)), "the light is what it was locked for"


def test_the_light_is_watched_again_once_the_camera_has_settled() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert monitor.drifted(scene(1, 120))
    assert not monitor.drifted(scene(6.5, 120))
    assert monitor.drifted(scene(7, 200))


@pytest.mark.parametrize(("dark", "next_dark", "drifts"), [(1, 2, True), (2, 3, False), (1, 1, False), (2, 4, True)])
def test_in_the_dark_a_level_more_is_another_light_only_if_there_was_hardly_any(
    dark: int, next_dark: int, *, drifts: bool
) -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, dark))
    assert monitor.drifted(scene(1, next_dark)) == drifts
