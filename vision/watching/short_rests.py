"""Rests that end before they were read: a quick hand takes dice 0.2 s after they have come to rest.

The pictures of what is still are kept until they were read. When something moves, it is not the dice at first, but a
hand or its shadow: as long as nothing changes where dice lie, they rest on, and the pictures kept show them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np

from vision.types import Box, Frame
from vision.watching.light import Reference
from vision.watching.steadying import Matrix, put_in_place
from vision.watching.thumbnail import Mask, Small

KEPT = 6
"""Pictures that are kept: 0.2 s at 30 a second."""
FEWEST_STILL = 3
"""Pictures in a row in which nothing at all may move: a die on its edge is still for one, or two."""
AROUND_A_DIE = 0.25
"""Edges of a die around it that have to stay as they are, too."""
_INSTANT_S = 1e-6
"""Between two times that are the same but for their sum's last digit."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A picture, the small one made of it, and how it lay before that was put in its place."""

    frame: Frame
    small: Small
    matrix: Matrix

    @property
    def in_place(self) -> Frame:
        """The whole picture, put where the small one was put."""
        return replace(self.frame, image=put_in_place(self.frame.image, self.matrix, self.small.scale))


class ShortRest:
    """What was still until something began to move, and where it has not moved yet."""

    def __init__(self, kept: deque[Kept]) -> None:
        self._kept = tuple(kept)
        self._still = Reference(kept[-1].small.colours)
        self._changed: Mask = np.zeros(kept[-1].small.grey.shape, np.uint8)

    @classmethod
    def of(cls, kept: deque[Kept]) -> ShortRest | None:
        """The rest that just ended; None if nothing was ever still."""
        return cls(kept) if len(kept) >= FEWEST_STILL else None

    @property
    def pictures(self) -> list[Kept]:
        """What there is to read, best first: at the ends something begins to move, or has hardly come to rest."""
        middle = (self._kept[0].frame.time + self._kept[-1].frame.time) / 2
        return sorted(self._kept, key=lambda kept: abs(kept.frame.time - middle))

    def lasted(self, time: float, long_s: float) -> bool:
        """Whether what did not change by this time was still for these seconds."""
        return time - self._kept[0].frame.time >= long_s - _INSTANT_S

    @property
    def over_s(self) -> float:
        """When the last picture in which nothing moved was taken."""
        return self._kept[-1].frame.time

    def note_changes(self, small: Small, noise: float) -> None:
        """Something moves: where."""
        self._changed |= self._still.differing(small, noise)

    def untouched(self, boxes: list[Box]) -> bool:
        """Whether nothing has changed where dice lie, in boxes in pixels of the frame."""
        scale, touched = self._kept[-1].small.scale, cast("Mask", cv2.dilate(self._changed, np.ones((3, 3), np.uint8)))
        for x, y, width, height in boxes:
            margin = AROUND_A_DIE * max(width, height)
            left, top = (max(0, int((n - margin) * scale)) for n in (x, y))
            right, bottom = (int((n + margin) * scale) + 1 for n in (x + width, y + height))
            if touched[top:bottom, left:right].any():
                return False
        return True
