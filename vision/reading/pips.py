"""The geometric half of the reader: which of the six patterns a face's colours fall into, whatever colours they are.

The mix of colours that tells the best of them is what a classifier is shown too (`inked`).

Face coordinates: -1…1 between the corners of the top face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import MARGIN, SIDE_PX
from vision.types import Image

Array = NDArray[np.float32]

PATTERNS = {
    1: [(0.0, 0.0)],
    2: [(-1.0, -1.0), (1.0, 1.0)],
    3: [(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    4: [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)],
    5: [(-1.0, -1.0), (-1.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0)],
    6: [(-1.0, -1.0), (-1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0)],
}
"""Middles of each value's pips, in spacings from the middle of the face."""
_SPACINGS = (0.38, 0.46, 0.54, 0.62)
"""From the centre of the face to its outer pips, in half edges: the range seen on real dice."""
_NARROW = (1.0, 0.75, 0.5)
"""Of that, how far a six's rows lie from the centre: half of the dice sold have them closer together."""
_BESIDE = 0.8
"""Of that, how far the pips of a two that lie side by side do, as on many eastern dice."""
_RADII, _ACE = (0.17, 0.24), 0.36
"""Of a pip, in half edges; an ace's may be larger."""
_SHIFTS = (0.0, 0.09, 0.18)
"""How far a face may lie from where it is thought to, in half edges, along both of them and either way: as the pips of
real dice do at times. On renders 0.14 is as good, and 0.1 is worse."""
_SHIFTED = list(product(_SHIFTS, _SHIFTS))
_MARGINS_PX = (16, 14, 11)
"""Of a cut-out, around what is looked at: the face may be as large as it is thought to be, smaller or larger."""
_INKED = 1
"""Which of these tells the mix of colours to ink."""
_REACH = (SIDE_PX - 2 * _MARGINS_PX[1]) * (1 + MARGIN) / SIDE_PX
"""Where what is looked at ends, in half edges: a little before the face, whose rim is round and mirrors lamps."""
_SAMPLES = 18
"""Along each edge of what is looked at."""
_NOISE = 3.0
"""Grey levels by which a face without pips varies from pixel to pixel."""
_AT_ONCE = 190_000
"""Multiplications of one product of matrices, at most. BLAS shares larger ones out to threads, which wait for one
another where the machine is busy: a hundred times as long was seen."""
_EVIDENCE = 28.0
"""What all of a pattern explained says for it, as a logarithm: fitted to this judge alone, on renders of whose pips the
colours explain a quarter or more. With those on which hardly anything is to be seen it would be 19."""
_MIDDLE, _FACE = slice(20, 44), slice(12, 52)
"""Of a cut-out's SIDE_PX: pixels well on the face, and all of it."""
ON_FACE = slice(15, 49)
"""All of the face but its rim, which is round, shaded, and mirrors lamps."""
SEEMING = (2, 4)
"""What a three and a five seem to be without a middle pip."""
_MIRRORED = ((1, 1), (-1, 1), (1, -1), (-1, -1))
"""Signs of x and y in all ways in which a pattern can be mirrored,"""
_SIGNS = np.array([(1, x, y, x * y) for x, y in _MIRRORED], np.float32)
"""and those of its sum's four parts then; see `_sums`."""
_GREY, _SPREAD, _FAINTEST = 118.0, 45.0, 4.0
"""Grey levels, inked: the mean of the middle, the standard deviation of the face, and what is added to that of the mix
lest noise be blown up to it. The second classifier was trained with these."""


def fit(cuts: Sequence[Image]) -> tuple[Array, Array]:
    """How well each value explains cut-out faces (`cutting.cut_out`), and by which mix of their colours.

    Where pips are is regressed on the colours seen there: whatever mix of blue, green and red tells pips from the body
    best is found by the way, be they light on dark, crimson on black, or red between silver swirls. The squares of what
    is explained count, as a face on which no pattern explains much is blurred or washed out, and says little.

    Returns:
        Shares of the values, (cuts, 6), each row summing to 1, and for each cut-out the mix that `inked` is to show.
    """
    sums, each, mixes = _regressed(cuts)
    likelihood = np.exp(_EVIDENCE * _told(each, len(cuts)) ** 2)
    shares: Array = (likelihood / likelihood.sum(1, keepdims=True)).astype(np.float32)
    return shares, _mixed(sums, each, mixes, range(_INKED, len(mixes), len(_MARGINS_PX)))


def explained(cuts: Sequence[Image]) -> Array:
    """What share of each value's pattern, where it fits best, colours explain: (cuts, 6), R² of a regression, 0…1."""
    _, each, _ = _regressed(cuts)
    return _told(each, len(cuts))


def inked(cut: Image, mix: Array | None = None) -> NDArray[np.uint8]:
    """A cut-out in the mix of its colours that tells pips best: uint8 (SIDE_PX, SIDE_PX), pips bright.

    Which mix that is, says the pattern that the colours explain best, be it the right one or not: the pips of one die
    are of one colour. By its light alone, a lamp that a blue die mirrors stands out more than its red pips.

    Args:
        cut: BGR.
        mix: of blue, green and red, (3,), as `fit` says; it is found if it is not known.
    """
    if mix is None:
        # One margin is enough for the colour, and takes a third of the time.
        whitened, mixes = _whitened([_sampled(cut, _MARGINS_PX[_INKED])])
        sums = _sums(whitened)
        [mix] = _mixed(sums, _explained(sums), mixes, [0])
    unit = mix / max(float(np.linalg.norm(mix)), 1e-12)
    mixed = cv2.transform(cut.astype(np.float32), unit[None])  # numpy takes twice the time for all this
    _, deviation = cv2.meanStdDev(mixed[_FACE, _FACE])
    contrast = _SPREAD / (float(deviation[0, 0]) + _FAINTEST)
    grey = np.rint(np.clip(_GREY + (mixed - cv2.mean(mixed[_MIDDLE, _MIDDLE])[0]) * contrast, 0, 255))
    return np.asarray(grey, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A value's pips as they fit a cut-out best.

    Attributes:
        middles: of the pips, (value, 2), pixels of the cut-out.
        radius: of a pip, pixels.
        explained: what share of the pattern colours explain there, as `explained` says.
        ink: (SIDE_PX, SIDE_PX), the mix of the cut-out's colours that tells them best, higher on pips.
    """

    middles: Array
    radius: float
    explained: float
    ink: Array

    @property
    def from_each(self) -> Array:
        """How far each pixel of ON_FACE is from the middle of each pip: (rows, columns, value), pixels."""
        return _away(self.middles)

    @property
    def from_all(self) -> Array:
        """How far each pixel of ON_FACE is from the middle of them all: (rows, columns), pixels."""
        return _away(self.middles.mean(0, keepdims=True))[:, :, 0]

    @property
    def has_room(self) -> bool:
        """Whether they are so far apart that there is room for one between them."""
        return bool(np.linalg.norm(self.middles - self.middles.mean(0), axis=1).mean() >= 2 * self.radius)


def placed(cut: Image, value: int) -> Placed:
    """Where on a cut-out a value's pips are, if that is what it shows, and what tells them from the body."""
    whitened, mixes = _whitened([_sampled(cut, margin) for margin in _MARGINS_PX])
    first = _STARTS[value - 1]
    parts = _MASKS[:, first : first + len(_PLACES[value])] @ _folded(whitened)
    sums = np.tensordot(_SIGNS, parts, 1)
    told = _of_face(sums**2)
    way, place, margin = np.unravel_index(told.argmax(), told.shape)
    pips, radius = _PLACES[value][place]
    px = (SIDE_PX / 2 - _MARGINS_PX[margin]) / _REACH
    mix = mixes[margin] @ sums[way, place, 3 * margin : 3 * margin + 3]
    middles = pips * np.array(_MIRRORED[way], np.float32) * px + (SIDE_PX - 1) / 2
    return Placed(middles, radius * px, float(told.max()), cut.astype(np.float32) @ mix)


def _regressed(cuts: Sequence[Image]) -> tuple[Array, Array, Array]:
    """Sums of the patterns, (4, masks, 3 faces), what is explained of each, (masks, faces), and `_whitened`'s mixes.

    A face for each margin of each cut-out.
    """
    whitened, mixes = _whitened([_sampled(cut, margin) for cut in cuts for margin in _MARGINS_PX])
    sums = _sums(whitened)
    return sums, _explained(sums), mixes


def _told(each: Array, cuts: int) -> Array:
    """What is explained of each value's pattern where it fits best, (cuts, 6)."""
    best: Array = np.maximum.reduceat(each, _STARTS).reshape(len(PATTERNS), cuts, -1).max(2).T
    return best


def _sampled(cut: Image, margin_px: int) -> Array:
    """What lies that far from a cut-out's edges: blue, green and red of each sample, (samples, 3)."""
    inner = cut[margin_px:-margin_px, margin_px:-margin_px]
    samples = cv2.resize(inner, (_SAMPLES, _SAMPLES), interpolation=cv2.INTER_AREA)
    return np.asarray(samples, np.float32).reshape(-1, 3)


def _whitened(faces: Sequence[Array]) -> tuple[Array, Array]:
    """The colours of faces, (samples, 3) each, less smooth light, in three mixes of which none goes along with another.

    Each of them has unit length, but for noise. A pattern of unit length is explained, in a regression on the colours,
    by the sum of the squares of how far it goes along with each.

    Returns:
        Mixes of the faces side by side, (samples, 3 faces), and of which blue, green and red they are, (faces, 3, 3).
    """
    seen = np.concatenate(faces, 1)
    seen -= _LIGHT @ (_LIGHT.T @ seen)
    each = seen.reshape(len(seen), len(faces), 3).transpose(1, 0, 2)
    scatter = each.transpose(0, 2, 1) @ each + len(seen) * _NOISE**2 * np.eye(3, dtype=np.float32)
    mixes = np.linalg.cholesky(np.linalg.inv(scatter))
    return (each @ mixes).transpose(1, 0, 2).reshape(seen.shape), mixes


def _sums(whitened: Array) -> Array:
    """How far each pattern goes along with each of these mixes, in four parts: (4, masks, mixes).

    What is even from left to right and from top to bottom is summed up apart, what is odd along, odd down, and odd in
    both. A pattern that is mirrored changes but the signs of these sums, each of which takes a quarter of the samples.
    """
    folded = _folded(whitened)
    rows = max(1, _AT_ONCE // folded[0].size)
    return np.concatenate([_MASKS[:, row : row + rows] @ folded for row in range(0, _MASKS.shape[1], rows)], 1)


def _explained(sums: Array) -> Array:
    """How much of each pattern, mirrored as it fits best, the colours of faces explain: (masks, faces)."""
    even, odd_along, odd_down, odd = sums
    upright = _best_mirrored(even + odd_down, odd_along + odd)
    upended = _best_mirrored(even - odd_down, odd_along - odd)
    best: Array = np.maximum(upright, upended)
    return best


def _mixed(sums: Array, told: Array, mixes: Array, faces: Sequence[int]) -> Array:
    """The mix of a face's colours that goes along best with the pattern of which they explain most, of some: (some, 3).

    Args:
        sums: of the patterns, (4, masks, 3 faces).
        told: what is explained of each, (masks, faces).
        mixes: of which blue, green and red those summed up are, (faces, 3, 3).
        faces: which of them.
    """
    each = np.arange(len(faces))
    best = sums.reshape(*sums.shape[:2], -1, 3)[:, told[:, faces].argmax(0), faces]
    ways = np.tensordot(_SIGNS, best, 1)
    along = ways[(ways**2).sum(2).argmax(0), each]
    return np.asarray((mixes[faces] @ along[:, :, None])[:, :, 0])


def _best_mirrored(half: Array, other: Array) -> Array:
    """The squares of the sums and of the differences of two halves, (masks, 3 faces), whichever explain more of a face.

    Over its three mixes that is |a + b|² or |a - b|², of which the larger is |a|² + |b|² + 2 |a·b|: (masks, faces).
    """
    best: Array = _of_face(half * half + other * other) + 2 * np.abs(_of_face(half * other))
    return best


def _of_face(mixes: Array) -> Array:
    """The sum of each face's three."""
    return mixes[..., 0::3] + mixes[..., 1::3] + mixes[..., 2::3]


def _away(points: Array) -> Array:
    """How far each pixel of ON_FACE is from each of these, (n, 2), pixels of a cut-out: (rows, columns, n)."""
    across, down = ((_ON_FACE[:, None] - points[:, axis]) ** 2 for axis in (0, 1))
    return np.asarray(np.sqrt(down[:, None] + across), np.float32)


def _folded(pictures: Array) -> Array:
    """Pictures, (samples, pictures), as what is even and what is odd along and down: (4, samples / 4, pictures).

    Nothing is lost: products of two pictures stay as they are.
    """
    half = _SAMPLES // 2
    grid = pictures.reshape(_SAMPLES, _SAMPLES, -1)
    upper, lower = grid[:half], grid[: half - 1 : -1]
    parts = []
    for down in (upper + lower, upper - lower):
        left, right = down[:, :half], down[:, : half - 1 : -1]
        parts += [left + right, left - right]
    return np.stack(parts).reshape(4, half * half, -1) * np.float32(0.5)


def _layouts(value: int) -> list[Array]:
    """The pips of a value, each way in which dice show it; (value, 2), -1…1."""
    dots = np.array(PATTERNS[value], np.float32)
    if value == 6:
        rows = [dots * np.array([narrow, 1], np.float32) for narrow in _NARROW]
        return rows + [row[:, ::-1] for row in rows]
    if value == 2:
        beside = np.array([(-_BESIDE, 0), (_BESIDE, 0)], np.float32)
        return [dots, dots * np.array([1, -1], np.float32), beside, beside[:, ::-1]]
    return [dots, dots * np.array([1, -1], np.float32)] if value == 3 else [dots]


def _shown(value: int) -> list[tuple[Array, float]]:
    """The pips of a value in each way and size, in half edges, and their radius; in the middle of the face."""
    sizes = product((_SPACINGS[0],), (*_RADII, _ACE)) if value == 1 else product(_SPACINGS, _RADII)
    return [(layout * spacing, radius) for (spacing, radius), layout in product(sizes, _layouts(value))]


def _masks(pips: Array, radius: float) -> Array:
    """Where these pips may be, (shifts, samples), less what light that changes smoothly could be; of unit length."""
    shifts = np.array(_SHIFTED, np.float32)
    away = np.linalg.norm(shifts[:, None, None] + pips[:, None] - _POINTS, axis=3).min(1)
    masks = np.clip((radius - away) * _SAMPLES / (2 * _REACH) + 0.5, 0, 1)
    masks -= (masks @ _LIGHT) @ _LIGHT.T
    unit: Array = masks / np.linalg.norm(masks, axis=1, keepdims=True)
    return unit


def _all_masks() -> Array:
    """Those of every value, one after the other, folded: (4, masks, samples / 4)."""
    each = [_masks(pips, radius) for value in PATTERNS for pips, radius in _shown(value)]
    return np.ascontiguousarray(_folded(np.concatenate(each).T).transpose(0, 2, 1))


_RAMP = ((np.arange(_SAMPLES, dtype=np.float32) + 0.5) / _SAMPLES * 2 - 1) * _REACH
_POINTS = np.stack(np.meshgrid(_RAMP, _RAMP), -1).reshape(-1, 2)
"""Where on the face the samples lie, (samples, 2)."""
_POWERS = [_POINTS[:, 0] ** i * _POINTS[:, 1] ** j for i in range(3) for j in range(3 - i)]
_LIGHT = np.linalg.qr(np.stack(_POWERS, 1))[0].astype(np.float32)
"""Quadratic light, as an orthonormal basis, (samples, 6)."""
_MASKS = _all_masks()
_PLACES = {
    value: [(pips + np.array(shift, np.float32), radius) for pips, radius in _shown(value) for shift in _SHIFTED]
    for value in PATTERNS
}
"""The pips of each value's masks, in half edges, and their radius."""
_STARTS = np.cumsum([0, *(len(places) for places in _PLACES.values())])[:-1].tolist()
"""Where each value's masks begin."""
_ON_FACE = np.arange(SIDE_PX, dtype=np.float32)[ON_FACE]
"""Rows, or columns, of a cut-out."""
