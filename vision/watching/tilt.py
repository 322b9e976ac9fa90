"""Tells a die that leans from one that lies flat, by how its top face slants in the picture.

A camera above the tray sees the top face of a flat die squarely where it lies straight below, and the farther away from
there the more slanted, by as much as it is away in focal lengths. The face of a leaning die slants otherwise. Where the
camera stands is learned from the dice themselves, as nearly all lie flat.

The slant is told in two ways that err independently: by a small net from a close look (`tilt_net.py`), and by the sides
that stand out from the learned tray (`body_tilt.py`). What the net says, and the mean of both, are weighed together.

A die on its edge shows two faces alike, and slants like neither: what is taken for its top lies across both, longer
than wide, is read less surely than dice of this table are, and its pips lie where no face has them. All three count.

How often it is right: `workshop/benchmarks/leaning.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import cut_out
from vision.reading.pip_masks import PATTERNS
from vision.reading.pips import explained
from vision.reading.tilt_net import Slant, SlantEstimator
from vision.types import Die, Image
from vision.watching.background import Foreground
from vision.watching.body_tilt import slant_by_body

Place = NDArray[np.float64]
"""Where a die lies: (2,) widths of the picture from its middle."""

UNSTEADY = 3.5
"""Where slants are hard to tell, only what is off by 3.5 times the usual error leans."""
ALONE, TOGETHER = 1.0, 1.2
"""A die leans from an oddness of 1.0 on to the net alone, where its sides are not seen, and of 1.2 to net and sides,
squares added. On eighteen tables one flat die in 170 was as odd, and one in 50 that leaned at the rim was not."""
LEANS, MAY_LEAN = 1.0, 0.7
"""From an oddness of 1.0 on a die leans. From 0.7 on at a glance, which tells corners less well, it is looked at more
closely, and the mean of both counts. Chosen on forty tables."""
LESS_SURE, OBLONG = 2.2, 0.17
"""A doubt exp(2.2) = 9 times the usual, or a face exp(0.17) = 1.19 times as oblong, is as odd as a slant that leans.
Chosen on forty calibrated tables: of 1,560 pictures of flat dice two more are declined for it, of 1,245 dice that lean
18 more, which leaves six."""
UNEXPLAINED = 0.3
"""A face is odd if its pips explain 0.3 less of what is seen on it than is usual for its value. Chosen on 27 other
tables: of 3,761 flat dice two more are said to lean for it, of 653 that lean four more, which leaves one."""
DOUBTED_AT_MOST = 0.97
"""Being read unsurely and explained badly makes no die lean that is neither oblong nor slants. On four other tables one
of 300 dice that lean was taken to lie flat at 0.9; of 900 pictures of flat ones three are declined at either."""
LEARNED_DICE = 9
"""9 dice show where the camera stands, and how dice are read here;"""
REMEMBERED_DICE = 120
"""it is learned from the last 120."""
FOCAL_WIDTHS = 2.0
"""The focal length is taken for 2 widths of the picture at first: a camera 60 cm above a tray of 30 cm."""
SAY_TOGETHER, ASKEW = 3, 0.4
"""Before anything was learned, three dice or more that slant alike show a camera that looks on askew, not dice that
lean, if the slant is at most 0.4 (22 degrees)."""
_NO_DOUBT = 1e-3
"""Doubts below 0.001 tell nothing."""
SURE_OF_PLACE, SURE_OF_FOCAL = 2.0, 0.5
"""The first guess counts as much as two dice below the camera for its place, and as half a die a picture's width away
from there for its focal length."""


class _TiltField:
    """How faces of flat dice slant all over the tray, as one way of telling sees it."""

    def __init__(self, limit: float, unlearned: float) -> None:
        """What slants otherwise by more than `limit` is odd; until enough was learned, by more than `unlearned`."""
        self._limit = limit
        self._unlearned = unlearned
        self._seen: deque[tuple[Place, Slant]] = deque(maxlen=REMEMBERED_DICE)
        self._below = np.zeros(2)
        self._growth = 1 / FOCAL_WIDTHS
        self._usual_error = 0.0

    def oddness(self, seen: Sequence[tuple[Place, Slant]], learn: bool) -> list[float]:
        """By how many times the limit these faces slant otherwise; all are learned from, if they are to be."""
        learned = len(self._seen) >= LEARNED_DICE
        limit = max(self._limit, UNSTEADY * self._usual_error) if learned else self._unlearned
        off = np.array([slant - self._expected(place) for place, slant in seen]).reshape(-1, 2)
        if not learned and len(seen) >= SAY_TOGETHER:
            off = off - np.clip(np.median(off, axis=0), -ASKEW, ASKEW)
        odd: list[float] = (np.linalg.norm(off, axis=1) / limit).tolist()
        if learn and seen:
            self._seen += seen
            self._learn()
        return odd

    def _expected(self, place: Place) -> Slant:
        return np.asarray(self._below + self._growth * place)

    def _learn(self) -> None:
        """Fit slant = below + growth * place by least squares; what does not fit counts less (Huber 1964)."""
        places, slants = (np.array(column) for column in zip(*self._seen, strict=True))
        ones, zeros = np.ones(len(places)), np.zeros(len(places))
        x, y, growth = np.eye(3)
        prior = np.stack([SURE_OF_PLACE * x, SURE_OF_PLACE * y, SURE_OF_FOCAL * growth]) ** 0.5
        for _ in range(3):
            off = np.linalg.norm(slants - self._expected(places), axis=1)
            weight = np.minimum(1.0, self._limit / 2 / np.maximum(off, 1e-9)) ** 0.5
            rows = [[ones * weight, zeros, places[:, 0] * weight], [zeros, ones * weight, places[:, 1] * weight]]
            equations = np.concatenate([np.stack(rows[0], 1), np.stack(rows[1], 1), prior])
            results = [slants[:, 0] * weight, slants[:, 1] * weight, prior @ (0, 0, 1 / FOCAL_WIDTHS)]
            *below, self._growth = np.linalg.lstsq(equations, np.concatenate(results), rcond=None)[0]
            self._below = np.array(below)
        self._usual_error = float(np.median(off))


class _Typical:
    """What dice of this table are usually like, in one number."""

    def __init__(self, limit: float) -> None:
        """More than usual by `limit` is odd."""
        self._limit = limit
        self._seen: deque[float] = deque(maxlen=REMEMBERED_DICE)

    def oddness(self, seen: Sequence[float], learn: bool) -> list[float]:
        """How many times the limit these are beyond what is usual, 0 for what is not; learned from, or not."""
        odd = [0.0] * len(seen)
        if len(self._seen) >= LEARNED_DICE:
            usual = float(np.median(self._seen))
            spread = float(np.median(np.abs(np.array(self._seen) - usual)))
            odd = [max(0.0, number - usual) / max(self._limit, UNSTEADY * spread) for number in seen]
        if learn:
            self._seen += seen
        return odd


class TiltModel:
    """Knows where the camera stands over the tray, and how dice are read here, as far as flat ones have shown it."""

    def __init__(self, slant: Callable[[Image, Die], Slant] | None = None) -> None:
        """`slant` tells how a die's face slants in a picture; None takes the net."""
        self._slant = slant or SlantEstimator().of
        self._by_net = _TiltField(0.24, unlearned=0.36)
        self._by_both = _TiltField(0.15, unlearned=0.24)
        self._doubt = _Typical(LESS_SURE)
        self._unexplained = {value: _Typical(UNEXPLAINED) for value in PATTERNS}
        self._length = _Typical(OBLONG)

    def oddness(
        self, image: Image, dice: Sequence[Die], foreground: Foreground | None, scale: float, learn: bool = True
    ) -> list[float]:
        """How oddly the dice slant and were read: what is above LEANS leans.

        Args:
            image: the frame they were read in.
            dice: as they were read.
            foreground: what stands on the tray, in a small picture; None where nobody knows.
            scale: small pixels per pixel of the frame.
            learn: what is usual here, from all of them; not from the same dice twice, or one that leans counts double.
        """
        height, width = image.shape[:2]
        places = [(np.array(die.centre) - (width / 2, height / 2)) / width for die in dice]
        by_net = [self._slant(image, die) for die in dice]
        by_sides = [None if foreground is None else slant_by_body(foreground, scale, die, dice) for die in dice]
        by_both = {
            index: (place, (net + sides) / 2)
            for index, (place, net, sides) in enumerate(zip(places, by_net, by_sides, strict=True))
            if sides is not None
        }
        odd = self._by_net.oddness(list(zip(places, by_net, strict=True)), learn)
        together = dict(zip(by_both, self._by_both.oddness(list(by_both.values()), learn), strict=True))
        slanting = [
            np.hypot(alone, together[index]) / TOGETHER if index in together else alone / ALONE
            for index, alone in enumerate(odd)
        ]
        unsure = self._doubt.oddness([float(np.log(1 - die.confidence + _NO_DOUBT)) for die in dice], learn)
        unexplained = [self._unexplained[die.value].oddness([_unexplained(image, die)], learn)[0] for die in dice]
        doubted = np.minimum(np.hypot(unsure, unexplained), DOUBTED_AT_MOST).tolist()
        oblong = self._length.oddness([_length(die) for die in dice], learn)
        return [float(odd) for odd in np.linalg.norm([slanting, doubted, oblong], axis=0)]


def _unexplained(image: Image, die: Die) -> float:
    """What share of what is seen on a face the pips of its value leave unexplained, 0…1."""
    return 1 - float(explained([cut_out(image, np.array(die.corners, np.float32))])[0, die.value - 1])


def _length(die: Die) -> float:
    """How much longer than wide a face is, by whatever way it is measured; logarithm."""
    a, b, _, d = np.array(die.corners)
    longest, shortest = np.linalg.svd(np.stack([b - a, d - a]), compute_uv=False)
    return float(np.log(longest / max(shortest, 1e-9)))
