"""Clay tokens, lying in piles of five so that they are counted at a glance."""

import math
from dataclasses import dataclass

import pygame

from kiosk.screen.drawing import theme
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.widgets import vector

PILE = 5
"""Tokens in a full pile."""
TILT = 0.5
"""A token's face is drawn half as high as wide, as seen from a seat."""
THICKNESS = 0.2
"""A pile grows by 0.2 of a token's width with each token."""
SPACE = 1.14
"""From one pile to the next it is 1.14 widths of a token."""


DISC = (
    '<path d="M0 25V45A50 25 0 0 0 100 45V25Z" fill="{2}"/><path d="M3 25V39A47 25 0 0 0 97 39V25Z" fill="{1}"/>'
    '<ellipse cx="50" cy="25" rx="50" ry="25" fill="{2}"/><ellipse cx="50" cy="25" rx="47" ry="22" fill="{0}"/>'
    '<ellipse cx="50" cy="25" rx="29" ry="14" fill="none" stroke="{1}" stroke-width="4.5"/>'
)
"""SVG of a token, 100 wide: its rim, and its face with a ring."""


@cached
def token(width: int) -> pygame.Surface:
    """One token, seen from where one sits."""
    size = width, round(width * TILT) + max(2, round(width * THICKNESS))
    return vector(DISC, size, theme.CLAY_LIGHT, theme.CLAY, theme.CLAY_DARK, box="0 0 100 70")


@dataclass(frozen=True, slots=True)
class Piles:
    """Where tokens lie: `box` holds room for `most` of them; pixels."""

    box: pygame.Rect
    most: int
    widest: int

    @property
    def width(self) -> int:
        """Width of one token that lets all of them in, lying in one row of piles."""
        piles = max(1, math.ceil(self.most / PILE))
        high = self.box.height / (TILT + PILE * THICKNESS)
        return max(6, min(self.widest, int(self.box.width / (piles * SPACE)), int(high)))

    def place(self, number: int) -> tuple[int, int]:
        """The top left corner of the token `number`, 0 being the first to come."""
        width = self.width
        pile, level = divmod(number, PILE)
        top = self.box.bottom - width * TILT - (level + 1) * width * THICKNESS
        return round(self.box.left + pile * width * SPACE), round(top)

    def draw(self, surface: pygame.Surface, count: int) -> None:
        """Lay `count` tokens down, the lower ones first."""
        image = token(self.width)
        for number in range(count):
            surface.blit(image, self.place(number))
