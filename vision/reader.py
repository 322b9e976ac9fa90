"""One still picture in, a `Reading` out: faces and pips by the network, values by network and geometry together.

Knows nothing of the picture: the network looks at it at several scales, and the scale that suits a die's size best
tells about it. What the two halves don't agree on, and what looks like a die but can't be read, is a doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.network import SIZES_PX, Array, Network
from vision.pattern import fit
from vision.types import Die, Doubt, DoubtKind, Image, Reading

_LONGEST_PX = 1280
"""Larger pictures are looked at from this long side down."""
_SHORTEST_PX = 96
"""No scale makes the long side shorter than this."""
_BEST_EDGE_PX = 24.0
"""Faces of about this edge are seen best: the middle of what the network was trained on (log scale)."""
_SEEN = 0.3
"""Heat from which a face is worth a doubt."""
_CERTAIN = 0.75
"""Confidence from which a die is vouched for."""
_TROUBLE = 0.5
"""Heat from which an unreadable die is one."""


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A die in the picture's own pixels; `merit` orders rivals for the same place."""

    die: Die
    heat: float
    merit: float


class Reader:
    """Reads dice off pictures; not thread-safe, one for each thread."""

    def __init__(self) -> None:
        self._network = Network()

    def read(self, image: Image, expected: int | None = None) -> Reading:
        """Read one still picture.

        Args:
            image: BGR, uint8, (height, width, 3), any size from 32 pixels up.
            expected: how many dice should lie there, if the caller knows; another number is a doubt.
        """
        candidates, troubles = self._look_at_all_scales(image)
        kept = _rivals_settled(candidates)
        doubts = [Doubt(DoubtKind.VALUE, c.die.box) for c in kept if c.die.confidence < _CERTAIN]
        dice = [c.die for c in kept]
        for x, y, edge in troubles:
            if not any(_apart((x, y), die) < 0.6 for die in dice):
                doubts.append(Doubt(DoubtKind.HIDDEN, (x - edge / 2, y - edge / 2, edge, edge)))
        if expected is not None and len(dice) != expected:
            doubts.append(Doubt(DoubtKind.COUNT))
        return Reading(tuple(sorted(dice, key=lambda d: d.centre)), tuple(doubts))

    def _look_at_all_scales(self, image: Image) -> tuple[list[_Candidate], list[tuple[float, float, float]]]:
        """Every candidate and every trouble (x, y, edge), pixels of the picture."""
        longest = max(image.shape[:2])
        scale = min(1.0, _LONGEST_PX / longest)
        candidates: list[_Candidate] = []
        troubles: list[tuple[float, float, float]] = []
        while longest * scale >= _SHORTEST_PX:
            faces, seen_troubles = self._network.look(_shrunk(image, scale))
            for face in faces:
                if SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                    misfit = abs(np.log2(face.size / _BEST_EDGE_PX))
                    die = _die(face.values, face.pips, face.heat, face.corners / scale, image)
                    candidates.append(_Candidate(die, face.heat, face.heat * (1 - 0.35 * misfit)))
            # A trouble has no size of its own: it counts where readable dice of this scale would be.
            troubles += [(t.x / scale, t.y / scale, 24 / scale) for t in seen_troubles if t.heat > _TROUBLE]
            scale /= 2
        return candidates, troubles


def _shrunk(image: Image, scale: float) -> Image:
    if scale == 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _die(network: Array, pips: Array, heat: float, corners: Array, image: Image) -> Die:
    """A die from what the network and the geometry say of its value."""
    geometry = fit(pips)
    both = np.sqrt(network * geometry) + 1e-6
    scores = both / both.sum()
    centre = corners.mean(0)
    edges = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    # Two sources that disagree leave little in common: `both` sums to 1 only if they are of one mind.
    agreement = min(1.0, float(np.sqrt(network * geometry).sum()))
    return Die(
        value=int(scores.argmax()) + 1,
        scores=tuple(float(s) for s in scores),  # type: ignore[arg-type]  # six of them
        centre=(float(centre[0]), float(centre[1])),
        corners=tuple((float(x), float(y)) for x, y in corners),  # type: ignore[arg-type]  # four of them
        size=float(edges.mean()),
        colour=_colour(image, corners),
        confidence=float(scores.max()) * agreement * min(1.0, heat * 2),
    )


def _colour(image: Image, corners: Array) -> tuple[int, int, int]:
    """The face's colour without its pips: the median of the middle half is body on every value but a large ace."""
    height, width = image.shape[:2]
    centre = corners.mean(0)
    grid = np.linspace(-0.7, 0.7, 9)
    u, v = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    points = centre + (grid[:, None, None] * u + grid[None, :, None] * v).reshape(-1, 2)
    xs = np.clip(points[:, 0], 0, width - 1).astype(int)
    ys = np.clip(points[:, 1], 0, height - 1).astype(int)
    b, g, r = np.median(image[ys, xs], axis=0)
    return int(b), int(g), int(r)


def _apart(point: tuple[float, float], die: Die) -> float:
    """Distance of a point from a die's centre, in edges of the die."""
    return float(np.hypot(point[0] - die.centre[0], point[1] - die.centre[1])) / die.size


def _rivals_settled(candidates: list[_Candidate]) -> list[_Candidate]:
    """One candidate for each place: the one of greatest merit, others that share its place go."""
    kept: list[_Candidate] = []
    for rival in sorted(candidates, key=lambda c: -c.merit):
        if rival.heat < _SEEN:
            continue
        if all(_apart(rival.die.centre, k.die) > 0.65 and _apart(k.die.centre, rival.die) > 0.65 for k in kept):
            kept.append(rival)
    return kept
