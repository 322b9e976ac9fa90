"""What a close look says of faces that were detected: geometry and the classifier, asked until it is enough.

What these put beyond question at one scale is asked no more. Of the rest, what they say at the best two scales is
averaged, so that they must agree: a face that is not well found at one, often is at the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.reading.candidates import Candidate, Located, same_places
from vision.reading.classifier import FaceClassifier
from vision.reading.detector import Array, DetectedFace
from vision.reading.fusion import mean_shares, pooled
from vision.reading.pips import FittedFace, fit
from vision.reading.pyramid import Pyramid

ENOUGH = 0.95
"""Confidence from which one answer of each kind is enough. If one always were, a six among the photographs of `dev`, of
which four pips were found at its best scale, would be read as a four."""
_SCALES = 2
"""How many are looked at where one is not enough."""
_SAME_SIGHTING, _SAME_SIGHTING_SIZE = 0.3, 0.35
"""One face at two scales: middles at most 0.3 edges apart, sizes at most e to the 0.35 times one another."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting(Located):
    """A face detected at one scale; `merit` orders the sightings of a face."""

    face: DetectedFace
    merit: float


class Recognition:
    """Makes candidates of sightings, and remembers what it asked: each sighting is shown to the classifier once."""

    def __init__(self, pyramid: Pyramid, classifier: FaceClassifier) -> None:
        self._pyramid = pyramid
        self._classifier = classifier
        self._looks: dict[Sighting, tuple[FittedFace, Array]] = {}
        """Geometry, and the classifier's log shares, (CLASSES,)."""
        self._candidates: dict[tuple[tuple[Sighting, ...], int], Candidate] = {}

    def candidates(self, faces: Sequence[Sequence[Sighting]]) -> list[Candidate]:
        """What faces are, each given by its sightings, best first."""
        made = self.looked_at(faces, 1)
        left = [k for k, face in enumerate(made) if float(pooled(face)[1:7].max()) < ENOUGH]
        for k, face in zip(left, self.looked_at([faces[k] for k in left], _SCALES), strict=True):
            made[k] = face
        return made

    def news(self, faces: Sequence[Sequence[Sighting]]) -> int:
        """Look at faces as `candidates` does, and say how many looks that took."""
        known = len(self._looks)
        self.candidates(faces)
        return len(self._looks) - known

    def looked_at(self, faces: Sequence[Sequence[Sighting]], scales: int = 1) -> list[Candidate]:
        """What the classifier, and geometry, say of the best sightings of each face, at this many scales."""
        new = dict.fromkeys(one for face in faces for one in face[:scales] if one not in self._looks)
        fitted = fit([self._pyramid.cut_out(sighting.corners, sighting.size) for sighting in new])
        self._looks |= {one: (face, self._classifier.shares(face)) for one, face in zip(new, fitted, strict=True)}
        return [self._candidate(tuple(face), scales) for face in faces]

    def _candidate(self, sightings: tuple[Sighting, ...], scales: int) -> Candidate:
        """One for each face and number of scales, however often asked for: `pooled` remembers what it made of it."""
        if (sightings, scales) not in self._candidates:
            best, looks = sightings[0], [self._looks[one] for one in sightings[:scales]]
            self._candidates[sightings, scales] = Candidate(
                heat=max(one.face.heat for one in sightings),
                corners=best.corners,
                centre=best.centre,
                size=best.size,
                finest=best.size * self._pyramid.scales[-1] / self._pyramid.zoom,
                geometry=mean_shares([fitted.shares for fitted, _ in looks]),
                classifier=np.mean([said for _, said in looks], 0),
                fitted=looks[0][0],
            )
        return self._candidates[sightings, scales]


def grouped(sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """The sightings of each face, best first."""
    ordered = sorted(sightings, key=lambda one: -one.merit)
    near = same_places(ordered, ordered, _SAME_SIGHTING, _SAME_SIGHTING_SIZE)
    left = dict(enumerate(ordered))
    return [
        [left.pop(k) for k in np.flatnonzero(near[first]).tolist() if k in left]
        for first in range(len(ordered))
        if first in left
    ]
