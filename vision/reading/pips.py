"""The geometric part of the reader: how well each of the six pip patterns explains a face, whatever its colours are.

The mix of colours in which pips stand out best is also shown to the classifier (`FittedFace.inked`).

Face coordinates: -1…1 between the corners of the top face.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import SIDE_PX, Array
from vision.reading.pip_masks import LIGHT, MARGINS_PX, MASKS, PLACES, SAMPLED_REACH, SAMPLES, STARTS, fold
from vision.types import PATTERNS, Image

_INK_MARGIN = 1
"""The index, in MARGINS_PX, of the margin whose mix of colours is inked."""
_FITTED_AT_ONCE = 5
"""Up to 5 cut-outs are fitted at once: more are no faster, and take more memory."""
_NOISE = 3.0
"""A face without pips varies by 3 grey levels from pixel to pixel."""
_AT_ONCE = 190_000
"""A product of matrices has up to 190,000 multiplications. BLAS divides larger ones between threads, which wait for one
another on a busy machine: that has taken a hundred times as long."""
_EVIDENCE = 28.0
"""A pattern that is explained completely has the log likelihood 28: fitted to geometry alone, on renders on which
colours explain at least a quarter of the pips. With those on which hardly anything is seen it would be 19."""
_WELL_ON_FACE, _WHOLE_FACE = slice(20, 44), slice(12, 52)
"""Rows and columns of a cut-out (SIDE_PX) that are well inside the face, and those of the whole face."""
ON_FACE = slice(15, 49)
"""Rows and columns of the face without its rim, which is round and shaded, and mirrors lamps."""
_ROWS_ON_FACE = np.arange(SIDE_PX, dtype=np.float32)[ON_FACE]
"""The same as numbers of rows, or of columns."""
SEEMING = (2, 4)
"""A three and a five without their middle pip look like these values."""
_MIRRORED = ((1, 1), (-1, 1), (1, -1), (-1, -1))
"""The signs of x and y for each way in which a pattern can be mirrored."""
_SIGNS = np.array([(1, x, y, x * y) for x, y in _MIRRORED], np.float32)
"""For each of these ways, the signs of the four parts of a pattern's sum; see `_sums`."""
_GREY, _SPREAD, _FAINTEST = 118.0, 45.0, 4.0
"""Grey levels of an inked cut-out: the mean of its middle, the standard deviation of the face, and what is added to the
deviation before scaling, so that noise is not amplified. The classifier was trained with these."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedFace:
    """A cut-out face, and how well each value's pattern explains its colours.

    Attributes:
        cut: BGR, (SIDE_PX, SIDE_PX, 3).
        shares: of the values, (6,), as far as its colours alone can tell.
        explained: the share of each value's best pattern that its colours explain, R² of the regression, 0…1: (6,).
        mix: weights of blue, green and red, (3,), in which pips stand out best.
        folded: the face at each margin; see `_whitened`.
    """

    cut: Image
    shares: Array
    explained: Array
    mix: Array
    folded: Array

    def inked(self) -> NDArray[np.uint8]:
        """The cut-out in the mix of its colours that tells pips best: uint8 (SIDE_PX, SIDE_PX), pips bright.

        The mix is that of the pattern explained best, even if it is the wrong one, as all pips of a die have one
        colour. Grey levels would not do: on a blue die a mirrored lamp stands out more than red pips.
        """
        # The length of the mix says nothing: contrast is scaled below to what the classifier knows.
        unit = self.mix / max(float(np.linalg.norm(self.mix)), 1e-12)
        mixed = cv2.transform(self.cut.astype(np.float32), unit[None])  # with OpenCV, as numpy takes twice the time
        _, deviation = cv2.meanStdDev(mixed[_WHOLE_FACE, _WHOLE_FACE])
        contrast = _SPREAD / (float(deviation[0, 0]) + _FAINTEST)
        grey = np.rint(np.clip(_GREY + (mixed - cv2.mean(mixed[_WELL_ON_FACE, _WELL_ON_FACE])[0]) * contrast, 0, 255))
        return np.asarray(grey, np.uint8)

    def placed(self, value: int) -> "PlacedPips":
        """Where the pips of this value are, if the face shows that value."""
        first = STARTS[value - 1]
        parts = MASKS[:, first : first + len(PLACES[value])] @ self.folded
        sums = np.tensordot(_SIGNS, parts, 1)
        explained_by = _of_face(sums**2)
        way, place, margin = np.unravel_index(explained_by.argmax(), explained_by.shape)
        # Back from half edges of the face to pixels of the cut-out, whose margin gives the face's size.
        pips, radius = PLACES[value][place]
        px = (SIDE_PX / 2 - MARGINS_PX[margin]) / SAMPLED_REACH
        middles = pips * np.array(_MIRRORED[way], np.float32) * px + (SIDE_PX - 1) / 2
        return PlacedPips(middles, radius * px, float(explained_by.max()))


def fit(cuts: Sequence[Image]) -> list[FittedFace]:
    """How well each value explains cut-out faces (`crops.cut_out`), and by which mix of their colours.

    Each pattern, a mask of where pips would be, is regressed on the face's colours. The regression finds the mix of
    blue, green and red that tells pips from body best, whether these are light on dark, crimson on black, or red
    between silver swirls. The share explained (R²) counts squared: a face on which no pattern is explained well is
    blurred or washed out, and says little.
    """
    some = (cuts[first : first + _FITTED_AT_ONCE] for first in range(0, len(cuts), _FITTED_AT_ONCE))
    return [face for few in some for face in _fitted(few)]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedPips:
    """A value's pips where they fit a cut-out best.

    Attributes:
        middles: the middles of the pips, (value, 2), pixels of the cut-out.
        radius: the radius of a pip, pixels.
        explained: the share of the pattern that colours explain there, see `FittedFace`.
    """

    middles: Array
    radius: float
    explained: float

    @property
    def from_each(self) -> Array:
        """The distance of each pixel of ON_FACE from the middle of each pip: (rows, columns, value), pixels."""
        return _away(self.middles)

    @property
    def from_all(self) -> Array:
        """The distance of each pixel of ON_FACE from the middle of all pips together: (rows, columns), pixels."""
        return _away(self.middles.mean(0, keepdims=True))[:, :, 0]


def _fitted(cuts: Sequence[Image]) -> list[FittedFace]:
    folded, mixes = _whitened([_sampled(cut, margin) for cut in cuts for margin in MARGINS_PX])
    sums = _sums(folded)
    each = _explained(sums)
    # Each value is as likely as its best pattern says, in any size, place and mirroring.
    best = np.maximum.reduceat(each, STARTS).reshape(len(PATTERNS), len(cuts), -1).max(2).T
    likelihood = np.exp(_EVIDENCE * best**2)
    shares = (likelihood / likelihood.sum(1, keepdims=True)).astype(np.float32)
    of_each = cuts, shares, best, _mixed(sums, each, mixes), np.split(folded, len(cuts), 2)
    return [FittedFace(*of_one) for of_one in zip(*of_each, strict=True)]


def _sampled(cut: Image, margin_px: int) -> Array:
    """The inner part of a cut-out, without this margin, as samples of blue, green and red: (samples, 3)."""
    inner = cut[margin_px:-margin_px, margin_px:-margin_px]
    samples = cv2.resize(inner, (SAMPLES, SAMPLES), interpolation=cv2.INTER_AREA)
    return np.asarray(samples, np.float32).reshape(-1, 3)


def _whitened(faces: Sequence[Array]) -> tuple[Array, Array]:
    """The colours of faces, (samples, 3) each, less smooth light, as three uncorrelated mixes (whitening).

    Each mix has unit length, but for noise. So the R² of a pattern of unit length, regressed on the colours, is simply
    the sum of the squares of its products with the three mixes.

    Returns:
        The mixes of all faces side by side, folded (4, samples / 4, 3 faces), and the weights of blue, green and red,
        (faces, 3, 3).
    """
    seen = np.concatenate(faces, 1)
    seen -= LIGHT @ (LIGHT.T @ seen)
    each = seen.reshape(len(seen), len(faces), 3).transpose(1, 0, 2)
    scatter = each.transpose(0, 2, 1) @ each + len(seen) * _NOISE**2 * np.eye(3, dtype=np.float32)
    mixes = np.linalg.cholesky(np.linalg.inv(scatter))
    return fold((each @ mixes).transpose(1, 0, 2).reshape(seen.shape)), mixes


def _sums(folded: Array) -> Array:
    """The products of each pattern with each of these mixes, in four parts: (4, masks, mixes).

    The parts are those that are even in both directions, odd from left to right, odd from top to bottom, and odd in
    both. To mirror a pattern changes only the signs of these parts, and each of them needs a quarter of the samples.
    """
    rows = max(1, _AT_ONCE // folded[0].size)
    return np.concatenate([MASKS[:, row : row + rows] @ folded for row in range(0, MASKS.shape[1], rows)], 1)


def _explained(sums: Array) -> Array:
    """The R² of each pattern, mirrored in the way that fits best: (masks, faces)."""
    even, odd_along, odd_down, odd = sums
    upright = _best_mirrored(even + odd_down, odd_along + odd)
    upended = _best_mirrored(even - odd_down, odd_along - odd)
    best: Array = np.maximum(upright, upended)
    return best


def _mixed(sums: Array, explained_by: Array, mixes: Array) -> Array:
    """The weights of blue, green and red that tell the best pattern's pips: (cuts, 3).

    Args:
        sums: see `_sums`, (4, masks, 3 faces).
        explained_by: the R² of each pattern, (masks, faces).
        mixes: the weights of the whitened mixes, (faces, 3, 3).
    """
    faces = np.arange(_INK_MARGIN, len(mixes), len(MARGINS_PX))
    best = sums.reshape(*sums.shape[:2], -1, 3)[:, explained_by[:, faces].argmax(0), faces]
    ways = np.tensordot(_SIGNS, best, 1)
    along = ways[(ways**2).sum(2).argmax(0), np.arange(len(faces))]
    return np.asarray((mixes[faces] @ along[:, :, None])[:, :, 0])


def _best_mirrored(half: Array, other: Array) -> Array:
    """The larger of |a + b|² and |a - b|² for two halves, summed over a face's three mixes: (masks, faces).

    That is |a|² + |b|² + 2 |a·b|, without working out both.
    """
    best: Array = _of_face(half * half + other * other) + 2 * np.abs(_of_face(half * other))
    return best


def _of_face(mixes: Array) -> Array:
    """The sum over each face's three mixes."""
    return mixes[..., 0::3] + mixes[..., 1::3] + mixes[..., 2::3]


def _away(points: Array) -> Array:
    """The distance of each pixel of ON_FACE from each of these points, (n, 2): (rows, columns, n), pixels."""
    across, down = ((_ROWS_ON_FACE[:, None] - points[:, axis]) ** 2 for axis in (0, 1))
    return np.asarray(np.sqrt(down[:, None] + across), np.float32)
