"""A machine that becomes a table: how far it is, as dice that fall one by one, and what it does now."""

from __future__ import annotations

import pygame

from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.view import SettingUpView

ROOM = 1.35
"""From one die to the next, in dice."""
LEAN = 7
"""Degrees that every other die lies askew, as dice do."""


def draw(canvas: Canvas, view: SettingUpView, area: pygame.Rect) -> None:
    gap = canvas.px(theme.GUTTER)
    name, dice, doing, below = layout.rows(area, gap, 30, 34, 18, 18)
    canvas.text(say("Dice Table"), name, theme.GIANT, align="centre")
    size = round(min(dice.height * 0.8, dice.width / (ROOM * view.steps)))
    left = dice.centerx - round(size * ROOM * (view.steps - 1) / 2)
    for stage in range(view.steps):
        middle = left + round(size * ROOM * stage), dice.centery
        lean = LEAN * (1 if stage % 2 else -1)
        ghost = widgets.ghost(size, theme.LAMP if stage == view.done else theme.LINE)
        image = widgets.die(size, stage + 1, lean) if stage < view.done else ghost
        canvas.surface.blit(image, image.get_rect(center=middle))
    canvas.text(view.doing, doing, theme.PROMPT, theme.LAMP, align="centre", lines=2)
    canvas.text(
        say("Leave it switched on: it starts to play by itself."),
        below,
        theme.LEAD,
        theme.DUST,
        align="centre",
        lines=2,
    )
