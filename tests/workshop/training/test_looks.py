"""Dice whose pips are as light as their bodies, and what dice mirror."""

from __future__ import annotations

import numpy as np

from workshop.training.looks import LUMA, random_look
from workshop.training.room import room

GREY = np.full(3, 120, np.float32)


def test_some_dice_have_pips_as_light_as_their_bodies_and_most_of_another_colour() -> None:
    rng = np.random.default_rng(2)
    looks = [random_look(rng, GREY) for _ in range(400)]
    alike = [look for look in looks if abs(float((look.pip - look.body) @ LUMA)) < 40]
    assert 0.1 < len(alike) / len(looks) < 0.5
    coloured = [look for look in alike if np.abs(look.pip - look.body).max() > 60]
    assert len(coloured) > 0.6 * len(alike)


def test_a_room_is_never_darker_than_black_nor_brighter_than_a_lamp() -> None:
    towards = np.random.default_rng(1).normal(size=(500, 3))
    towards /= np.linalg.norm(towards, axis=1, keepdims=True)
    seen = np.stack([room(np.random.default_rng(seed), towards) for seed in range(40)])
    assert seen.shape == (40, 500)
    assert seen.min() >= 0
    assert seen.max() <= 1
    assert (seen.std(1) > 0.01).all(), "no room is the same wherever one looks"
