"""A turn in three pictures, side by side, or one above the other: throw, keep, end."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes.dice_row import draw_dice
from kiosk.view import DieView, HowToView

THROWN = ((6, -14, 0.2, 0.34), (2, 11, 0.52, 0.66), (4, 27, 0.8, 0.32))
"""Dice of the first picture: value, degrees askew, and where, in shares of the tray."""
DIE = 0.3
"""Size of a thrown die to the tray's height."""


def draw(canvas: Canvas, view: HowToView, area: pygame.Rect) -> None:
    """Draw the title and the three steps, each numbered, with its sentence below."""
    gap = canvas.px(theme.GUTTER)
    body = canvas.titled(view.title, area)
    wide = area.width > area.height * layout.UPRIGHT
    canvas.touch(area, Button.END)
    places = (layout.columns if wide else layout.rows)(body, gap, 1, 1, 1)
    steps = ((_thrown, view.throw), (_kept, view.keep), (_ended, view.end))
    for number, (place, (picture, sentence)) in enumerate(zip(places, steps, strict=True), 1):
        _step(canvas, number, place, picture, sentence, above=wide)


def _step(
    canvas: Canvas,
    number: int,
    place: pygame.Rect,
    picture: Callable[[Canvas, pygame.Rect], None],
    sentence: Text,
    *,
    above: bool,
) -> None:
    """One step: its picture `above` its sentence, or beside it."""
    gap = canvas.px(theme.GUTTER)
    upper, lower = layout.rows(place, gap, 54, 46) if above else layout.columns(place, gap, 45, 55)
    canvas.fill(upper, theme.SHADE)
    picture(canvas, layout.inset(upper, canvas.px(24)))
    figure = pygame.Rect(lower.left, lower.top, canvas.px(84), canvas.px(96))
    canvas.text(str(number), figure, theme.TITLE, theme.LAMP, valign="top")
    words = pygame.Rect(figure.right, lower.top, lower.right - figure.right, lower.height)
    canvas.text(sentence, words, theme.PROMPT, valign="top", lines=5)


def _thrown(canvas: Canvas, rect: pygame.Rect) -> None:
    """A tray with dice that lie as they fell."""
    pygame.draw.rect(canvas.surface, theme.LINE, rect, canvas.px(8), border_radius=canvas.px(28))
    size = round(min(rect.height, rect.width * 3 // 4) * DIE)
    for value, lean, across, down in THROWN:
        image = widgets.die(size, value, lean)
        middle = rect.left + round(rect.width * across), rect.top + round(rect.height * down)
        canvas.surface.blit(image, image.get_rect(center=middle))


def _kept(canvas: Canvas, rect: pygame.Rect) -> None:
    """A die that stays, and one that is thrown again."""
    rect = pygame.Rect(rect.left, rect.top + rect.height // 5, rect.width, rect.height * 4 // 5)
    draw_dice(canvas, rect, (DieView(4, kept=True), DieView(6)))


def _ended(canvas: Canvas, rect: pygame.Rect) -> None:
    """The key that ends a turn, lit."""
    key = pygame.Rect(0, 0, min(rect.width, rect.height * 3 // 2), rect.height * 3 // 5)
    key.center = rect.center
    canvas.fill(key, theme.NIGHT)
    lamp = pygame.Rect(key.left, key.bottom - key.height // 6, key.width, key.height // 6)
    canvas.fill(lamp, theme.LAMP)
    label = layout.inset(pygame.Rect(key.left, key.top, key.width, lamp.top - key.top), canvas.px(16))
    canvas.text(say("End turn"), label, theme.HEADING, align="centre", lines=2)
