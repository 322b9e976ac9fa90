"""Dice that few people own: pips in inlaid discs, and clear bodies through which the lower face's pips are seen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.pip_masks import PATTERNS
from workshop.training.emblems import PICTURE_PX, Picture
from workshop.training.looks import Look
from workshop.training.sprites import Array, Emblems, Sprite, make_sprite

_REFRACTION = 1.49
"""Index of refraction of acrylic glass: what lies below is seen nearer by this factor."""
_LOWER_PIP, _UPPER_PIP = 0.11, 0.14
"""Radii of the pips below, and of what those above cover at most, in edges."""
_BITS = 4
"""Of a pixel's fraction, in which OpenCV is told where a disc goes."""


def inlaid_faces(rng: np.random.Generator) -> dict[int, Picture]:
    """The faces of one maker's dice, by value: a disc is set in, in which the pips are left out."""
    disc, spacing = rng.uniform(0.7, 0.95), rng.uniform(0.42, 0.53)
    apart, pip = spacing * disc, spacing * disc * rng.uniform(0.32, 0.43)
    return {value: _disc_with(np.array(dots) * apart, pip, disc) for value, dots in PATTERNS.items()}


def inlaid_sprites(rng: np.random.Generator, count: int) -> list[Sprite]:
    """Such dice, seen from above."""
    faces, tops = inlaid_faces(rng), rng.integers(1, 7, count).tolist()
    tilts = np.abs(rng.normal(0, 0.1, count)).tolist()
    return [make_sprite(rng, tilt, emblems=Emblems(top, faces)) for tilt, top in zip(tilts, tops, strict=True)]


def shine_through(rng: np.random.Generator, image: Array, sprite: Sprite, linear: Array, at: Array, look: Look) -> None:
    """Draw the lower face's pips as they are seen through a die that was painted at this place, fainter and blurred.

    They lie under the upper face's pips, and nearer than they are, as light is refracted.
    """
    top, foot = (corners @ linear.T + at for corners in (sprite.corners, sprite.footprint))
    lower = np.asarray(top + (foot - top) / _REFRACTION, np.float32)
    dots = np.array(PATTERNS[7 - sprite.value], np.float32) * rng.uniform(0.44, 0.58)
    if rng.random() < 0.5:
        dots = dots[:, ::-1] * (1, -1)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    to_picture = cv2.getPerspectiveTransform(square, lower)
    seen = cv2.perspectiveTransform(dots[None].astype(np.float32), to_picture)[0]
    edge = float(np.linalg.norm(lower[1] - lower[0]))
    below = _discs(image.shape[:2], seen, _LOWER_PIP * edge)
    below = cv2.GaussianBlur(below, (0, 0), max(0.5, 0.02 * edge)) * rng.uniform(0.15, 0.5)
    above = _discs(image.shape[:2], sprite.pips @ linear.T + at, _UPPER_PIP * edge)
    image += (look.pip - image) * (below * (1 - above))[..., None]


def _discs(shape: tuple[int, ...], places: Array, radius: float) -> Array:
    """How much of each pixel, 0…1, discs about these places (n, 2) cover."""
    drawn = np.zeros(shape, np.uint8)
    for place in places:
        _disc(drawn, place, radius, 255)
    return drawn / np.float32(255)


def _disc(drawn: NDArray[np.uint8], at: Array, radius: float, ink: int) -> None:
    x, y, reach = (round(float(v) * (1 << _BITS)) for v in (*at, radius))
    cv2.circle(drawn, (x, y), reach, ink, -1, cv2.LINE_AA, _BITS)


def _disc_with(pips: Array, pip: float, disc: float) -> Picture:
    """A disc about the middle of a face, and pips (n, 2) left out of it; all in half edges."""
    picture, half = np.zeros((PICTURE_PX, PICTURE_PX), np.uint8), PICTURE_PX / 2
    _disc(picture, np.full(2, half - 0.5), disc * half, 255)
    for place in pips:
        _disc(picture, (place + 1) * half - 0.5, pip * half, 0)
    return picture
