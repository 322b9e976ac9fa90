"""One look at a picture: from coarse to fine, the faces that the networks and geometry find, and what each says.

The first network looks at the whole picture, scale by scale, until the dice are large enough to be told; then only
where it pays. The classifiers look closely at each face it has marked.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise

import numpy as np

from vision.reading.checks.unreadable import UnreadableFinder
from vision.reading.classifier import BOTH, QUICK, FaceClassifier
from vision.reading.detector import SIZES_PX, Array, Face, Network
from vision.reading.fusion import CERTAIN, NOTHING, SURE, UNDISPUTED, Candidate, Spot, mean_shares, pooled
from vision.reading.pips import fit
from vision.reading.pyramid import Pyramid, Window
from vision.types import Box, Image, Point, box_around

_ENOUGH_PX = 26.0
"""Once all faces are seen with edges of this many pixels, no finer scale is looked at: dice of one table are of like
size, and one of half of it would still have been seen."""
_TOLD_PX = 12.0
"""Once all are seen with edges of so many pixels, only suspected places are looked at more finely; once they are as
many as are known to lie there, and beyond dispute, only they: the rest of the picture is empty."""
CLOSE_PX = (28.0, 40.0)
"""Where dice are known to lie, and how large, faces are looked at with such edges, in this order."""
_AFAR = 4
"""Nothing is concluded from scales more than so many times coarser than the finest: dice laid out as a five look like
one large die from afar."""
_OVERHANG = 0.25
"""A face may seem to reach so far beyond what it lies on, in edges."""
_BEST_EDGE_PX = 40.0
"""Of several scales, the one that shows a face at about this edge tells most about it."""
_SUSPECTED = 0.05
"""Heat that makes a place worth a finer look."""
_HOT = 0.4
"""Heat from which a face's size is believed."""
_SOUGHT = 0.25
"""Heat from which a place seen from afar is looked at closely."""
SEEN = 0.15
"""Heat from which a face is cut out and told, and from which something beside dice that were told may be another."""
_DISMISSED = 0.8
"""Share of no face from which one opinion of each kind is enough at a glance: of 556 that were asked about further, on
every fourth photograph and 27 simulated tables, none became a face. Were it so in full, one picture more of 40 with
crimson pips would be silently wrong."""
_TOGETHER = 5
"""Geometry is asked about so many cut-outs at once: more are no faster, and take more memory."""
_TROUBLE = 0.5
"""Heat from which an unreadable die is one."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """How closely faces are looked at that were questionable before.

    Attributes:
        scales: at how many, the best ones.
        nets: by which classifiers.
        enough: confidence from which no more is asked.
    """

    scales: int
    nets: Sequence[int]
    enough: float = 1.0


_STAGES = (_Stage(1, BOTH[:1], 0.95), _Stage(2, BOTH))
"""One opinion of each kind is enough from 0.95: with older classifiers none of 650 photographs was read otherwise for
it, and at 0.9 one was silently wrong."""
_QUICKLY = _Stage(1, (QUICK,), 0.93)
"""For glances alone: asked first wherever one is, the quick one let one more of 24 dominoes be vouched for. Of 3,000
cut-outs of an unseen lot it is wrong on no more from 0.93 (42, one that was trained without ink 40 from 0.95)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """A face seen at one scale; corners in pixels of the picture, `merit` orders the sights of a face."""

    face: Face
    corners: Array
    centre: Array
    size: float
    merit: float


class Networks:
    """What looks are made with; not thread-safe, one for each thread that reads.

    Attributes:
        first: finds faces on whole pictures, and where the next leaves them in dispute.
        slim: finds them in a quarter of the time, where dice of a known size lie.
        afar: the same, to seek them from afar: OpenCV would lay it out anew for each change of sizes.
        faces: tells what was found.
        unreadable: finds dice in motion, or half covered, which none of these sees.
    """

    def __init__(self) -> None:
        self.first = Network("dice.onnx.xz")
        self.slim, self.afar = Network("glance.onnx.xz"), Network("glance.onnx.xz")
        self.faces = FaceClassifier()
        self.unreadable = UnreadableFinder()


class Look:
    """One look at one picture: `search` it, all or closely, then ask for the faces and the troubles seen.

    `zoom` makes all scales of its `pyramid` so many times as fine as they would be. A `quick` look asks the slim
    network and the quick classifier first, and the others only about what these leave questionable.
    """

    def __init__(self, image: Image, networks: Networks, zoom: float = 1.0, quick: bool = False) -> None:
        self.pyramid = Pyramid(image, zoom)
        self._networks = networks
        self._quick = quick
        self._close = (networks.slim if quick else networks.first, networks.first)
        self._stages = (_QUICKLY, *_STAGES) if quick else _STAGES
        self._sights: list[_Sight] = []
        self._troubles: list[Spot] = []
        self._suspected: list[tuple[float, Point]] = []
        """How hot, and where."""
        self._told: dict[tuple[_Sight, int], Array] = {}
        """What each of the classifiers says, by its number: each sight is looked at closely once."""
        self._fitted: dict[_Sight, tuple[Array, Array]] = {}
        """What geometry says of it, and the mix of its colours that tells pips best."""
        self._candidates: dict[tuple[tuple[_Sight, ...], _Stage], Candidate] = {}
        """What is said of a face, by its sights, how many of them were judged, and by which classifiers."""
        self._faces: list[Candidate] | None = []
        """Every face, until something else is seen."""

    def search(self, within: Sequence[Box] | None, expected: int | None) -> None:
        """Look at every scale that is worth it, from coarse to fine.

        Args:
            within: where something lies, pixels, if that is known.
            expected: how many dice should lie there, if that is known.
        """
        scales = self.pyramid.scales
        largest = None
        """Edge of the largest face, once all are told."""
        for scale in scales:
            self._look_through(self._networks.first, self._windows(scale, within, largest), within)
            hot = [rivals for rivals in _gathered(self._sights) if any(s.face.heat > _HOT for s in rivals)]
            smallest = min((s.size for rivals in hot for s in rivals if s.face.heat > _HOT), default=0.0)
            if _AFAR * scale < scales[-1] or smallest * scale < _TOLD_PX or not self._believed(hot, CERTAIN):
                continue
            if smallest * scale >= _ENOUGH_PX:
                return
            largest = max(rivals[0].size for rivals in hot)
            if len(hot) == expected and self._believed(hot, UNDISPUTED):
                within = [box_around(rivals[0].corners.tolist()) for rivals in hot]
                self.search_closely(within, statistics.median(rivals[0].size for rivals in hot))
                if not self.untold(within):
                    return

    def sought(self, within: Sequence[Box] | None) -> tuple[list[Point], float]:
        """Where the slim network sees dice from afar, and how large they are, pixels of the picture.

        Of what it shows plainly enough to be told the faces are kept. Everything else is to be looked at closely.

        Args:
            within: where something lies, pixels, if that is known.

        Returns:
            A place for each, told or not, and the edge of most.
        """
        scale = self.pyramid.scales[-3:][0]
        self._look_through(self._networks.afar, self.pyramid.windows(scale, [], None), within, _SOUGHT)
        hot = [sight.size for sight in self._sights if sight.face.heat > _HOT]
        sizes = hot or [sight.size for sight in self._sights]  # dice so large that from afar none is hot
        edge = statistics.median(sizes) if sizes else 0.0
        places = thinned(self._places_suspected(), edge / 2) if sizes else []
        plain = [sight for sight in self._sights if sight.face.heat > _HOT]
        judged = self._judged_by([[sight] for sight in plain], _QUICKLY)
        told = [pooled(face)[1:7].max() >= _QUICKLY.enough for face in judged]
        self._sights, self._troubles, self._suspected = list(compress(plain, told)), [], []
        return places, edge

    def search_closely(self, within: Sequence[Box], edge: float, surely: bool = True) -> None:
        """Look where dice are known to lie, and how large, and nowhere else: twice where once tells nothing for sure.

        Args:
            within: where something lies, pixels.
            edge: of top faces, pixels.
            surely: whether something does lie there; where it need not, what is surely no face is not looked at twice.
        """
        left = list(within)
        for network, shown in zip(self._close, CLOSE_PX, strict=True):
            windows = self.pyramid.closely(left, edge, shown)
            if not windows:
                break
            self._look_through(network, windows, left, SEEN)
            left = self.untold(left)
            if not surely:
                faces = [face.centre for face in self.faces() if pooled(face)[0] < _DISMISSED]
                left = [box for box in left if any(_holds(box, centre) for centre in faces)]

    def untold(self, within: Sequence[Box]) -> list[Box]:
        """Where nothing is told beyond dispute, of these boxes, pixels."""
        told = [face for face in self.faces() if pooled(face)[1:7].max() >= UNDISPUTED]
        return [box for box in within if not any(_holds(box, face.centre) for face in told)]

    def faces(self) -> list[Candidate]:
        """Every face, with what is said of it."""
        if self._faces is None:
            self._faces = self._judged(_gathered(self._sights))
        return self._faces

    def troubles(self, faces: Sequence[Candidate]) -> list[Spot]:
        """Every die that can't be read, where a close look sees anything at all, at the size of the sure `faces`."""
        sure = [face.size for face in faces if pooled(face)[1:7].max() > SURE] if self._troubles else []
        usual = statistics.median(sure) if sure else None
        return [spot for spot in self._troubles if self._is_something(spot, usual)]

    def _windows(self, scale: float, within: Sequence[Box] | None, largest: float | None) -> list[Window]:
        if within is not None:
            return self.pyramid.parts(scale, within)
        return self.pyramid.windows(scale, self._places_suspected(), largest)

    def _places_suspected(self) -> list[Point]:
        """The hottest first."""
        return [place for _, place in sorted(self._suspected, reverse=True)]

    def _look_through(
        self, network: Network, windows: Sequence[Window], within: Sequence[Box] | None, least: float = _SUSPECTED
    ) -> None:
        """Note what a network marks in windows, of at least this heat."""
        self._faces = None
        seen = network.look([window.pixels for window in windows], least)
        for window, (faces, troubles) in zip(windows, seen, strict=True):
            for face in faces:
                corners, centre = window.in_picture(face.corners), window.in_picture(face.centre)
                if not window.holds(*face.centre.tolist()) or (within is not None and not lies_within(corners, within)):
                    continue
                x, y = centre.tolist()
                self._suspected.append((face.heat, (x, y)))
                if face.heat >= SEEN and SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                    merit = face.heat * (1 - 0.35 * abs(math.log2(face.size / _BEST_EDGE_PX)))
                    self._sights.append(_Sight(face, corners, centre, face.size / window.scale, merit))
            for trouble in troubles:
                if window.holds(trouble.x, trouble.y):
                    x, y = window.in_picture(np.array((trouble.x, trouble.y), np.float32)).tolist()
                    self._suspected.append((trouble.heat, (x, y)))
                    # A trouble has no size of its own: it counts where readable dice of this scale would be.
                    if trouble.heat > _TROUBLE:
                        self._troubles.append((x, y, _BEST_EDGE_PX / window.scale))

    def _believed(self, faces: list[list[_Sight]], bar: float) -> bool:
        """Whether all of them are faces on a close look too: what only seems to be one must not end the search."""
        return all(pooled(face)[1:7].max() >= bar for face in self._judged(faces))

    def _is_something(self, spot: Spot, usual: float | None) -> bool:
        """Whether a close look, at as much as the dice here are large, sees anything where a die can't be read."""
        x, y, edge = spot
        cut = self.pyramid.square(x, y, usual or edge)
        said = np.mean([self._networks.faces.shares(net, cut) for net in BOTH], 0)
        return float(np.exp(said[0])) <= NOTHING

    def _judged(self, faces: list[list[_Sight]]) -> list[Candidate]:
        """What is said of faces, each given by its sights.

        What one classifier and geometry put beyond question at one scale is asked no more. Of what they don't, both
        classifiers' opinions and geometry's of the best two scales are averaged, so that they must agree.
        """
        made = self._judged_by(faces, self._stages[0])
        left: Sequence[int] = range(len(faces))
        for before, stage in pairwise(self._stages):
            left = [k for k in left if self._questionable(pooled(made[k]), before.enough)]
            for k, face in zip(left, self._judged_by([faces[k] for k in left], stage), strict=True):
                made[k] = face
        return made

    def _questionable(self, shares: Array, enough: float) -> bool:
        """Whether more opinions should be asked for of a face whose pooled shares, (CLASSES,), these are."""
        dismissed = self._quick and float(shares[0]) >= _DISMISSED
        return float(shares[1:7].max()) < enough and not dismissed

    def _judged_by(self, faces: list[list[_Sight]], stage: _Stage) -> list[Candidate]:
        """What the classifiers of a stage, and geometry, say of the best sights of each face."""
        asked = dict.fromkeys(sight for rivals in faces for sight in rivals[: stage.scales])
        new = [(sight, net) for net in stage.nets for sight in asked if (sight, net) not in self._told]
        cuts = {sight: self.pyramid.cut_out(sight.corners, sight.size) for sight, _ in new}
        for some in _few([sight for sight in cuts if sight not in self._fitted]):
            self._fitted |= zip(some, zip(*fit([cuts[sight] for sight in some]), strict=True), strict=True)
        for sight, net in new:
            self._told[sight, net] = self._networks.faces.shares(net, cuts[sight], self._fitted[sight][1])
        return [self._candidate(tuple(rivals), stage, cuts.get(rivals[0])) for rivals in faces]

    def _candidate(self, rivals: tuple[_Sight, ...], stage: _Stage, cut: Image | None) -> Candidate:
        """One for each, however often it is asked for: `pooled` remembers what it said of it."""
        if (rivals, stage) not in self._candidates:
            best, asked = rivals[0], rivals[: stage.scales]
            self._candidates[rivals, stage] = Candidate(
                heat=max(s.face.heat for s in rivals),
                corners=best.corners,
                centre=best.centre,
                size=best.size,
                finest=best.size * self.pyramid.scales[-1] / self.pyramid.zoom,
                network=mean_shares([s.face.values for s in rivals[:2]]),
                geometry=mean_shares([self._fitted[s][0] for s in asked]),
                classifier=np.mean([self._told[s, net] for s in asked for net in stage.nets], 0),
                cut=cut,
            )
        return self._candidates[rivals, stage]


def about(place: Point, edge: float) -> Box:
    """What to look at closely where a die of that edge is suspected, pixels."""
    x, y = place
    return x - edge, y - edge, 2 * edge, 2 * edge


def thinned(places: Sequence[Point], least: float) -> list[Point]:
    """The places without those that are nearer than that to one before."""
    made: list[Point] = []
    for place in places:
        if all(math.dist(place, other) > least for other in made):
            made.append(place)
    return made


def _few(sights: list[_Sight]) -> Iterator[list[_Sight]]:
    """So many of them at once as pay."""
    return (sights[first : first + _TOGETHER] for first in range(0, len(sights), _TOGETHER))


def widened(box: Box) -> Box:
    """A box that a face still lies in when another look sees it a little larger, or aside."""
    x, y, w, h = box
    return x - _OVERHANG * w, y - _OVERHANG * h, (1 + 2 * _OVERHANG) * w, (1 + 2 * _OVERHANG) * h


def _holds(box: Box, point: Array) -> bool:
    x, y, w, h = box
    return bool(x <= point[0] <= x + w and y <= point[1] <= y + h)


def lies_within(corners: Array, within: Sequence[Box]) -> bool:
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
            apart = math.dist(first.centre, sight.centre) / max(first.size, sight.size)
            if apart < 0.3 and abs(math.log(first.size / sight.size)) < 0.35:
                group.append(sight)
                break
        else:
            groups.append([sight])
    return groups
