"""The owner's PIN: a disc for each digit, filled once that is pressed, and where the PIN stands."""

from __future__ import annotations

import pygame

from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.view import PinView

DISC = 84
"""Radius, units."""
SPACE = 2.9
"""From disc to disc, radii."""


def draw(canvas: Canvas, view: PinView, area: pygame.Rect) -> None:
    """Draw title, discs and sentence."""
    gap = canvas.px(theme.GUTTER)
    head, body, foot = layout.rows(area, gap, 22, 58, 20)
    canvas.text(view.title, head, theme.TITLE)
    discs, words = layout.rows(body, gap, 55, 45)
    _discs(canvas, view, discs)
    canvas.text(view.said, words, theme.PROMPT, theme.LAMP if view.warning else theme.PAPER, align="centre", lines=2)
    canvas.rule(foot.left, foot.top - gap // 2, foot.width)
    canvas.text(view.forgotten, foot, theme.LEAD, theme.DUST, lines=2)


def _discs(canvas: Canvas, view: PinView, rect: pygame.Rect) -> None:
    radius = round(min(canvas.px(DISC), rect.height / 2, rect.width / (SPACE * view.length)))
    step = round(SPACE * radius)
    left = rect.centerx - step * (view.length - 1) // 2
    for number in range(view.length):
        centre = left + number * step, rect.centery
        if number < view.entered:
            pygame.draw.aacircle(canvas.surface, theme.LAMP, centre, radius)
        else:
            pygame.draw.aacircle(canvas.surface, theme.DUST, centre, radius, canvas.px(7))
