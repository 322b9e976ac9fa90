"""A picture at scales that halve, and the windows of it that a network should be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.reading.crops import CUT_EDGE_PX, cut_out, resized
from vision.reading.detector import STRIDE_PX, Array
from vision.types import Box, Image, Point

_LONGEST_PX = 1280
"""The finest scale has a long side of 1280 pixels; smaller pictures are enlarged towards that."""
_LARGEST_ZOOM = 2.0
"""They are enlarged up to 2 times."""
_SHORTEST_PX = 40
"""The coarsest scale has a long side of at least 40 pixels."""
_WINDOW_PX = 192
"""At the finest scale only windows 192 pixels wide are searched, around what the coarser scales suspect."""
_WINDOWS = 0.6
"""That is done if the windows together cover less than 0.6 of the picture; otherwise all of it is searched."""
_AROUND_PX = 24
"""Where only parts of a picture are searched, 24 pixels around them are shown too, at each scale. Twice as much would
move no face by over a fiftieth of its edge, and take a sixth more time."""
_CLOSE_EDGES = 2.0
"""If the size of faces is known, a window around one is at least about 2 of its edges wide."""
_TILE_PX, _OVERLAP_PX = 320, 48
"""Pictures wider or higher than 320 pixels are searched in tiles with 48 pixels around them: the network's memory grows
with what it is shown at once."""
_MARGIN_PX = 24
"""Within 24 pixels of a window's edge a die may be cut in half, unless the picture itself ends there."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A part of a picture at one scale.

    Attributes:
        pixels: its pixels.
        scale: its size by that of the picture.
        left, top: its place in the picture, pixels at its scale.
        whole: left, top, right and bottom of the part in which a die is seen whole, pixels of the window.
    """

    pixels: Image
    scale: float
    left: float
    top: float
    whole: tuple[float, float, float, float]

    def holds(self, x: float, y: float) -> bool:
        """Whether a die at x, y (pixels of the window) is seen whole."""
        left, top, right, bottom = self.whole
        return left <= x <= right and top <= y <= bottom

    def shows(self, box: Box) -> bool:
        """Whether anything in a box (pixels of the picture) is seen whole."""
        x, y, w, h = (n * self.scale for n in box)
        left, top, right, bottom = self.whole
        x, y = x - self.left, y - self.top
        return x <= right and left <= x + w and y <= bottom and top <= y + h

    def in_picture(self, points: Array) -> Array:
        """Where points of the window, (…, 2), are in the picture, pixels of it."""
        return resized(points + np.array((self.left, self.top), np.float32), 1 / self.scale)


class Pyramid:
    """A picture at scales that halve, each made when it is asked for; `scales` go from coarse to fine.

    `zoom` multiplies all scales.
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
            # Made from the next finer scale if there is one: that has mostly a quarter of the picture's pixels.
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

    def parts(self, scale: float, within: Sequence[Box]) -> list[Window]:
        """Windows on these boxes (pixels of the picture), each with some of what is around it.

        If a box is larger than a tile, or all boxes together are larger than the tiles they lie in: these tiles.
        """
        picture = self.at(scale)
        made = []
        for x, y, w, h in within:
            box = np.array((x, y, x + w, y + h)) * scale
            left, top = ((box[:2] - _AROUND_PX) // STRIDE_PX * STRIDE_PX).clip(0).astype(int).tolist()
            right, bottom = (-(-(box[2:] + _AROUND_PX) // STRIDE_PX) * STRIDE_PX).clip(0).astype(int).tolist()
            whole = (box - (left, top, left, top)).tolist()
            made.append(Window(picture[top:bottom, left:right], scale, left, top, tuple(whole)))
        made = _by_size([window for window in made if window.pixels.size])
        tiles = [tile for tile in _tiles(picture, scale) if any(tile.shows(box) for box in within)]
        most, least = _TILE_PX + 2 * _OVERLAP_PX, sum(tile.pixels.size for tile in tiles)
        fit = all(max(window.pixels.shape) <= most for window in made)
        return made if fit and sum(window.pixels.size for window in made) < least else tiles

    def closely(self, within: Sequence[Box], edge: float, shown: float) -> list[Window]:
        """A window around each of these boxes (pixels of the picture), scaled to a known size of faces.

        Empty if the windows would be no smaller than the whole picture, or a box is far too large for a die.

        Args:
            within: the boxes; around one no larger than a face half an edge is shown, too.
            edge: the edge of faces, pixels of the picture.
            shown: the edge that faces should have in the windows; less if the finest scale does not reach it.
        """
        scale = min(shown / edge, self.scales[-1])
        # From the coarsest scale that is fine enough: it has a quarter of the pixels of the next.
        source = min(1.0, next(one for one in self.scales if one >= scale))
        picture, zoom = self.at(source), scale / source
        parts = []
        for x, y, w, h in (tuple(n * source for n in box) for box in within):
            # Rounded to few sizes, for each of which the network is laid out anew. At most half a stride of a box is
            # lost by that, a seventh of an edge on either side: shadows and sides of dice.
            sides = [STRIDE_PX * round(max(n * zoom, _CLOSE_EDGES * shown) / STRIDE_PX) for n in (w, h)]
            spans = [round(side / zoom) for side in sides]
            first = (round(x + w / 2 - spans[0] / 2), round(y + h / 2 - spans[1] / 2))
            left, top = (max(0, n) for n in first)
            part = picture[top : max(0, first[1] + spans[1]), left : max(0, first[0] + spans[0])]
            if part.size:
                shares = (part.shape[1] / spans[0], part.shape[0] / spans[1])
                size = tuple(max(1, round(side * share)) for side, share in zip(sides, shares, strict=True))
                whole = ((x - left) * zoom, (y - top) * zoom, (x + w - left) * zoom, (y + h - top) * zoom)
                parts.append((part, size, left * zoom, top * zoom, whole))
        seen_px = sum(width * height for _, (width, height), *_ in parts)
        largest = max((max(size) for _, size, *_ in parts), default=0)
        if seen_px >= picture.shape[0] * picture.shape[1] * zoom**2 or largest > _TILE_PX:
            return []
        how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
        windows = [
            Window(np.asarray(cv2.resize(part, size, interpolation=how), np.uint8), scale, *where)
            for part, size, *where in parts
        ]
        return _by_size(windows)

    def windows(self, scale: float, suspected: Sequence[Point], largest: float | None) -> list[Window]:
        """The windows to search at a scale: all of it, or at the finest scale only those around suspected places.

        Args:
            scale: one of `scales`.
            suspected: places, pixels of the picture; the first ones are in the middle of their windows.
            largest: the edge of the largest die, pixels of the picture, once all are recognised: then at every scale
                only the suspected places are searched, in windows just large enough for it.
        """
        picture = self.at(scale)
        height, width = picture.shape[:2]
        # Nothing is known yet, or a coarse scale is cheap enough to be shown whole.
        if not suspected or (largest is None and scale < self.scales[-1]):
            return _tiles(picture, scale)
        side = _WINDOW_PX
        if largest is not None:
            side = int(-(-(largest * scale + 2 * _MARGIN_PX) // STRIDE_PX) * STRIDE_PX)
        if side > min(height, width, _TILE_PX):
            return _tiles(picture, scale)
        made: list[Window] = []
        for x, y in ((x * scale, y * scale) for x, y in suspected):
            # A window that was made for an earlier place shows this one, too.
            if any(window.holds(x - window.left, y - window.top) for window in made):
                continue
            left = int(np.clip(x - side / 2, 0, width - side))
            top = int(np.clip(y - side / 2, 0, height - side))
            right, bottom = left + side, top + side
            whole = (
                _MARGIN_PX if left else 0,
                _MARGIN_PX if top else 0,
                side - (_MARGIN_PX if right < width else 0),
                side - (_MARGIN_PX if bottom < height else 0),
            )
            made.append(Window(picture[top:bottom, left:right], scale, left, top, whole))
        return made if len(made) * side**2 <= _WINDOWS * height * width else _tiles(picture, scale)


def _by_size(windows: list[Window]) -> list[Window]:
    """The windows, those of one size one after another: for each size OpenCV lays a network out anew."""
    return sorted(windows, key=lambda window: window.pixels.shape)


def _tiles(picture: Image, scale: float) -> list[Window]:
    """All of a picture in tiles that overlap; each is responsible for the dice on its own part."""
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
