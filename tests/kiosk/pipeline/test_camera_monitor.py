"""Pictures that tell nothing are noticed, whatever the camera's driver says."""

import numpy as np

from kiosk.pipeline.camera_monitor import BLACK, FROZEN, CameraMonitor
from vision.types import Image


def picture(seed: int, level: int = 90) -> Image:
    rng = np.random.default_rng(seed)
    return np.asarray(rng.integers(level, level + 6, (720, 1280, 3)), np.uint8)


def test_pictures_with_a_sensors_noise_are_well() -> None:
    monitor = CameraMonitor()
    for second in range(20):
        assert monitor.see(picture(second), float(second))
        assert monitor.fault is None


def test_the_same_picture_for_ever_is_told_and_forgotten_with_the_next_other_one() -> None:
    monitor = CameraMonitor()
    assert monitor.see(picture(1), 0.0)
    for second in range(1, 7):
        assert not monitor.see(picture(1), float(second)), "it tells nothing new"
    assert monitor.fault == FROZEN
    assert monitor.see(picture(2), 7.0)
    assert monitor.fault is None


def test_black_and_frozen_are_borne_for_two_seconds_and_for_five() -> None:
    black, frozen = CameraMonitor(), CameraMonitor()
    black.see(picture(0), 10.0)
    frozen.see(picture(0), 10.0)
    for seconds, is_black, is_frozen in (
        (2.0, False, False),
        (2.1, True, False),
        (5.0, True, False),
        (5.1, True, True),
    ):
        black.see(picture(round(10 * seconds), level=2), 10 + seconds)
        frozen.see(picture(0), 10 + seconds)
        assert (black.fault == BLACK, frozen.fault == FROZEN) == (is_black, is_frozen)
    black.see(picture(1), 16.0)
    assert black.fault is None


def test_a_few_hot_pixels_make_no_black_picture_bright() -> None:
    monitor = CameraMonitor()
    for second in range(4):
        dark = picture(second, level=2)
        dark[::288, ::256] = 255
        monitor.see(dark, float(second))
    assert monitor.fault == BLACK
