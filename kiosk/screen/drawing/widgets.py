"""Things drawn again and again: dice, signs, plates of ink; each is drawn once for a size and kept."""

import colorsys
import io
import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pygame

from kiosk.screen.drawing import theme
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.theme import Colour, Dye
from kiosk.view import DieView
from vision.types import PATTERNS, Image

BLACK_DIE = 0.28
"""A die with a brightness (0…1) below 0.28 is drawn black: black ones look so to the camera, ivory above 0.5."""
PALE_DIE = 0.3
"""A die with a saturation (0…1) below 0.3 is drawn ivory."""
PALE_IN_LAMPLIGHT = 0.45
"""So is one below 0.45 in a lamp's tint: simulated ivory has 0.17 by day, 0.24 on leather, 0.40 at night."""
WARM_HUES = (20, 60)
"""Hues of a lamp's tint, degrees; simulated lamps tint ivory to 35 to 42."""

GRAIN = 4
"""A grain of printed ink is 4 pixels wide."""

TILE = 384
"""The grain of printed ink repeats after 384 pixels."""


def vector(shapes: str, size: tuple[int, int], *inks: Colour, box: str = "0 0 100 100") -> pygame.Surface:
    """Draw SVG shapes, with {0}, {1}, … replaced by these inks; pygame's own polygons have jagged edges."""
    filled = shapes.format(*(f"rgb{ink}" for ink in inks))
    around = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="{box}">'
    return pygame.image.load(io.BytesIO(f"{around}{filled}</svg>".encode()), "shapes.svg")


@cached
def die(size: int, value: int, lean: float = 0.0, dye: Dye = theme.IVORY_DYE, pips: float = 1.0) -> pygame.Surface:
    """A die, `size` pixels; `lean` degrees askew, in a larger square; its `pips` smaller, in the corner, or none."""
    corner, radius = 5 if pips < 1 else 0, pips * (13 if value == 1 else 10)
    shapes = '<rect width="100" height="100" rx="18" fill="{1}"/><rect width="100" height="95" rx="18" fill="{0}"/>'
    for left, down in PATTERNS[value] if pips else ():
        x, y = corner + pips * (50 - 24 * left), corner + pips * (50 + 24 * down) * 0.95
        shapes += f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{{2}}"/>'
    wide = 100 * (abs(math.cos(math.radians(lean))) + abs(math.sin(math.radians(lean))))
    box, pixels = f"{50 - wide / 2} {50 - wide / 2} {wide} {wide}", round(size * wide / 100)
    shapes = f'<g transform="rotate({-lean} 50 50)">{shapes}</g>' if lean else shapes
    return vector(shapes, (pixels, pixels), dye.face, dye.edge, dye.pips, box=box)


@lru_cache(maxsize=64)
def dye(seen: tuple[int, int, int] | None) -> Dye:
    """The ink nearest to a die's own colour (BGR as the camera saw it); weak colours may be a lamp's, and are ivory."""
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
    """The inks of dice that lie together; a pale one takes the colour of most, as glare or white pips may whiten it."""
    dyes = [_dye_of(die) for die in dice]
    most, count = Counter(dyes).most_common(1)[0] if dyes else (theme.IVORY_DYE, 0)
    return [most if dye == theme.IVORY_DYE and 2 * count > len(dyes) else dye for dye in dyes]


def _dye_of(die: DieView) -> Dye:
    """The inks of a die: by its colour, or else by the middle of its picture, as far as there is either."""
    if die.colour is not None or die.picture is None:
        return dye(die.colour)
    high, wide = die.picture.shape[:2]
    middle = die.picture[high * 3 // 8 : high * 5 // 8 + 1, wide * 3 // 8 : wide * 5 // 8 + 1].reshape(-1, 3)
    blue, green, red = map(int, np.median(middle, axis=0))
    return dye((blue, green, red))


@cached
def ghost(size: int, colour: Colour = theme.LINE) -> pygame.Surface:
    """The place of a die that is still to be thrown: a dashed outline."""
    outline = '<rect x="4" y="4" width="92" height="92" rx="18" fill="none" stroke="{0}"'
    return vector(
        f'{outline} stroke-width="2.2" stroke-dasharray="9.4 7.4" stroke-linecap="round"/>', (size, size), colour
    )


_LINE = '<path fill="none" stroke-linecap="round" stroke-linejoin="round" '
SIGNS = {
    "circle": '<circle cx="50" cy="50" r="47"/>',
    "square": '<path d="M10 10H90V90H10Z"/>',
    "triangle": '<path d="M50 6L100 92H0Z"/>',
    "diamond": '<path d="M50 0L92 50L50 100L8 50Z"/>',
    "star": '<path d="M50 0L63.2 31.8L97.6 34.5L71.4 57L79.4 90.5L50 72.5L20.6 90.5L28.6 57L2.4 34.5L36.8 31.8Z"/>',
    "hexagon": '<path d="M50 0L93.3 25V75L50 100L6.7 75V25Z"/>',
    "cross": '<path d="M34 4H66V34H96V66H66V96H34V66H4V34H34Z"/>',
    "drop": '<circle cx="50" cy="64" r="34"/><path d="M50 0L78 46H22Z"/>',
    # A seat that the house plays; what the loser pays, three quarters full; a die that stays.
    "house": '<path fill-rule="evenodd" d="M50 4L100 52H84V96H16V52H0ZM40 64V96H60V64Z"/>',
    "glass": _LINE + 'stroke="{0}" stroke-width="7" d="M16 5L27 95H73L84 5"/><path d="M23.5 30L32 89H68L76.5 30Z"/>',
    "padlock": '<rect x="30" y="8" width="40" height="68" rx="20" fill="none" stroke="{0}" stroke-width="12"/>'
    '<rect x="12" y="45" width="76" height="53" rx="8"/>',
    # Something to put right, something as it should be, and something that will not do.
    "warning": '<path d="M50 4L100 94H0Z"/><path fill="{1}" d="M42 36H58L54 66H46Z"/>'
    '<circle fill="{1}" cx="50" cy="78" r="6.5"/>',
    "tick": '<circle cx="50" cy="50" r="47"/>' + _LINE + 'stroke="{1}" stroke-width="9" d="M27 52L43 69L74 33"/>',
    "stop": '<path d="M50 0L100 50L50 100L0 50Z"/>'
    + _LINE
    + 'stroke="{1}" stroke-width="9" d="M35 35L65 65M35 65L65 35"/>',
    # Among the letters of a name: a trough, and an arrow back.
    "space": _LINE + 'stroke="{0}" stroke-width="6" d="M25 50V66H75V50"/>',
    "wipe": '<path d="M30 50L50 30V43H70V57H50V70Z"/>',
    # What concerns nobody alone: equal bars for a tie, an empty dish for a phase, a ring.
    "tie": '<path d="M0 18H100V38H0ZM0 60H100V80H0Z"/>',
    "dish": '<ellipse cx="50" cy="50" rx="44" ry="20" fill="none" stroke="{0}" stroke-width="11"/>',
    "ring": '<circle cx="50" cy="50" r="44" fill="none" stroke="{0}" stroke-width="11"/>',
}


@cached
def sign(name: str, size: int, *inks: Colour) -> pygame.Surface:
    return vector(f'<g fill="{{0}}">{SIGNS[name]}</g>', (size, size), *inks)


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
    """A square tile of ink whose edges fit together."""
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


def picture(image: Image, size: tuple[int, int]) -> pygame.Surface:
    """A camera's picture (BGR, rows first) brought to a size in pixels."""
    height, width = image.shape[:2]
    return pygame.transform.smoothscale(pygame.image.frombuffer(image.tobytes(), (width, height), "BGR"), size)


def cut_out(image: Image, size: int, radius: int) -> pygame.Surface:
    """The camera's picture of a die, with round corners."""
    mask = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    mask.blit(picture(image, (size, size)), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return mask
