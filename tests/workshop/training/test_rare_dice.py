"""Dice with inlaid discs, and clear ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading.checks.see_through import shines_through
from vision.reading.crops import cut_out
from vision.types import Image
from workshop.training.looks import Look, paint
from workshop.training.rare_dice import inlaid_faces, shine_through
from workshop.training.sprites import EDGE_PX, Array, Sprite, make_sprite
from workshop.training.tables import SIZE_PX

IVORY, RED, FELT = (np.array(bgr, np.float32) for bgr in ((225, 235, 240), (40, 30, 170), (46, 92, 38)))
EDGE = 60.0


def look(body: Array, pip: Array) -> Look:
    return Look(body, body, 0.0, pip, pip, (), gloss=0.0, haze=0.0, speckle=0.0)


def cut(sprite: Sprite, look: Look, *, clear: bool = False) -> Image:
    """What the reader cuts out of a picture of it, lying in the middle."""
    table = np.tile(FELT, (SIZE_PX, SIZE_PX, 1))
    linear, at = np.eye(2, dtype=np.float32) * EDGE / EDGE_PX, np.full(2, SIZE_PX / 2, np.float32)
    paint(table, np.full((SIZE_PX, SIZE_PX), -1, np.int16), 0, sprite, linear, at, look)
    if clear:
        shine_through(np.random.default_rng(4), table, sprite, linear, at, look)
    return cut_out(np.clip(table, 0, 255).astype(np.uint8), (sprite.corners @ linear.T + at).astype(np.float32))


@pytest.mark.parametrize("seed", range(5))
def test_as_many_pips_are_left_out_of_a_disc_as_the_die_is_worth(seed: int) -> None:
    for value, face in inlaid_faces(np.random.default_rng(seed)).items():
        bare, _ = cv2.connectedComponents((face < 128).astype(np.uint8), connectivity=4)
        assert bare - 2 == value, "but for the disc itself, and what lies around it"


def test_through_a_clear_four_the_middle_pip_of_a_three_is_seen_faintly() -> None:
    rng = np.random.default_rng(2)
    four = next(sprite for sprite in (make_sprite(rng, 0.02, printed=0.0) for _ in range(40)) if sprite.value == 4)
    opaque, clear = (cut(four, look(RED, IVORY), clear=clear) for clear in (False, True))
    middle = np.s_[30:34, 30:34]
    assert 20 < np.abs(clear[middle].astype(float) - opaque[middle]).max() < 120
    assert shines_through(clear, 5)
