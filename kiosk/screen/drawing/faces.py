"""A die as it is drawn: with its pips, or where the game names its faces, with the name and the pips in a corner."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kiosk.games.text import Text
from kiosk.screen.drawing import theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.text import width
from kiosk.screen.drawing.theme import Style

ASIDE = 0.3
"""Size of the pips beside a name, of those that are alone."""
ROOM = 0.72
"""Of a die's edge, that a name may take."""
SLACK = 0.9
"""Of that, as letters are set in whole pixels."""
WORD_ALONE = 60
"""Units: on a smaller die a name stands alone."""


def lettering(canvas: Canvas, size: int, faces: Sequence[Text]) -> Style | None:
    """The type in which each of these names can be read on a die of this size; None where none can."""
    room = size * ROOM
    for style in (theme.GIANT, theme.LEAD):
        widest = max((width(style.face, canvas.say(face)) for face in faces), default=0.0) * canvas.smallest
        if faces and widest <= room * SLACK and canvas.smallest <= room:
            return style
    return None


def draw_die(
    canvas: Canvas, place: pygame.Rect, value: int, faces: Sequence[Text] = (), dye: theme.Dye = theme.IVORY_DYE
) -> None:
    """Draw a die into a square place."""
    size = place.width
    style = lettering(canvas, size, faces)
    if style is None:
        canvas.surface.blit(widgets.die(size, value, dye=dye), place)
        return
    aside = size >= canvas.px(WORD_ALONE)
    canvas.surface.blit(widgets.die(size, value, dye=dye, pips=ASIDE if aside else 0.0), place)
    room = pygame.Rect(0, 0, round(size * ROOM), round(size * ROOM))
    room.center = place.centerx, place.centery - round(size * 0.02)
    if aside:
        room.move_ip(round(size * 0.03), round(size * 0.06))
    canvas.text(faces[value - 1], room, style, dye.pips, align="centre")
