"""Clay tokens, lying in piles of five so that they are counted at a glance."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from kiosk.screen.drawing import theme
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.widgets import FINE

PILE = 5
"""Tokens in a full pile."""
TILT = 0.5
"""Height of a token's face, seen from where one sits, to its width."""
THICKNESS = 0.2
"""Share of its width by which a pile grows with each token."""
SPACE = 1.14
"""From one pile to the next, in widths."""


@cached
def token(width: int) -> pygame.Surface:
    """One token, seen from where one sits."""
    thick = max(2, round(width * THICKNESS))
    face = round(width * TILT)
    fine = pygame.Surface((width * FINE, (face + thick) * FINE), pygame.SRCALPHA)
    wide, tall, deep = width * FINE, face * FINE, thick * FINE
    pygame.draw.ellipse(fine, theme.CLAY_DARK, pygame.Rect(0, deep, wide, tall))
    pygame.draw.rect(fine, theme.CLAY_DARK, pygame.Rect(0, tall // 2, wide, deep))
    edge = max(1, round(wide * 0.03))
    side = pygame.Rect(edge, deep - 2 * edge, wide - 2 * edge, tall)
    pygame.draw.ellipse(fine, theme.CLAY, side)
    pygame.draw.rect(fine, theme.CLAY, pygame.Rect(edge, tall // 2, wide - 2 * edge, deep - 2 * edge))
    pygame.draw.ellipse(fine, theme.CLAY_DARK, pygame.Rect(0, 0, wide, tall))
    pygame.draw.ellipse(fine, theme.CLAY_LIGHT, pygame.Rect(edge, edge, wide - 2 * edge, tall - 2 * edge))
    ring = pygame.Rect(0, 0, round(wide * 0.62), round(tall * 0.6))
    ring.center = (wide // 2, tall // 2)
    pygame.draw.ellipse(fine, theme.CLAY, ring, width=max(1, round(wide * 0.045)))
    return pygame.transform.smoothscale(fine, (width, face + thick))


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
