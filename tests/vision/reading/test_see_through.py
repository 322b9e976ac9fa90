"""Pips of the lower face, seen through a clear die."""

import cv2
import numpy as np
import pytest

from vision.reading import see_through
from vision.reading.crops import SIDE_PX
from vision.reading.pips import fit
from vision.types import Image

Colour = tuple[int, int, int]
RED, BLACK, IVORY, CRIMSON = (40, 30, 170), (25, 25, 25), (225, 235, 240), (60, 30, 190)
CORNERS = [(-9, -9), (-9, 9), (9, -9), (9, 9)]
ROWS = [(-9, -9), (-9, 0), (-9, 9), (9, -9), (9, 0), (9, 9)]
MIDDLE = SIDE_PX // 2
BELOW = 0.45
"""How much of its colour a pip keeps that is seen through the die."""


def face(body: Colour, pip: Colour, above: list[tuple[int, int]], below: list[tuple[int, int]]) -> Image:
    """A cut-out of a face, with the pips on it and those of the face below."""
    cut = np.full((SIDE_PX, SIDE_PX, 3), (46, 92, 38), np.uint8)
    cv2.rectangle(cut, (13, 13), (51, 51), body, cv2.FILLED)
    faint = tuple(round(b + (p - b) * BELOW) for b, p in zip(body, pip, strict=True))
    for pips, ink in ((below, faint), (above, pip)):
        for x, y in pips:
            cv2.circle(cut, (MIDDLE + x, MIDDLE + y), 4, ink, cv2.FILLED, cv2.LINE_AA)
    noisy = cv2.GaussianBlur(cut, (0, 0), 0.8) + np.random.default_rng(3).normal(0, 3, cut.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def shines_through(cut: Image, value: int) -> bool:
    return see_through.shines_through(fit([cut])[0], value)


INKS = pytest.mark.parametrize(("body", "pip"), [(RED, IVORY), (BLACK, IVORY), (IVORY, BLACK), (BLACK, CRIMSON)])


@INKS
@pytest.mark.parametrize(
    ("above", "below"),
    [
        (CORNERS, [(0, 0)]),
        ([(-9, -9), (9, 9)], [(-9, 9), (9, -9), (0, 0)]),
        ([(-9, -9), (9, 9), (0, 0)], [(-9, 9), (9, -9)]),
        ([(0, 0)], CORNERS),
    ],
)
def test_faint_pips_among_plain_ones_make_no_five(
    body: Colour, pip: Colour, above: list[tuple[int, int]], below: list[tuple[int, int]]
) -> None:
    assert shines_through(face(body, pip, above, below), 5)


@INKS
def test_an_ace_above_a_six_is_no_six(body: Colour, pip: Colour) -> None:
    assert shines_through(face(body, pip, [(0, 0)], ROWS), 6)


@INKS
def test_pips_that_are_all_alike_are_on_the_face(body: Colour, pip: Colour) -> None:
    assert not shines_through(face(body, pip, [*CORNERS, (0, 0)], []), 5)
    assert not shines_through(face(body, pip, ROWS, []), 6)


@INKS
def test_an_ace_below_a_six_leaves_it_a_six(body: Colour, pip: Colour) -> None:
    assert not shines_through(face(body, pip, ROWS, [(0, 0)]), 6)


@INKS
def test_a_pip_with_dirt_on_it_is_a_pip(body: Colour, pip: Colour) -> None:
    assert not shines_through(face(body, pip, [*CORNERS[1:], (0, 0)], CORNERS[:1]), 5)


def test_pips_that_differ_by_less_than_a_marbled_body_does_tell_nothing() -> None:
    five = face(BLACK, CRIMSON, CORNERS, [(0, 0)])
    swirls = cv2.GaussianBlur(np.random.default_rng(29).normal(0, 1, five.shape), (0, 0), 2.5)
    marbled = np.clip(five + 60 * swirls / swirls.std(), 0, 255).astype(np.uint8)
    assert shines_through(five, 5)
    assert not shines_through(marbled, 5)
