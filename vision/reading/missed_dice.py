"""Finds a die that a glance has missed: whatever stands out beside the dice read is shown to a detector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading.contrast import MOST_PLACES, Saliency, beside, usual_edge
from vision.reading.detector import Detector
from vision.reading.networks import Networks
from vision.reading.pyramid import Pyramid
from vision.reading.search import CLOSEUP_PX, FACE_HEAT, box_about, thinned
from vision.types import Die, Point

CLUTTER = 10
"""If over 10 more dice are suspected than should lie there, or were read, to examine each takes as long as a full
reading."""


def missed(pyramid: Pyramid, networks: Networks, dice: Sequence[Die], suspected: Sequence[Point]) -> bool:
    """Whether anything beside the dice that were read may be a die, too.

    Places with their contrast are shown to the fast detector. What it takes for a die, and what was suspected at a
    coarse scale, is shown to the full detector.

    Args:
        pyramid: the picture at its scales.
        networks: the networks to ask.
        dice: the dice that were read, at least one.
        suspected: where dice were suspected at a coarse scale, read or not, pixels of the picture.
    """
    centres, edge = [die.centre for die in dice], usual_edge(dice)
    around = Saliency(pyramid, centres, edge)
    plain = around.plain()
    if len(plain) > MOST_PLACES:
        return True
    places = around.suspected(suspected) + _detected(pyramid, networks.fast_detector, centres, plain, edge)
    left = thinned(places, edge / 2)
    return len(left) > CLUTTER or bool(_detected(pyramid, networks.detector, centres, left, edge))


def _detected(
    pyramid: Pyramid, detector: Detector, centres: Sequence[Point], places: Sequence[Point], edge: float
) -> list[Point]:
    """Where a detector sees anything like a die around these places, without the dice that were read.

    If the windows would be as large as the picture, all of the places.
    """
    windows = pyramid.closely([box_about(place, edge) for place in places], edge, CLOSEUP_PX[0])
    if places and not windows:
        return list(places)
    seen: list[Point] = []
    found = detector.detect([window.pixels for window in windows], FACE_HEAT)
    for window, (faces, unreadable) in zip(windows, found, strict=True):
        marks = [face.centre for face in faces] + [np.array((one.x, one.y), np.float32) for one in unreadable]
        seen += [tuple(window.in_picture(mark).tolist()) for mark in marks if window.holds(*mark)]
    return thinned(beside(seen, centres, edge), edge / 2)
