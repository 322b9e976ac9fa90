"""A bar's conditions change pictures as they say, and the same evening does so again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from hardware.simulator.camera import FaultyCamera, Mishap
from hardware.simulator.conditions import CONDITIONS, SHAKE_PX
from hardware.simulator.table import SimulatedTable
from vision.types import Image

SIDE = 320, 180


@pytest.fixture(scope="module")
def picture() -> Image:
    """Grey, with a white square of 20 in the middle."""
    image = np.full((SIDE[1], SIDE[0], 3), 100, np.uint8)
    image[80:100, 150:170] = 200
    return image


def middle(image: Image) -> tuple[float, float]:
    """Of the square."""
    rows, columns = np.nonzero(image[..., 0] > 150)
    return float(columns.mean()), float(rows.mean())


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_same_seed_makes_the_same_evening_and_another_another(name: str, picture: Image) -> None:
    one, again, other = (CONDITIONS[name](seed) for seed in (3, 3, 4))
    times = [n / 8 for n in range(8)]
    made = [one(picture, time) for time in times]
    assert all(image.shape == picture.shape and image.dtype == np.uint8 for image in made)
    assert any(not np.array_equal(image, picture) for image in made)
    assert all(np.array_equal(image, again(picture, time)) for image, time in zip(made, times, strict=True))
    constant = name in {"dim", "red"}
    assert all(np.array_equal(image, other(picture, time)) for image, time in zip(made, times, strict=True)) is constant


def test_a_fault_shakes_somewhere_between_hardly_and_as_much_as_a_watcher_must_bear(picture: Image) -> None:
    x, y = middle(picture)
    farthest = []
    for seed in range(20):
        shaken = CONDITIONS["shake"](seed)
        ways = [np.subtract(middle(shaken(picture, n / 30)), (x, y)) for n in range(30)]
        farthest.append(float(np.abs(ways).max()) * 1280 / SIDE[0])
    assert min(farthest) < 6.0 < max(farthest) <= SHAKE_PX[1] + 2.0


@pytest.mark.parametrize(
    ("mishap", "lies"),
    [
        (None, lambda image, clean: np.array_equal(image, clean // 2)),
        (Mishap.BLACK, lambda image, _: not image.any()),
        (Mishap.UNPLUGGED, lambda image, _: image is None),
    ],
)
def test_conditions_lie_over_what_the_camera_films(
    mishap: Mishap | None, lies: Callable[[Image | None, Image], bool]
) -> None:
    clean = SimulatedTable(1, 1, fps=8.0, look="felt").advance()
    camera = FaultyCamera(SimulatedTable(1, 1, fps=8.0, look="felt"))
    camera.conditions["half"] = lambda image, _: image // 2
    camera.mishap = mishap
    frame = camera.film()
    assert lies(None if frame is None else frame.image, clean)
