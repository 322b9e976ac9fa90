"""A name written with the buttons: the seat's own plate with what is written, and the letters below."""

from __future__ import annotations

import pygame

from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.view import LETTER_ROWS, LETTERS_ACROSS, WIPE, NameView, Picked

PLATE = 220
"""Height of the plate with the name, units."""


def draw(canvas: Canvas, view: NameView, area: pygame.Rect) -> None:
    """Draw title, plate and letters, the chosen one on paper."""
    gap = canvas.px(theme.GUTTER)
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(104))
    canvas.text(view.title, head, theme.TITLE)
    plate = pygame.Rect(area.left, head.bottom + gap // 2, area.width, canvas.px(PLATE))
    colour = theme.SEATS[view.player.colour % len(theme.SEATS)]
    canvas.surface.blit(widgets.plate(plate.width, plate.height, colour), plate)
    size = plate.height // 2
    sign = pygame.Rect(plate.left + gap, plate.centery - size // 2, size, size)
    canvas.surface.blit(widgets.shape(size, view.player.colour, theme.NIGHT), sign)
    box = layout.inset(plate, 0, plate.height // 6)
    box = pygame.Rect(sign.right + gap, box.top, plate.right - sign.right - 3 * gap, box.height)
    ink = canvas.text(view.player.name, box, theme.GIANT, theme.NIGHT, name=True, plate=True)
    # Where the next letter goes: a bar, which stands still.
    caret = pygame.Rect(max(ink.right, box.left) + canvas.px(14), plate.top + plate.height // 5, canvas.px(10), 0)
    caret.height = plate.height * 3 // 5
    canvas.fill(caret, theme.NIGHT)
    letters = pygame.Rect(area.left, plate.bottom + gap, area.width, area.bottom - plate.bottom - gap)
    _letters(canvas, view, letters)


def _letters(canvas: Canvas, view: NameView, rect: pygame.Rect) -> None:
    columns = LETTERS_ACROSS
    cell = min(rect.width // columns, rect.height // LETTER_ROWS)
    for number, letter in enumerate(view.letters):
        line, column = divmod(number, columns)
        box = pygame.Rect(rect.left + column * (rect.width // columns), rect.top + line * cell, cell, cell)
        chosen = number == view.chosen
        canvas.touch(pygame.Rect(box.left, box.top, rect.width // columns, cell), Picked(view.title, letter))
        if chosen:
            canvas.surface.blit(widgets.plate(cell, cell, theme.PAPER), box)
        ink = theme.NIGHT if chosen else theme.LAMP if line == LETTER_ROWS - 1 else theme.PAPER
        if letter == " ":
            _space(canvas, box, ink)
        elif letter == WIPE:
            _wipe(canvas, box, ink)
        else:
            canvas.text(letter, layout.inset(box, cell // 6), theme.FIGURE, ink, align="centre")


def _space(canvas: Canvas, box: pygame.Rect, ink: theme.Colour) -> None:
    """The sign for a space: a trough."""
    line, edge = canvas.px(6), box.width // 2
    left, top = box.left + edge // 2, box.centery
    points = [(left, top), (left, top + edge // 3), (left + edge, top + edge // 3), (left + edge, top)]
    pygame.draw.lines(canvas.surface, ink, closed=False, points=points, width=line)


def _wipe(canvas: Canvas, box: pygame.Rect, ink: theme.Colour) -> None:
    """The sign for wiping a letter out: an arrow back."""
    edge = box.width // 5
    head = [(box.centerx - edge, box.centery), (box.centerx, box.centery - edge), (box.centerx, box.centery + edge)]
    pygame.draw.polygon(canvas.surface, ink, head)
    canvas.fill(pygame.Rect(box.centerx, box.centery - edge // 3, edge, max(1, edge * 2 // 3)), ink)
