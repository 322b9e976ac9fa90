"""Every button is tried: what to do, the seven of them, with a tick once they were pressed, and the last one heard."""

from __future__ import annotations

import pygame

from hardware.presses import KEEPS, Button
from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes.calibration import sign
from kiosk.view import ButtonsView
from vision.types import Signal

ROOM = 0.8
"""Share of a button's room across that its disc takes."""


def draw(canvas: Canvas, view: ButtonsView, area: pygame.Rect) -> None:
    """Draw the title, the sentence, and the row of buttons, each of which a finger may press where it is drawn."""
    body = canvas.titled(view.title, area)
    asked, row = layout.rows(body, canvas.px(theme.GUTTER), 35, 65)
    canvas.text(view.prompt, asked, theme.PROMPT, valign="top", lines=4)
    step = row.width // len(Button)
    size = min(round(step * ROOM), row.height * 3 // 5)
    for number, button in enumerate(Button):
        disc = pygame.Rect(row.left + number * step + (step - size) // 2, row.top, size, size)
        if button in view.pressed:
            canvas.surface.blit(sign(size, Signal.GREEN), disc)
        else:
            pygame.draw.aacircle(canvas.surface, theme.LAMP, disc.center, size // 2, canvas.px(10))
        label = pygame.Rect(row.left + number * step, disc.bottom, step, row.bottom - disc.bottom)
        label.height = min(label.height, size // 2)
        canvas.touch(disc.union(label), button)
        name = str(KEEPS.index(button) + 1) if button in KEEPS else say("End") if button is Button.END else say("Menu")
        ink = theme.PAPER if button in view.pressed else theme.LAMP
        canvas.text(name, label, theme.LEAD, ink, align="centre")
    if view.heard is not None:
        below = pygame.Rect(row.left, row.top + size + size // 2, row.width, 0)
        below.height = row.bottom - below.top
        canvas.text(view.heard, below, theme.LEAD, theme.PAPER, valign="bottom", lines=3)
