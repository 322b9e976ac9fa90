"""The match is over: places, first to last, and who pays."""

from __future__ import annotations

import pygame

from hardware.panel import KEEPS
from kiosk.screen import layout, theme, widgets
from kiosk.screen.canvas import Canvas
from kiosk.view import EndView

FIRST = 2.0
"""Height of the winner's line to the others'."""
ROW = 132
"""The tallest line, units."""


def draw(canvas: Canvas, view: EndView, area: pygame.Rect) -> None:
    """Draw the places as a bill, the winner's name the largest."""
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(58))
    canvas.text(view.title, head, theme.SMALL, theme.DUST)
    tall = canvas.px(150) if view.summary is not None or view.dice else 0
    top = head.bottom + canvas.px(10)
    bill = pygame.Rect(area.left, top, area.width, area.bottom - tall - top - canvas.px(12))
    bottom = _bill(canvas, view, bill)
    if tall:
        foot = pygame.Rect(area.left, min(area.bottom - tall, bottom + canvas.px(40)), area.width, tall)
        canvas.rule(foot.left, foot.top + canvas.px(6), foot.width)
        _foot(canvas, view, layout.inset(foot, 0, canvas.px(20)))


def _foot(canvas: Canvas, view: EndView, rect: pygame.Rect) -> None:
    """The dice that decided it, which a long press may still correct, and a word on the match."""
    left = rect.left
    for die in view.dice:
        if die.value is None:
            continue
        place = pygame.Rect(left, rect.top, rect.height, rect.height)
        canvas.surface.blit(widgets.die(rect.height, die.value), place)
        if die.button is not None:
            canvas.touch(place, KEEPS[die.button - 1])
        left = place.right + canvas.px(14)
    if view.summary is not None:
        left += canvas.px(20) if view.dice else 0
        canvas.text(view.summary, pygame.Rect(left, rect.top, rect.right - left, rect.height), theme.LEAD, lines=2)


def _bill(canvas: Canvas, view: EndView, rect: pygame.Rect) -> int:
    """The places; where their list ends."""
    lines = [(place, seat) for place, seats in enumerate(view.standing, 1) for seat in seats]
    if not lines:
        return rect.top
    gap = canvas.px(10)
    winners = len(view.standing[0])
    shares = FIRST * winners + len(lines) - winners
    one = min(canvas.px(ROW), round((rect.height - gap * (len(lines) - 1)) / shares))
    place_before = 0
    y = rect.top
    number = 1
    for index, (place, seat) in enumerate(lines):
        high = round(one * FIRST) if place == 1 else one
        if place != place_before:
            number, place_before = index + 1, place
        _line(canvas, view, pygame.Rect(rect.left, y, rect.width, high), number, seat, first=place == 1)
        y += high + gap
    return y


def _line(canvas: Canvas, view: EndView, row: pygame.Rect, place: int, seat: int, *, first: bool) -> None:
    player = view.players[seat]
    colour = theme.SEATS[player.colour % len(theme.SEATS)]
    ink = theme.NIGHT if first else theme.PAPER
    if first:
        canvas.surface.blit(widgets.plate(row.width, row.height, colour), row)
    else:
        canvas.fill(row, theme.SHADE)
        canvas.fill(pygame.Rect(row.left, row.top, canvas.px(14), row.height), colour)
    down = row.height // 6
    figure = pygame.Rect(row.left + canvas.px(36), row.top + down, canvas.px(130), row.height - 2 * down)
    canvas.text(str(place), figure, theme.GIANT if first else theme.FIGURE, ink)
    size = round(row.height * 0.5)
    canvas.surface.blit(
        widgets.shape(size, player.colour, ink if first else colour), (figure.right, row.centery - size // 2)
    )
    left = figure.right + size + canvas.px(30)
    name = pygame.Rect(left, figure.top, row.right - canvas.px(30) - left, figure.height)
    canvas.text(player.name, name, theme.GIANT if first else theme.FIGURE, ink, name=True, plate=True)
