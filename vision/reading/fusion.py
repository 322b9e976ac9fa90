"""What each judge says of a face, and what all of them say together.

The first network says how hot a place is, and the values' shares; geometry tells values from the
face's colours; the classifier looks closely. First they settle whether there is something at all, then what.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.reading.detector import Array
from vision.types import Image, Point

UNDISPUTED = 0.9
"""Confidence of every die from which one look at the picture is enough."""
CERTAIN = 0.7
"""Confidence from which a die is vouched for that several looks agree on."""
SURE = 0.9
"""Confidence of faces that say how large dice are here."""
NOTHING = 0.5
"""Share of "no face" from which a candidate, or a die that can't be read, is passed over without a doubt."""
RARITY = 0.1
"""Dice that lean, are hidden or blurred, and prints of dice are that much rarer on tables than on renders, which show
many to have them learned."""
_LEAST = 1e-4
"""No judge rules anything out for good."""
_UNSEEN = 0.05
"""Heat of a face where it was not seen at all."""
_MIDDLING_PX = 50.0
"""Edge of a face, in pixels of the finest scale, whose size says nothing about whether there is one;"""
_TELLING = 1.5
"""nor does it say more where it is larger or smaller by more than this power of two."""
_SAME_PLACE, _SAME_SIZE = 0.35, 0.4
"""One face in two pictures: middles at most so many edges apart, sizes by such a power of e."""
_SAME_TROUBLE = 0.6
"""One die that can't be read in two pictures: middles at most so many edges apart."""

Spot = tuple[float, float, float]
"""Where a die that can't be read lies: x, y and about how large, pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each judge's opinion weighs, fitted by vision/training/calibrate.py.

    Attributes:
        look, heat, size, something: of there being something: what the classifier's odds of it weigh, what the heat's
            weigh, what each doubling of its size adds, and the odds (logarithm) before anybody has looked. A logistic
            regression.
        classifier, geometry, network: of what it is: exponents of the judges' shares of the values; the first is that
            of the classifier's shares of troubles too.
        trouble: of its being a die that can't be read, before anybody has looked (logarithm).
    """

    look: float
    heat: float
    size: float
    something: float
    classifier: float
    geometry: float
    network: float
    trouble: float


WEIGHTS = Weights(
    look=0.737, heat=1.116, size=0.45, something=-0.684, classifier=0.8, geometry=0.8, network=0.1, trouble=0.182
)


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A face in the picture's own pixels, and what was said of it, at all the scales that showed it.

    Attributes:
        heat: 0…1, of the first network, the highest.
        corners, centre, size: of the top face, pixels of the picture.
        finest: its size, in pixels of the finest scale of a look that is not zoomed.
        network, geometry: shares of 1…6, (6,) each.
        classifier: log shares of no face, 1…6 and the troubles, (CLASSES,).
        cut: the face as the classifier saw it (`cutting.cut_out`), where that is at hand, and of the picture itself.
        said: what `pooled` said of it, which is asked five times in the course of a glance.
    """

    heat: float
    corners: Array
    centre: Array
    size: float
    finest: float
    network: Array
    geometry: Array
    classifier: Array
    cut: Image | None = None
    said: dict[Weights, Array] = field(default_factory=dict, init=False, repr=False)

    @property
    def odds_of_print(self) -> float:
        """That it is no die's but a domino's, a mat's or a screen's, by the classifier (logarithm)."""
        return float(self.classifier[-1]) - _log_sum(self.classifier[1:7].tolist())

    def is_at(self, centre: Array | Point, size: float) -> bool:
        """Whether a face there is this one."""
        apart = float(np.linalg.norm(self.centre - centre))
        return apart < _SAME_PLACE * max(self.size, size) and abs(np.log(self.size / size)) < _SAME_SIZE


def pooled(face: Candidate, weights: Weights = WEIGHTS) -> Array:
    """Shares of no face, of 1…6 and of the troubles, (CLASSES,), from all that was said of a face.

    Whether there is something is a logistic regression on the log odds of the classifier and of the first network, and
    on its size: specks and grain look like small dice more often than anything looks like a large one. Whether it can
    be read, the classifier says alone: that others take it for another value says nothing of that. Which value it is,
    is a logarithmic opinion pool (Genest and Zidek 1986): shares multiply, each raised to its judge's weight.

    Said once of each face, and not to be written to.
    """
    if weights not in face.said:
        face.said[weights] = _pooled(face, weights)
    return face.said[weights]


def _pooled(face: Candidate, weights: Weights) -> Array:
    looked = _normalised(face.classifier.tolist())
    nothing = min(max(math.exp(looked[0]), _LEAST), 1 - _LEAST)
    odds = weights.look * math.log((1 - nothing) / nothing) + weights.heat * _log_odds(face.heat)
    odds += weights.size * size_told(face)
    something = 1 / (1 + math.exp(-odds - weights.something))
    troubles = [weights.classifier * log + weights.trouble + math.log(RARITY) for log in looked[7:]]
    what = _normalised([weights.classifier * _log_sum(looked[1:7]), *troubles])
    judged = zip(looked[1:7], face.geometry.tolist(), face.network.tolist(), strict=True)
    values = _normalised(
        [
            weights.classifier * log + weights.geometry * math.log(g + _LEAST) + weights.network * math.log(n + _LEAST)
            for log, g, n in judged
        ]
    )
    each = [math.exp(log) for log in (*(what[0] + log for log in values), *what[1:])]
    shares = np.array([1 - something, *(something * share for share in each)], np.float32)
    shares.flags.writeable = False
    return shares


def disputed(shares: Array, rivals: Sequence[float]) -> Array:
    """Pooled shares of a face, (CLASSES,), of whose place others are so sure that it shows something else.

    One of them is right at most: of all ways in which they may be right and wrong only those in which one is right, or
    none, are left, and each is as likely as it was among them.
    """
    if not rivals:
        return shares
    told = 1 + int(shares[1:7].argmax())
    odds, *others = [share / max(1 - share, _LEAST) for share in (float(shares[told]), *rivals)]
    left = odds / (1 + odds + sum(others))
    made: Array = shares * ((1 - left) / max(1 - shares[told], _LEAST))
    made[told] = left
    return made


def size_told(face: Candidate) -> float:
    """How large a face is, as a power of two, as far as that says whether it is one."""
    return min(max(math.log2(face.finest / _MIDDLING_PX), -_TELLING), _TELLING)


def mean_shares(shares: Sequence[Array]) -> Array:
    """The geometric mean of shares, (6,)."""
    mean = np.asarray(math.prod(share + _LEAST for share in shares), np.float32) ** (1 / len(shares))
    return np.asarray(mean / mean.sum(), np.float32)


def agreed(looks: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The faces of several looks at one table, all in pixels of the same picture: opinions on each are averaged.

    A face that a look does not show is hardly believed by it.
    """
    seen: list[dict[int, Candidate]] = []
    for look, faces in enumerate(looks):
        for face in faces:
            for one in seen:
                first = next(iter(one.values()))
                if look not in one and first.is_at(face.centre, face.size):
                    one[look] = face
                    break
            else:
                seen.append({look: face})
    return [_together(list(one.values()), len(looks)) for one in seen]


def shown_again(spots: Sequence[Spot], looks: Sequence[Sequence[Spot]]) -> list[Spot]:
    """Those of the first look's dice that can't be read which at least half of the other looks show as well."""

    def shows(look: Sequence[Spot], x: float, y: float, edge: float) -> bool:
        return any(np.hypot(u - x, v - y) < _SAME_TROUBLE * max(edge, other) for u, v, other in look)

    return [spot for spot in spots if 2 * sum(shows(look, *spot) for look in looks) >= len(looks)]


def _together(faces: list[Candidate], looks: int) -> Candidate:
    """One opinion of a face that so many looks were made for."""
    heats = [_log_odds(face.heat) for face in faces] + [_log_odds(_UNSEEN)] * (looks - len(faces))
    return replace(
        faces[0],
        heat=float(1 / (1 + np.exp(-np.mean(heats)))),
        network=mean_shares([face.network for face in faces]),
        geometry=mean_shares([face.geometry for face in faces]),
        classifier=np.array(_normalised(np.mean([face.classifier for face in faces], 0).tolist()), np.float32),
    )


def _log_odds(share: float) -> float:
    return math.log((share + _LEAST) / (1 - share + _LEAST))


def _log_sum(logs: Sequence[float]) -> float:
    """Of shares by their logarithms; for so few of them numpy takes thrice as long."""
    top = max(logs)
    return top + math.log(sum(math.exp(log - top) for log in logs))


def _normalised(logs: Sequence[float]) -> list[float]:
    """Log shares that sum to one."""
    total = _log_sum(logs)
    return [log - total for log in logs]
