"""Nobody plays: a poster that can be read from the counter."""

from __future__ import annotations

import pygame

from kiosk.games.core import say
from kiosk.screen import layout, theme, widgets
from kiosk.screen.canvas import Canvas
from kiosk.view import AttractView

HAND = (4, 2, 1)
"""The best hand of the house's first game."""
LEAN = (-7, 4, -3)
"""Degrees by which its dice lie askew."""


def draw(canvas: Canvas, view: AttractView, area: pygame.Rect) -> None:
    """Draw the poster: title, three dice, the games, the call."""
    wide = area.width > area.height * layout.UPRIGHT
    gap = canvas.px(theme.GUTTER)
    upper, call = layout.rows(area, gap // 2, 80, 20)
    if wide:
        left, right = layout.columns(upper, gap, 56, 44)
        dice, title = layout.rows(left, gap, 60, 40)
    else:
        dice, title, right = layout.rows(upper, gap, 34, 20, 46)
    games, last = layout.rows(right, gap // 2, 78, 22)
    _dice(canvas, dice)
    canvas.text(
        say("Throw the dice. The table counts."), title, theme.TITLE, lines=3, valign="top" if wide else "middle"
    )
    _games(canvas, view, games)
    if view.last is not None:
        canvas.text(view.last, layout.inset(last, 0, canvas.px(14)), theme.BODY, theme.DUST, lines=2)
    canvas.surface.blit(widgets.plate(call.width, call.height, theme.LAMP), call)
    text = say("Press any button: the match goes on") if view.resumable else say("Press any button")
    canvas.text(
        text, layout.inset(call, canvas.px(40), canvas.px(16)), theme.HUGE, theme.NIGHT, align="centre", lines=2
    )


def _dice(canvas: Canvas, rect: pygame.Rect) -> None:
    size = min(round(rect.height * 0.78), round(rect.width / (len(HAND) * 1.22)))
    for number, (value, lean) in enumerate(zip(HAND, LEAN, strict=True)):
        die = widgets.die(size, value, lean)
        middle = rect.left + round(size * (0.6 + 1.22 * number)), rect.centery + round(size * 0.04 * (-1) ** number)
        canvas.surface.blit(die, die.get_rect(center=middle))


def _games(canvas: Canvas, view: AttractView, rect: pygame.Rect) -> None:
    """The games one under the other, as on a bill."""
    if not view.games:
        return
    height = min(rect.height // len(view.games), canvas.px(124))
    for number, game in enumerate(view.games):
        row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height)
        canvas.rule(row.left, row.top, row.width)
        canvas.text(game, layout.inset(row, 0, row.height // 4), theme.FIGURE)
    canvas.rule(rect.left, rect.top + len(view.games) * height, rect.width)
