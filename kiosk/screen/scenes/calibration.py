"""The table learns its tray, or its dice: what to do now and how far it is, beside what the camera sees."""

from __future__ import annotations

import pygame

from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.cache import cached
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes import service
from kiosk.view import CalibrationView, SteadinessView, ThrowKey
from vision.types import Signal

MARK = 26
"""Radius of the mark of a step, units."""
STEP = 84
"""From one mark to the next."""
SIGN = 92
"""Width of the sign of how steady all is, units."""
COLOURS = {Signal.GREEN: theme.WELL, Signal.AMBER: theme.LAMP, Signal.RED: theme.ALARM}


def draw(canvas: Canvas, view: CalibrationView, area: pygame.Rect) -> None:
    """Draw the title, the steps as marks, the sentence, and the picture with what was read."""
    gap = canvas.px(theme.GUTTER)
    learned = 0 < view.steps == view.done
    tray = say("The tray is learned") if learned else say("The table learns its tray")
    body = canvas.titled(view.title or tray, area)
    words, picture = layout.halves(body, gap, beside=(44, 56), stacked=(40, 60))
    _steps(canvas, view, words)
    below = words.top + (canvas.px(3 * MARK) + gap if view.steps else 0)
    asked, steady = layout.rows(pygame.Rect(words.left, below, words.width, words.bottom - below), gap, 50, 50)
    canvas.text(
        view.prompt,
        asked if view.steadiness is not None else asked.union(steady),
        theme.PROMPT,
        theme.LAMP if learned else theme.PAPER,
        valign="top",
        lines=6,
    )
    if view.steadiness is not None:
        _steadiness(canvas, view.steadiness, steady)
    if view.image is None:
        canvas.frame(picture, theme.LINE)
        canvas.text(say("No picture"), layout.inset(picture, gap), theme.LEAD, theme.DUST, align="centre")
    else:
        shape = view.image.shape[1] / view.image.shape[0]
        place = layout.shaped(picture, shape, top=True)
        canvas.touch(place, ThrowKey())
        service.draw_seen(canvas, view.image, view.dice, place)


def _steps(canvas: Canvas, view: CalibrationView, rect: pygame.Rect) -> None:
    """A mark for each step: filled if it is done, in lamplight if it is the next."""
    radius = canvas.px(MARK)
    for number in range(view.steps):
        centre = rect.left + radius + number * canvas.px(STEP), rect.top + radius
        done, now = number < view.done, number == view.done
        colour = theme.PAPER if done else theme.LAMP if now else theme.LINE
        pygame.draw.aacircle(canvas.surface, colour, centre, radius, 0 if done else canvas.px(6))


def _steadiness(canvas: Canvas, view: SteadinessView, rect: pygame.Rect) -> None:
    """A sign that tells by its shape and its colour, the verdict beside it, and what to do below."""
    size, colour = canvas.px(SIGN), COLOURS[view.signal]
    canvas.rule(rect.left, rect.top, rect.width)
    head = pygame.Rect(rect.left, rect.top + canvas.px(theme.GAP), rect.width, size)
    drawn = widgets.warning(size, colour, theme.NIGHT) if view.signal is Signal.AMBER else sign(size, view.signal)
    canvas.surface.blit(drawn, head)
    beside = head.left + size + canvas.px(theme.GAP)
    canvas.text(view.verdict, pygame.Rect(beside, head.top, head.right - beside, size), theme.LEAD, colour, lines=2)
    if view.mend is not None:
        below = head.bottom + canvas.px(1.5 * theme.GAP)
        room = pygame.Rect(rect.left, below, rect.width, rect.bottom - below)
        canvas.text(view.mend, room, theme.LEAD, theme.PAPER, valign="top", lines=4)


@cached
def sign(size: int, signal: Signal) -> pygame.Surface:
    """A disc with a tick for green, a square that stands on a corner with a cross for red."""
    edge = size * widgets.FINE
    fine = pygame.Surface((edge, edge), pygame.SRCALPHA)

    def scaled(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * edge, y * edge) for x, y in points]

    if signal is Signal.GREEN:
        pygame.draw.circle(fine, COLOURS[signal], (edge / 2, edge / 2), edge * 0.47)
        strokes = [scaled((0.27, 0.52), (0.43, 0.69)), scaled((0.43, 0.69), (0.74, 0.33))]
    else:
        pygame.draw.polygon(fine, COLOURS[signal], scaled((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)))
        strokes = [scaled((0.35, 0.35), (0.65, 0.65)), scaled((0.35, 0.65), (0.65, 0.35))]
    for one, other in strokes:
        pygame.draw.line(fine, theme.NIGHT, one, other, round(edge * 0.09))
    for end in {end for stroke in strokes for end in stroke}:
        pygame.draw.circle(fine, theme.NIGHT, end, edge * 0.045)
    return pygame.transform.smoothscale(fine, (size, size))
