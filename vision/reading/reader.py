"""One still picture in, a `Reading` out.

A hint may allow a glance, with fast networks at few scales, which is believed only if it leaves nothing open. Otherwise
the whole picture is searched (`search.py`), candidates are resolved into dice (`resolve.py`), and it is judged which of
them are vouched for (`judge.py`). If doubts are left, the picture is searched again in other views (`augmentation.py`).
"""

from collections.abc import Sequence

from vision.reading.augmentation import augmented_views
from vision.reading.candidates import Detections
from vision.reading.fusion import CERTAIN, UNDISPUTED, confirmed, fused_views
from vision.reading.judge import judged
from vision.reading.missed_dice import CLUTTER, beside, missed
from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid
from vision.reading.search import Search, box_about
from vision.reading.side_faces import without_sides
from vision.types import NOTHING_KNOWN, Box, Hint, Image, Reading, Steps, at_once, count_doubts


class Reader:
    """Reads dice off pictures; not thread-safe, one for each thread."""

    def __init__(self) -> None:
        self._networks = Networks()

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Reading:
        """Read one still picture in one go; see `read_steps`."""
        return at_once(self.read_steps(image, hint))

    def read_steps(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        """Read one still picture, in steps that take a few times as long as a glance.

        Args:
            image: BGR, uint8, (height, width, 3), any size from 32 pixels up.
            hint: what is known of it; dice whose number, places and size are known take a fraction of the time.
        """
        if _permits_a_glance(hint):
            glanced = self.glance(image, hint)
            if glanced is not None:
                return glanced
            yield
        found = yield from self.detect(image, hint)
        reading = yield from self.read_in_full(image, found, hint)
        return Reading(reading.dice, (*reading.doubts, *count_doubts(len(reading.dice), hint.dice)))

    # --- at a glance -------------------------------------------------------------------------------------------------

    def glance(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Reading | None:
        """The reading of a glance if it leaves nothing open: no doubt, and no number but the expected one; else None.

        If no number is expected, there must be at least one die, and nothing beside the dice that may be another: at a
        coarse scale a die is missed now and then.
        """
        if hint.dice and hint.places is not None and hint.edge_px is not None:
            reading = self._glance_closely(image, hint, hint.edge_px)
        else:
            reading = self._glance_from_afar(image, hint)
        if reading is None or not reading.certain or count_doubts(len(reading.dice), hint.dice):
            return None
        return reading

    def _glance_closely(self, image: Image, hint: Hint, edge: float) -> Reading | None:
        """What is seen where dice of a known size should lie; None if another may lie beside them."""
        search, places = Search(Pyramid(image), self._networks, quick=not hint.exact), hint.places or ()
        search.closely(places, edge)
        reading = self._resolved_at_once(search, hint, edge)
        if reading is None or not reading.dice:
            return None
        # Two dice in one place: one was read, and the other must not be overlooked.
        return None if missed(search.pyramid, self._networks, reading.dice, (), places) else reading

    def _glance_from_afar(self, image: Image, hint: Hint) -> Reading | None:
        """What is seen where the fast detector suspects dice from afar; None if it suspects none, or far too many.

        Also None if no number is expected and a die may have been missed.
        """
        search = Search(Pyramid(image), self._networks, quick=True)
        suspected, edge = search.from_afar(hint.places)
        if not 1 <= len(suspected) <= CLUTTER + (hint.dice or 1):
            return None
        left = beside(suspected, search.undisputed(), edge)
        search.closely([box_about(place, edge) for place in left], edge, surely=False)
        reading = self._resolved_at_once(search, hint, edge)
        # With a number `glance` compares it; without one a missed die must be looked for here.
        if reading is None or hint.dice or not reading.certain:
            return reading
        missing = not reading.dice or missed(search.pyramid, self._networks, reading.dice, suspected)
        return None if missing else reading

    def _resolved_at_once(self, search: Search, hint: Hint, edge: float) -> Reading | None:
        """The first conclusion; None if a place as large as a die has no die beyond dispute, which may be missed."""
        if any(min(box[2:]) >= edge for box in search.unresolved(hint.places or ())):
            return None
        return self.conclude(search.pyramid.image, search.detections(), UNDISPUTED, hint.dice)

    # --- in full -----------------------------------------------------------------------------------------------------

    def detect(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Steps[Detections]:
        """What one search of the picture finds."""
        return self._searched(Pyramid(image), hint.places)

    def read_in_full(self, image: Image, detections: Detections, hint: Hint = NOTHING_KNOWN) -> Steps[Reading]:
        """The reading after one search; after several views if that leaves a doubt, or unexpectedly shows nothing."""
        reading = self.conclude(image, detections, UNDISPUTED, hint.dice)
        if reading.certain and (reading.dice or hint.dice == 0):
            return reading
        seen = yield from self.detect_augmented(image, detections, hint.places)
        yield
        return self.conclude(image, seen, expected=hint.dice)

    def detect_augmented(
        self, image: Image, detections: Detections, places: Sequence[Box] | None = None
    ) -> Steps[Detections]:
        """These detections fused with those of other views; a step for each view."""
        faces = [detections.faces]
        unreadable = []
        for view in augmented_views(image):
            yield
            found = yield from self._searched(Pyramid(view.image, view.zoom), view.boxes_there(places))
            faces.append([view.face_back(face) for face in found.faces])
            unreadable.append([view.spot_back(spot) for spot in found.unreadable])
        return Detections(fused_views(faces), confirmed(detections.unreadable, unreadable))

    def conclude(
        self, image: Image, detections: Detections, bar: float = CERTAIN, expected: int | None = None
    ) -> Reading:
        """The dice that detections come to; the bar is higher for one search than for several views together."""
        return without_sides(judged(detections, bar, expected), lambda die: self._networks.slant.of(image, die))

    def _searched(self, pyramid: Pyramid, places: Sequence[Box] | None) -> Steps[Detections]:
        search = Search(pyramid, self._networks)
        yield from search.everywhere(places)
        return search.detections()


def _permits_a_glance(hint: Hint) -> bool:
    """Whether a glance may be tried: not if no die should lie there, as it may overlook one.

    Nor if only places are known, without a number: a glance cannot tell how many dice lie in one place.
    """
    closely = bool(hint.dice) and hint.places is not None and hint.edge_px is not None
    from_afar = hint.dice != 0 and (hint.dice is not None or hint.places is None)
    return closely or (from_afar and not hint.exact)
