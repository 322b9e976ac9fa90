"""One answer from several models: whether there is a face, whether it can be read, and which value it shows.

The detector gives a heat for the place and shares of the values; geometry gives shares of the values from the colours;
the classifier looks at the face cut out. Their shares are pooled within one search, and averaged over several views.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reading.candidates import Candidate, UnreadableSpot, log_sum, same_places
from vision.reading.detector import Array

UNDISPUTED = 0.9
"""If every die has a confidence (0…1) of at least 0.9, one search is enough."""
CERTAIN = 0.7
"""A die on which several views agree is certain from a confidence of 0.7; chosen on scenes that a path tracer made and
no network knew (workshop/training/NOTEBOOK.md)."""
SURE = 0.9
"""The usual size of dice in a picture is taken from faces with a confidence above 0.9."""
NOTHING = 0.5
"""A candidate, or a die that can't be read, with a share of "no face" above 0.5 is dropped without a doubt."""
RARITY = 0.1
"""Dice that can't be read, and prints of dice, are a tenth as common on tables as on the renders of training."""
_FLOOR = 1e-4
"""Every share is at least 0.0001: no model alone can rule anything out."""
_UNSEEN = 0.05
"""A view that does not show a face counts as a heat of 0.05 for it."""
_USUAL_PX = 50.0
"""An edge of 50 pixels at the finest scale is usual: such a size speaks neither for nor against a face."""
_MOST_OCTAVES = 1.5
"""Sizes count up to 1.5 octaves larger or smaller than that."""
_SAME_FACE, _SAME_SIZE = 0.35, 0.4
"""One face in two views: middles at most 0.35 edges apart, and sizes that differ at most by a factor e ** 0.4."""
_SAME_SPOT = 0.6
"""A die that can't be read is the same one in two views if its middles are less than 0.6 edges apart."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the models, fitted by workshop/training/calibrate.py.

    Attributes:
        any_classifier, any_heat, any_size, any_bias: coefficients of a logistic regression for "there is a face": of
            the classifier's log odds, of the heat's log odds, for each doubling of the size, and the constant.
        classifier, geometry, detector: exponents of each model's shares of the values; the classifier's is also that of
            its shares of unreadable dice.
        unreadable: added to the logarithms of the classifier's shares of unreadable dice.
    """

    any_classifier: float
    any_heat: float
    any_size: float
    any_bias: float
    classifier: float
    geometry: float
    detector: float
    unreadable: float


WEIGHTS = Weights(
    any_classifier=0.737,
    any_heat=1.116,
    any_size=0.45,
    any_bias=-0.684,
    classifier=0.8,
    geometry=0.8,
    detector=0.1,
    unreadable=0.182,
)


def pooled(face: Candidate) -> Array:
    """Shares of no face, of 1…6 and of unreadable dice, (CLASSES,), from all models.

    Whether there is a face: a logistic regression on the log odds of classifier and detector and on the size, as specks
    and grain often look like small dice, and hardly anything looks like a large one. Whether it can be read: the
    classifier alone, as the others know only values. Which value it is: a logarithmic opinion pool (Genest and Zidek
    1986), in which the models' shares are raised to their weights and multiplied.

    Computed once for each face and set of weights; the array is read-only.
    """
    if WEIGHTS not in face.fused:
        face.fused[WEIGHTS] = _pooled(face, WEIGHTS)
    return face.fused[WEIGHTS]


def _pooled(face: Candidate, weights: Weights) -> Array:
    by_classifier = _normalised(face.classifier.tolist())
    # First: is there any face?
    nothing = min(max(math.exp(by_classifier[0]), _FLOOR), 1 - _FLOOR)
    odds = weights.any_classifier * math.log((1 - nothing) / nothing) + weights.any_heat * _log_odds(face.heat)
    odds += weights.any_size * octaves(face)
    something = 1 / (1 + math.exp(-odds - weights.any_bias))
    # Then: can it be read? All six values together against each kind of fault.
    unreadable = [weights.classifier * log + weights.unreadable + math.log(RARITY) for log in by_classifier[7:]]
    what = _normalised([weights.classifier * log_sum(by_classifier[1:7]), *unreadable])
    # Last: which value, if it can be read?
    models = zip(by_classifier[1:7], face.geometry.tolist(), face.detector.tolist(), strict=True)
    values = _normalised(
        [
            weights.classifier * log + weights.geometry * math.log(g + _FLOOR) + weights.detector * math.log(d + _FLOOR)
            for log, g, d in models
        ]
    )
    each = [math.exp(log) for log in (*(what[0] + log for log in values), *what[1:])]
    shares = np.array([1 - something, *(something * share for share in each)], np.float32)
    shares.flags.writeable = False
    return shares


def less_rivals(shares: Array, rivals: Sequence[float]) -> Array:
    """Pooled shares of a face, (CLASSES,), less what its rivals take: other sure faces of another value in its place.

    At most one of them can be right. So of all combinations of right and wrong only those with one right face, or none,
    are kept, in proportion to their probabilities.
    """
    if not rivals:
        return shares
    best = 1 + int(shares[1:7].argmax())
    odds, *others = [share / max(1 - share, _FLOOR) for share in (float(shares[best]), *rivals)]
    left = odds / (1 + odds + sum(others))
    made: Array = shares * ((1 - left) / max(1 - shares[best], _FLOOR))
    made[best] = left
    return made


def octaves(face: Candidate) -> float:
    """The size of a face in octaves from the usual one, limited to `_MOST_OCTAVES` either way."""
    return min(max(math.log2(face.finest / _USUAL_PX), -_MOST_OCTAVES), _MOST_OCTAVES)


def mean_shares(shares: Sequence[Array]) -> Array:
    """The geometric mean of shares, (6,)."""
    mean = np.asarray(math.prod(share + _FLOOR for share in shares), np.float32) ** (1 / len(shares))
    return np.asarray(mean / mean.sum(), np.float32)


def fused_views(views: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The faces of several views, all in pixels of the same picture: the shares of each are averaged.

    A view that does not show a face speaks against it (`_UNSEEN`).
    """
    found: list[dict[int, Candidate]] = []
    for view, faces in enumerate(views):
        there = same_places(faces, [next(iter(one.values())) for one in found], _SAME_FACE, _SAME_SIZE)
        for face, near in zip(faces, there, strict=True):
            one = next((found[k] for k in np.flatnonzero(near) if view not in found[k]), None)
            if one is None:
                found.append({view: face})
            else:
                one[view] = face
    return [_fused(list(one.values()), len(views)) for one in found]


def confirmed(spots: Sequence[UnreadableSpot], views: Sequence[Sequence[UnreadableSpot]]) -> list[UnreadableSpot]:
    """The first search's unreadable dice that at least half of the other views show as well."""

    def shows(view: Sequence[UnreadableSpot], spot: UnreadableSpot) -> bool:
        return any(np.hypot(x - spot.x, y - spot.y) < _SAME_SPOT * max(spot.edge, edge) for x, y, edge in view)

    return [spot for spot in spots if 2 * sum(shows(view, spot) for view in views) >= len(views)]


def _fused(faces: list[Candidate], views: int) -> Candidate:
    """One face from those of it in some of this many views."""
    heats = [_log_odds(face.heat) for face in faces] + [_log_odds(_UNSEEN)] * (views - len(faces))
    return replace(
        faces[0],
        heat=float(1 / (1 + np.exp(-np.mean(heats)))),
        detector=mean_shares([face.detector for face in faces]),
        geometry=mean_shares([face.geometry for face in faces]),
        classifier=np.array(_normalised(np.mean([face.classifier for face in faces], 0).tolist()), np.float32),
    )


def _log_odds(share: float) -> float:
    return math.log((share + _FLOOR) / (1 - share + _FLOOR))


def _normalised(logs: Sequence[float]) -> list[float]:
    """Log shares that sum to one."""
    total = log_sum(logs)
    return [log - total for log in logs]
