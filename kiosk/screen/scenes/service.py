"""The service page: what can be set and known to the left, what the reader sees and the panel to the right."""

from __future__ import annotations

from dataclasses import replace

import pygame

from hardware.presses import KEEPS, Button
from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes import menu
from kiosk.view import DieView, ServiceView
from vision.types import Image

PANEL = 120
"""Height of the buttons under test, units."""


def draw(canvas: Canvas, view: ServiceView, area: pygame.Rect) -> None:
    """Draw the list, the camera's picture with what was read, and the seven buttons."""
    gap = canvas.px(theme.GUTTER)
    left, right = layout.halves(area, gap, beside=(54, 46), stacked=(56, 44))
    menu.draw(canvas, replace(view.menu, hint=None), left)
    panel = pygame.Rect(right.left, right.bottom - canvas.px(PANEL), right.width, canvas.px(PANEL))
    picture = pygame.Rect(right.left, right.top, right.width, panel.top - gap - right.top)
    if view.image is None:
        canvas.frame(picture, theme.LINE)
        canvas.text(say("No picture"), layout.inset(picture, gap), theme.LEAD, theme.DUST, align="centre")
    else:
        place = layout.shaped(picture, view.image.shape[1] / view.image.shape[0], top=True)
        draw_seen(canvas, view.image, view.dice, place)
    _panel(canvas, view, panel)


def draw_seen(canvas: Canvas, image: Image, dice: tuple[DieView, ...], rect: pygame.Rect) -> None:
    """The picture, each die framed and its value beside it; a frame without a value is a doubt."""
    canvas.surface.blit(widgets.picture(image, rect.size), rect)
    canvas.camera = None
    scale = rect.width / image.shape[1]
    for die in dice:
        if die.box is None:
            continue
        x, y, width, height = (value * scale for value in die.box)
        box = pygame.Rect(round(rect.left + x), round(rect.top + y), round(width), round(height)).inflate(8, 8)
        colour = theme.ALARM if die.value is None else theme.LAMP
        pygame.draw.rect(canvas.surface, theme.NIGHT, box.inflate(4, 4), canvas.px(10))
        pygame.draw.rect(canvas.surface, colour, box, canvas.px(5))
        tag = pygame.Rect(0, 0, max(canvas.px(52), round(canvas.smallest * 1.4)), round(canvas.smallest * 1.4))
        tag.midbottom = box.centerx, max(box.top, rect.top + tag.height)
        canvas.fill(tag, colour)
        canvas.text("?" if die.value is None else str(die.value), tag, theme.BODY, theme.NIGHT, align="centre")
    canvas.frame(rect, theme.LINE, 3)


def _panel(canvas: Canvas, view: ServiceView, rect: pygame.Rect) -> None:
    """The buttons: a filled ring was pressed, the last one is lit."""
    step = rect.width // len(Button)
    radius = min(step // 3, rect.height // 3)
    for number, button in enumerate(Button):
        centre = rect.left + round((number + 0.5) * step), rect.top + radius + canvas.px(4)
        pressed, last = button in view.pressed, button is view.last
        colour = theme.LAMP if last else theme.DUST if pressed else theme.LINE
        pygame.draw.aacircle(canvas.surface, colour, centre, radius, 0 if pressed or last else canvas.px(5))
        canvas.touch(pygame.Rect(rect.left + number * step, rect.top, step, rect.height), button)
        label = pygame.Rect(rect.left + number * step, centre[1] + radius, step, rect.bottom - centre[1] - radius)
        name = str(KEEPS.index(button) + 1) if button in KEEPS else say("End") if button is Button.END else say("Menu")
        canvas.text(name, label, theme.SMALL, theme.PAPER if pressed else theme.DUST, align="centre")
