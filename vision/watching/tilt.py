"""Tells a die that leans from one that lies flat, by how its top face slants in the picture.

A camera above the tray sees the top face of a flat die straight from above if it lies right below, and the more slanted
the farther away from there it lies: the slant is that distance in focal lengths. A leaning die's face slants otherwise.
Where the camera stands is learned from the dice themselves, as nearly all lie flat.

The slant is told in two ways that err independently: by a small network from a close look (`tilt_net.py`), and by the
sides that stand out from the learned tray (`body_tilt.py`). The network's slant and the mean of both are compared.

A die on its edge shows two faces alike, and slants like neither: what is taken for its top lies across both. So it is
longer than wide, is read less surely than other dice of this table, and its pips lie where no face has them. All three
count.

How often it is right: `workshop/benchmarks/leaning.py`.
"""

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import cut_out
from vision.reading.pips import fit
from vision.reading.tilt_net import Slant, SlantEstimator
from vision.types import PATTERNS, Die, Image
from vision.watching.background import Foreground
from vision.watching.body_tilt import slant_by_body

Place = NDArray[np.float64]
"""Where a die lies: (2,) widths of the picture from its middle."""

UNSTEADY = 3.5
"""At a table where slants are hard to tell, a limit is at least 3.5 times the usual error there (its median)."""
NET_LIMITS, BOTH_LIMITS = (0.24, 0.36), (0.15, 0.24)
"""A slant that is off by 0.24 (a sine: 14 degrees) by the network alone, or by 0.15 by network and sides together, has
an oddness of 1; the second number counts before the camera's place was learned. By workshop/benchmarks/leaning.py."""
ALONE, TOGETHER = 1.0, 1.2
"""What an oddness is divided by: 1.0 where the network alone tells it, 1.2 where sides are seen too and both oddnesses
are added as squares. On eighteen tables one flat die in 170 came out odd, and one in 50 that leaned at the rim did
not."""
LEANS, MAY_LEAN = 1.0, 0.7
"""A die of an oddness above 1.0 leans. One above 0.7 at a glance, which tells corners less well, is looked at more
closely, and the mean of both looks counts. Chosen on forty tables."""
LESS_SURE, OBLONG = 2.2, 0.17
"""Two more ways to an oddness of 1: a doubt (1 - confidence) exp(2.2) = 9 times the usual, or a face exp(0.17) = 1.19
times as oblong. Chosen on forty calibrated tables: with them two more of 1,560 pictures of flat dice are declined, and
six instead of 24 of 1,245 leaning dice are taken to lie flat."""
UNEXPLAINED = 0.3
"""And a third: a face whose pips explain 0.3 less of what is seen on it than is usual for its value. Chosen on 27 other
tables: with it two more of 3,761 flat dice are said to lean, and one instead of five of 653 leaning dice is not."""
DOUBTED_AT_MOST = 0.97
"""Doubt and unexplained pips count up to 0.97 together: alone they make no die lean. On four other tables one of 300
leaning dice was taken to lie flat with 0.9; of 900 pictures of flat ones three are declined with either."""
LEARNED_DICE, REMEMBERED_DICE = 9, 120
"""Where the camera stands, and how dice are read here, is known from 9 dice on, and learned from the last 120."""
FOCAL_WIDTHS = 2.0
"""The focal length is taken for 2 widths of the picture at first: a camera 60 cm above a tray of 30 cm."""
SLANTED_ALIKE, ASKEW = 3, 0.4
"""Before the camera's place was learned, three dice or more that slant alike by up to 0.4 (22 degrees) show a camera
that looks on askew, not dice that lean."""
_NO_DOUBT = 1e-3
"""Doubts below 0.001 are all alike."""
SURE_OF_PLACE, SURE_OF_FOCAL = 2.0, 0.5
"""In the fit the first guess weighs as much as two dice right below the camera for its place, and as half a die one
picture's width away from there for its focal length."""


class _TiltField:
    """How faces of flat dice slant all over the tray, as one way of telling sees it."""

    def __init__(self, limit: float, unlearned: float) -> None:
        """What slants otherwise by more than `limit` is odd; until enough was learned, by more than `unlearned`."""
        self._limit = limit
        self._unlearned = unlearned
        self._seen: deque[tuple[Place, Slant]] = deque(maxlen=REMEMBERED_DICE)
        self._middle = np.zeros(2)
        """The slant of a flat die in the middle of the picture; not 0 where the camera looks on askew."""
        self._growth = 1 / FOCAL_WIDTHS
        """How much it grows by picture's width from there."""
        self._usual_error = 0.0

    def oddness(self, seen: Sequence[tuple[Place, Slant]], learn: bool) -> list[float]:
        """By how many times the limit these faces slant otherwise than flat ones; `learn` from them afterwards."""
        learned = len(self._seen) >= LEARNED_DICE
        limit = max(self._limit, UNSTEADY * self._usual_error) if learned else self._unlearned
        off = np.array([slant - self._expected(place) for place, slant in seen]).reshape(-1, 2)
        if not learned and len(seen) >= SLANTED_ALIKE:
            off = off - np.clip(np.median(off, axis=0), -ASKEW, ASKEW)
        odd: list[float] = (np.linalg.norm(off, axis=1) / limit).tolist()
        if learn and seen:
            self._seen += seen
            self._learn()
        return odd

    def _expected(self, place: Place) -> Slant:
        return np.asarray(self._middle + self._growth * place)

    def _learn(self) -> None:
        """Fit slant = middle + growth * place by least squares; what does not fit counts less (Huber 1964)."""
        places, slants = (np.array(column) for column in zip(*self._seen, strict=True))
        ones, zeros = np.ones(len(places)), np.zeros(len(places))
        x, y, growth = np.eye(3)
        prior = np.stack([SURE_OF_PLACE * x, SURE_OF_PLACE * y, SURE_OF_FOCAL * growth]) ** 0.5
        # The prior is three more equations, so that few dice can't move the camera far. Three rounds, as the weights
        # are those of the fit before.
        for _ in range(3):
            off = np.linalg.norm(slants - self._expected(places), axis=1)
            weight = np.minimum(1.0, self._limit / 2 / np.maximum(off, 1e-9)) ** 0.5
            rows = [[ones * weight, zeros, places[:, 0] * weight], [zeros, ones * weight, places[:, 1] * weight]]
            equations = np.concatenate([np.stack(rows[0], 1), np.stack(rows[1], 1), prior])
            results = [slants[:, 0] * weight, slants[:, 1] * weight, prior @ (0, 0, 1 / FOCAL_WIDTHS)]
            *middle, self._growth = np.linalg.lstsq(equations, np.concatenate(results), rcond=None)[0]
            self._middle = np.array(middle)
        self._usual_error = float(np.median(off))


class _Typical:
    """What one measure of the dice of this table is usually."""

    def __init__(self, limit: float) -> None:
        """What exceeds the usual by `limit` has an oddness of 1."""
        self._limit = limit
        self._seen: deque[float] = deque(maxlen=REMEMBERED_DICE)

    def oddness(self, seen: Sequence[float], learn: bool) -> list[float]:
        """By how many times the limit these exceed what is usual, 0 if they don't; `learn` from them afterwards."""
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
        """`slant` tells how a die's face slants in a picture; None takes the network."""
        self._slant = slant or SlantEstimator().of
        self._by_net = _TiltField(*NET_LIMITS)
        self._by_both = _TiltField(*BOTH_LIMITS)
        self._doubt = _Typical(LESS_SURE)
        self._unexplained = {value: _Typical(UNEXPLAINED) for value in PATTERNS}
        self._length = _Typical(OBLONG)

    def oddness(
        self, image: Image, dice: Sequence[Die], foreground: Foreground | None, scale: float, learn: bool = True
    ) -> list[float]:
        """How oddly the dice slant and were read: a die above LEANS leans.

        Args:
            image: the frame they were read in.
            dice: as they were read.
            foreground: what stands on the tray, in a small picture; None if the tray is not known.
            scale: small pixels per pixel of the frame.
            learn: whether to learn from them what is usual here. Not twice from one rest: a die that leans would count
                double.
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
    """How much of what is seen on a face is not explained by the pips of its value, 0…1."""
    return 1 - float(fit([cut_out(image, np.array(die.corners, np.float32))])[0].explained[die.value - 1])


def _length(die: Die) -> float:
    """How much longer than wide a face is, measured in the direction in which it is longest; logarithm."""
    a, b, _, d = np.array(die.corners)
    longest, shortest = np.linalg.svd(np.stack([b - a, d - a]), compute_uv=False)
    return float(np.log(longest / max(shortest, 1e-9)))
