"""A link to point a phone at: a QR code in ink on a slip of paper."""

from __future__ import annotations

from math import ceil

import pygame
import segno

from kiosk.games.text import Text
from kiosk.screen.drawing import theme, widgets
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.canvas import Canvas

SIZE = 280
"""Of the slip, units, at least."""
LEAST_MODULE_PX = 4
"""Of a smallest square: 0.8 mm on seven inches of 800x480; a phone a metre away reads 0.7."""
QUIET = 4
"""Modules of bare paper around the code, by ISO/IEC 18004."""
CORNER = 0.03
CAPTION = 40
"""Height of the words above a slip, units."""


def slip_size(canvas: Canvas, link: str) -> int:
    """The edge of a link's slip, pixels, words above it not counted."""
    return _module(canvas, link) * _modules(link)


def draw_slip(canvas: Canvas, link: str, words: Text, right: int, bottom: int) -> pygame.Rect:
    """Draw a link's slip into a corner, its words above it; all that it takes."""
    size = slip_size(canvas, link)
    place = pygame.Rect(right - size, bottom - size, size, size)
    canvas.surface.blit(_slip(link, size), place)
    head = pygame.Rect(place.left, 0, size, max(canvas.px(CAPTION), canvas.smallest))
    head.bottom = place.top - canvas.px(8)
    canvas.text(words, head, theme.SMALL, theme.DUST, align="right", valign="bottom")
    return head.union(place)


def _modules(link: str) -> int:
    return round(segno.make(link, micro=False).symbol_size(border=QUIET)[0])


def _module(canvas: Canvas, link: str) -> int:
    return max(LEAST_MODULE_PX, ceil(canvas.px(SIZE) / _modules(link)))


@cached
def _slip(link: str, size: int) -> pygame.Surface:
    """Whole pixels a module: a blurred edge costs the reader a step."""
    code = segno.make(link, micro=False)
    module = size // _modules(link)
    slip = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(slip, (255, 255, 255), slip.get_rect(), border_radius=round(size * CORNER))
    slip.blit(widgets.plate(size, size, theme.PAPER), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    for row, line in enumerate(code.matrix_iter(border=QUIET)):
        for column, dark in enumerate(line):
            if dark:
                slip.fill(theme.NIGHT, pygame.Rect(column * module, row * module, module, module))
    return slip
