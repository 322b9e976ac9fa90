"""Things drawn again and again: dice, seat shapes, padlock, plates of ink; each made once a size and kept."""

from __future__ import annotations

import colorsys
import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import pygame

from kiosk.screen.drawing import theme
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.theme import Colour, Dye
from kiosk.view import DieView
from vision.types import Image

FINE = 4
"""Shapes are drawn this many times larger and brought down smoothly: pygame's own polygons have stairs."""

BLACK_DIE = 0.28
"""A die that is darker (0…1) is drawn black: what the camera's exposure leaves of one; ivory ones are above 0.5."""
PALE_DIE = 0.3
"""Less saturated (0…1) ones are ivory…"""
PALE_IN_LAMPLIGHT = 0.45
"""… and up to this where the tint is a lamp's: simulated ivory has 0.17 by day, 0.24 on leather, 0.40 at night."""
WARM_HUES = (20, 60)
"""Degrees; lamps tint to 35 to 42."""

GRAIN = 4
"""Pixels of a grain."""
DASH_STEPS = 40

TILE = 384
"""Pixels after which the grain of printed ink repeats."""

_THIRDS = (0.26, 0.5, 0.74)
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def _fine(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)


def _smooth(fine: pygame.Surface) -> pygame.Surface:
    return pygame.transform.smoothscale(fine, (fine.get_width() // FINE, fine.get_height() // FINE))


@cached
def die(size: int, value: int, lean: float = 0.0, dye: Dye = theme.IVORY_DYE, pips: float = 1.0) -> pygame.Surface:
    """A die, `size` pixels; `lean` degrees askew, in a larger square; its `pips` smaller, in the corner, or none."""
    fine = _fine(size, size)
    edge = size * FINE
    radius = round(edge * 0.18)
    face = pygame.Rect(0, 0, edge, round(edge * 0.95))
    pygame.draw.rect(fine, dye.edge, pygame.Rect(0, 0, edge, edge), border_radius=radius)
    pygame.draw.rect(fine, dye.face, face, border_radius=radius)
    corner = edge * (0.05 if pips < 1 else 0)
    for column, row in _PIPS[value] if pips else ():
        centre = corner + pips * face.width * _THIRDS[column], corner + pips * face.height * _THIRDS[row]
        pygame.draw.circle(fine, dye.pips, centre, pips * edge * (0.13 if value == 1 else 0.1))
    return _smooth(pygame.transform.rotate(fine, lean) if lean else fine)


@lru_cache(maxsize=64)
def dye(seen: tuple[int, int, int] | None) -> Dye:
    """The ink nearest to a die's own colour (BGR as the camera saw it): lamps tint, so only clear colours count."""
    if seen is None:
        return theme.IVORY_DYE
    blue, green, red = (channel / 255 for channel in seen)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < BLACK_DIE:
        return theme.BLACK_DYE
    warm = WARM_HUES[0] <= hue * 360 <= WARM_HUES[1]
    if saturation < (PALE_IN_LAMPLIGHT if warm else PALE_DIE):
        return theme.IVORY_DYE
    return min(theme.DYES, key=lambda ink: abs((hue * 360 - ink[0] + 180) % 360 - 180))[1]


def dyes_of(dice: Sequence[DieView]) -> list[Dye]:
    """The inks of dice that lie together; one that glare or its white pips made pale is of the colour of most."""
    dyes = [_dye_of(die) for die in dice]
    most, count = Counter(dyes).most_common(1)[0] if dyes else (theme.IVORY_DYE, 0)
    return [most if one == theme.IVORY_DYE and 2 * count > len(dyes) else one for one in dyes]


def _dye_of(die: DieView) -> Dye:
    """The inks of a die: by its colour, or else by the middle of its picture, as far as there is either."""
    if die.colour is not None or die.picture is None:
        return dye(die.colour)
    high, wide = die.picture.shape[:2]
    middle = die.picture[high * 3 // 8 : high * 5 // 8 + 1, wide * 3 // 8 : wide * 5 // 8 + 1].reshape(-1, 3)
    blue, green, red = (int(one) for one in np.median(middle, axis=0))
    return dye((blue, green, red))


@cached
def ghost(size: int, colour: Colour = theme.LINE) -> pygame.Surface:
    """The place of a die that is still to be thrown: a dashed outline."""
    fine = _fine(size, size)
    edge = size * FINE
    inner = edge * 0.04
    side = edge - 2 * inner
    radius = edge * 0.18
    around = 4 * (side - 2 * radius) + 2 * math.pi * radius
    dashes = 20
    width = max(FINE, round(edge * 0.022))
    for dash in range(dashes):
        # Round after round: lines of this width would tear where they bend.
        for step in range(DASH_STEPS):
            way = (dash + 0.56 * step / DASH_STEPS) * around / dashes
            pygame.draw.circle(fine, colour, _around(inner, side, radius, way), width / 2)
    return _smooth(fine)


def _around(inner: float, side: float, radius: float, way: float) -> tuple[float, float]:
    """The point after a way along the outline of a rounded square, clockwise from its top left."""
    straight, bend = side - 2 * radius, math.pi * radius / 2
    quarter = int(way // (straight + bend)) % 4
    rest = way % (straight + bend)
    if rest <= straight:
        x, y = radius + rest, 0.0
    else:
        angle = (rest - straight) / radius
        x, y = radius + straight + radius * math.sin(angle), radius - radius * math.cos(angle)
    for _ in range(quarter):
        x, y = side - y, x
    return inner + x, inner + y


Part = Callable[[pygame.Surface, int, Sequence[Colour]], object]
"""Draws a part of a sign onto a square with an edge in pixels, in one of its inks; places are shares of the edge."""
Spot = tuple[float, float]
CLEAR = (0, 0, 0, 0)


def _polygon(*points: Spot, ink: int = 0) -> Part:
    return lambda fine, edge, inks: pygame.draw.polygon(fine, inks[ink], [(x * edge, y * edge) for x, y in points])


def _star(points: int, inner: float) -> Part:
    """Every other corner is `inner` of the way from the middle."""
    turns = [(math.pi * n / points - math.pi / 2, 0.5 if n % 2 == 0 else 0.5 * inner) for n in range(2 * points)]
    return _polygon(*((0.5 + radius * math.cos(angle), 0.5 + radius * math.sin(angle)) for angle, radius in turns))


def _disc(x: float, y: float, radius: float, ink: int = 0) -> Part:
    return lambda fine, edge, inks: pygame.draw.circle(fine, inks[ink], (x * edge, y * edge), radius * edge)


def _box(*place: float, line: float = 0.0, corner: float = 0.0) -> Part:
    """Left, top, width and height."""
    return lambda fine, edge, inks: pygame.draw.rect(
        fine, inks[0], _scaled(place, edge), width=round(line * edge), border_radius=round(corner * edge)
    )


def _hole(*place: float) -> Part:
    return lambda fine, edge, _: fine.fill(CLEAR, _scaled(place, edge))


def _stroke(line: float, *points: Spot, ink: int = 0) -> Part:
    """A line with round ends and bends."""

    def draw(fine: pygame.Surface, edge: int, inks: Sequence[Colour]) -> None:
        spots = [(x * edge, y * edge) for x, y in points]
        pygame.draw.lines(fine, inks[ink], closed=False, points=spots, width=max(FINE, round(line * edge)))
        for spot in spots:
            pygame.draw.circle(fine, inks[ink], spot, line * edge / 2)

    return draw


def _scaled(place: Sequence[float], edge: int) -> pygame.Rect:
    return pygame.Rect(*(round(share * edge) for share in place))


SIGNS: dict[str, tuple[Part, ...]] = {
    "circle": (_disc(0.5, 0.5, 0.47),),
    "square": (_box(0.1, 0.1, 0.8, 0.8),),
    "triangle": (_polygon((0.5, 0.06), (1, 0.92), (0, 0.92)),),
    "diamond": (_polygon((0.5, 0), (0.92, 0.5), (0.5, 1), (0.08, 0.5)),),
    "star": (_star(5, 0.45),),
    "hexagon": (_star(3, 1.0),),
    "cross": (_box(0.34, 0.04, 0.32, 0.92), _box(0.04, 0.34, 0.92, 0.32)),
    "drop": (_disc(0.5, 0.64, 0.34), _polygon((0.5, 0), (0.78, 0.46), (0.22, 0.46))),
    # A seat that the house plays; what the loser pays, three quarters full; a die that stays.
    "house": (
        _polygon((0.5, 0.04), (1, 0.52), (0, 0.52)),
        _box(0.16, 0.5, 0.68, 0.46),
        _hole(0.4, 0.64, 0.2, 0.32),
    ),
    "glass": (
        _stroke(0.07, (0.16, 0.05), (0.27, 0.95), (0.73, 0.95), (0.84, 0.05)),
        _polygon((0.235, 0.3), (0.32, 0.89), (0.68, 0.89), (0.765, 0.3)),
    ),
    "padlock": (
        _box(0.24, 0.02, 0.52, 0.8, line=0.12, corner=0.26),
        _hole(0.12, 0.45, 0.76, 0.53),
        _box(0.12, 0.45, 0.76, 0.53, corner=0.08),
    ),
    # Something to put right, something as it should be, and something that will not do.
    "warning": (
        _polygon((0.5, 0.04), (1, 0.94), (0, 0.94)),
        _polygon((0.42, 0.36), (0.58, 0.36), (0.54, 0.66), (0.46, 0.66), ink=1),
        _disc(0.5, 0.78, 0.065, ink=1),
    ),
    "tick": (_disc(0.5, 0.5, 0.47), _stroke(0.09, (0.27, 0.52), (0.43, 0.69), (0.74, 0.33), ink=1)),
    "stop": (
        _polygon((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
        _stroke(0.09, (0.35, 0.35), (0.65, 0.65), ink=1),
        _stroke(0.09, (0.35, 0.65), (0.65, 0.35), ink=1),
    ),
    # Among the letters of a name: a trough, and an arrow back.
    "space": (_stroke(0.06, (0.25, 0.5), (0.25, 0.66), (0.75, 0.66), (0.75, 0.5)),),
    "wipe": (_polygon((0.3, 0.5), (0.5, 0.3), (0.5, 0.7)), _box(0.5, 0.43, 0.2, 0.14)),
}


@cached
def sign(name: str, size: int, *inks: Colour) -> pygame.Surface:
    """One of the signs, `size` pixels."""
    fine = _fine(size, size)
    for part in SIGNS[name]:
        part(fine, size * FINE, inks)
    return _smooth(fine)


@cached
def plate(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A flat of ink as a hand press leaves it: not quite even."""
    flat = pygame.Surface((max(1, width), max(1, height)))
    tile = _inked(colour)
    for top in range(0, height, TILE):
        for left in range(0, width, TILE):
            flat.blit(tile, (left, top))
    return flat


@cached
def _inked(colour: Colour) -> pygame.Surface:
    """A square of ink; its edges meet."""
    chance = np.random.default_rng(421)
    coarse = chance.normal(0, 1, (TILE // GRAIN, TILE // GRAIN))
    grain = coarse.repeat(GRAIN, axis=0).repeat(GRAIN, axis=1)
    for axis in (0, 1):
        # A running mean that goes round: the grain is soft, and its edges meet.
        grain = np.mean([np.roll(grain, step, axis) for step in range(GRAIN)], axis=0)
    grain *= 1.4
    ink = np.asarray(colour, np.float32) * (1 + 0.013 * np.clip(grain, -2, 2))[..., None]
    ink[chance.random(grain.shape) < 0.0016] *= 0.86
    return pygame.surfarray.make_surface(np.clip(ink, 0, 255).astype(np.uint8))


def surface(image: Image) -> pygame.Surface:
    """A picture in OpenCV's order (BGR, rows first) as pygame wants it."""
    height, width = image.shape[:2]
    return pygame.image.frombuffer(image.tobytes(), (width, height), "BGR")


def picture(image: Image, size: tuple[int, int]) -> pygame.Surface:
    """A camera's picture brought to a size in pixels."""
    import cv2  # noqa: PLC0415  there is a picture before anything was seen, and it shall be there soon

    shrinks = size[0] < image.shape[1]
    return surface(
        cv2.resize(image, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC).astype(np.uint8)
    )


def cut_out(image: Image, size: int, radius: int) -> pygame.Surface:
    """The camera's picture of a die, with round corners."""
    mask = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    mask.blit(picture(image, (size, size)), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return mask
