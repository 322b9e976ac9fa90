"""Sprites of dice: what the training scenes are made of."""

from __future__ import annotations

import numpy as np

from workshop.training.looks import Look, paint
from workshop.training.sprites import Sprite, make_sprite
from workshop.training.tables import SIZE_PX

PIPS = 1
"""The layer that says where a sprite has ink."""


def test_what_is_printed_on_a_face_lies_between_its_pips_and_changes_nothing_else() -> None:
    def made(seed: int, printed: float) -> Sprite:
        return make_sprite(np.random.default_rng(seed), tilt=0.0, printed=printed)

    shown = 0
    for seed in range(24):
        plain, marked = made(seed, 0.0), made(seed, 1.0)
        others = [layer for layer in range(plain.layers.shape[2]) if layer != PIPS]
        assert (plain.layers[..., others] == marked.layers[..., others]).all()
        assert plain.value == marked.value
        assert (plain.corners == marked.corners).all()
        ink = marked.layers[..., PIPS].astype(int) - plain.layers[..., PIPS]
        assert ink.min() >= 0, "a print hides a pip"
        shown += int(plain.value in {2, 4, 6} and ink.max() > 0)
    assert shown > 4


def test_a_die_is_painted_where_it_is_said_to_be() -> None:
    body = np.full(3, 200, np.float32)
    look = Look(body, body, 0.0, body, body, (), gloss=0.0, haze=0.0, speckle=0.0)
    for turn in np.linspace(0, 2 * np.pi, 5):
        image = np.zeros((SIZE_PX, SIZE_PX, 3), np.float32)
        owner = np.full(image.shape[:2], -1, np.int16)
        at = np.array((120, 131), np.float32)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
        paint(image, owner, 0, make_sprite(np.random.default_rng(1), tilt=0.0), turned, at, look)
        rows, columns = np.nonzero(owner == 0)
        assert np.abs((columns.mean(), rows.mean()) - at).max() < 0.15
