"""One still picture in, a `Reading` out: faces found by one network, values told by another and by geometry.

Knows nothing of the picture: the first network looks at it from coarse to fine until the dice are large enough to be
told. What its judges don't agree on is looked at again in other ways. What they don't agree on then, and what looks
like a die but can't be read, is a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.faces import TROUBLES, FaceClassifier, cut_out
from vision.network import SIZES_PX, Array, Face, Network, quad
from vision.opinion import WEIGHTS, Candidate, Weights, agreed, mean_shares, pooled
from vision.pattern import fit
from vision.pyramid import Pyramid
from vision.types import Box, Die, Doubt, DoubtKind, Image, Point, Reading
from vision.views import other_views

_ENOUGH_PX = 30.0
"""Once all faces are seen with edges of this many pixels, no finer scale is looked at: dice of one table are of like
size, and one of half of it would still have been seen."""
_COUNTED_PX = 12.0
"""Once as many faces are seen as are known to lie there, with edges of so many pixels and beyond dispute, only they are
looked at more finely: the rest of the picture is empty."""
_OVERHANG = 0.25
"""A face may seem to reach so far beyond what it lies on, in edges."""
_BEST_EDGE_PX = 40.0
"""Of several scales, the one that shows a face at about this edge tells most about it."""
_CUT_EDGE_PX = 60.0
"""Faces are cut out of the scale that shows them at most this large: more would only alias."""
_SUSPECTED = 0.05
"""Heat that makes a place worth a finer look."""
_HOT = 0.4
"""Heat from which a face's size is believed."""
_SEEN = 0.15
"""Heat from which a face is cut out and told."""
UNDISPUTED = 0.9
"""Confidence of every die from which one look at the picture is enough."""
CERTAIN = 0.7
"""Confidence from which a die is vouched for that several looks agree on."""
_CERTAIN_IN_PLAY = 0.8
"""The same at a table whose game knows the number of dice, and can ask for another picture."""
_NOTHING = 0.5
"""Share of "no face" from which a candidate, or a die that can't be read, is passed over without a doubt."""
_SAME = 0.6
"""Two faces nearer than this, in edges of the larger, are one."""
_BESIDE = 0.85
"""Of two faces nearer than this, in edges of the surer one as it lies there, one is a side of the other's die."""
_SURE = 0.9
"""Confidence of faces that say how large dice are here;"""
_UNLIKE = 2.5
"""a face so many times smaller or larger than their median edge is no die: dice of one table are of like size."""
_TROUBLE = 0.5
"""Heat from which an unreadable die is one."""

Spot = tuple[float, float, float]
"""Where a die that can't be read lies: x, y and about how large, pixels of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """A face seen at one scale; corners in pixels of the picture, `merit` orders the sights of a face."""

    face: Face
    corners: Array
    centre: Array
    size: float
    merit: float


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
        reading = self.concluded(image, *self.look(image, within, expected), expected, within)
        if expected is None or len(reading.dice) == expected:
            return reading
        return Reading(reading.dice, (*reading.doubts, Doubt(DoubtKind.COUNT)))

    def concluded(
        self,
        image: Image,
        faces: list[Candidate],
        troubles: list[Spot],
        expected: int | None = None,
        within: Sequence[Box] | None = None,
    ) -> Reading:
        """What to believe after one look, or after several if that one leaves anything in doubt.

        Where all that should lie there was seen, only what is in doubt is looked at again.
        """
        reading = conclude(image, faces, troubles, bar=UNDISPUTED)
        if reading.certain:
            return reading
        doubted = {doubt.box for doubt in reading.doubts if doubt.box is not None}
        clear: list[Candidate] = []
        if len({die.box for die in reading.dice} | doubted) == expected:
            within = [_widened(box) for box in doubted]
            clear = [face for face in faces if not _lies_within(face.centre[None], within)]
            faces = [face for face in faces if face not in clear]
        seen = self.look_again(image, faces, within)
        seen = [face for face in seen if not any(one.is_at(face.centre, face.size) for one in clear)]
        bar = CERTAIN if expected is None else _CERTAIN_IN_PLAY
        return conclude(image, clear + seen, troubles, bar=bar)

    def look(
        self, image: Image, within: Sequence[Box] | None = None, expected: int | None = None
    ) -> tuple[list[Candidate], list[Spot]]:
        """Every face with what is said of it, and every trouble (x, y, edge), pixels of the picture."""
        pyramid = Pyramid(image)
        told: dict[_Sight, Array] = {}
        sights, troubles = self._sights(pyramid, within, expected, told)
        faces = [self._told(pyramid, rivals, told) for rivals in _gathered(sights)]
        if troubles:
            sure = [face.size for face in faces if pooled(face)[1:7].max() > _SURE]
            usual = float(np.median(sure)) if sure else None
            troubles = [spot for spot in troubles if self._is_something(pyramid, spot, usual)]
        return faces, troubles

    def look_again(self, image: Image, faces: list[Candidate], within: Sequence[Box] | None = None) -> list[Candidate]:
        """The same faces, and what other looks at the picture show, with what all of them together say of each."""
        looks = [faces]
        for view in other_views(image):
            found, _ = self.look(view.image, view.there(within))
            looks.append([view.back(face) for face in found])
        return agreed(looks)

    def _sights(
        self, pyramid: Pyramid, within: Sequence[Box] | None, expected: int | None, told: dict[_Sight, Array]
    ) -> tuple[list[_Sight], list[Spot]]:
        """Faces and troubles at every scale that is worth it, from coarse to fine; what was `told` is added to."""
        sights: list[_Sight] = []
        troubles: list[Spot] = []
        suspected: list[Point] = []
        enough = 0.0
        """The scale that shows the smallest face large enough, once all are counted."""
        for scale in pyramid.scales:
            if scale < min(enough, pyramid.scales[-1]):
                continue
            windows = pyramid.windows(scale, suspected) if within is None else pyramid.parts(scale, within)
            for window in windows:
                corner = np.array((window.left, window.top), np.float32)
                faces, found = self._network.look(window.pixels, _SUSPECTED)
                for face in faces:
                    if not window.holds(*face.corners.mean(0)):
                        continue
                    corners = (face.corners + corner[None]) / np.float32(scale)
                    if within is not None and not _lies_within(corners, within):
                        continue
                    centre = corners.mean(0)
                    suspected.append((float(centre[0]), float(centre[1])))
                    if face.heat >= _SEEN and SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                        merit = face.heat * (1 - 0.35 * abs(np.log2(face.size / _BEST_EDGE_PX)))
                        sights.append(_Sight(face, corners, centre, face.size / scale, merit))
                for trouble in found:
                    if window.holds(trouble.x, trouble.y):
                        x, y = (trouble.x + window.left) / scale, (trouble.y + window.top) / scale
                        suspected.append((x, y))
                        # A trouble has no size of its own: it counts where readable dice of this scale would be.
                        if trouble.heat > _TROUBLE:
                            troubles.append((x, y, _BEST_EDGE_PX / scale))
            hot = [rivals for rivals in _gathered(sights) if any(s.face.heat > _HOT for s in rivals)]
            smallest = min((s.size for rivals in hot for s in rivals if s.face.heat > _HOT), default=0.0)
            if smallest * scale >= _ENOUGH_PX and self._believed(pyramid, hot, CERTAIN, told):
                break
            counted = not enough and len(hot) == expected and smallest * scale >= _COUNTED_PX
            if counted and self._believed(pyramid, hot, UNDISPUTED, told):
                enough = _ENOUGH_PX / smallest
                within = [_box_of(rivals[0].corners) for rivals in hot]
        return sights, troubles

    def _believed(self, pyramid: Pyramid, faces: list[list[_Sight]], bar: float, told: dict[_Sight, Array]) -> bool:
        """Whether all of them are faces on a close look too: what only seems to be one must not end the search."""
        return all(pooled(self._told(pyramid, rivals, told))[1:7].max() >= bar for rivals in faces)

    def _is_something(self, pyramid: Pyramid, spot: Spot, usual: float | None) -> bool:
        """Whether a close look, at as much as the dice here are large, sees anything where a die can't be read."""
        x, y, edge = spot
        edge = usual or edge
        scale = pyramid.finest(edge, _CUT_EDGE_PX)
        square = quad(x * scale, y * scale, edge * scale, (0.0, 0.0), 0.0)
        return float(np.exp(self._classifier.shares(cut_out(pyramid.at(scale), square))[0])) <= _NOTHING

    def _told(self, pyramid: Pyramid, rivals: list[_Sight], told: dict[_Sight, Array]) -> Candidate:
        """One candidate from what the best two scales show of it: opinions are averaged, so that they must agree."""
        best = rivals[0]
        for sight in rivals[:2]:
            if sight not in told:  # each is looked at closely once, at however many scales it is asked for
                scale = pyramid.finest(sight.size, _CUT_EDGE_PX)
                told[sight] = self._classifier.shares(cut_out(pyramid.at(scale), sight.corners * scale))
        return Candidate(
            heat=max(s.face.heat for s in rivals),
            corners=best.corners,
            centre=best.centre,
            size=best.size,
            network=mean_shares([s.face.values for s in rivals[:2]]),
            geometry=mean_shares([fit(s.face.pips) for s in rivals[:2]]),
            classifier=np.mean([told[s] for s in rivals[:2]], 0),
        )


def _box_of(corners: Array) -> Box:
    """The upright box around a face."""
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    return float(left), float(top), float(right - left), float(bottom - top)


def _widened(box: Box) -> Box:
    """A box that a face still lies in when another look sees it a little larger, or aside."""
    x, y, w, h = box
    return x - _OVERHANG * w, y - _OVERHANG * h, (1 + 2 * _OVERHANG) * w, (1 + 2 * _OVERHANG) * h


def _lies_within(corners: Array, within: Sequence[Box]) -> bool:
    """Whether a face lies on one of the things there; several of them may look like the pips of one face."""
    slack = _OVERHANG * float(np.ptp(corners, axis=0).max())
    (left, top), (right, bottom) = corners.min(0) + slack, corners.max(0) - slack
    return any(x <= left and y <= top and right <= x + w and bottom <= y + h for x, y, w, h in within)


def _gathered(sights: list[_Sight]) -> list[list[_Sight]]:
    """The sights of each face, best first."""
    groups: list[list[_Sight]] = []
    for sight in sorted(sights, key=lambda s: -s.merit):
        for group in groups:
            first = group[0]
            apart = float(np.linalg.norm(first.centre - sight.centre)) / max(first.size, sight.size)
            if apart < 0.3 and abs(np.log(first.size / sight.size)) < 0.35:
                group.append(sight)
                break
        else:
            groups.append([sight])
    return groups


def conclude(
    image: Image,
    faces: list[Candidate],
    troubles: list[Spot],
    weights: Weights = WEIGHTS,
    bar: float = CERTAIN,
) -> Reading:
    """What to believe of all that was looked at; other weights serve to measure what each judge is worth alone."""
    dice: list[Die] = []
    doubts: list[Doubt] = []
    for face, shares, rivalled in settled([(face, pooled(face, weights)) for face in faces]):
        die = _die(face, shares, image)
        if shares[7:].sum() > shares[1:7].sum():
            doubts.append(Doubt(TROUBLES[int(shares[7:].argmax())], die.box))
            continue
        dice.append(die)
        if die.confidence < bar or rivalled:
            doubts.append(Doubt(DoubtKind.VALUE, die.box))
    sure = [die.size for die in dice if die.confidence > _SURE]
    largest = _UNLIKE * float(np.median(sure)) if sure else np.inf
    for x, y, edge in troubles:
        if edge < largest and all(np.hypot(x - d.centre[0], y - d.centre[1]) > _SAME * d.size for d in dice):
            doubts.append(Doubt(DoubtKind.HIDDEN, (x - edge / 2, y - edge / 2, edge, edge)))
    return Reading(tuple(sorted(dice, key=lambda d: d.centre)), tuple(doubts))


def _die(face: Candidate, shares: Array, image: Image) -> Die:
    """A die from its face and the pooled shares (CLASSES,)."""
    scores = shares[1:7] / max(float(shares[1:7].sum()), 1e-9)
    return Die(
        value=int(scores.argmax()) + 1,
        scores=tuple(float(s) for s in scores),  # type: ignore[arg-type]  # six of them
        centre=(float(face.centre[0]), float(face.centre[1])),
        corners=tuple((float(x), float(y)) for x, y in face.corners),  # type: ignore[arg-type]  # four of them
        size=face.size,
        colour=_colour(image, face.corners),
        confidence=float(shares[1:7].max()),
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


def settled(judged: list[tuple[Candidate, Array]]) -> list[tuple[Candidate, Array, bool]]:
    """One face for each place, of those with their pooled shares (CLASSES,), and whether another claims its place.

    A die's sides are seen beside its top: a doubtful face next to a sure one is a side of the same die, and one much
    smaller or larger than the sure dice is no die at all.
    """
    sizes = [face.size for face, shares in judged if shares[1:7].max() > _SURE]
    usual = float(np.median(sizes)) if sizes else None
    kept: list[tuple[Candidate, Array]] = []
    rivalled: set[int] = set()
    for face, shares in sorted(judged, key=lambda j: -float(j[1][1:7].max())):
        if shares[0] > _NOTHING or (usual and not 1 / _UNLIKE <= face.size / usual <= _UNLIKE):
            continue
        sure = shares[1:7].max() >= CERTAIN
        beside = [k for k, _ in kept if _apart(k, face) < 2 * _BESIDE]
        same = [k for k, _ in kept if np.linalg.norm(k.centre - face.centre) < _SAME * max(face.size, k.size)]
        if sure:  # the same value at the same place is the same face, seen twice
            value = shares[1:7].argmax()
            rivalled |= {id(k) for k, s in kept if k in beside and (k not in same or s[1:7].argmax() != value)}
        if same or (beside and (sure or any(s[1:7].max() >= CERTAIN for k, s in kept if k in beside))):
            continue
        kept.append((face, shares))
    return [(face, shares, id(face) in rivalled) for face, shares in kept]


def _apart(face: Candidate, other: Candidate) -> float:
    """How far the other's centre is from this face's, in this face's half edges, along and across it."""
    axes = np.stack([face.corners[1] - face.corners[0], face.corners[3] - face.corners[0]], 1) / 2
    away = np.linalg.solve(axes, other.centre - face.centre)
    return float(np.linalg.norm(away))
