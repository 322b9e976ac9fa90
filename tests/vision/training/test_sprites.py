"""Sprites of dice: what the training scenes are made of."""

from __future__ import annotations

import numpy as np

from vision.training.sprites import Sprite, make_sprite

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
        shown += plain.value in {2, 4, 6} and ink.max() > 0
    assert shown > 4
