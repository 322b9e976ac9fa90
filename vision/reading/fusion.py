"""One answer from several models: whether there is a face, whether it can be read, and which value it shows.

The detector says how hot a place is, and the values' shares; geometry tells values from the face's colours; the
classifier sees the face cut out. Their shares are pooled for one search, and averaged over several views.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reading.candidates import Candidate, UnreadableSpot, log_sum, same_faces
from vision.reading.detector import Array

UNDISPUTED = 0.9
"""Confidence (0…1) of every die from which one search is enough."""
CERTAIN = 0.7
"""Confidence (0…1) from which a die is certain that several views agree on; chosen on scenes
that a path tracer made and no network knew (workshop/training/NOTEBOOK.md)."""
SURE = 0.9
"""Confidence (0…1) of faces that say how large dice are here."""
NOTHING = 0.5
"""Share of "no face" from which a candidate, or a die that can't be read, is passed over without a doubt."""
RARITY = 0.1
"""Dice that can't be read, and prints of dice, are a tenth as common on tables as on the renders of training."""
_FLOOR = 1e-4
"""Share that is left to everything: no model rules anything out for good."""
_UNSEEN = 0.05
"""Heat of a face in a view that does not show it."""
_USUAL_PX = 50.0
"""Edge of a face, pixels of the finest scale, whose size says nothing about whether there is one;"""
_MOST_OCTAVES = 1.5
"""nor does it say more where it is larger or smaller by more than this power of two."""
_SAME_SPOT = 0.6
"""One die that can't be read has its middles at most this many edges apart in two views."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each model weighs, fitted by workshop/training/calibrate.py.

    Attributes:
        any_classifier, any_heat, any_size, any_bias: of there being any face: what the classifier's log odds of it
            weigh, what the heat's weigh, what each doubling of its size adds, and the log odds without all that. A
            logistic regression.
        classifier, geometry, detector: of what it is: exponents of the models' shares of the values; the first is that
            of the classifier's shares of unreadable dice too.
        unreadable: log odds of its being a die that can't be read, without what the classifier says.
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

    Whether there is a face is a logistic regression on the log odds of classifier and detector, and on its size:
    specks and grain look like small dice more often than anything looks like a large one. Whether it can be read is up
    to the classifier alone: that others take it for another value says nothing of that. Which value it is, is a
    logarithmic opinion pool (Genest and Zidek 1986): shares multiply, each raised to its model's weight.

    Computed once for each face by the same weights, and not to be written to.
    """
    if WEIGHTS not in face.fused:
        face.fused[WEIGHTS] = _pooled(face, WEIGHTS)
    return face.fused[WEIGHTS]


def _pooled(face: Candidate, weights: Weights) -> Array:
    by_classifier = _normalised(face.classifier.tolist())
    nothing = min(max(math.exp(by_classifier[0]), _FLOOR), 1 - _FLOOR)
    odds = weights.any_classifier * math.log((1 - nothing) / nothing) + weights.any_heat * _log_odds(face.heat)
    odds += weights.any_size * octaves(face)
    something = 1 / (1 + math.exp(-odds - weights.any_bias))
    unreadable = [weights.classifier * log + weights.unreadable + math.log(RARITY) for log in by_classifier[7:]]
    what = _normalised([weights.classifier * log_sum(by_classifier[1:7]), *unreadable])
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
    """Pooled shares of a face, (CLASSES,), of whose place others claim so surely that it shows another value.

    One of them is right at most: of all ways in which they may be right and wrong only those in which one is right, or
    none, are left, and each is as likely as it was among them.
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
    """How large a face is, as a power of two, as far as that says whether it is one."""
    return min(max(math.log2(face.finest / _USUAL_PX), -_MOST_OCTAVES), _MOST_OCTAVES)


def mean_shares(shares: Sequence[Array]) -> Array:
    """The geometric mean of shares, (6,)."""
    mean = np.asarray(math.prod(share + _FLOOR for share in shares), np.float32) ** (1 / len(shares))
    return np.asarray(mean / mean.sum(), np.float32)


def fused_views(views: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The faces of several views of one table, all in pixels of the same picture: shares of each are averaged.

    A face that a view does not show is hardly believed by it.
    """
    found: list[dict[int, Candidate]] = []
    for view, faces in enumerate(views):
        there = same_faces(faces, [next(iter(one.values())) for one in found])
        for face, near in zip(faces, there, strict=True):
            one = next((found[k] for k in np.flatnonzero(near) if view not in found[k]), None)
            if one is None:
                found.append({view: face})
            else:
                one[view] = face
    return [_fused(list(one.values()), len(views)) for one in found]


def confirmed(spots: Sequence[UnreadableSpot], views: Sequence[Sequence[UnreadableSpot]]) -> list[UnreadableSpot]:
    """Those of the first search's unreadable dice which at least half of the other views show as well."""

    def shows(view: Sequence[UnreadableSpot], spot: UnreadableSpot) -> bool:
        return any(np.hypot(x - spot.x, y - spot.y) < _SAME_SPOT * max(spot.edge, edge) for x, y, edge in view)

    return [spot for spot in spots if 2 * sum(shows(view, spot) for view in views) >= len(views)]


def _fused(faces: list[Candidate], views: int) -> Candidate:
    """One face from what this many views show of it; some of them may not show it."""
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
