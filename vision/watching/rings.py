"""What a face shows, as rings of colours about its middle.

A die may lie turned in any way: a turn shifts each ring, and by Fourier's transform all turns are compared at once, by
normalised correlation.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image, Point

Array = NDArray[np.float32]
Spectra = NDArray[np.complex64]
"""Of places, by the number of waves, for each ring and colour: (places, _TURNS / 2 + 1, 3 _RINGS)."""

PATCH_PX = 64
"""Width and height of an example's picture."""
PATCH_EDGES = 1.8
"""How much of the picture that shows, in edges of the face."""
_TURNS, _RINGS, FACE_REACH = 48, 12, 0.42
"""Samples around each ring, rings, and from a face's middle to the last of them, in edges: well within the face."""
TURNS_COMPARED = 2 * _TURNS
"""Turns by which a face is compared: fine waves would be missed between the samples."""
_RIM = (0.44, 0.75)
"""How far from the middle of its emblem the edges of a die are seen, in edges."""
_FINEST, _MOST_TELLING = 16, 16.0
"""More than 16 waves around a ring are noise, and what tells most counts 16 times as
much as one wave around the rim."""
_NOISE = 4.0
"""Grey levels: what hardly differs from pixel to pixel is like nothing."""
_SOFT = 0.035
"""Pictures are blurred by a Gaussian of 0.035 edges, about a step of the search: what is finer would only be missed."""

_ANGLES = np.arange(_TURNS, dtype=np.float32) * np.float32(2 * np.pi / _TURNS)
_RADII = (np.arange(_RINGS, dtype=np.float32) + np.float32(0.5)) / _RINGS * np.float32(FACE_REACH)
_RING_X, _RING_Y = np.outer(np.cos(_ANGLES), _RADII), np.outer(np.sin(_ANGLES), _RADII)
"""Samples of rings about a face's middle, in edges, (_TURNS, _RINGS)."""
_WAVES = np.arange(_TURNS // 2 + 1, dtype=np.float32)[:, None]
_TELLING = np.minimum(np.maximum(_WAVES, 0.5) * FACE_REACH / _RADII, _MOST_TELLING) * (_WAVES <= _FINEST)
_TELLING = np.repeat(_TELLING, 3, axis=1)
"""How much each number of waves around each ring and colour tells, (_TURNS / 2 + 1, 3 _RINGS): light and a die's rim
make pictures of one face differ in few waves, and far from the middle."""
_TWICE = np.array([1, *[2] * (_TURNS // 2 - 1), 1], np.float32)[None, :, None]
"""Half of the spectrum of real numbers is kept: all but its ends stand for two."""
_WEIGHTS = np.sqrt(_RADII / _RADII.sum() / _TURNS)[None, None, :, None]
"""Of each, by how much of the face it stands for."""


def patch_of(image: Image, centre: Point, edge: float) -> Image:
    """What lies about a place, PATCH_EDGES edges wide, as an example keeps it."""
    zoom = PATCH_PX / (PATCH_EDGES * edge)
    middle = (PATCH_PX - 1) / 2
    warp = np.array([(zoom, 0, middle - zoom * centre[0]), (0, zoom, middle - zoom * centre[1])])
    if zoom < 1:  # OpenCV's warp would leave out pixels
        image = np.asarray(cv2.GaussianBlur(_part(image, centre, edge, warp), (0, 0), 0.4 / zoom), np.uint8)
    how = cv2.INTER_LINEAR if zoom < 1 else cv2.INTER_CUBIC
    made = cv2.warpAffine(image, warp, (PATCH_PX, PATCH_PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(made, np.uint8)


def _part(image: Image, centre: Point, edge: float, warp: NDArray[np.float64]) -> Image:
    """Only what is needed of a picture; where the rest was, moves the warp."""
    reach = round(PATCH_EDGES * edge)
    left, top = max(0, int(centre[0]) - reach), max(0, int(centre[1]) - reach)
    warp[:, 2] += warp[:, :2] @ (left, top)
    return image[top : int(centre[1]) + reach, left : int(centre[0]) + reach]


def heading_of(patch: Image, place: tuple[float, float, float]) -> complex:
    """How the edges of a face run, as a number of unit length with four times their angle.

    Around the emblem nothing is seen but the die's own edges, and its sides'; an angle is told up to a quarter turn.

    Args:
        patch: as `patch_of` makes it.
        place: of the face's middle, x and y from the patch's middle, and its size; in edges.
    """
    px, middle = PATCH_PX / PATCH_EDGES, (PATCH_PX - 1) / 2
    grey = cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), (0, 0), _SOFT * px)
    along, down = (cv2.Scharr(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    y, x = np.mgrid[:PATCH_PX, :PATCH_PX].astype(np.float32) - middle
    away = np.hypot(x - place[0] * px, y - place[1] * px) / (place[2] * px)
    slope = (along + 1j * down)[(away > _RIM[0]) & (away < _RIM[1])]
    length = np.abs(slope) + 1e-3
    mean = complex((slope**4 / length**3).sum())
    return mean / max(abs(mean), 1e-9)


def spectra_of(patch: Image, places: Array, edge: float) -> Spectra:
    """Waves of colour around rings about places of a patch, of unit length.

    Args:
        patch: as `patch_of` makes it.
        places: of a face's middle, x and y from the patch's middle, and its size; in edges, (n, 3).
        edge: of the face, in edges of the patch.
    """
    px, middle = PATCH_PX / PATCH_EDGES, np.float32((PATCH_PX - 1) / 2)
    soft = cv2.GaussianBlur(patch, (0, 0), _SOFT * px).astype(np.float32)
    size = places[:, 2, None, None] * np.float32(edge)
    x = middle + px * (places[:, 0, None, None] + size * _RING_X)
    y = middle + px * (places[:, 1, None, None] + size * _RING_Y)
    across, down = (np.asarray(axis.reshape(-1, _RINGS), np.float32) for axis in (x, y))
    seen = cv2.remap(soft, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = seen.reshape(len(places), _TURNS, _RINGS, 3)
    colours = (colours - (colours * _WEIGHTS**2).sum((1, 2), keepdims=True)) * _WEIGHTS
    waves = np.fft.rfft(colours.reshape(len(places), _TURNS, 3 * _RINGS), axis=1) * _TELLING
    length = np.sqrt((_TWICE * np.abs(waves) ** 2).sum((1, 2), keepdims=True) / _TURNS)
    return np.asarray(waves / (length + _NOISE), np.complex64)


def likeness(seen: Spectra, known: Spectra) -> Array:
    """Normalised correlation of spectra with others, in every turn: (seen, known, TURNS_COMPARED), -1...1."""
    waves = np.einsum("ptk,etk->pet", seen, known.conj())
    return np.asarray(np.fft.irfft(waves, TURNS_COMPARED, axis=2, norm="forward") / _TURNS, np.float32)


def rim_colour(patch: Image) -> tuple[int, int, int]:
    """The colour, BGR, that most of a face's outermost ring shows, of a patch as `patch_of` makes it."""
    middle, px = (PATCH_PX - 1) / 2, PATCH_PX / PATCH_EDGES
    columns, rows = (np.asarray(ring[:, -1] * px + middle, int) for ring in (_RING_X, _RING_Y))
    b, g, r = np.median(patch[rows, columns], axis=0).astype(int).tolist()
    return b, g, r
