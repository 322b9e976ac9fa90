"""Dice in motion, out of focus or half covered, among those that were read and what stands out beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from vision.reading.checks.protocol import NOTHING_WRONG, Evidence, Verdict
from vision.reading.contrast import Saliency, usual_edge
from vision.reading.unreadable_net import UnreadableNet, pair, reason, unreadable_share
from vision.types import Box, Die, Doubt, Image, Point, Reading

_NOT_ASKED_FROM = 0.975
"""Confidence (0…1) from which a die that was read is not asked about: of nine that were read in motion or out of focus
on rendered tables none had more than 0.973."""
_SUSPECTED_FROM = 0.5
"""Share of an unreadable die in all views from which one is suspected,"""
_SURELY_FROM = 0.9
"""and from which a picture is in doubt; of a die whose face is streaked, `_SUSPECTED_FROM` is enough."""
_STREAKED_FROM = 0.45
"""Share of its gradients that must have one direction: dice in motion that are read have 0.52 at least, but so have 16
of 867 that lie still on photographs. So it asks more, and decides nothing."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What looks like a die that can't be read: its middle, pixels of the picture, and the doubt.

    Attributes:
        sure: whether nothing else need confirm it.
    """

    place: Point
    doubt: Doubt
    sure: bool


def check(reading: Reading, evidence: Evidence) -> Verdict:
    """Doubts a die that was read, or anything beside them, that is surely one that can't be; only if nothing else is.

    Where nobody knows how many dice lie there, nothing else tells of one that shows no face.
    """
    if not reading.dice or not reading.certain:
        return NOTHING_WRONG
    centres = [die.centre for die in reading.dice]
    around = Saliency(evidence.pyramid, centres, usual_edge(reading.dice))
    found = find_unreadable(evidence.networks.unreadable, around, reading.dice)
    return Verdict(tuple(one.doubt for one in found if one.sure))


def find_unreadable(net: UnreadableNet, around: Saliency, dice: Sequence[Die]) -> list[Unreadable]:
    """What looks like a die that can't be read, however it is turned or mirrored.

    Args:
        net: recognises them.
        around: what stands out around the dice.
        dice: that were read, one at least; those read less than confidently may be such dice themselves.
    """
    edge = around.edge
    half = edge / 2
    asked: list[tuple[Point, Box, float]] = [
        ((x, y), (x - half, y - half, edge, edge), _SURELY_FROM) for x, y in around.faint()
    ]
    for die in dice if len(dice) > 1 else ():  # each has another to be compared with
        moved = streaked(around.pyramid.inside(*die.centre, die.size))
        if moved or die.confidence < _NOT_ASKED_FROM:
            asked.append((die.centre, die.box, _SUSPECTED_FROM if moved else _SURELY_FROM))
    found = [_suspected(net, around, place, box, sure_from) for place, box, sure_from in asked]
    return [one for one in found if one is not None]


def _suspected(net: UnreadableNet, around: Saliency, place: Point, box: Box, sure_from: float) -> Unreadable | None:
    """What lies there, if it looks like a die that can't be read; sure from this share."""
    shares = net.recognise(pair(around.pyramid, place, around.dice, around.edge))
    if shares is None or (share := unreadable_share(shares)) < _SUSPECTED_FROM:
        return None
    return Unreadable(place, Doubt(reason(shares), box), share >= sure_from)


def streaked(part: Image) -> bool:
    """Whether what a part of a face shows runs in one direction, as all does on a die that moves in the exposure.

    The coherence of its structure tensor (Bigün and Granlund 1987), of all colours.
    """
    across, down = cv2.Sobel(part, cv2.CV_32F, 1, 0).ravel(), cv2.Sobel(part, cv2.CV_32F, 0, 1).ravel()
    xx, yy, xy = float(across @ across), float(down @ down), float(across @ down)
    return math.hypot(xx - yy, 2 * xy) > _STREAKED_FROM * (xx + yy)
