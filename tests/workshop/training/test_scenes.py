"""Training scenes say truly what lies where: a network learns whatever they say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading.crops import squared
from vision.types import PATTERNS
from workshop.training.scenes import Scene, close_up, glanced_at, make_scene, varied, what_lies_at
from workshop.training.sprites import Sprite, make_sprites


@pytest.fixture(scope="module")
def sprites() -> list[Sprite]:
    return make_sprites(3, 90)


@pytest.fixture(scope="module")
def made(sprites: list[Sprite]) -> list[Scene]:
    rng = np.random.default_rng(8)
    return [make_scene(rng, sprites) for _ in range(24)]


def edge_of(corners: np.ndarray) -> float:
    return float(np.sqrt(cv2.contourArea(corners)))


def test_dice_that_can_be_read_show_as_many_pips_as_their_value(made: list[Scene]) -> None:
    shown = [(value, dots) for scene in made for value, dots in zip(scene.values, scene.pips, strict=True)]
    assert len(shown) > 30
    assert all(len(dots) == value == len(PATTERNS[value]) for value, dots in shown)


def test_a_close_up_shows_each_face_where_it_says(made: list[Scene]) -> None:
    rng = np.random.default_rng(1)
    dice = 0
    for scene in made:
        close = close_up(rng, scene)
        for value, corners in zip(close.values, close.corners, strict=True):
            seen = squared(close.image, corners, 24).astype(np.float32)
            true = [
                np.abs(squared(scene.image, there, 24) - seen).mean()
                for other, there in zip(scene.values, scene.corners, strict=True)
                if other == value
            ]
            assert min(true) < 12, "no such face in the scene"
            assert what_lies_at(close, corners.mean(0), edge_of(corners)) == value
            dice += 1
    assert dice > 12


def test_a_glance_shows_a_die_as_large_as_was_asked_for_and_where_it_says(made: list[Scene]) -> None:
    rng = np.random.default_rng(4)
    glances = [glanced_at(rng, scene, 28, 64) for scene in made for _ in range(3)]
    assert {glance.image.shape for glance in glances} == {(64, 64, 3)}
    for glance in glances:
        for value, corners in zip(glance.values, glance.corners, strict=True):
            assert what_lies_at(glance, corners.mean(0), edge_of(corners)) == value
    faces = [corners for glance in glances for corners in glance.corners]
    middle = [edge_of(corners) for corners in faces if np.abs(corners.mean(0) - 32).max() < 8]
    assert len(middle) > 20
    assert np.median(middle) == pytest.approx(28, abs=3)


def test_a_mirrored_scene_says_where_its_dice_are_then(made: list[Scene]) -> None:
    rng = np.random.default_rng(2)
    for scene in made:
        other = varied(rng, scene)
        for value, corners in zip(other.values, other.corners, strict=True):
            assert what_lies_at(other, corners.mean(0), edge_of(corners)) == value
