"""From candidates to dice: one face for each place, by non-maximum suppression, and the die that each of them is."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.reading.candidates import Candidate
from vision.reading.classifier import UNREADABLE_KINDS
from vision.reading.detector import Array
from vision.reading.fusion import CERTAIN, NOTHING, SURE, less_rivals, pooled
from vision.reading.pips import FittedFace
from vision.types import Die, DoubtKind, Image

SIZE_RATIO = 2.5
"""A face 2.5 times smaller or larger than the sure ones is no die: dice of one table have about the same size."""
_SAME_PLACE = 0.6
"""Two faces with middles less than 0.6 edges of the larger one apart are in the same place."""
_CROWDED = 0.85
"""Of two faces with middles less than 0.85 edges of the surer one apart, one is a side of the other's die: two dice
can't lie so near. Edges are measured as they lie in the picture."""
_COLOUR_PIXELS, _MEDIAN = slice(16, 49, 4), 40
"""A face's colour is taken from 9 x 9 pixels of its cut-out: the median is number 40 of these 81."""


@dataclass(frozen=True, slots=True, eq=False)
class ResolvedFace:
    """The face that has won its place.

    Attributes:
        fitted: the face as the classifier sees it.
        die: its die; with `unreadable` its value means nothing.
        unreadable: what is wrong with the die; None if it can be read.
    """

    fitted: FittedFace
    die: Die
    unreadable: DoubtKind | None


def resolve(candidates: Sequence[Candidate]) -> list[ResolvedFace]:
    """The faces that the candidates of a picture come to, one for each place, the surest first; not judged yet."""
    return [_resolved(claim) for claim in non_maximum_suppression(candidates)]


@dataclass(slots=True, eq=False)
class Claim:
    """A face that claims a place, and what speaks against it.

    Attributes:
        shares: the pooled shares, (CLASSES,).
        value, confidence: the most likely value, and its share.
        rivals: confidences of other sure faces in the same place that show another value.
    """

    face: Candidate
    shares: Array = field(init=False)
    value: int = field(init=False)
    confidence: float = field(init=False)
    rivals: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shares = pooled(self.face)
        self.value = int(self.shares[1:7].argmax()) + 1
        self.confidence = float(self.shares[self.value])


def non_maximum_suppression(candidates: Sequence[Candidate]) -> list[Claim]:
    """The surest face of each place; the surest of all first.

    A die's sides are seen beside its top: a doubtful face next to a sure one is a side of its die. A face much smaller
    or larger than the sure ones is no die. Two sure faces in one place with different values weaken each other.
    """
    claims = sorted(map(Claim, candidates), key=lambda claim: -claim.confidence)
    sizes = [claim.face.size for claim in claims if claim.confidence > SURE]
    usual = statistics.median(sizes) if sizes else None
    kept: list[Claim] = []
    for claim in claims:
        # Hardly a face, or of a size that no die here has.
        if claim.shares[0] > NOTHING or (usual and not 1 / SIZE_RATIO <= claim.face.size / usual <= SIZE_RATIO):
            continue
        crowded = [one for one in kept if _apart(one.face, claim.face) < 2 * _CROWDED]
        same = [
            one
            for one in kept
            if math.dist(one.face.centre, claim.face.centre) < _SAME_PLACE * max(one.face.size, claim.face.size)
        ]
        sure = claim.confidence >= CERTAIN
        for one in same:
            if sure and one in crowded and one.value != claim.value:  # else the same face, seen twice
                one.rivals.append(claim.confidence)
        # Surer faces come first: this one is the same face again, or a side of a sure one's die.
        if same or (crowded and (sure or any(one.confidence >= CERTAIN for one in crowded))):
            continue
        kept.append(claim)
    return kept


def _apart(face: Candidate, other: Candidate) -> float:
    """The distance of the other's centre from this face's, in half edges of this face, measured along its own axes."""
    (left, top), along, _, across = face.corners.tolist()
    ax, ay, bx, by = (along[0] - left) / 2, (along[1] - top) / 2, (across[0] - left) / 2, (across[1] - top) / 2
    x, y = (other.centre - face.centre).tolist()
    return math.hypot(x * by - y * bx, ax * y - ay * x) / abs(float(ax * by - ay * bx))


def _resolved(claim: Claim) -> ResolvedFace:
    """The die that a face is, or what keeps it from being read."""
    face, shares = claim.face, less_rivals(claim.shares, claim.rivals)
    unreadable = shares[7:].sum() > shares[1:7].sum()
    kind = UNREADABLE_KINDS[int(shares[7:].argmax())] if unreadable else None
    scores = shares[1:7] / max(float(shares[1:7].sum()), 1e-9)
    die = Die(
        value=int(scores.argmax()) + 1,
        scores=tuple(float(s) for s in scores),  # type: ignore[arg-type]  # six of them
        centre=(float(face.centre[0]), float(face.centre[1])),
        corners=tuple((float(x), float(y)) for x, y in face.corners),  # type: ignore[arg-type]  # four of them
        size=face.size,
        colour=_colour(face.fitted.cut),
        confidence=float(shares[1:7].max()),
    )
    return ResolvedFace(face.fitted, die, kind)


def _colour(cut: Image) -> tuple[int, int, int]:
    """The body's colour, as a median over the face: on every value more than half of that is body."""
    b, g, r = np.sort(cut[_COLOUR_PIXELS, _COLOUR_PIXELS].reshape(-1, 3), axis=0)[_MEDIAN].tolist()
    return b, g, r
