"""A picture at scales that halve, and the windows of one that are worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.reading.crops import CUT_EDGE_PX, cut_out, resized
from vision.reading.detector import STRIDE_PX, Array, quad
from vision.types import Box, Image, Point

_LONGEST_PX = 1280
"""Pictures are looked at up to this long side; smaller ones are blown up towards it,"""
_LARGEST_ZOOM = 2.0
"""but no farther than this."""
_SHORTEST_PX = 40
"""No scale makes the long side shorter than this."""
_WINDOW_PX = 192
"""At the finest scale only windows of this width are looked at, around what the coarser ones suspect,"""
_WINDOWS = 0.6
"""if together they are smaller than this share of the picture."""
_AROUND_PX = 24
"""Where only parts of a picture are looked at, this much around them is looked at too, at each scale: twice as much
moves no face by more than a fiftieth of its edge, and takes a sixth of the time more."""
_CLOSE_EDGES = 2.0
"""Where it is known how large faces are, a window that shows one is at least about two of its edges wide."""
_TILE_PX, _OVERLAP_PX = 320, 48
"""Pictures wider or higher than 320 are looked at in tiles, each with 48 around it: what the network holds in memory
grows with the picture."""
_MARGIN_PX = 24
"""What lies nearer to a window's edge is half a die, unless the picture ends there."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A part of a picture.

    Attributes:
        pixels: of it, at its scale.
        scale: how many times as large as the picture.
        left, top: where it lies in the picture, pixels at its scale.
        whole: left, top, right and bottom of what is seen whole, pixels of the window.
    """

    pixels: Image
    scale: float
    left: float
    top: float
    whole: tuple[float, float, float, float]

    def holds(self, x: float, y: float) -> bool:
        """Whether what lies at x, y, pixels of the window, is seen whole."""
        left, top, right, bottom = self.whole
        return left <= x <= right and top <= y <= bottom

    def shows(self, box: Box) -> bool:
        """Whether any of what lies in a box, pixels of the picture, is seen whole."""
        x, y, w, h = (n * self.scale for n in box)
        left, top, right, bottom = self.whole
        x, y = x - self.left, y - self.top
        return x <= right and left <= x + w and y <= bottom and top <= y + h

    def in_picture(self, points: Array) -> Array:
        """Where points of the window, (…, 2), are in the picture, pixels of it."""
        return resized(points + np.array((self.left, self.top), np.float32), 1 / self.scale)


class Pyramid:
    """A picture at scales that halve, made when asked for; `scales` are in order, coarse to fine.

    `zoom` makes all of them this many times as fine.
    """

    def __init__(self, image: Image, zoom: float = 1.0) -> None:
        self.zoom = zoom
        longest = float(max(image.shape[:2]))
        top = zoom * min(_LARGEST_ZOOM, _LONGEST_PX / longest)
        count = max(1, int(np.log2(longest * top / _SHORTEST_PX)) + 1)
        self.scales = [top / 2**k for k in reversed(range(count))]
        self._made: dict[float, Image] = {1.0: image}

    @property
    def image(self) -> Image:
        """The picture as it is."""
        return self._made[1.0]

    def at(self, scale: float) -> Image:
        """The picture this many times as large."""
        if scale not in self._made:
            # From the next finer one, if there is one: mostly a quarter of the pixels to go through.
            source = self.at(2 * scale) if scale < 1 and 2 * scale in self.scales else self._made[1.0]
            height, width = (max(1, round(n * scale)) for n in self._made[1.0].shape[:2])
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
            self._made[scale] = np.asarray(cv2.resize(source, (width, height), interpolation=how), np.uint8)
        return self._made[scale]

    def finest(self, size: float, largest: float) -> float:
        """The finest scale that shows what is `size` pixels of the picture with at most `largest` pixels."""
        fitting: list[float] = [s for s in self.scales if size * s <= largest]
        return max(fitting, default=self.scales[0])

    def cut_out(self, corners: Array, edge: float) -> Image:
        """The face between corners (4, 2), pixels of the picture, at the finest scale that leaves no edge aliased."""
        scale = self.finest(edge, CUT_EDGE_PX)
        return cut_out(self.at(scale), resized(corners, scale))

    def square(self, x: float, y: float, edge: float) -> Image:
        """The same of an upright square about a place, pixels of the picture: where nobody knows how a face lies."""
        return self.cut_out(quad(x, y, edge, (0.0, 0.0), 0.0), edge)

    def parts(self, scale: float, within: Sequence[Box]) -> list[Window]:
        """Only these boxes (pixels of the picture), each with what is around it; or the tiles in which they lie.

        That is where one is larger than a tile, or the tiles are less to look at.
        """
        picture = self.at(scale)
        made = []
        for x, y, w, h in within:
            box = np.array((x, y, x + w, y + h)) * scale
            left, top = ((box[:2] - _AROUND_PX) // STRIDE_PX * STRIDE_PX).clip(0).astype(int).tolist()
            right, bottom = (-(-(box[2:] + _AROUND_PX) // STRIDE_PX) * STRIDE_PX).clip(0).astype(int).tolist()
            whole = (box - (left, top, left, top)).tolist()
            made.append(Window(picture[top:bottom, left:right], scale, left, top, tuple(whole)))
        made = [window for window in made if window.pixels.size]
        tiles = [tile for tile in _tiles(picture, scale) if any(tile.shows(box) for box in within)]
        most, least = _TILE_PX + 2 * _OVERLAP_PX, sum(tile.pixels.size for tile in tiles)
        fit = all(max(window.pixels.shape) <= most for window in made)
        return made if fit and sum(window.pixels.size for window in made) < least else tiles

    def closely(self, within: Sequence[Box], edge: float, shown: float) -> list[Window]:
        """A window around each of these boxes (pixels of the picture), where faces are known to be so large.

        None at all where that is no less to look at than the picture, or what lies there is no die by far.

        Args:
            within: what is looked at, with half an edge around it if it is no more than a face.
            edge: of faces, pixels of the picture.
            shown: the same in the windows, if that makes the picture no larger than its finest scale does.
        """
        picture = self._made[1.0]
        scale = min(shown / edge, self.scales[-1])
        parts = []
        for x, y, w, h in within:
            # Few sizes: pictures of one size are looked at together. Boxes have shadows and sides of dice in them: at
            # most half a stride is lost of them, a seventh of an edge on either side.
            sides = [STRIDE_PX * round(max(n * scale, _CLOSE_EDGES * shown) / STRIDE_PX) for n in (w, h)]
            spans = [round(side / scale) for side in sides]
            first = (round(x + w / 2 - spans[0] / 2), round(y + h / 2 - spans[1] / 2))
            left, top = (max(0, n) for n in first)
            part = picture[top : max(0, first[1] + spans[1]), left : max(0, first[0] + spans[0])]
            if part.size:
                shares = (part.shape[1] / spans[0], part.shape[0] / spans[1])
                size = tuple(max(1, round(side * share)) for side, share in zip(sides, shares, strict=True))
                whole = ((x - left) * scale, (y - top) * scale, (x + w - left) * scale, (y + h - top) * scale)
                parts.append((part, size, left * scale, top * scale, whole))
        seen_px = sum(width * height for _, (width, height), *_ in parts)
        largest = max((max(size) for _, size, *_ in parts), default=0)
        if seen_px >= picture.shape[0] * picture.shape[1] * scale**2 or largest > _TILE_PX:
            return []
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        return [
            Window(np.asarray(cv2.resize(part, size, interpolation=how), np.uint8), scale, *where)
            for part, size, *where in parts
        ]

    def windows(self, scale: float, suspected: Sequence[Point], largest: float | None) -> list[Window]:
        """What to look at of a scale: all of it; of the finest only windows around suspected places, if any.

        Args:
            scale: of `scales`.
            suspected: pixels of the picture; what comes first gets a window in its middle.
            largest: edge of the largest thing that is looked for, pixels of the picture, if that is known: at no scale
                anything but the suspected places is looked at then, with no more around them than it takes.
        """
        picture = self.at(scale)
        height, width = picture.shape[:2]
        if not suspected or (largest is None and scale < self.scales[-1]):
            return _tiles(picture, scale)
        side = _WINDOW_PX
        if largest is not None:
            side = int(-(-(largest * scale + 2 * _MARGIN_PX) // STRIDE_PX) * STRIDE_PX)
        if side > min(height, width, _TILE_PX):
            return _tiles(picture, scale)
        made: list[Window] = []
        for x, y in ((x * scale, y * scale) for x, y in suspected):
            if any(window.holds(x - window.left, y - window.top) for window in made):
                continue
            left = int(np.clip(x - side / 2, 0, width - side))
            top = int(np.clip(y - side / 2, 0, height - side))
            right, bottom = left + side, top + side
            made.append(
                Window(
                    picture[top:bottom, left:right],
                    scale,
                    left,
                    top,
                    (
                        _MARGIN_PX if left else 0,
                        _MARGIN_PX if top else 0,
                        side - (_MARGIN_PX if right < width else 0),
                        side - (_MARGIN_PX if bottom < height else 0),
                    ),
                )
            )
        return made if len(made) * side**2 <= _WINDOWS * height * width else _tiles(picture, scale)


def _tiles(picture: Image, scale: float) -> list[Window]:
    """All of a picture: tiles with what is around them, each telling of what lies on itself."""
    height, width = picture.shape[:2]
    rows, columns = -(-height // _TILE_PX), -(-width // _TILE_PX)
    made = []
    for row, column in product(range(rows), range(columns)):
        left, right = width * column // columns, width * (column + 1) // columns
        top, bottom = height * row // rows, height * (row + 1) // rows
        x, y = max(0, left - _OVERLAP_PX), max(0, top - _OVERLAP_PX)
        pixels = picture[y : bottom + _OVERLAP_PX, x : right + _OVERLAP_PX]
        made.append(Window(pixels, scale, x, y, (left - x, top - y, right - x, bottom - y)))
    return made
