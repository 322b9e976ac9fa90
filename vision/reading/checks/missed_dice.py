"""Whether a die was passed over at a glance: what stands out beside those that were told is looked at closely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading.contrast import MOST, Surroundings, beside, usual_edge
from vision.reading.detector import Network
from vision.reading.pyramid import Pyramid
from vision.reading.search import CLOSE_PX, SEEN, Networks, about, thinned
from vision.types import Die, Point

CLUTTER = 10
"""Where more dice than so many are suspected beside those that should lie there, or were told, looking closely at each
takes as long as reading."""


def overlooked(pyramid: Pyramid, networks: Networks, dice: Sequence[Die], suspected: Sequence[Point]) -> bool:
    """Whether anything beside the dice that were told may be one, too.

    What stands out as they do is shown to the slim network. What that takes for a die, what was suspected from afar,
    and what looks like a die that can't be read is shown to the first one.

    Args:
        pyramid: of the picture.
        networks: that look at it.
        dice: that were told, one at least.
        suspected: where dice were suspected from afar, told or not, pixels of the picture.
    """
    told, edge = [die.centre for die in dice], usual_edge(dice)
    around = Surroundings(pyramid, told, edge)
    plain = around.plain()
    if len(plain) > MOST:
        return True
    unreadable = networks.unreadable.find(around, dice)
    if any(one.sure for one in unreadable):
        return True
    places = around.suspected(suspected) + _taken_for_dice(pyramid, networks.slim, told, plain, edge)
    left = thinned(places + [one.place for one in unreadable], edge / 2)
    return len(left) > CLUTTER or bool(_taken_for_dice(pyramid, networks.first, told, left, edge))


def _taken_for_dice(
    pyramid: Pyramid, network: Network, told: Sequence[Point], places: Sequence[Point], edge: float
) -> list[Point]:
    """Where a network sees anything like a die about these places, those that were told aside.

    All of the places, where that is no less to look at than the picture.
    """
    windows = pyramid.closely([about(place, edge) for place in places], edge, CLOSE_PX[0])
    if places and not windows:
        return list(places)
    seen: list[Point] = []
    for window, (faces, troubles) in zip(windows, network.look([w.pixels for w in windows], SEEN), strict=True):
        marks = [face.centre for face in faces] + [np.array((t.x, t.y), np.float32) for t in troubles]
        seen += [tuple(window.in_picture(mark).tolist()) for mark in marks if window.holds(*mark)]
    return thinned(beside(seen, told, edge), edge / 2)
