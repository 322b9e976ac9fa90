"""The table learns its tray: what to do now and how far it is, beside what the camera sees."""

from __future__ import annotations

import pygame

from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes import service
from kiosk.view import CalibrationView

MARK = 26
"""Radius of the mark of a step, units."""
STEP = 84
"""From one mark to the next."""


def draw(canvas: Canvas, view: CalibrationView, area: pygame.Rect) -> None:
    """Draw the title, the steps as marks, the sentence, and the picture with what was read."""
    gap = canvas.px(theme.GUTTER)
    body = canvas.titled(say("The table learns its tray"), area)
    words, picture = layout.halves(body, gap, beside=(44, 56), stacked=(40, 60))
    _steps(canvas, view, words)
    below = words.top + canvas.px(3 * MARK) + gap
    canvas.text(
        view.prompt,
        pygame.Rect(words.left, below, words.width, words.bottom - below),
        theme.PROMPT,
        theme.LAMP if view.done == view.steps else theme.PAPER,
        valign="top",
        lines=6,
    )
    if view.image is None:
        canvas.frame(picture, theme.LINE)
        canvas.text(say("No picture"), layout.inset(picture, gap), theme.LEAD, theme.DUST, align="centre")
    else:
        shape = view.image.shape[1] / view.image.shape[0]
        service.draw_seen(canvas, view.image, view.dice, layout.shaped(picture, shape, top=True))


def _steps(canvas: Canvas, view: CalibrationView, rect: pygame.Rect) -> None:
    """A mark for each step: filled if it is done, in lamplight if it is the next."""
    radius = canvas.px(MARK)
    for number in range(view.steps):
        centre = rect.left + radius + number * canvas.px(STEP), rect.top + radius
        done, now = number < view.done, number == view.done
        colour = theme.PAPER if done else theme.LAMP if now else theme.LINE
        pygame.draw.aacircle(canvas.surface, colour, centre, radius, 0 if done else canvas.px(6))
