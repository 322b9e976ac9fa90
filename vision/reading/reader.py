"""One still picture in, a `Reading` out: faces found by one network, values told by another and by geometry.

What the judges of one look (`search.py`) don't agree on is looked at again in other ways. What they don't agree on
then, and what looks like a die but can't be read, is a doubt.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.reading.augmentation import other_views
from vision.reading.checks.blur import blurred
from vision.reading.checks.domino import halves, like_a_domino
from vision.reading.checks.glare import glared
from vision.reading.checks.hidden_pip import pip_hidden
from vision.reading.checks.missed_dice import CLUTTER, overlooked
from vision.reading.checks.side_faces import without_sides
from vision.reading.classifier import TROUBLES
from vision.reading.contrast import Surroundings, beside, usual_edge
from vision.reading.crops import cut_out
from vision.reading.detector import Array
from vision.reading.fusion import (
    CERTAIN,
    NOTHING,
    SURE,
    UNDISPUTED,
    WEIGHTS,
    Candidate,
    Spot,
    Weights,
    agreed,
    disputed,
    pooled,
    shown_again,
)
from vision.reading.pyramid import Pyramid
from vision.reading.search import Look, Networks, about, lies_within, widened
from vision.reading.tilt_net import SlantEstimator
from vision.types import (
    NOTHING_KNOWN,
    Box,
    Die,
    Doubt,
    DoubtKind,
    Hint,
    Image,
    Reading,
    box_around,
    count_doubts,
)

_SAME = 0.6
"""Two faces nearer than this, in edges of the larger, are one."""
_BESIDE = 0.85
"""Of two faces nearer than this, in edges of the surer one as it lies there, one is a side of the other's die."""
_PLAIN_PX, _DIMLY = 20.0, 0.15
"""Where nothing is read, a face so large that is believed in so much is a doubt; any texture has smaller ones."""
_HARDLY, _PLAINLY = 0.05, 0.9
"""So is one that is hardly believed in, but on which geometry sees a pattern as plainly as this. Of 150 renders of
tables without dice where much else lies 18 are doubted for one or the other."""
_UNQUESTIONED = 0.95
"""Confidence from which a blurred die is believed: through a drop on the lens, blurred by a seventh of their edge, dice
are told from 0.73 to 0.91, a three as a two among them; by a ninth all are told right, from 0.96."""
_UNLIKE = 2.5
"""A face so many times smaller or larger than the sure ones is no die: dice of one table are of like size."""
_ON_FACE, _MEDIAN = slice(20, 46, 3), 40
"""Pixels of a cut-out that say what colour a face is, and which of these 81 is in the middle."""


class Reader:
    """Reads dice off pictures; not thread-safe, one for each thread."""

    def __init__(self) -> None:
        self._networks = Networks()
        self._slant = SlantEstimator()

    def read(self, image: Image, hint: Hint = NOTHING_KNOWN) -> Reading:
        """Read one still picture.

        Args:
            image: BGR, uint8, (height, width, 3), any size from 32 pixels up.
            hint: what is known of it; dice whose number, places and size are known take a fraction of the time.
        """
        reading = self._at_a_glance(image, hint)
        if reading is not None and reading.certain and not count_doubts(len(reading.dice), hint.dice):
            return reading
        reading = self.concluded(image, *self.look(image, hint.places, hint.dice), hint.dice, hint.places)
        if hint.dice is None and hint.places is None:
            reading = self._unless_unreadable(image, reading)
        return Reading(reading.dice, (*reading.doubts, *count_doubts(len(reading.dice), hint.dice)))

    def _at_a_glance(self, image: Image, hint: Hint) -> Reading | None:
        """What is seen at a glance, if the hint permits one."""
        if hint.dice and hint.places is not None and hint.edge_px is not None:
            return self._glanced(image, hint.places, hint.edge_px, not hint.exact)
        # In known places, but of an unknown number, nothing tells what was passed over.
        may_seek = bool(hint.dice) or (hint.dice is None and hint.places is None)
        return self.glanced_from_afar(image, hint.dice, hint.places) if may_seek and not hint.exact else None

    def glanced_from_afar(
        self, image: Image, expected: int | None = None, within: Sequence[Box] | None = None
    ) -> Reading | None:
        """What is seen at a glance where the slim network suspects dice from afar; see `read`.

        To be believed only if it leaves nothing in doubt, and is all that should lie there. None if fewer are suspected
        than that, or by far more. If nobody knows how many should, there must be one at least, nothing in doubt, no
        two like a domino's halves, and nothing beside them that may be another: from afar one is passed over now and
        then.
        """
        look = Look(image, self._networks, quick=True)
        suspected, edge = look.sought(within)
        if not 0 <= len(suspected) - (expected or 1) <= CLUTTER:
            return None
        plainly = self._first_conclusion(image, look.faces(), [])
        doubted = {doubt.box for doubt in plainly.doubts}
        left = beside(suspected, [die.centre for die in plainly.dice if die.box not in doubted], edge)
        reading: Reading | None = plainly
        if left or within:
            look.search_closely([about(place, edge) for place in left], edge, surely=False)
            reading = self._concluded_at_once(image, look, within or (), edge)
        if reading is None or expected:
            return reading
        if not reading.dice or not reading.certain or like_a_domino(reading.dice):
            return None
        return None if overlooked(look.pyramid, self._networks, reading.dice, suspected) else reading

    def _unless_unreadable(self, image: Image, reading: Reading) -> Reading:
        """The same, in doubt where one of its dice, or something beside them, looks like one that can't be read."""
        if not reading.dice or not reading.certain:
            return reading
        told = [die.centre for die in reading.dice]
        around = Surroundings(Pyramid(image), told, usual_edge(reading.dice))
        found = self._networks.unreadable.find(around, reading.dice)
        return Reading(reading.dice, tuple(one.doubt for one in found if one.sure))

    def _glanced(self, image: Image, within: Sequence[Box], edge: float, quick: bool) -> Reading | None:
        """What is seen at a glance where dice of a known size should lie."""
        look = Look(image, self._networks, quick=quick)
        look.search_closely(within, edge)
        return self._concluded_at_once(image, look, within, edge)

    def _concluded_at_once(self, image: Image, look: Look, within: Sequence[Box], edge: float) -> Reading | None:
        """None if in anything that lies there, as large as a die, none is told: a glance is not to overlook it."""
        if any(min(box[2:]) >= edge for box in look.untold(within)):
            return None
        faces = look.faces()
        return self._first_conclusion(image, faces, look.troubles(faces))

    def concluded(
        self,
        image: Image,
        faces: list[Candidate],
        troubles: list[Spot],
        expected: int | None = None,
        within: Sequence[Box] | None = None,
    ) -> Reading:
        """What to believe after one look, or after several if that one leaves anything in doubt, or shows nothing.

        Where all that should lie there was seen, only what is in doubt is looked at again.
        """
        reading = self._first_conclusion(image, faces, troubles)
        if reading.certain and (reading.dice or expected == 0):
            return reading
        doubted = {doubt.box for doubt in reading.doubts if doubt.box is not None}
        clear: list[Candidate] = []
        if len({die.box for die in reading.dice} | doubted) == expected:
            within = [widened(box) for box in doubted]
            clear = [face for face in faces if not lies_within(face.centre[None], within)]
            faces = [face for face in faces if face not in clear]
        seen, troubles = self.look_again(image, faces, troubles, within)
        seen = [face for face in seen if not any(one.is_at(face.centre, face.size) for one in clear)]
        return without_sides(image, conclude(image, clear + seen, troubles), self._slant.of)

    def _first_conclusion(self, image: Image, faces: list[Candidate], troubles: list[Spot]) -> Reading:
        return without_sides(image, conclude(image, faces, troubles, bar=UNDISPUTED), self._slant.of)

    def look(
        self, image: Image, within: Sequence[Box] | None = None, expected: int | None = None
    ) -> tuple[list[Candidate], list[Spot]]:
        """Every face with what is said of it, and every trouble, pixels of the picture; see `read`."""
        look = self._searched(image, within, expected)
        faces = look.faces()
        return faces, look.troubles(faces)

    def look_again(
        self, image: Image, faces: list[Candidate], troubles: list[Spot], within: Sequence[Box] | None = None
    ) -> tuple[list[Candidate], list[Spot]]:
        """The same faces, and what other looks show, with what all of them say of each; the troubles that most show."""
        looks = [faces]
        shown = []
        for view in other_views(image):
            look = self._searched(view.image, view.there(within), zoom=view.zoom)
            found = look.faces()
            looks.append([view.back(face) for face in found])
            shown.append([view.spot_back(spot) for spot in look.troubles(found)])
        return agreed(looks), shown_again(troubles, shown)

    def _searched(
        self, image: Image, within: Sequence[Box] | None, expected: int | None = None, zoom: float = 1.0
    ) -> Look:
        look = Look(image, self._networks, zoom)
        look.search(within, expected)
        return look


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
    for face, shares, beset in settled([(face, pooled(face, weights)) for face in faces]):
        cut = cut_out(image, face.corners) if face.cut is None else face.cut
        die = _die(face, shares, cut)
        if shares[7:].sum() > shares[1:7].sum():
            doubts.append(Doubt(TROUBLES[int(shares[7:].argmax())], die.box))
            continue
        dice.append(die)
        unclear = die.confidence < _UNQUESTIONED and blurred(cut)
        hidden = glared(cut, die.value) or pip_hidden(cut, die.value, die.size)
        if die.confidence < bar or beset or unclear or hidden:
            doubts.append(Doubt(DoubtKind.VALUE, die.box))
    sure = [die.size for die in dice if die.confidence > SURE]
    largest = _UNLIKE * statistics.median(sure) if sure else np.inf
    for x, y, edge in troubles:
        if edge < largest and all(np.hypot(x - d.centre[0], y - d.centre[1]) > _SAME * d.size for d in dice):
            doubts.append(Doubt(DoubtKind.HIDDEN, (x - edge / 2, y - edge / 2, edge, edge)))
    if not dice and not doubts:
        doubts = [Doubt(DoubtKind.VALUE, box_around(f.corners.tolist())) for f in faces if _overlooked(f, weights)]
    return Reading(tuple(sorted(dice, key=lambda d: d.centre)), tuple(doubts))


def _overlooked(face: Candidate, weights: Weights) -> bool:
    """Whether a table is not to be called empty because of what is no face, if anything."""
    believed = 1 - float(pooled(face, weights)[0])
    patterned = believed > _HARDLY and float(face.geometry.max()) > _PLAINLY
    return face.size >= _PLAIN_PX and (believed > _DIMLY or patterned)


def _die(face: Candidate, shares: Array, cut: Image) -> Die:
    """A die from its face, the pooled shares (CLASSES,) and its cut-out."""
    scores = shares[1:7] / max(float(shares[1:7].sum()), 1e-9)
    return Die(
        value=int(scores.argmax()) + 1,
        scores=tuple(float(s) for s in scores),  # type: ignore[arg-type]  # six of them
        centre=(float(face.centre[0]), float(face.centre[1])),
        corners=tuple((float(x), float(y)) for x, y in face.corners),  # type: ignore[arg-type]  # four of them
        size=face.size,
        colour=_colour(cut),
        confidence=float(shares[1:7].max()),
    )


def _colour(cut: Image) -> tuple[int, int, int]:
    """The face's colour without its pips: the median over it is body on every value but a huge ace."""
    b, g, r = np.sort(cut[_ON_FACE, _ON_FACE].reshape(-1, 3), axis=0)[_MEDIAN].tolist()
    return b, g, r


def settled(judged: list[tuple[Candidate, Array]]) -> list[tuple[Candidate, Array, bool]]:
    """One face for each place, of those with their pooled shares (CLASSES,), and whether a neighbour speaks against it.

    One does that is sure and too near, or with which it is rather a domino than two dice.

    A die's sides are seen beside its top: a doubtful face next to a sure one is a side of the same die, and one much
    smaller or larger than the sure dice is no die at all. Two that are sure of one place, and differ on the value,
    count against each other.
    """
    sizes = [face.size for face, shares in judged if shares[1:7].max() > SURE]
    usual = statistics.median(sizes) if sizes else None
    kept: list[tuple[Candidate, Array]] = []
    beset: set[int] = set()
    rivals: dict[int, list[float]] = {}
    for face, shares in sorted(judged, key=lambda j: -float(j[1][1:7].max())):
        if shares[0] > NOTHING or (usual and not 1 / _UNLIKE <= face.size / usual <= _UNLIKE):
            continue
        sure = shares[1:7].max() >= CERTAIN
        beside = [k for k, _ in kept if _apart(k, face) < 2 * _BESIDE]
        same = [k for k, _ in kept if math.dist(k.centre, face.centre) < _SAME * max(face.size, k.size)]
        for k, s in kept if sure else ():
            if k in beside and k not in same:
                beset.add(id(k))
            elif k in beside and s[1:7].argmax() != shares[1:7].argmax():  # or it is the same face, seen twice
                rivals.setdefault(id(k), []).append(float(shares[1:7].max()))
        if same or (beside and (sure or any(s[1:7].max() >= CERTAIN for k, s in kept if k in beside))):
            continue
        kept.append((face, shares))
    for (face, odds), (other, its_odds) in combinations([(k, k.odds_of_print) for k, _ in kept], 2):
        if odds + its_odds > 0 and halves(face.corners, other.corners):
            beset |= {id(face), id(other)}
    return [(face, disputed(shares, rivals.get(id(face), [])), id(face) in beset) for face, shares in kept]


def _apart(face: Candidate, other: Candidate) -> float:
    """How far the other's centre is from this face's, in this face's half edges, along and across it."""
    (left, top), along, _, across = face.corners.tolist()
    ax, ay, bx, by = (along[0] - left) / 2, (along[1] - top) / 2, (across[0] - left) / 2, (across[1] - top) / 2
    x, y = (other.centre - face.centre).tolist()
    return math.hypot(x * by - y * bx, ax * y - ay * x) / abs(float(ax * by - ay * bx))
