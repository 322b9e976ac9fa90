"""What a lamp burns out of a face."""

import cv2
import numpy as np
import pytest
from drawn_face import BLACK, CRIMSON, DARK, HALF_EDGE_PX, IVORY, Colour, face, pip_on

from vision.reading import glare
from vision.reading.crops import SIDE_PX
from vision.reading.pips import fit
from vision.types import PATTERNS, Image

BURNT = (255, 255, 255)


def glared(cut: Image, value: int) -> bool:
    return glare.glared(fit([cut])[0], value)


@pytest.mark.parametrize("value", range(1, 7))
def test_white_dice_and_white_pips_in_bright_light_are_no_glare(value: int) -> None:
    assert not glared(face(value, BLACK, BURNT), value)
    assert not glared(face(value, BURNT, BLACK), value)


def test_a_white_table_around_a_dark_die_is_no_glare() -> None:
    cut = face(2, (20, 20, 50), BLACK)
    cut[:, :14] = cut[:14] = cut[:, -14:] = cut[-14:] = 255
    noisy = cut + np.random.default_rng(3).normal(0, 8, cut.shape)
    assert not glared(np.clip(noisy, 0, 255).astype(np.uint8), 2)


@pytest.mark.parametrize("value", range(2, 7))
@pytest.mark.parametrize("body", [BLACK, CRIMSON])
def test_a_glare_over_half_a_face_is_one_whatever_but_an_ace_it_is_taken_for(value: int, body: Colour) -> None:
    lit = face(value, IVORY, body)
    cv2.circle(lit, (40, 32), 15, BURNT, -1, cv2.LINE_AA)
    assert all(glared(lit, taken) for taken in range(2, 7))


def lit_at(cut: Image, x: int, y: int, radius: int) -> Image:
    """The same with a lamp burnt into it there, pixels."""
    spot = np.zeros((SIDE_PX, SIDE_PX, 1), np.float32)
    cv2.circle(spot, (x, y), radius, 1.0, -1)
    glare = cv2.GaussianBlur(spot, (0, 0), 1.5)[..., None] * 400
    return np.asarray(np.clip(cut + glare, 0, 255), np.uint8)


@pytest.mark.parametrize("value", [3, 5])
def test_a_lamp_on_the_middle_of_an_ivory_face_hides_its_pip(value: int) -> None:
    assert glared(lit_at(face(value), 32, 32, 8), value - 1)


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_pips_of_which_a_lamp_has_eaten_one_are_not_to_be_told(value: int) -> None:
    white = face(value, DARK, BURNT)
    assert not glared(white, value)
    pip_on(white, 0.46, 0.46, BURNT)
    assert glared(white, value)


@pytest.mark.parametrize("value", range(1, 7))
def test_rings_on_a_burnt_out_face_are_pips(value: int) -> None:
    ringed = face(value, DARK, BURNT)
    for x, y in PATTERNS[value]:
        at = (SIDE_PX / 2 + 0.5 * HALF_EDGE_PX * np.array((x, y))).round().astype(int).tolist()
        cv2.circle(ringed, at, 2, BURNT, -1, cv2.LINE_AA)
    assert not glared(ringed, value)


@pytest.mark.parametrize("body", [BLACK, CRIMSON])
def test_a_lamp_broader_than_light_pips_is_none(body: Colour) -> None:
    assert glared(lit_at(face(2, IVORY, body), 32, 32, 6), 3)
