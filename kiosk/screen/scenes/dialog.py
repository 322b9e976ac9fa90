"""A correction, or a roll entered by hand: a sheet of paper laid over the match."""

import pygame

from hardware.presses import KEEPS
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.view import DialogView

VEIL = (12, 9, 7, 190)
"""Darkens the match behind the dialog, RGBA."""
DIE_TO_CUT_OUT = 0.72
"""The camera's cut-out is 0.72 of the size of the drawn die under it."""


def draw(canvas: Canvas, view: DialogView, area: pygame.Rect) -> None:
    veil = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
    veil.fill(VEIL)
    canvas.surface.blit(veil, (0, 0))
    # The match behind can be neither touched nor animated: what moves there would be painted over the veil.
    canvas.placed.clear()
    canvas.marks.clear()
    canvas.piles.clear()
    canvas.camera = None
    sheet = layout.inset(area, area.width // 24, area.height // 12)
    if sheet.height > sheet.width:
        sheet = layout.shaped(sheet, 1.0)
    canvas.plate(sheet, theme.PAPER)
    inner = layout.inset(sheet, canvas.px(48), canvas.px(32))
    title, dice = layout.rows(inner, canvas.px(24), 30, 70)
    canvas.text(view.title, title, theme.TITLE, theme.NIGHT, align="centre", lines=2)
    canvas.rule(inner.left, title.bottom + canvas.px(8), inner.width, theme.NIGHT)
    _dice(canvas, view, dice)


def _dice(canvas: Canvas, view: DialogView, rect: pygame.Rect) -> None:
    if not view.dice:
        return
    cell = rect.width // len(view.dice)
    pictures = any(die.picture is not None for die in view.dice)
    high = rect.height - canvas.px(80)
    size = min(int(cell * 0.7), int(high / (1.1 + DIE_TO_CUT_OUT if pictures else 1)), canvas.px(330))
    for number, (die, dye) in enumerate(zip(view.dice, widgets.dyes_of(view.dice), strict=True)):
        middle = rect.left + round((number + 0.5) * rect.width / len(view.dice))
        cut = round(size * DIE_TO_CUT_OUT) if pictures else 0
        tall = size + cut + (size // 10 if cut else 0)
        top = rect.centery - tall // 2
        face = pygame.Rect(middle - size // 2, top + tall - size, size, size)
        if number == view.chosen:
            around = pygame.Rect(middle - size // 2, top, size, tall).inflate(canvas.px(44), canvas.px(44))
            canvas.fill(around, theme.NIGHT)
            canvas.frame(around, theme.LAMP, 10)
            pygame.draw.polygon(
                canvas.surface,
                theme.NIGHT,
                [(middle + x * canvas.px(26), around.bottom + y * canvas.px(22)) for x, y in ((-1, 0), (1, 0), (0, 1))],
            )
        if die.picture is not None:
            canvas.surface.blit(widgets.cut_out(die.picture, cut, max(2, cut // 12)), (middle - cut // 2, top))
        if die.value is None:
            canvas.surface.blit(widgets.ghost(size, theme.DUST if number == view.chosen else theme.LINE), face)
            ink = theme.PAPER if number == view.chosen else theme.NIGHT
            canvas.text("?", layout.inset(face, size // 5), theme.GIANT, ink, align="centre")
        else:
            outline = face.inflate(canvas.px(8), canvas.px(8))  # an ivory die on paper needs one
            pygame.draw.rect(canvas.surface, theme.NIGHT, outline, border_radius=round(size * 0.2))
            draw_die(canvas, face, die.value, view.play.game.faces, dye)
        if die.button is not None:
            canvas.touch(pygame.Rect(middle - cell // 2, rect.top, cell, rect.height), KEEPS[die.button - 1])
