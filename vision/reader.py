"""One still picture in, a `Reading` out: faces found by one network, values told by another and by geometry.

Knows nothing of the picture: the first network looks at it at several scales, and the scale that suits a die's size
best tells about it. What its judges don't agree on, and what looks like a die but can't be read, is a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.faces import FaceClassifier, cut_out
from vision.network import SIZES_PX, STRIDE_PX, Array, Face, Network, Trouble
from vision.pattern import fit
from vision.types import Box, Die, Doubt, DoubtKind, Image, Reading

_LONGEST_PX = 1280
"""Pictures are looked at from this long side down; smaller ones are blown up towards it,"""
_LARGEST_ZOOM = 2.0
"""but no farther than this."""
_SHORTEST_PX = 96
"""No scale makes the long side shorter than this."""
_AROUND_PX = 48
"""Where only parts of a picture are looked at, so much around them is looked at too, at each scale."""
_BEST_EDGE_PX = 40.0
"""Faces of about this edge are seen best: on fresh renders the network tells 60 % of the values of faces below
16 px, 82 % below 22, 92 % below 32, 97 % above."""
_CUT_EDGE_PX = 60.0
"""Faces are cut out of the scale that shows them at most this large: more would only alias."""
_SEEN = 0.3
"""Heat from which a face is looked at closely."""
CERTAIN = 0.5
"""Confidence from which a die is vouched for: likelier than everything else together. Of fresh renders' dice with as
much, 0.6 % have another value; where no die lies at all, a count that is known or a second frame helps."""
_CERTAIN_IN_PLAY = 0.7
"""The same at a table whose game knows the number of dice: on fresh renders 0.3 % of such dice have another value."""
_NOTHING = 0.9
"""Share of "no face" from which a candidate is passed over without a doubt."""
_SAME = 0.6
"""Two faces nearer than this, in edges of the larger, are one."""
_BESIDE = 0.9
"""A doubtful face nearer than this to a sure one, in its edges, is a side of the same die."""
_TOO_SMALL = 0.5
"""A doubtful face of less than this share of a sure one's edge is no die: dice of one table are of like size."""
_TROUBLE = 0.5
"""Heat from which an unreadable die is one."""
_LEAST = 1e-4
"""No judge rules anything out for good."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each judge's opinion weighs in the pool: exponents of its shares, and what speaks for "no face".

    Fitted on fresh renders by vision/training/calibrate.py, so that the pooled share is how often a reading is right.
    """

    classifier: float
    geometry: float
    network: float
    heat: float
    none: float


WEIGHTS = Weights(classifier=0.666, geometry=0.063, network=0.587, heat=3.194, none=-0.702)


Part = tuple[int, int, int, int]
"""Of a picture: left, top, right, bottom, pixels."""
Spot = tuple[float, float, float]
"""Where a die that can't be read lies: x, y and about how large, pixels of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A face in the picture's own pixels, and what was seen of it.

    Attributes:
        heat: 0…1, of the first network.
        merit: orders rivals for the same place.
        corners, centre, size: of the top face, pixels of the picture.
        network, geometry: shares of 1…6, (6,) each.
        close_up: for the classifier.
    """

    heat: float
    merit: float
    corners: Array
    centre: Array
    size: float
    network: Array
    geometry: Array
    close_up: Image


def pooled(face: Candidate, classifier: Array, weights: Weights = WEIGHTS) -> Array:
    """Shares of "no face" and of 1…6, (7,), from all that was said of a face.

    A logarithmic opinion pool (Genest and Zidek 1986): shares multiply, each raised to its judge's weight.

    Args:
        face: what the first network and the geometry say.
        classifier: its shares, (7,).
        weights: of the opinions.
    """
    logit = weights.classifier * np.log(classifier + _LEAST)
    logit[1:] += weights.geometry * np.log(face.geometry + _LEAST) + weights.network * np.log(face.network + _LEAST)
    logit[0] += weights.none - weights.heat * np.log(face.heat / (1 - face.heat + _LEAST))
    grown = np.exp(logit - logit.max())
    shares: Array = (grown / grown.sum()).astype(np.float32)
    return shares


class Reader:
    """Reads dice off pictures; not thread-safe, one for each thread."""

    def __init__(self) -> None:
        self._network = Network()
        self._classifier = FaceClassifier()

    def read(self, image: Image, expected: int | None = None, within: Sequence[Box] | None = None) -> Reading:
        """Read one still picture.

        Args:
            image: BGR, uint8, (height, width, 3), any size from 32 pixels up.
            expected: how many dice should lie there, if the caller knows; another number is a doubt. Who knows
                plays for something: dice are vouched for from a higher bar then.
            within: where something lies, pixels, if the caller knows; nothing else is looked at, which takes a
                fraction of the time.
        """
        reading = conclude(image, *self.look(image, within), bar=CERTAIN if expected is None else _CERTAIN_IN_PLAY)
        if expected is None or len(reading.dice) == expected:
            return reading
        return Reading(reading.dice, (*reading.doubts, Doubt(DoubtKind.COUNT)))

    def look(
        self, image: Image, within: Sequence[Box] | None = None
    ) -> tuple[list[tuple[Candidate, Array]], list[Spot]]:
        """Every face at every scale with what the classifier says of it, (7,), and every trouble (x, y, edge)."""
        faces, troubles = self._look_at_all_scales(image, within)
        return list(zip(faces, self._classifier.shares([f.close_up for f in faces]), strict=True)), troubles

    def _look_at_all_scales(self, image: Image, within: Sequence[Box] | None) -> tuple[list[Candidate], list[Spot]]:
        """Every candidate and every trouble (x, y, edge), pixels of the picture."""
        longest = max(image.shape[:2])
        scale = min(_LARGEST_ZOOM, _LONGEST_PX / longest)
        candidates: list[Candidate] = []
        troubles: list[Spot] = []
        larger = image if scale < 1 else None
        while longest * scale >= _SHORTEST_PX:
            picture = _scaled(image, scale)
            zoom = 1.0 if larger is None else larger.shape[1] / picture.shape[1]
            faces, seen_troubles = self._look_at_one(
                picture, None if within is None else _parts(picture, scale, within)
            )
            for face in faces:
                if face.heat < _SEEN or not SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                    continue
                misfit = abs(np.log2(face.size / _BEST_EDGE_PX))
                source = picture if larger is None or face.size * zoom > _CUT_EDGE_PX else larger
                candidates.append(
                    Candidate(
                        heat=face.heat,
                        merit=face.heat * (1 - 0.35 * misfit),
                        corners=face.corners / scale,
                        centre=face.corners.mean(0) / scale,
                        size=face.size / scale,
                        network=face.values,
                        geometry=fit(face.pips),
                        close_up=cut_out(source, face.corners * (source.shape[1] / picture.shape[1])),
                    )
                )
            # A trouble has no size of its own: it counts where readable dice of this scale would be.
            troubles += [(t.x / scale, t.y / scale, _BEST_EDGE_PX / scale) for t in seen_troubles if t.heat > _TROUBLE]
            larger = picture
            scale /= 2
        return candidates, troubles

    def _look_at_one(self, picture: Image, parts: Sequence[Part] | None) -> tuple[list[Face], list[Trouble]]:
        """What lies in parts of a picture, or all over it, in the picture's pixels."""
        if parts is None:
            return self._network.look(picture)
        faces: list[Face] = []
        troubles: list[Trouble] = []
        for left, top, right, bottom in parts:
            some, others = self._network.look(picture[top:bottom, left:right])
            faces += [replace(face, corners=face.corners + np.array([left, top], np.float32)) for face in some]
            troubles += [replace(t, x=t.x + left, y=t.y + top) for t in others]
        return faces, troubles


def conclude(
    image: Image,
    faces: list[tuple[Candidate, Array]],
    troubles: list[Spot],
    weights: Weights = WEIGHTS,
    bar: float = CERTAIN,
) -> Reading:
    """What to believe of all that was looked at; other weights serve to measure what each judge is worth alone."""
    dice = [_die(face, shares, image) for face, shares in settled([(f, pooled(f, said, weights)) for f, said in faces])]
    doubts = [Doubt(DoubtKind.VALUE, die.box) for die in dice if die.confidence < bar]
    for x, y, edge in troubles:
        if all(np.hypot(x - d.centre[0], y - d.centre[1]) > _SAME * d.size for d in dice):
            doubts.append(Doubt(DoubtKind.HIDDEN, (x - edge / 2, y - edge / 2, edge, edge)))
    return Reading(tuple(sorted(dice, key=lambda d: d.centre)), tuple(doubts))


def _parts(picture: Image, scale: float, within: Sequence[Box]) -> list[Part]:
    """The parts of a scaled picture to look at: these boxes with what is around them, those that meet as one."""
    height, width = picture.shape[:2]
    cells = np.zeros((-(-height // STRIDE_PX), -(-width // STRIDE_PX)), np.uint8)
    for x, y, w, h in within:
        left, top = ((np.array([x, y]) * scale - _AROUND_PX) // STRIDE_PX).clip(0).astype(int)
        right, bottom = (((np.array([x + w, y + h]) * scale + _AROUND_PX) // STRIDE_PX).astype(int) + 1).clip(0)
        cells[top:bottom, left:right] = 1
    _, _, stats, _ = cv2.connectedComponentsWithStats(cells)
    return [
        (left * STRIDE_PX, top * STRIDE_PX, min((left + w) * STRIDE_PX, width), min((top + h) * STRIDE_PX, height))
        for left, top, w, h, _ in stats[1:].tolist()
    ]


def _scaled(image: Image, scale: float) -> Image:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return image if scale == 1 else np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _die(face: Candidate, shares: Array, image: Image) -> Die:
    """A die from its face and the pooled shares (7,)."""
    scores = shares[1:] / shares[1:].sum()
    return Die(
        value=int(scores.argmax()) + 1,
        scores=tuple(float(s) for s in scores),  # type: ignore[arg-type]  # six of them
        centre=(float(face.centre[0]), float(face.centre[1])),
        corners=tuple((float(x), float(y)) for x, y in face.corners),  # type: ignore[arg-type]  # four of them
        size=face.size,
        colour=_colour(image, face.corners),
        confidence=float(shares[1:].max()),
    )


def _colour(image: Image, corners: Array) -> tuple[int, int, int]:
    """The face's colour without its pips: the median over it is body on every value but a huge ace."""
    height, width = image.shape[:2]
    grid = np.linspace(-0.7, 0.7, 9)
    u, v = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    points = corners.mean(0) + (grid[:, None, None] * u + grid[None, :, None] * v).reshape(-1, 2)
    xs = np.clip(points[:, 0], 0, width - 1).astype(int)
    ys = np.clip(points[:, 1], 0, height - 1).astype(int)
    b, g, r = np.median(image[ys, xs], axis=0)
    return int(b), int(g), int(r)


def settled(judged: list[tuple[Candidate, Array]]) -> list[tuple[Candidate, Array]]:
    """One face for each place, of those with their pooled shares (7,): the surest, and every doubtful one that is left.

    The same die is seen at several scales, and its sides beside its top: a doubtful face next to a sure one is a side
    of the same die, and one of less than half the size of any sure die is no die at all.
    """
    kept: list[tuple[Candidate, Array]] = []
    for face, shares in sorted(judged, key=lambda j: -float(j[1][1:].max() * j[0].merit)):
        sure = [k for k, s in kept if s[1:].max() >= CERTAIN]
        if shares[0] > _NOTHING or any(_distance(face, k) < _SAME * max(face.size, k.size) for k, _ in kept):
            continue
        if shares[1:].max() < CERTAIN and (
            any(_distance(face, k) < _BESIDE * k.size for k in sure)
            or any(face.size < _TOO_SMALL * k.size for k in sure)
        ):
            continue
        kept.append((face, shares))
    return kept


def _distance(one: Candidate, other: Candidate) -> float:
    return float(np.linalg.norm(one.centre - other.centre))
