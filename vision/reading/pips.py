"""The geometric half of the reader: which of the six patterns a face's colours fall into, whatever colours they are.

The mix of colours that tells the best of them is what a classifier is shown too (`inked`).

Face coordinates: -1…1 between the corners of the top face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import SIDE_PX
from vision.reading.pip_masks import LIGHT, MARGINS_PX, MASKS, PATTERNS, PLACES, SAMPLED_REACH, SAMPLES, STARTS, fold
from vision.types import Image

Array = NDArray[np.float32]

_INK_MARGIN = 1
"""Which of these tells the mix of colours to ink."""
_NOISE = 3.0
"""Grey levels by which a face without pips varies from pixel to pixel."""
_AT_ONCE = 190_000
"""Multiplications of one product of matrices, at most. BLAS shares larger ones out to threads, which wait for one
another where the machine is busy: a hundred times as long was seen."""
_EVIDENCE = 28.0
"""What all of a pattern explained says for it, as a logarithm: fitted to geometry alone, on renders of whose pips the
colours explain a quarter or more. With those on which hardly anything is to be seen it would be 19."""
_WELL_ON_FACE, _WHOLE_FACE = slice(20, 44), slice(12, 52)
"""Of a cut-out's SIDE_PX: pixels well on the face, and all of it."""
ON_FACE = slice(15, 49)
"""All of the face but its rim, which is round, shaded, and mirrors lamps."""
_ROWS_ON_FACE = np.arange(SIDE_PX, dtype=np.float32)[ON_FACE]
"""Rows, or columns, of a cut-out."""
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
    """How well each value explains cut-out faces (`crops.cut_out`), and by which mix of their colours.

    Where pips are is regressed on the colours seen there: whatever mix of blue, green and red tells pips from the body
    best is found by the way, be they light on dark, crimson on black, or red between silver swirls. The squares of what
    is explained count, as a face on which no pattern explains much is blurred or washed out, and says little.

    Returns:
        Shares of the values, (cuts, 6), each row summing to 1, and for each cut-out the mix that `inked` is to show.
    """
    sums, each, mixes = _regressed(cuts)
    likelihood = np.exp(_EVIDENCE * _best_of_value(each, len(cuts)) ** 2)
    shares: Array = (likelihood / likelihood.sum(1, keepdims=True)).astype(np.float32)
    return shares, _mixed(sums, each, mixes, range(_INK_MARGIN, len(mixes), len(MARGINS_PX)))


def explained(cuts: Sequence[Image]) -> Array:
    """What share of each value's pattern, where it fits best, colours explain: (cuts, 6), R² of a regression, 0…1."""
    _, each, _ = _regressed(cuts)
    return _best_of_value(each, len(cuts))


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
        whitened, mixes = _whitened([_sampled(cut, MARGINS_PX[_INK_MARGIN])])
        sums = _sums(whitened)
        [mix] = _mixed(sums, _explained(sums), mixes, [0])
    unit = mix / max(float(np.linalg.norm(mix)), 1e-12)
    mixed = cv2.transform(cut.astype(np.float32), unit[None])  # numpy takes twice the time for all this
    _, deviation = cv2.meanStdDev(mixed[_WHOLE_FACE, _WHOLE_FACE])
    contrast = _SPREAD / (float(deviation[0, 0]) + _FAINTEST)
    grey = np.rint(np.clip(_GREY + (mixed - cv2.mean(mixed[_WELL_ON_FACE, _WELL_ON_FACE])[0]) * contrast, 0, 255))
    return np.asarray(grey, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedPips:
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
        """Whether there is room for one between them."""
        return bool(np.linalg.norm(self.middles - self.middles.mean(0), axis=1).mean() >= 2 * self.radius)


def placed(cut: Image, value: int) -> PlacedPips:
    """Where on a cut-out a value's pips are, if that is what it shows, and what tells them from the body."""
    whitened, mixes = _whitened([_sampled(cut, margin) for margin in MARGINS_PX])
    first = STARTS[value - 1]
    parts = MASKS[:, first : first + len(PLACES[value])] @ fold(whitened)
    sums = np.tensordot(_SIGNS, parts, 1)
    explained_by = _of_face(sums**2)
    way, place, margin = np.unravel_index(explained_by.argmax(), explained_by.shape)
    pips, radius = PLACES[value][place]
    px = (SIDE_PX / 2 - MARGINS_PX[margin]) / SAMPLED_REACH
    mix = mixes[margin] @ sums[way, place, 3 * margin : 3 * margin + 3]
    middles = pips * np.array(_MIRRORED[way], np.float32) * px + (SIDE_PX - 1) / 2
    return PlacedPips(middles, radius * px, float(explained_by.max()), cut.astype(np.float32) @ mix)


def _regressed(cuts: Sequence[Image]) -> tuple[Array, Array, Array]:
    """Sums of the patterns, (4, masks, 3 faces), what is explained of each, (masks, faces), and `_whitened`'s mixes.

    A face for each margin of each cut-out.
    """
    whitened, mixes = _whitened([_sampled(cut, margin) for cut in cuts for margin in MARGINS_PX])
    sums = _sums(whitened)
    return sums, _explained(sums), mixes


def _best_of_value(each: Array, cuts: int) -> Array:
    """What is explained of each value's pattern where it fits best, (cuts, 6)."""
    best: Array = np.maximum.reduceat(each, STARTS).reshape(len(PATTERNS), cuts, -1).max(2).T
    return best


def _sampled(cut: Image, margin_px: int) -> Array:
    """What lies that far from a cut-out's edges: blue, green and red of each sample, (samples, 3)."""
    inner = cut[margin_px:-margin_px, margin_px:-margin_px]
    samples = cv2.resize(inner, (SAMPLES, SAMPLES), interpolation=cv2.INTER_AREA)
    return np.asarray(samples, np.float32).reshape(-1, 3)


def _whitened(faces: Sequence[Array]) -> tuple[Array, Array]:
    """The colours of faces, (samples, 3) each, less smooth light, in three mixes of which none goes along with another.

    Each of them has unit length, but for noise. A pattern of unit length is explained, in a regression on the colours,
    by the sum of the squares of how far it goes along with each.

    Returns:
        Mixes of the faces side by side, (samples, 3 faces), and of which blue, green and red they are, (faces, 3, 3).
    """
    seen = np.concatenate(faces, 1)
    seen -= LIGHT @ (LIGHT.T @ seen)
    each = seen.reshape(len(seen), len(faces), 3).transpose(1, 0, 2)
    scatter = each.transpose(0, 2, 1) @ each + len(seen) * _NOISE**2 * np.eye(3, dtype=np.float32)
    mixes = np.linalg.cholesky(np.linalg.inv(scatter))
    return (each @ mixes).transpose(1, 0, 2).reshape(seen.shape), mixes


def _sums(whitened: Array) -> Array:
    """How far each pattern goes along with each of these mixes, in four parts: (4, masks, mixes).

    What is even from left to right and from top to bottom is summed up apart, what is odd along, odd down, and odd in
    both. A pattern that is mirrored changes but the signs of these sums, each of which takes a quarter of the samples.
    """
    folded = fold(whitened)
    rows = max(1, _AT_ONCE // folded[0].size)
    return np.concatenate([MASKS[:, row : row + rows] @ folded for row in range(0, MASKS.shape[1], rows)], 1)


def _explained(sums: Array) -> Array:
    """How much of each pattern, mirrored as it fits best, the colours of faces explain: (masks, faces)."""
    even, odd_along, odd_down, odd = sums
    upright = _best_mirrored(even + odd_down, odd_along + odd)
    upended = _best_mirrored(even - odd_down, odd_along - odd)
    best: Array = np.maximum(upright, upended)
    return best


def _mixed(sums: Array, explained_by: Array, mixes: Array, faces: Sequence[int]) -> Array:
    """The mix of a face's colours that goes along best with the pattern of which they explain most, of some: (some, 3).

    Args:
        sums: of the patterns, (4, masks, 3 faces).
        explained_by: what is explained of each, (masks, faces).
        mixes: of which blue, green and red those summed up are, (faces, 3, 3).
        faces: which of them.
    """
    each = np.arange(len(faces))
    best = sums.reshape(*sums.shape[:2], -1, 3)[:, explained_by[:, faces].argmax(0), faces]
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
    across, down = ((_ROWS_ON_FACE[:, None] - points[:, axis]) ** 2 for axis in (0, 1))
    return np.asarray(np.sqrt(down[:, None] + across), np.float32)
