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


def draw_slip(canvas: Canvas, link: str, words: Text, room: pygame.Rect) -> pygame.Rect:
    """Draw a link's slip into the lower right corner of a room, its words above it; what it takes.

    It takes nothing where there is no link, and where it would leave less than half of the room's width.
    """
    nothing = pygame.Rect(room.bottomright, (0, 0))
    modules = _modules(link) if link else 1
    size = max(LEAST_MODULE_PX, ceil(canvas.px(SIZE) / modules)) * modules if link else 0
    head = pygame.Rect(room.right - size, 0, size, max(canvas.px(CAPTION), canvas.smallest))
    head.bottom = room.bottom - size - canvas.px(8)
    if not link or 2 * size > room.width or head.top < room.top:
        return nothing
    place = pygame.Rect(head.left, room.bottom - size, size, size)
    canvas.surface.blit(_slip(link, size), place)
    canvas.text(words, head, theme.SMALL, theme.DUST, align="right", valign="bottom")
    return head.union(place)


def _modules(link: str) -> int:
    return round(segno.make(link, micro=False).symbol_size(border=QUIET)[0])


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
