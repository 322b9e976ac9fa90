"""What a close look says of faces that were detected: geometry and classifiers, asked in stages until it is enough.

What one classifier and geometry put beyond question at one scale is asked no more. Of the rest, both classifiers'
shares and geometry's of the best two scales are averaged, so that they must agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.reading.candidates import Candidate
from vision.reading.classifier import BOTH, QUICK, FaceClassifier
from vision.reading.detector import Array, DetectedFace
from vision.reading.fusion import mean_shares, pooled
from vision.reading.pips import fit
from vision.reading.pyramid import Pyramid
from vision.types import Image

DISMISSED_FROM = 0.8
"""Share of no face from which one answer of each kind is enough at a glance: of 556 that were asked about further, on
every fourth photograph and 27 simulated tables, none became a face."""
_FITTED_AT_ONCE = 5
"""Geometry is asked about so many cut-outs at once: more are no faster, and take more memory."""

_SAME_SIGHTING, _SAME_SIGHTING_SIZE = 0.3, 0.35
"""One face at two scales: middles at most so many edges apart, sizes by such a power of e."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How closely faces are looked at that the stage before left open.

    Attributes:
        scales: at how many, the best ones.
        nets: by which classifiers.
        enough: confidence from which no more is asked.
    """

    scales: int
    nets: Sequence[int]
    enough: float = 1.0


STAGES = (Stage(1, BOTH[:1], 0.95), Stage(2, BOTH))
"""One answer of each kind is enough from 0.95: with older classifiers no photograph of 650 was read otherwise for it,
and at 0.9 one was silently wrong."""
FAST_STAGE = Stage(1, (QUICK,), 0.93)
"""For glances alone: of 3,000 cut-outs of an unseen lot the quick classifier is wrong on 42 from 0.93."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A face detected at one scale; corners in pixels of the picture, `merit` orders the sightings of a face."""

    face: DetectedFace
    corners: Array
    centre: Array
    size: float
    merit: float


class Recognition:
    """Makes candidates of sightings, and remembers what it asked: each sighting is shown to a classifier once.

    A `quick` one asks the quick classifier first, and the others only about what that leaves open.
    """

    def __init__(self, pyramid: Pyramid, classifier: FaceClassifier, *, quick: bool) -> None:
        self._pyramid = pyramid
        self._classifier = classifier
        self._quick = quick
        self._stages = (FAST_STAGE, *STAGES) if quick else STAGES
        self._shares: dict[tuple[Sighting, int], Array] = {}
        """By each classifier's number."""
        self._fitted: dict[Sighting, tuple[Array, Array]] = {}
        """Geometry's shares, and the mix of the face's colours that tells pips best."""
        self._candidates: dict[tuple[tuple[Sighting, ...], Stage], Candidate] = {}

    def candidates(self, faces: Sequence[Sequence[Sighting]]) -> list[Candidate]:
        """What faces are, each given by its sightings, best first."""
        made = self.at_stage(faces, self._stages[0])
        left: Sequence[int] = range(len(faces))
        for before, stage in pairwise(self._stages):
            left = [k for k in left if self.is_open(pooled(made[k]), before.enough)]
            for k, face in zip(left, self.at_stage([faces[k] for k in left], stage), strict=True):
                made[k] = face
        return made

    def news(self, faces: Sequence[Sequence[Sighting]]) -> int:
        """Look at faces as `candidates` does, and say how many looks of classifiers that took."""
        known = len(self._shares)
        self.candidates(faces)
        return len(self._shares) - known

    def is_open(self, shares: Array, enough: float) -> bool:
        """Whether more should be asked about a face whose pooled shares, (CLASSES,), these are."""
        dismissed = self._quick and float(shares[0]) >= DISMISSED_FROM
        return float(shares[1:7].max()) < enough and not dismissed

    def at_stage(self, faces: Sequence[Sequence[Sighting]], stage: Stage) -> list[Candidate]:
        """What the classifiers of a stage, and geometry, say of the best sightings of each face."""
        asked = dict.fromkeys(sighting for sightings in faces for sighting in sightings[: stage.scales])
        new = [(sighting, net) for net in stage.nets for sighting in asked if (sighting, net) not in self._shares]
        cuts = {sighting: self._pyramid.cut_out(sighting.corners, sighting.size) for sighting, _ in new}
        for some in _few([sighting for sighting in cuts if sighting not in self._fitted]):
            self._fitted |= zip(some, zip(*fit([cuts[sighting] for sighting in some]), strict=True), strict=True)
        for sighting, net in new:
            self._shares[sighting, net] = self._classifier.shares(net, cuts[sighting], self._fitted[sighting][1])
        return [self._candidate(tuple(sightings), stage, cuts.get(sightings[0])) for sightings in faces]

    def _candidate(self, sightings: tuple[Sighting, ...], stage: Stage, cut: Image | None) -> Candidate:
        """One for each face and stage, however often it is asked for: `pooled` remembers what it made of it."""
        if (sightings, stage) not in self._candidates:
            best, asked = sightings[0], sightings[: stage.scales]
            self._candidates[sightings, stage] = Candidate(
                heat=max(one.face.heat for one in sightings),
                corners=best.corners,
                centre=best.centre,
                size=best.size,
                finest=best.size * self._pyramid.scales[-1] / self._pyramid.zoom,
                detector=mean_shares([one.face.values for one in sightings[:2]]),
                geometry=mean_shares([self._fitted[one][0] for one in asked]),
                classifier=np.mean([self._shares[one, net] for one in asked for net in stage.nets], 0),
                cut=cut,
            )
        return self._candidates[sightings, stage]


def grouped(sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """The sightings of each face, best first."""
    groups: list[list[Sighting]] = []
    for sighting in sorted(sightings, key=lambda one: -one.merit):
        for group in groups:
            first = group[0]
            apart = math.dist(first.centre, sighting.centre) / max(first.size, sighting.size)
            if apart < _SAME_SIGHTING and abs(math.log(first.size / sighting.size)) < _SAME_SIGHTING_SIZE:
                group.append(sighting)
                break
        else:
            groups.append([sighting])
    return groups


def _few(sightings: list[Sighting]) -> Iterator[list[Sighting]]:
    """So many of them at once as pay."""
    return (sightings[first : first + _FITTED_AT_ONCE] for first in range(0, len(sightings), _FITTED_AT_ONCE))
