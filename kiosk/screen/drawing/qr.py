"""A link to point a phone at: a QR code in ink on a slip of paper."""

import io
from math import ceil

import pygame
import segno

from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.canvas import Canvas

SIZE = 280
"""The slip is at least 280 units wide."""
LEAST_MODULE_PX = 4
"""A module (the smallest square) is at least 4 pixels: 0.8 mm on 7 inches of 800x480; a phone reads 0.7 mm at 1 m."""
QUIET = 4
"""The code stands in 4 modules of bare paper, as ISO/IEC 18004 asks."""
CAPTION = 40
"""Height of the words above a slip, units."""


def draw_slip(canvas: Canvas, link: str, words: Text, room: pygame.Rect) -> pygame.Rect:
    """Draw a link's slip into the lower right corner of a room, its words above it; what it takes.

    It takes nothing where there is no link, and where it would leave less than half of the room's width.
    """
    nothing = pygame.Rect(room.bottomright, (0, 0))
    if not link:
        return nothing
    slip = _slip(link, canvas.px(SIZE))
    size = slip.get_width()
    above, place = layout.bottom(layout.right(room, size)[1], size, canvas.px(8))
    _, head = layout.bottom(above, max(canvas.px(CAPTION), canvas.smallest))
    if 2 * size > room.width or head.top < room.top:
        return nothing
    canvas.surface.blit(slip, place)
    canvas.text(words, head, theme.SMALL, theme.DUST, align="right", valign="bottom")
    return head.union(place)


@cached
def _slip(link: str, least: int) -> pygame.Surface:
    """A slip of at least `least` pixels; each module has whole pixels, as phones read blurred edges worse."""
    code = segno.make(link, micro=False)
    module = max(LEAST_MODULE_PX, ceil(least / code.symbol_size(border=QUIET)[0]))
    png = io.BytesIO()
    code.save(png, kind="png", scale=module, border=QUIET, dark=theme.NIGHT, light=theme.PAPER)
    png.seek(0)
    return pygame.image.load(png, "slip.png")
