"""How a die's top face slants, by the sides that are seen beside it: without a network, from what stands on the tray.

Seen from aside, a die's body reaches beyond its top face towards the point below the camera, by as much of an edge as
the face slants.
"""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np

from vision.reading.tilt_net import Slant
from vision.types import Die
from vision.watching.background import Foreground

BODY_REACH, BODY_STEP = 1.2, 0.05
"""The body is followed up to 1.2 edges beyond the face, in steps of 0.05."""
STRIP_PLACES = np.linspace(-0.3, 0.3, 7)
"""On each side of the face it is followed along seven lines, placed by edges from the side's middle."""
PIP_STEPS = 5
"""A pip is at most 5 steps wide: a longer gap is the end of the body."""
FACE_STANDS_OUT = 0.5
"""A die is brighter than the tray if 0.5 of its face is (pips are not): then what is darker beside it is shadow."""
NEIGHBOUR_GROWN = 1.3
"""What lies within 1.3 times the face of another die is that one's body."""


def slant_by_body(foreground: Foreground, scale: float, die: Die, dice: Sequence[Die]) -> Slant | None:
    """How the top face of a die slants (2,), as `SlantEstimator` tells it, by how far its body reaches beyond the face.

    None if the tray around it is not known, or the die is outside the picture. Nothing is taken to lie beyond the
    picture's edge.

    Args:
        foreground: what stands on the tray, in a small picture.
        scale: small pixels per pixel of the frame.
        die: the one asked about, as read in the frame.
        dice: all that lie there.
    """
    corners = np.array(die.corners, np.float64) * scale
    edge = die.size * scale
    after = np.roll(corners, -1, axis=0)
    middles, sides = (corners + after) / 2, after - corners
    outward = np.stack([sides[:, 1], -sides[:, 0]], axis=1)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    # Outwards, whichever way the corners run.
    outward *= np.sign(((middles - corners.mean(0)) * outward).sum(1, keepdims=True))
    away = np.arange(BODY_STEP, BODY_REACH, BODY_STEP) * edge
    # Points where the body is looked for: (4 sides, 7 lines, steps outwards, x and y).
    points = (
        middles[:, None, None]
        + STRIP_PLACES[None, :, None, None] * sides[:, None, None]
        + away[None, None, :, None] * outward[:, None, None]
    )
    at = points.round().astype(int)
    height, width = foreground.known.shape
    inside = ((at >= 0) & (at < (width, height))).all(-1)
    xs, ys = at[..., 0].clip(0, width - 1), at[..., 1].clip(0, height - 1)
    if not foreground.known[ys, xs][inside].all():
        return None
    face = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), corners.round().astype(np.int32), 255) > 0
    if not face.any():
        return None
    stands_out = foreground.lighter[face].mean() > FACE_STANDS_OUT * 255
    body = ((foreground.lighter if stands_out else foreground.unshaded)[ys, xs] > 0) & inside
    neighbours = np.zeros((height, width), np.uint8)
    for other in dice:
        if other is not die:
            face_of_it = np.array(other.corners) * scale
            grown = face_of_it.mean(0) + NEIGHBOUR_GROWN * (face_of_it - face_of_it.mean(0))
            cv2.fillConvexPoly(neighbours, grown.round().astype(np.int32), 255)
    body &= neighbours[ys, xs] == 0
    # A line's body ends at the first step after which none of it follows within a pip's width.
    ahead = np.pad(body, ((0, 0), (0, 0), (0, PIP_STEPS)))
    goes_on = np.lib.stride_tricks.sliding_window_view(ahead, PIP_STEPS, axis=-1).any(-1)
    length = goes_on.argmin(-1) * BODY_STEP
    return cast("Slant", -(np.median(length, axis=1)[:, None] * outward).sum(0))
