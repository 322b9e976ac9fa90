"""Recognises faces without pips (emblems) that a table was taught by a few pictures of each.

Faces are compared by rings of colours about their middles (`rings.py`), so that it does not matter how a die is turned,
nor what its emblem shows in which colours. All faces of one table are of about one size in the picture.

The less like two faces are, the greater is their unlikeness, 1 - likeness: bars and ratios below are of that.
"""

import cmath
import itertools
import math
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.types import PATTERNS, Box, Die, Doubt, DoubtKind, Hint, Image, Point, Reading, Steps, middle_of
from vision.watching.rings import (
    FACE_REACH,
    PATCH_EDGES,
    PATCH_PX,
    TURNS_COMPARED,
    Array,
    Spectra,
    heading_of,
    likeness,
    patch_of,
    rim_colour,
    spectra_of,
)

PIPS = 0
"""The value of an example that shows pips: what no taught face must be mistaken for."""
LEAST_EXAMPLES = 3
"""3 pictures of a face, each turned otherwise, make it known."""
_SEARCH = ((0.2, 9, (0.94, 1.06)), (0.025, 3, (0.95, 1.0, 1.05)), (0.015, 3, (0.98, 1.0, 1.02)))
"""The face's middle is searched for in three rounds, each around the best place of the one before: how far to each side
(edges), in how many steps across and down, and at which sizes. Steps twice as wide would miss thin letters."""
_UNLIKE, _LEAST_UNLIKE, _MOST_UNLIKE = 1.5, 0.06, 0.2
"""The bar: a face is believed if its unlikeness to an example is at most 1.5 times that of the examples to one another,
but at least 0.06, as the search goes in steps, and at most 0.2. Where anything else that the table was shown, pips too,
is as like the examples, the bar is higher."""
_RATIO = 1.5
"""A face is believed if the face of each other value is at least 1.5 times as unlike (the ratio test of Lowe 2004,
"Distinctive Image Features"), and so are pips, where the reader was sure of pips."""
_RULED_OUT = 2.0
"""A face is ruled out if it is over twice as unlike as its bar allows."""
_PLAIN, _RATIO_OF_DOUBT = 0.97, 0.9
"""Pips that were read with a confidence below 0.97 are in doubt if a taught face that is not ruled out fits nearly as
well: pips as drawn are at least 0.9 times as unlike as it."""
_SELF = 0.9
"""A picture that the table was shown as pips, and that is like a taught face by over 0.9, shows that face itself."""
_CONFIDENCE = 0.99
"""The confidence of a die whose face was recognised: beyond dispute, as of one whose pips are plain."""
_PIP_FACES = (*((value, 0.2, 0.5) for value in range(1, 7)), (1, 0.36, 0.5))
"""Value, radius and spacing of pips drawn for comparison, in half edges; an ace's may be larger."""
_INKED = 0.95
"""The 0.05 of a face whose colour is farthest from the body's are the emblem's ink."""
_SAME, _ONE_DIE, _WITH_SHADOW = 0.6, 2.2, 2.6
"""In edges: two places nearer than 0.6 are of one die; what is wider than 2.2 is more than one die, and wider than 2.6
more than one with its shadow."""


@dataclass(frozen=True, slots=True)
class TaughtExample:
    """One picture of a face.

    Attributes:
        value: what the face stands for, 1 to 6, or PIPS.
        png: the face in the middle, with what lies around it: BGR, (PATCH_PX, PATCH_PX, 3), as PNG in base 64.
        edge: of the face, as a share of the picture's width.
    """

    value: int
    png: str
    edge: float

    @classmethod
    def of(cls, value: int, image: Image, centre: Point, edge: float) -> "TaughtExample":
        """The face in a picture whose middle is about there, and whose edge is about so long, pixels."""
        _, packed = cv2.imencode(".png", patch_of(image, centre, edge))
        return cls(value, b64encode(packed.tobytes()).decode(), edge / image.shape[1])

    @property
    def patch(self) -> Image:
        """The picture; raises a ValueError if it can't be decoded."""
        made = cv2.imdecode(np.frombuffer(b64decode(self.png), np.uint8), cv2.IMREAD_COLOR)
        if made is None or made.shape != (PATCH_PX, PATCH_PX, 3):
            raise ValueError("A picture of a taught face is broken.")
        return np.asarray(made, np.uint8)


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """Which taught face is seen in a place.

    Attributes:
        value: what that face stands for.
        likeness: to the example of it that is most like what is seen: correlation, -1...1.
        rival: likeness to the face of another value that is most like what is seen; -1 if there is no other.
        rival_value: what that one stands for; None if there is no other.
        pips: likeness to pips in the face's colours.
        bar: the likeness from which the face is believed.
        centre: of the face, pixels.
        edge: of the face, pixels.
        turn: how its edges run, radians.
        turned: by how much it is turned against the example, radians.
    """

    value: int
    likeness: float
    rival: float
    rival_value: int | None
    pips: float
    bar: float
    centre: Point
    edge: float
    turn: float
    turned: float

    @property
    def possible(self) -> bool:
        """Whether that face is not ruled out."""
        return 1 - self.likeness <= _RULED_OUT * (1 - self.bar)

    @property
    def unrivalled(self) -> bool:
        """Whether no face of another value is nearly as like what is seen."""
        return self.excludes(self.rival, _RATIO)

    def excludes(self, other: float, ratio: float) -> bool:
        """Whether something else, whose likeness is `other`, is at least `ratio` times as unlike as this face."""
        return 1 - other >= ratio * (1 - self.likeness)


class TaughtFaces:
    """The faces that a table was taught; they do not change.

    Attributes:
        values: what they stand for.
        edge: of a face, as a share of the picture's width.
    """

    def __init__(self, examples: Sequence[TaughtExample]) -> None:
        """Learn them; at least one example shows no pips; raises a ValueError if a picture is broken."""
        faces = [example for example in examples if example.value != PIPS]
        self.values = tuple(sorted({face.value for face in faces}))
        self.edge = float(np.median([face.edge for face in faces]))
        shown = [self._shown(face) for face in faces]
        first = {face.value: patch for face, (patch, _) in zip(reversed(faces), reversed(shown), strict=True)}
        drawn = [(pips, 1.0) for patch in first.values() for pips in _pips_like(patch)]
        self._known = _known(shown + drawn)
        self._owners = np.array([face.value for face in faces] + [PIPS] * len(drawn))
        self._headings = [heading_of(patch, (0, 0, size)) for patch, size in shown]
        pips = [example for example in examples if example.value == PIPS]
        alike = np.array([self._sought(*self._shown(face))[1][: len(faces)] for face in (*faces, *pips)])
        np.fill_diagonal(alike, -1)  # each example would be most like itself
        # Pictures of pips that the table was shown join those drawn, unless they show a taught face read as pips.
        rivals = alike[len(faces) :].max(1) <= _SELF
        if rivals.any():
            genuine = [self._shown(face) for face, rival in zip(pips, rivals, strict=True) if rival]
            self._known = np.concatenate([self._known, _known(genuine)])
            self._owners = np.append(self._owners, [PIPS] * len(genuine))
        self._learn_bars(alike[: len(faces)], alike[len(faces) :][rivals])

    def _learn_bars(self, faces: Array, pips: Array) -> None:
        """Set for each face the likeness from which it is believed.

        Args:
            faces: likeness of each example of a face to each other one, (faces, faces); -1 to itself.
            pips: likeness of each picture of pips to each example of a face, (pips, faces).
        """
        owners = self._owners[: len(faces)]
        self._bars = {}
        for value in self.values:
            of_it = owners == value
            others = np.concatenate([faces[~of_it][:, of_it], pips[:, of_it]]).max(initial=0.0)
            self._bars[value] = max(_bar(faces[of_it][:, of_it].max(1).min()), float(others))

    def _shown(self, example: TaughtExample) -> tuple[Image, float]:
        """Its picture, and the size of the table's faces (median of those taught) as a multiple of this one's."""
        return example.patch, self.edge / example.edge

    def at(self, image: Image, centre: Point, edge: float) -> FaceMatch:
        """Which of them is most like what is seen around a place.

        Args:
            image: BGR.
            centre: about where the middle of a face is, pixels.
            edge: of faces, about, pixels.
        """
        patch = patch_of(image, centre, edge)
        (x, y, scale), alike, turn, owner = self._sought(patch, 1.0)
        taught = self._owners != PIPS
        others = np.where(taught & (self._owners != self._owners[owner]), alike, -1.0)
        rival = int(others.argmax())
        value, turned = int(self._owners[owner]), 2 * math.pi * turn / TURNS_COMPARED
        return FaceMatch(
            value,
            float(alike[owner]),
            float(others[rival]),
            int(self._owners[rival]) if others[rival] > -1 else None,
            float(alike[~taught].max()),
            self._bars[value],
            (centre[0] + float(x) * edge, centre[1] + float(y) * edge),
            edge * float(scale),
            cmath.phase(self._headings[owner] * cmath.exp(4j * turned) + heading_of(patch, (x, y, scale))) / 4,
            turned,
        )

    def _sought(self, patch: Image, size: float) -> tuple[Array, Array, int, int]:
        """Search a patch for the place and size at which it is most like an example; see `_best_of`."""
        best = np.array((0, 0, 1), np.float32)
        for off, steps, scales in _SEARCH:
            away = np.linspace(-off, off, steps)
            near = [best + np.array((x, y, best[2] * (by - 1))) for x, y, by in itertools.product(away, away, scales)]
            found = self._best_of(patch, np.array(near, np.float32), size)
            best = found[0]
        return found

    def _best_of(self, patch: Image, places: Array, size: float) -> tuple[Array, Array, int, int]:
        """The one of several places (n, 3) that is most like a taught face.

        Returns:
            That place; the greatest likeness of each example at any of the places, (examples,); by how many of
            `TURNS_COMPARED` steps the best example is turned; and the index of that example.
        """
        alike = likeness(spectra_of(patch, places, size), self._known)
        taught = int((self._owners != PIPS).sum())
        place, owner, turn = np.unravel_index(int(alike[:, :taught].argmax()), (len(places), taught, TURNS_COMPARED))
        return places[place], alike.max((0, 2)), int(turn), int(owner)


def _known(shown: Sequence[tuple[Image, float]]) -> Spectra:
    """The spectra of examples: of their pictures, each with the size of its face."""
    middle = np.array([(0, 0, 1)], np.float32)
    return np.concatenate([spectra_of(patch, middle, size) for patch, size in shown])


def _bar(alike: float) -> float:
    """The likeness from which a face is believed whose examples are like one another by at least `alike`."""
    return 1 - float(np.clip(_UNLIKE * (1 - alike), _LEAST_UNLIKE, _MOST_UNLIKE))


def _pips_like(patch: Image) -> list[Image]:
    """Pips in the colours of a face: what it must not be mistaken for."""
    y, x = (np.mgrid[:PATCH_PX, :PATCH_PX].astype(np.float32) - (PATCH_PX - 1) / 2) * 2 * PATCH_EDGES / PATCH_PX
    face = patch[np.hypot(x, y) < 2 * FACE_REACH].astype(np.float32)
    body = np.median(face, axis=0)
    apart = np.linalg.norm(face - body, axis=1)
    ink = np.median(face[apart >= np.quantile(apart, _INKED)], axis=0)
    made = []
    for value, radius, spacing in _PIP_FACES:
        away = np.min([np.hypot(x - u * spacing, y - v * spacing) for u, v in PATTERNS[value]], axis=0)
        share = np.clip((radius - away) * PATCH_PX / (2 * PATCH_EDGES) + 0.5, 0, 1)[..., None]
        made.append(np.asarray(body + share * (ink - body), np.uint8))
    return made


def recognised(image: Image, reading: Reading, faces: TaughtFaces, edge: float, places: Sequence[Box] = ()) -> Reading:
    """The reading with the taught faces that are seen in the picture.

    They are looked for where a die was read, where something is in doubt, and where anything else lies. What is like
    one of them is that die, whatever pips were read there; what is as like another of them is in doubt.

    Args:
        image: the picture that was read.
        reading: what was read by pips.
        faces: those that the table was taught.
        edge: of faces, pixels.
        places: where something lies, pixels, if that is known.
    """
    dice, doubts = list(reading.dice), list(reading.doubts)
    found: list[Die] = []
    doubted = {doubt.box for doubt in doubts}
    certain = {die.box: die.confidence for die in dice if die.box not in doubted}
    boxes = [*(die.box for die in dice), *(doubt.box for doubt in doubts if doubt.box is not None)]
    looked: list[Point] = []
    for box in (*boxes, *places):
        middle = middle_of(box)
        if max(box[2:]) > _ONE_DIE * edge or any(math.dist(middle, at) < _SAME * edge for at in looked):
            continue
        looked.append(middle)
        match = faces.at(image, middle, edge)
        sure = certain.get(box, 0.0)
        if match.likeness < match.bar or match.pips > match.likeness:
            # No taught face is believed here. Pips stay as they were read if they are plain: the reader was nearly
            # certain, or what is seen is clearly more like pips than like that face.
            plain = sure >= _PLAIN or (sure and not match.excludes(match.pips, _RATIO_OF_DOUBT))
            if match.possible and not plain and box not in doubted:
                doubts.append(Doubt(DoubtKind.VALUE, box))
        elif not match.unrivalled or (sure and not match.excludes(match.pips, _RATIO)):
            # Another taught face is nearly as like it, or pips that the reader was sure of.
            doubts.append(Doubt(DoubtKind.VALUE, box))
        elif all(math.dist(match.centre, die.centre) > _SAME * edge for die in found):
            found.append(_die(image, match))
    if not found:
        return Reading(reading.dice, tuple(dict.fromkeys(doubts)))

    # What was read or doubted in a recognised die's place was that die.
    def elsewhere(box: Box | None) -> bool:
        return box is None or all(math.dist(middle_of(box), die.centre) > _SAME * edge for die in found)

    dice = [die for die in dice if elsewhere(die.box)] + found
    doubts = [doubt for doubt in doubts if elsewhere(doubt.box)]
    return Reading(tuple(sorted(dice, key=lambda die: die.centre)), tuple(dict.fromkeys(doubts)))


def read_with(
    faces: TaughtFaces, edge: float, read: Callable[[Image, Hint], Steps[Reading]], image: Image, hint: Hint
) -> Steps[Reading]:
    """Read a picture in which some dice show taught faces: first these, where something lies, then whatever is left.

    The reader takes long over an emblem, as it has no pips; so places that are plainly a taught face are kept from it.

    Args:
        faces: those that the table was taught.
        edge: of faces, pixels.
        read: reads dice by their pips.
        image: the picture.
        hint: what is known of it.
    """
    plain = {} if hint.places is None else _plain(image, faces, edge, hint.places)
    yield
    left = None if hint.places is None else tuple(place for place in hint.places if place not in plain)
    dice, reading = list(dict.fromkeys(plain.values())), Reading((), ())
    if left != ():
        number = None if hint.dice is None else max(hint.dice - len(dice), 0)
        reading = yield from read(image, replace(hint, dice=number, places=left))
        yield
        reading = recognised(image, reading, faces, edge, left or ())
    return Reading(tuple(sorted((*reading.dice, *dice), key=lambda die: die.centre)), reading.doubts)


def _plain(image: Image, faces: TaughtFaces, edge: float, places: Sequence[Box]) -> dict[Box, Die]:
    """Places where a taught face is seen beyond doubt, and the die there."""
    seen: dict[Box, Die] = {}
    for place in places:
        if _SAME * edge <= max(place[2:]) <= _WITH_SHADOW * edge:
            match = faces.at(image, middle_of(place), edge)
            if match.likeness >= match.bar and match.excludes(max(match.rival, match.pips), _RATIO):
                near = (die for die in seen.values() if math.dist(match.centre, die.centre) <= _SAME * edge)
                seen[place] = next(near, None) or _die(image, match)  # two places may be parts of one die
    return seen


def _die(image: Image, match: FaceMatch) -> Die:
    (x, y), half = match.centre, match.edge / 2
    along, across = half * math.cos(match.turn), half * math.sin(match.turn)
    corners = tuple(
        (x + u * along - v * across, y + u * across + v * along) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    body = rim_colour(patch_of(image, match.centre, match.edge))
    scores = [(1 - _CONFIDENCE) / 5] * 6
    scores[match.value - 1] = _CONFIDENCE
    return Die(
        match.value,
        tuple(scores),  # type: ignore[arg-type]  # six of them
        match.centre,
        corners,  # type: ignore[arg-type]  # four of them
        match.edge,
        body,
        _CONFIDENCE,
    )
