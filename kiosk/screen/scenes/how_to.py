"""A turn in three pictures, side by side, or one above the other: as the game that is to be played shows it."""

from collections.abc import Sequence

import pygame

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.screen.scenes.dice_row import draw_dice
from kiosk.view import HowToView, TurnStep

FALLEN = ((-14, 0.18, 0.3), (11, 0.5, 0.68), (27, 0.8, 0.3), (-8, 0.2, 0.74), (17, 0.8, 0.74), (5, 0.49, 0.26))
"""How up to six dice lie in the tray: degrees askew, and where, in shares of its width and height."""
DIE = 0.27
"""A thrown die is 0.27 as large as the tray is high."""


def draw(canvas: Canvas, view: HowToView, area: pygame.Rect) -> None:
    gap = canvas.px(theme.GUTTER)
    body = canvas.titled(view.title, area)
    wide = area.width > area.height * layout.UPRIGHT
    canvas.touch(area, Button.END)
    places = (layout.columns if wide else layout.rows)(body, gap, 1, 1, 1)
    for number, (place, step) in enumerate(zip(places, view.steps, strict=True), 1):
        upper, lower = layout.rows(place, gap, 52, 48) if wide else layout.columns(place, gap, 45, 55)
        canvas.fill(upper, theme.SHADE)
        _picture(canvas, step, layout.inset(upper, canvas.px(24)), view.faces)
        figure, words = layout.left(lower, canvas.px(84))
        figure.height = canvas.px(96)
        canvas.text(str(number), figure, theme.TITLE, theme.LAMP, valign="top")
        more = step.hint or step.sought
        if more is not None:
            words, below = layout.rows(words, canvas.px(theme.GAP), 62, 38)
            canvas.text(more, below, theme.BODY, theme.DUST if step.hint else theme.LAMP, valign="top", lines=4)
        canvas.text(step.sentence, words, theme.PROMPT, valign="top", lines=4)


def _picture(canvas: Canvas, step: TurnStep, rect: pygame.Rect, faces: Sequence[Text]) -> None:
    """Dice as they fell, the key that ends a turn, or the dice of which some stay."""
    if step.fallen:
        pygame.draw.rect(canvas.surface, theme.LINE, rect, canvas.px(8), border_radius=canvas.px(28))
        size = round(min(rect.height, rect.width * 3 // 4) * DIE)
        for die, (lean, across, down) in zip(step.dice, FALLEN, strict=False):
            middle = rect.left + round(rect.width * across), rect.top + round(rect.height * down)
            draw_die(canvas, layout.square(size, middle), die.value or 1, faces, lean=lean)
    elif step.key is not None:
        key = pygame.Rect(0, 0, min(rect.width, rect.height * 3 // 2), rect.height * 3 // 5)
        key.center = rect.center
        canvas.fill(key, theme.NIGHT)
        label, lamp = layout.bottom(key, key.height // 6)
        canvas.fill(lamp, theme.LAMP)
        canvas.text(step.key, layout.inset(label, canvas.px(16)), theme.HEADING, align="centre", lines=2)
    else:
        draw_dice(canvas, rect, step.dice, step.missing, faces)
