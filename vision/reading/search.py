"""One search of a picture, from coarse to fine: the detector finds faces, and each is examined (`recognition.py`).

The detector is shown the whole picture, scale by scale, until the dice are large enough to be recognised; then only the
parts where a finer scale may help.
"""

import math
import statistics
from collections.abc import Sequence
from itertools import compress

import numpy as np

from vision.reading.candidates import Candidate, Detections, UnreadableSpot
from vision.reading.detector import SIZES_PX, Array, Detector, quad
from vision.reading.fusion import CERTAIN, NOTHING, SURE, UNDISPUTED, pooled
from vision.reading.networks import Networks
from vision.reading.pips import fit
from vision.reading.pyramid import Pyramid, Window
from vision.reading.recognition import ENOUGH, Recognition, Sighting, grouped
from vision.types import Box, Point, Steps

_LARGE_ENOUGH_PX = 26.0
"""Once all faces are seen with edges of at least 26 pixels, no finer scale is searched: dice of one table have about
the same size, and one half as large would have been seen, too."""
_RECOGNISED_PX = 12.0
"""Once all are seen with edges of at least 12 pixels, finer scales are searched only at suspected places."""
CLOSEUP_PX = (28.0, 40.0)
"""Where the places and the size of dice are known, the detector is shown faces with edges of 28, then of 40 pixels."""
_COARSEST = 4
"""Scales more than 4 times coarser than the finest decide nothing: there five dice laid out as a five look like one
large die."""
_OVERHANG = 0.25
"""A face may reach beyond the thing it lies on by a quarter of its edge."""
_BEST_EDGE_PX = 40.0
"""A face is seen best at the scale at which its edge has about 40 pixels."""
_SUSPECTED_HEAT = 0.05
"""A place with a heat (0…1) of at least 0.05 is searched at finer scales."""
FACE_HEAT = 0.15
"""A face with a heat of at least 0.15 is cut out and recognised, and may be a die beside those that were read."""
_FAR_HEAT = 0.25
"""A place with a heat of at least 0.25 at the coarse scale of a glance is examined closely."""
_HOT = 0.4
"""The size of a face with a heat above 0.4 is believed."""
_UNREADABLE_HEAT = 0.5
"""An unreadable die counts if its heat is above 0.5."""
_DISMISSED = 0.8
"""At a glance a candidate with a share of "no face" of at least 0.8 is not examined again: of 556 such candidates, on
every fourth photograph and 27 simulated tables, none became a face."""
_STEP_PX, _STEP_SHARE = 300_000, 0.5
"""In one step of a search the detector is shown 300,000 pixels, or half of the picture's if that is more."""
_LAID_OUT_PX = 20_000
"""Each window costs as much time as 20,000 pixels more, as OpenCV lays the network out anew for its size."""
_LOOK_PX = 15_000
"""To classify a face costs as much time as 15,000 pixels."""


class Search:
    """One search of one picture: run it, everywhere, from afar or closely, then take what it found.

    A `quick` search asks the fast detector first, and the full one only about what that leaves open.
    """

    def __init__(self, pyramid: Pyramid, networks: Networks, *, quick: bool = False) -> None:
        self.pyramid = pyramid
        self._networks = networks
        self._close_detectors = (networks.fast_detector if quick else networks.detector, networks.detector)
        self._recognition = Recognition(pyramid, networks.classifier)
        self._sightings: list[Sighting] = []
        self._unreadable: list[UnreadableSpot] = []
        self._suspected: list[tuple[float, Point]] = []
        """Heat and place."""
        self._faces: list[Candidate] | None = []
        """The result of `faces`; None since something new was detected."""
        self._step_px = max(_STEP_PX, _STEP_SHARE * pyramid.image.shape[0] * pyramid.image.shape[1])
        self._seen_px = 0
        """Pixels shown in this step."""

    def everywhere(self, places: Sequence[Box] | None) -> Steps[None]:
        """Search from coarse to fine, until a finer scale would add nothing, and examine what is found.

        Args:
            places: boxes in which something lies, if that is known: only these are searched.
        """
        scales = self.pyramid.scales
        largest = None
        """Edge of the largest face, once all are recognised."""
        for scale in scales:
            if places is None:
                windows = self.pyramid.windows(scale, self._suspected_places(), largest)
            else:
                windows = self.pyramid.parts(scale, places)
            for window in windows:
                yield from self._spend(window.pixels.shape[0] * window.pixels.shape[1] + _LAID_OUT_PX)
                self._detect(self._networks.detector, [window], places)
            hot = [face for face in grouped(self._sightings) if any(one.face.heat > _HOT for one in face)]
            smallest = min((one.size for face in hot for one in face if one.face.heat > _HOT), default=0.0)
            # Too coarse to conclude anything, or faces still too small to be recognised.
            if _COARSEST * scale < scales[-1] or smallest * scale < _RECOGNISED_PX:
                continue
            yield from self._recognise_in_steps(hot)
            if any(pooled(face)[1:7].max() < CERTAIN for face in self._recognition.candidates(hot)):
                continue  # only faces that the classifier is sure of, too, may end the search early
            if smallest * scale >= _LARGE_ENOUGH_PX:
                break
            # All are recognised but small: finer scales need only show places that are suspected.
            largest = max(face[0].size for face in hot)
        yield from self._recognise_in_steps(grouped(self._sightings))

    def from_afar(self, places: Sequence[Box] | None) -> tuple[list[Point], float]:
        """Where the fast detector sees dice at a coarse scale, and their size, pixels of the picture.

        Faces that can already be recognised there are kept; all others must be examined closely.

        Args:
            places: boxes in which something lies, if that is known: only these are searched.

        Returns:
            The place of each, recognised or not, and their usual edge.
        """
        scale = self.pyramid.scales[-3:][0]
        self._detect(self._networks.far_detector, self.pyramid.windows(scale, [], None), places, _FAR_HEAT)
        hot = [one for one in self._sightings if one.face.heat > _HOT]
        sizes = [one.size for one in hot or self._sightings]  # dice so large that from afar none is hot
        edge = statistics.median(sizes) if sizes else 0.0
        suspected = thinned(self._suspected_places(), edge / 2) if sizes else []
        faces = self._recognition.looked_at([[one] for one in hot])
        recognised = [pooled(face)[1:7].max() >= ENOUGH for face in faces]
        # What is not recognised is forgotten here, as a close search sees it anew.
        self._sightings, self._unreadable, self._suspected = list(compress(hot, recognised)), [], []
        return suspected, edge

    def closely(self, places: Sequence[Box], edge: float, *, surely: bool = True) -> None:
        """Search only where dice of a known size lie, a second time where the first leaves anything open.

        Args:
            places: boxes in which something lies, pixels.
            edge: the edge of top faces, pixels.
            surely: whether something does lie there; if not, a place that shows no face is not searched twice.
        """
        left = list(places)
        # The fast detector first, then the full one about what is left, with larger faces.
        for detector, shown_px in zip(self._close_detectors, CLOSEUP_PX, strict=True):
            windows = self.pyramid.closely(left, edge, shown_px)
            if not windows:
                break
            self._detect(detector, windows, left, FACE_HEAT)
            left = self.unresolved(left)
            if not surely:
                centres = [face.centre for face in self.faces() if pooled(face)[0] < _DISMISSED]
                left = [box for box in left if any(holds(box, centre) for centre in centres)]

    def unresolved(self, places: Sequence[Box]) -> list[Box]:
        """Those of the places in which no face is beyond dispute."""
        sure = self.undisputed()
        return [box for box in places if not any(holds(box, centre) for centre in sure)]

    def undisputed(self) -> list[Array]:
        """The middles of faces that are beyond dispute."""
        return [face.centre for face in self.faces() if pooled(face)[1:7].max() >= UNDISPUTED]

    def detections(self) -> Detections:
        """All that was found."""
        return Detections(self.faces(), self._unreadable_spots())

    def faces(self) -> list[Candidate]:
        """Every face, with what a close look says of it."""
        if self._faces is None:
            self._faces = self._recognition.candidates(grouped(self._sightings))
        return self._faces

    def _unreadable_spots(self) -> list[UnreadableSpot]:
        """Every unreadable die in whose place the classifier sees anything, at the usual size of sure faces."""
        sure = [face.size for face in self.faces() if pooled(face)[1:7].max() > SURE] if self._unreadable else []
        usual = statistics.median(sure) if sure else None
        return [spot for spot in self._unreadable if self._is_something(spot, usual)]

    def _is_something(self, spot: UnreadableSpot, usual: float | None) -> bool:
        """Whether the classifier sees anything but "no face" in the place of an unreadable die."""
        edge = usual or spot.edge
        cut = self.pyramid.cut_out(quad(spot.x, spot.y, edge, (0.0, 0.0), 0.0), edge)
        return math.exp(self._networks.classifier.shares(fit([cut])[0])[0]) <= NOTHING

    def _suspected_places(self) -> list[Point]:
        """The hottest first."""
        return [place for _, place in sorted(self._suspected, reverse=True)]

    def _recognise_in_steps(self, faces: Sequence[list[Sighting]]) -> Steps[None]:
        """Examine faces in steps; `Recognition` remembers the results."""
        for face in faces:
            yield from self._spend(_LOOK_PX * self._recognition.news([face]))

    def _spend(self, pixels: int) -> Steps[None]:
        """Count what costs as much time as these pixels, and end the step if it has become too long."""
        if self._seen_px and self._seen_px + pixels > self._step_px:
            self._seen_px = 0
            yield
        self._seen_px += pixels

    def _detect(
        self,
        detector: Detector,
        windows: Sequence[Window],
        places: Sequence[Box] | None,
        least_heat: float = _SUSPECTED_HEAT,
    ) -> None:
        """Note what a detector marks in windows, of at least this heat."""
        self._faces = None
        for window in windows:
            faces, unreadable = detector.detect(window.pixels, least_heat)
            for face in faces:
                corners, centre = window.in_picture(face.corners), window.in_picture(face.centre)
                if not window.holds(*face.centre.tolist()) or (places is not None and not lies_in(corners, places)):
                    continue
                x, y = centre.tolist()
                self._suspected.append((face.heat, (x, y)))
                if face.heat >= FACE_HEAT and SIZES_PX[0] <= face.size <= SIZES_PX[1]:
                    # Less for each octave from the size at which faces are seen best.
                    merit = face.heat * (1 - 0.35 * abs(math.log2(face.size / _BEST_EDGE_PX)))
                    self._sightings.append(Sighting(corners, centre, face.size / window.scale, face, merit))
            for heat, centre in unreadable:
                if window.holds(*centre.tolist()):
                    x, y = window.in_picture(centre).tolist()
                    self._suspected.append((heat, (x, y)))
                    # The detector gives it no size: it is taken for as large as faces that this scale shows best.
                    if heat > _UNREADABLE_HEAT:
                        self._unreadable.append(UnreadableSpot(x, y, _BEST_EDGE_PX / window.scale))


def box_about(place: Point, edge: float) -> Box:
    """The box to examine where a die with this edge is suspected, pixels."""
    x, y = place
    return x - edge, y - edge, 2 * edge, 2 * edge


def thinned(places: Sequence[Point], least: float) -> list[Point]:
    """The places without those nearer than `least` to an earlier one."""
    made: list[Point] = []
    for place in places:
        if all(math.dist(place, other) > least for other in made):
            made.append(place)
    return made


def lies_in(corners: Array, places: Sequence[Box]) -> bool:
    """Whether a face lies within one of these places; a face over several may be dice taken for its pips."""
    slack = _OVERHANG * float(np.ptp(corners, axis=0).max())
    (left, top), (right, bottom) = corners.min(0) + slack, corners.max(0) - slack
    return any(x <= left and y <= top and right <= x + w and bottom <= y + h for x, y, w, h in places)


def holds(box: Box, point: Point | Array) -> bool:
    """Whether a point lies in a box."""
    x, y, w, h = box
    return bool(x <= point[0] <= x + w and y <= point[1] <= y + h)
