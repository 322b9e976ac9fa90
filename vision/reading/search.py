"""One search of a picture, from coarse to fine: the faces that a detector finds, and what a close look says of each.

The detector sees the whole picture, scale by scale, until the dice are large enough to be recognised; then only parts
where it pays. Each face it marks is looked at closely (`recognition.py`).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from itertools import compress

import numpy as np

from vision.reading.candidates import Candidate, Detections, UnreadableSpot
from vision.reading.detector import SIZES_PX, Array, Detector
from vision.reading.fusion import CERTAIN, NOTHING, SURE, UNDISPUTED, pooled
from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid, Window
from vision.reading.recognition import DISMISSED_FROM, ENOUGH, Recognition, Sighting, grouped
from vision.types import Box, Point, Steps

_LARGE_ENOUGH_PX = 26.0
"""Once all faces are seen with edges of this many pixels, no finer scale is searched: dice of one table are of like
size, and one of half of it would still have been seen."""
_RECOGNISED_PX = 12.0
"""Once all are seen with edges of this many pixels, only suspected places are searched more finely."""
CLOSEUP_PX = (28.0, 40.0)
"""Where dice are known to lie, and how large, the detector is shown faces with such edges, in this order."""
_COARSEST = 4
"""Nothing is concluded from scales more than four times coarser than the finest: dice laid out as a five look like
one large die from afar."""
_OVERHANG = 0.25
"""A face may seem to reach a quarter of its edge beyond what it lies on."""
_BEST_EDGE_PX = 40.0
"""Of several scales, the one that shows a face at about this edge shows it best."""
_SUSPECTED_HEAT = 0.05
"""Heat (0…1) that makes a place worth a finer look."""
FACE_HEAT = 0.15
"""Heat from which a face is cut out and recognised, and from which something beside dice that were read may be one."""
_FAR_HEAT = 0.25
"""Heat from which a place seen from afar is looked at closely."""
_HOT = 0.4
"""Heat from which a face's size is believed."""
_UNREADABLE_HEAT = 0.5
"""Heat from which an unreadable die is one."""
_STEP_PX, _STEP_SHARE = 300_000, 0.5
"""In one step of a search the detector sees 300,000 pixels, or half of the picture's, if that is more;"""
_LAID_OUT_PX = 20_000
"""a window takes as long as 20,000 pixels more, as OpenCV lays the network out anew for its size;"""
_LOOK_PX = 15_000
"""a classifier's look at a face takes as long as 15,000 pixels;"""
_FACES = 6
"""at least six faces are looked at before the step may end."""


class Search:
    """One search of one picture: run it, everywhere, from afar or closely, then take what it found.

    A `quick` one asks the fast detector first, and the other only about what that leaves open.
    """

    def __init__(self, pyramid: Pyramid, networks: Networks, *, quick: bool = False) -> None:
        self.pyramid = pyramid
        self._networks = networks
        self._close_detectors = (networks.fast_detector if quick else networks.detector, networks.detector)
        self._recognition = Recognition(pyramid, networks.classifier, quick=quick)
        self._sightings: list[Sighting] = []
        self._unreadable: list[UnreadableSpot] = []
        self._suspected: list[tuple[float, Point]] = []
        """How hot, and where."""
        self._faces: list[Candidate] | None = []
        """Every face, until something else is seen."""
        self._step_px = max(_STEP_PX, _STEP_SHARE * pyramid.image.shape[0] * pyramid.image.shape[1])
        self._seen_px = 0
        """Of the step."""

    def everywhere(self, places: Sequence[Box] | None) -> Steps[None]:
        """Search every scale that is worth it, from coarse to fine, and look closely at what is seen.

        Args:
            places: where something lies, pixels, if that is known: nothing else is searched.
        """
        scales = self.pyramid.scales
        largest = None
        """Edge of the largest face, once all are recognised."""
        for scale in scales:
            yield from self._detect_in_steps(self._windows(scale, places, largest), places)
            hot = [face for face in grouped(self._sightings) if any(one.face.heat > _HOT for one in face)]
            smallest = min((one.size for face in hot for one in face if one.face.heat > _HOT), default=0.0)
            if _COARSEST * scale < scales[-1] or smallest * scale < _RECOGNISED_PX:
                continue
            yield from self._recognise_in_steps(hot)
            if not self._all_sure(hot, CERTAIN):
                continue
            if smallest * scale >= _LARGE_ENOUGH_PX:
                break
            largest = max(face[0].size for face in hot)
        yield from self._recognise_in_steps(grouped(self._sightings))

    def from_afar(self, places: Sequence[Box] | None) -> tuple[list[Point], float]:
        """Where the fast detector sees dice from afar, and how large they are, pixels of the picture.

        Faces that are shown plainly enough to be recognised are kept. Everything else is to be looked at closely.

        Args:
            places: where something lies, pixels, if that is known: nothing else is searched.

        Returns:
            A place for each, recognised or not, and the edge of most.
        """
        scale = self.pyramid.scales[-3:][0]
        self._detect(self._networks.far_detector, self.pyramid.windows(scale, [], None), places, _FAR_HEAT)
        hot = [one for one in self._sightings if one.face.heat > _HOT]
        sizes = [one.size for one in hot or self._sightings]  # dice so large that from afar none is hot
        edge = statistics.median(sizes) if sizes else 0.0
        suspected = thinned(self._suspected_places(), edge / 2) if sizes else []
        faces = self._recognition.looked_at([[one] for one in hot])
        recognised = [pooled(face)[1:7].max() >= ENOUGH for face in faces]
        self._sightings, self._unreadable, self._suspected = list(compress(hot, recognised)), [], []
        return suspected, edge

    def closely(self, places: Sequence[Box], edge: float, *, surely: bool = True) -> None:
        """Look where dice are known to lie, and how large, and nowhere else: twice where once leaves anything open.

        Args:
            places: where something lies, pixels.
            edge: of top faces, pixels.
            surely: whether something does lie there; where it need not, what is surely no face is not looked at twice.
        """
        left = list(places)
        for detector, shown_px in zip(self._close_detectors, CLOSEUP_PX, strict=True):
            windows = self.pyramid.closely(left, edge, shown_px)
            if not windows:
                break
            self._detect(detector, windows, left, FACE_HEAT)
            left = self.unresolved(left)
            if not surely:
                centres = [face.centre for face in self.faces() if pooled(face)[0] < DISMISSED_FROM]
                left = [box for box in left if any(_holds(box, centre) for centre in centres)]

    def unresolved(self, places: Sequence[Box]) -> list[Box]:
        """Those of the places, pixels, in which no face is beyond dispute."""
        sure = [face for face in self.faces() if pooled(face)[1:7].max() >= UNDISPUTED]
        return [box for box in places if not any(_holds(box, face.centre) for face in sure)]

    def detections(self) -> Detections:
        """All that was found."""
        return Detections(self.faces(), self._unreadable_spots())

    def faces(self) -> list[Candidate]:
        """Every face, with what a close look says of it."""
        if self._faces is None:
            self._faces = self._recognition.candidates(grouped(self._sightings))
        return self._faces

    def _unreadable_spots(self) -> list[UnreadableSpot]:
        """Every die that can't be read, where a close look, at the size of the sure faces, sees anything at all."""
        sure = [face.size for face in self.faces() if pooled(face)[1:7].max() > SURE] if self._unreadable else []
        usual = statistics.median(sure) if sure else None
        return [spot for spot in self._unreadable if self._is_something(spot, usual)]

    def _is_something(self, spot: UnreadableSpot, usual: float | None) -> bool:
        """Whether the classifier sees anything where a die can't be read, shown as much as the dice here are large."""
        cut = self.pyramid.square(spot.x, spot.y, usual or spot.edge)
        return math.exp(self._networks.classifier.shares(cut)[0]) <= NOTHING

    def _windows(self, scale: float, places: Sequence[Box] | None, largest: float | None) -> list[Window]:
        if places is not None:
            return self.pyramid.parts(scale, places)
        return self.pyramid.windows(scale, self._suspected_places(), largest)

    def _suspected_places(self) -> list[Point]:
        """The hottest first."""
        return [place for _, place in sorted(self._suspected, reverse=True)]

    def _detect_in_steps(self, windows: Sequence[Window], places: Sequence[Box] | None) -> Steps[None]:
        some: list[Window] = []
        for window in windows:
            takes_px = window.pixels.shape[0] * window.pixels.shape[1] + _LAID_OUT_PX
            if self._seen_px and self._seen_px + takes_px > self._step_px:
                self._detect(self._networks.detector, some, places)
                some = []
                yield from self._step_ends()
            some.append(window)
            self._seen_px += takes_px
        self._detect(self._networks.detector, some, places)

    def _recognise_in_steps(self, faces: Sequence[list[Sighting]]) -> Steps[None]:
        """Look closely at faces; who asks about them afterwards is told what was found."""
        for first in range(0, len(faces), _FACES):
            self._seen_px += _LOOK_PX * self._recognition.news(faces[first : first + _FACES])
            if self._seen_px >= self._step_px:
                yield from self._step_ends()

    def _step_ends(self) -> Steps[None]:
        self._seen_px = 0
        yield

    def _detect(
        self,
        detector: Detector,
        windows: Sequence[Window],
        places: Sequence[Box] | None,
        least_heat: float = _SUSPECTED_HEAT,
    ) -> None:
        """Note what a detector marks in windows, of at least this heat."""
        self._faces = None
        found = detector.detect([window.pixels for window in windows], least_heat)
        for window, (faces, unreadable) in zip(windows, found, strict=True):
            for face in faces:
                corners, centre = window.in_picture(face.corners), window.in_picture(face.centre)
                if not window.holds(*face.centre.tolist()) or (places is not None and not lies_in(corners, places)):
                    continue
                x, y = centre.tolist()
                self._suspected.append((face.heat, (x, y)))
                if face.heat >= FACE_HEAT and SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                    merit = face.heat * (1 - 0.35 * abs(math.log2(face.size / _BEST_EDGE_PX)))
                    self._sightings.append(Sighting(face, corners, centre, face.size / window.scale, merit))
            for one in unreadable:
                if window.holds(one.x, one.y):
                    x, y = window.in_picture(np.array((one.x, one.y), np.float32)).tolist()
                    self._suspected.append((one.heat, (x, y)))
                    # It has no size of its own: it counts where readable dice of this scale would be.
                    if one.heat > _UNREADABLE_HEAT:
                        self._unreadable.append(UnreadableSpot(x, y, _BEST_EDGE_PX / window.scale))

    def _all_sure(self, faces: list[list[Sighting]], bar: float) -> bool:
        """Whether all of them are faces on a close look too: what only seems to be one must not end the search."""
        return all(pooled(face)[1:7].max() >= bar for face in self._recognition.candidates(faces))


def box_about(place: Point, edge: float) -> Box:
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


def lies_in(corners: Array, places: Sequence[Box]) -> bool:
    """Whether a face lies on one of the things there; several of them may look like the pips of one face."""
    slack = _OVERHANG * float(np.ptp(corners, axis=0).max())
    (left, top), (right, bottom) = corners.min(0) + slack, corners.max(0) - slack
    return any(x <= left and y <= top and right <= x + w and bottom <= y + h for x, y, w, h in places)


def _holds(box: Box, point: Array) -> bool:
    x, y, w, h = box
    return bool(x <= point[0] <= x + w and y <= point[1] <= y + h)
