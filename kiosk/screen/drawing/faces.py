"""A die as it is drawn: with its pips, or where the game names its faces, with the name and the pips in a corner."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas

ASIDE = 0.3
"""Size of the pips beside a name, of those that are alone."""
WORD_ALONE = 60
"""Units: on a smaller die a name stands alone."""


def draw_die(
    canvas: Canvas, place: pygame.Rect, value: int, faces: Sequence[Text] = (), dye: theme.Dye = theme.IVORY_DYE
) -> None:
    """Draw a die into a square place."""
    size = place.width
    if not faces:
        canvas.surface.blit(widgets.die(size, value, dye=dye), place)
        return
    aside = size >= canvas.px(WORD_ALONE)
    canvas.surface.blit(widgets.die(size, value, dye=dye, pips=ASIDE if aside else 0.0), place)
    room = layout.inset(place, round(size * 0.14), round(size * 0.16))
    if aside:
        room.top += round(size * 0.06)
        room.left += round(size * 0.04)
    canvas.text(faces[value - 1], room, theme.GIANT, dye.pips, align="centre")
