"""A camera in a process of its own: nothing that happens to it happens to us."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.camera.apart import CameraApart, open_apart


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    """Two pictures of a table, in colours."""
    for number in range(2):
        picture = np.full((48, 64, 3), (number, 100, 200), np.uint8)
        cv2.imwrite(str(tmp_path / f"tray{number}.png"), picture)
    return tmp_path


@pytest.fixture
def camera(tray: Path) -> Iterator[CameraApart]:
    camera = CameraApart(str(tray))
    try:
        yield camera
    finally:
        camera.close()


def read_on(camera: CameraApart) -> NoReturn:
    """Until it fails."""
    while True:
        camera.read()


def test_its_pictures_are_the_cameras(camera: CameraApart) -> None:
    first, second = camera.read(), camera.read()
    assert first.image.shape == (48, 64, 3)
    assert [frame.image[0, 0].tolist() for frame in (first, second)] == [[0, 100, 200], [1, 100, 200]]
    assert second.time > first.time
    assert camera.held == ()


def test_what_does_not_open_is_answered_in_its_own_sentence() -> None:
    with open_apart("webcam:63") as camera, pytest.raises(CameraError, match="There is no webcam 63: plug it in"):
        camera.read()


def test_the_end_of_its_process_is_not_ours(camera: CameraApart) -> None:
    camera.read()
    os.kill(camera._process.pid, signal.SIGABRT)  # what libcamera does when a driver goes away
    with pytest.raises(CameraError, match="is being started again"):
        read_on(camera)


def test_one_that_hangs_is_told_of_and_ended(camera: CameraApart) -> None:
    camera.read()
    camera._patience_s = 0.01
    os.kill(camera._process.pid, signal.SIGSTOP)
    with pytest.raises(CameraError, match="hangs"):
        read_on(camera)
    camera.close()
    assert camera._process.returncode == -signal.SIGKILL


def test_it_ends_with_whoever_wanted_its_pictures(camera: CameraApart) -> None:
    camera.read()
    camera.close()
    assert camera._process.returncode == 0


def test_only_a_real_camera_needs_it(tray: Path) -> None:
    assert not isinstance(open_apart(str(tray)), CameraApart)
