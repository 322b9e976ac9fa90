"""The camera is locked anew when the light over an empty tray has drifted, and never while dice lie there."""

from __future__ import annotations

import numpy as np

from kiosk.pipeline.light_monitor import SETTLING_S, LightMonitor
from vision.types import Scene, SceneState


def scene(time: float, brightness: int, state: SceneState = SceneState.EMPTY) -> Scene:
    return Scene(time, state, (), (), np.full((72, 128, 3), brightness, np.uint8))


def test_a_steady_light_is_left_alone() -> None:
    monitor = LightMonitor()
    assert not any(monitor.drifted(scene(t, 100 + t % 3)) for t in range(100))


def test_a_lamp_switched_on_is_noticed_once() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert monitor.drifted(scene(1, 120))
    assert not any(monitor.drifted(scene(1 + t / 10, 120)) for t in range(1, 200))


def test_dusk_is_noticed_however_slowly_it_falls() -> None:
    monitor = LightMonitor()
    assert sum(monitor.drifted(scene(t * 60, 200 - t)) for t in range(150)) >= 2


def test_dice_and_hands_are_no_light() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert not monitor.drifted(scene(1, 160, SceneState.HAND))
    assert not monitor.drifted(scene(2, 160, SceneState.SETTLED))


def test_what_the_camera_does_while_it_settles_is_no_drift() -> None:
    monitor = LightMonitor()
    monitor.drifted(scene(0, 60))
    assert monitor.drifted(scene(1, 120))
    assert not monitor.drifted(scene(1 + SETTLING_S / 2, 250))
