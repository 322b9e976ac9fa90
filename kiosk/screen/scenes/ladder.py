"""What decides a game by its house rules, best on top, with a mark at what the last change has changed."""

import pygame

from kiosk.games.lesson import Example
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import GAP, draw_hands, hands_width
from kiosk.view import Ladder

ROW = 92
"""Greatest height of a rung, units."""
DICE = 0.56
"""Dice take up to 0.56 of a rung's width; beside them stands their worth or name."""
DIE = 0.86
"""A die's edge is 0.86 of a rung's height."""


def draw(canvas: Canvas, ladder: Ladder, rect: pygame.Rect) -> None:
    height = min(canvas.px(ROW), rect.height // len(ladder.examples))
    inner = rect.width - canvas.px(26)
    room = inner * DICE / height / DIE
    for number, example in enumerate(ladder.examples):
        row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height)
        _rung(canvas, example, layout.inset(row, 0, canvas.px(3)), ladder, room)


def _rung(canvas: Canvas, example: Example, row: pygame.Rect, ladder: Ladder, room: float) -> None:
    """One rung: all hands of the example if their dice have `room`, else the first, and their worth or name."""
    moved = example in ladder.moved
    if moved:
        canvas.fill(row, theme.SHADE)
        tip = canvas.px(12)
        middle = row.centery
        points = [(row.left, middle - tip), (row.left + tip, middle), (row.left, middle + tip)]
        pygame.draw.polygon(canvas.surface, theme.LAMP, points)
    hands = example.hands if hands_width(example.hands) <= room else example.hands[:1]
    size = round(min(row.height * DIE, row.width * DICE / (len(hands[0]) * (1 + GAP))))
    left = draw_hands(canvas, hands, (row.left + canvas.px(26), row.centery), size, ladder.faces)
    words = layout.inset(layout.after(row, left + canvas.px(12)), canvas.px(4), 0)
    ink = theme.LAMP if moved else theme.DUST
    canvas.text(example.worth or example.name, words, theme.BODY, ink, align="right", lines=2)
