"""Examines detected faces by geometry and classifier, at one scale or, if that is not enough, at two.

A face that is beyond question at its best scale is not asked about again. For the others the answers at the best two
scales are averaged, so that these must agree.
"""

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
"""With a confidence of at least 0.95 one scale is enough. If it always were, a six among the photographs of `dev`, of
which four pips were found at its best scale, would be read as a four."""
_SCALES = 2
"""If one scale is not enough, a face is examined at 2."""
_SAME_SIGHTING, _SAME_SIGHTING_SIZE = 0.3, 0.35
"""One face at two scales: middles at most 0.3 edges apart, and sizes that differ at most by a factor e ** 0.35."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting(Located):
    """A face detected at one scale; `merit` orders the sightings of a face."""

    face: DetectedFace
    merit: float


class Recognition:
    """Makes candidates of sightings, and remembers the answers: each sighting is shown to the classifier only once."""

    def __init__(self, pyramid: Pyramid, classifier: FaceClassifier) -> None:
        self._pyramid = pyramid
        self._classifier = classifier
        self._looks: dict[Sighting, tuple[FittedFace, Array]] = {}
        """Geometry, and the classifier's log shares, (CLASSES,)."""
        self._candidates: dict[tuple[tuple[Sighting, ...], int], Candidate] = {}

    def candidates(self, faces: Sequence[Sequence[Sighting]]) -> list[Candidate]:
        """What faces are, each given by its sightings, best first."""
        made = self.looked_at(faces, 1)
        # Most faces are clear at one scale: only the others are examined at a second one.
        left = [k for k, face in enumerate(made) if float(pooled(face)[1:7].max()) < ENOUGH]
        for k, face in zip(left, self.looked_at([faces[k] for k in left], _SCALES), strict=True):
            made[k] = face
        return made

    def news(self, faces: Sequence[Sequence[Sighting]]) -> int:
        """Examine faces as `candidates` does; how many sightings that were new."""
        known = len(self._looks)
        self.candidates(faces)
        return len(self._looks) - known

    def looked_at(self, faces: Sequence[Sequence[Sighting]], scales: int = 1) -> list[Candidate]:
        """Candidates by the answers for the best sightings of each face, at this many scales."""
        new = dict.fromkeys(one for face in faces for one in face[:scales] if one not in self._looks)
        fitted = fit([self._pyramid.cut_out(sighting.corners, sighting.size) for sighting in new])
        self._looks |= {one: (face, self._classifier.shares(face)) for one, face in zip(new, fitted, strict=True)}
        return [self._candidate(tuple(face), scales) for face in faces]

    def _candidate(self, sightings: tuple[Sighting, ...], scales: int) -> Candidate:
        """The candidate of a face by this many scales; always the same object, in which `pooled` keeps its result."""
        if (sightings, scales) not in self._candidates:
            best, looks = sightings[0], [self._looks[one] for one in sightings[:scales]]
            self._candidates[sightings, scales] = Candidate(
                heat=max(one.face.heat for one in sightings),
                corners=best.corners,
                centre=best.centre,
                size=best.size,
                finest=best.size * self._pyramid.scales[-1] / self._pyramid.zoom,
                # Of up to two scales in any case: the detector has answered already.
                detector=mean_shares([one.face.values for one in sightings[:2]]),
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
