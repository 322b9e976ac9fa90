"""Compares faces by rings of colours about their middles, as the die may lie turned in any way.

A turn of the face only shifts what lies along each ring. So the Fourier transform of the rings gives the normalised
correlation of two faces in all turns at once.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image, Point

Array = NDArray[np.float32]
Spectra = NDArray[np.complex64]
"""The transforms of a face's rings at several places: (places, waves around the ring: _TURNS / 2 + 1, 3 _RINGS)."""

PATCH_PX = 64
"""Width and height of an example's picture."""
PATCH_EDGES = 1.8
"""An example's picture shows 1.8 edges of the face: all of it, however it lies turned."""
_TURNS, _RINGS, FACE_REACH = 48, 12, 0.42
"""48 samples around each of 12 rings, the last 0.42 edges from the face's middle: well within the face."""
TURNS_COMPARED = 2 * _TURNS
"""A face is compared in 96 turns: in steps as wide as the samples, fine waves would be missed."""
_RIM = (0.44, 0.75)
"""The edges of a die are seen between 0.44 and 0.75 edges from the middle of its emblem."""
_FINEST, _MOST_TELLING = 16, 16.0
"""More than 16 waves around a ring are noise, and no wave weighs over 16 times as much as one wave around the rim."""
_NOISE = 4.0
"""4 grey levels are added to a face's contrast before its spectrum is divided by it: a face of one colour is like
none."""
_SOFT = 0.035
"""Pictures are blurred by a Gaussian of 0.035 edges, about a step of the search, which would miss what is finer."""

_ANGLES = np.arange(_TURNS, dtype=np.float32) * np.float32(2 * np.pi / _TURNS)
_RADII = (np.arange(_RINGS, dtype=np.float32) + np.float32(0.5)) / _RINGS * np.float32(FACE_REACH)
_RING_X, _RING_Y = np.outer(np.cos(_ANGLES), _RADII), np.outer(np.sin(_ANGLES), _RADII)
"""Samples of rings about a face's middle, in edges, (_TURNS, _RINGS)."""
_WAVES = np.arange(_TURNS // 2 + 1, dtype=np.float32)[:, None]
_TELLING = np.minimum(np.maximum(_WAVES, 0.5) * FACE_REACH / _RADII, _MOST_TELLING) * (_WAVES <= _FINEST)
_TELLING = np.repeat(_TELLING, 3, axis=1)
"""Weights of each number of waves around each ring, (_TURNS / 2 + 1, 3 _RINGS): waves divided by radius, as light and
the die's rim make pictures of one face differ mostly in few waves, and far from the middle. Better than weights fitted
to faces (workshop/training/NOTEBOOK.md)."""
_TWICE = np.array([1, *[2] * (_TURNS // 2 - 1), 1], np.float32)[None, :, None]
"""`rfft` gives half of a spectrum: each of its numbers stands for two, but for the first and the last."""
_WEIGHTS = np.sqrt(_RADII / _RADII.sum() / _TURNS)[None, None, :, None]
"""Square roots of the share of the face that each sample stands for; a correlation has them twice."""


def patch_of(image: Image, centre: Point, edge: float) -> Image:
    """The picture around a place, PATCH_EDGES edges wide, as an example keeps it."""
    zoom = PATCH_PX / (PATCH_EDGES * edge)
    middle = (PATCH_PX - 1) / 2
    warp = np.array([(zoom, 0, middle - zoom * centre[0]), (0, zoom, middle - zoom * centre[1])])
    # Blurred before it is made smaller: OpenCV's warp skips pixels.
    if zoom < 1:
        image = np.asarray(cv2.GaussianBlur(_part(image, centre, edge, warp), (0, 0), 0.4 / zoom), np.uint8)
    how = cv2.INTER_LINEAR if zoom < 1 else cv2.INTER_CUBIC
    made = cv2.warpAffine(image, warp, (PATCH_PX, PATCH_PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(made, np.uint8)


def _part(image: Image, centre: Point, edge: float, warp: NDArray[np.float64]) -> Image:
    """The part of a picture that the warp needs; the warp is changed to begin at its corner."""
    reach = round(PATCH_EDGES * edge)
    left, top = max(0, int(centre[0]) - reach), max(0, int(centre[1]) - reach)
    warp[:, 2] += warp[:, :2] @ (left, top)
    return image[top : int(centre[1]) + reach, left : int(centre[0]) + reach]


def heading_of(patch: Image, place: tuple[float, float, float]) -> complex:
    """How the edges of a face run, as a complex number of length 1 with four times their angle.

    Four times, as a square looks the same after a quarter turn. Around the emblem nothing is seen but the edges of the
    die's top and sides.

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
    # The fourth power multiplies the angle by four; divided by this, each pixel counts by the strength of its edge.
    mean = complex((slope**4 / length**3).sum())
    return mean / max(abs(mean), 1e-9)


def spectra_of(patch: Image, places: Array, edge: float) -> Spectra:
    """The spectra of a face at each of several places in a patch, normalised.

    Args:
        patch: as `patch_of` makes it.
        places: x and y of the face's middle, from the patch's middle, and the face's size; in edges, (n, 3).
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
    # To more turns than there are samples: `irfft` fills in waves of 0, and so interpolates.
    return np.asarray(np.fft.irfft(waves, TURNS_COMPARED, axis=2, norm="forward") / _TURNS, np.float32)


def rim_colour(patch: Image) -> tuple[int, int, int]:
    """The median colour (BGR) of a face's outermost ring in a patch: the body's, as emblems lie in the middle."""
    middle, px = (PATCH_PX - 1) / 2, PATCH_PX / PATCH_EDGES
    columns, rows = (np.asarray(ring[:, -1] * px + middle, int) for ring in (_RING_X, _RING_Y))
    b, g, r = np.median(patch[rows, columns], axis=0).astype(int).tolist()
    return b, g, r
