"""One list to choose from with the buttons alone; the players, where it is about them."""

from __future__ import annotations

import pygame

from kiosk.screen import layout, theme, widgets
from kiosk.screen.canvas import Canvas
from kiosk.view import Item, MenuView, Player

ROW = 96
"""Height of a line, units."""
MOST = 9
"""Lines shown at once; longer lists roll."""


def draw(canvas: Canvas, view: MenuView, area: pygame.Rect) -> None:
    """Draw the title, the list with what is chosen on a plate, what it means, and the players."""
    gap = canvas.px(theme.GUTTER)
    head, body, foot = _parts(canvas, view, area)
    canvas.text(view.title, head, theme.TITLE, lines=2)
    canvas.rule(head.left, head.bottom + canvas.px(4), head.width, theme.LINE)
    if view.players:
        if area.width > area.height * layout.UPRIGHT:
            body, side = layout.columns(body, gap, 64, 36)
        else:
            body, side = layout.rows(body, gap, 62, 38)
        _players(canvas, view.players, side)
    _items(canvas, view, body)
    if view.hint is not None:
        canvas.text(view.hint, foot, theme.BODY, theme.DUST, lines=2)


def _parts(canvas: Canvas, view: MenuView, area: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(104))
    tall = canvas.px(80) if view.hint is not None else 0
    foot = pygame.Rect(area.left, area.bottom - tall, area.width, tall)
    top = head.bottom + canvas.px(28)
    return head, pygame.Rect(area.left, top, area.width, foot.top - top - canvas.px(12)), foot


def _items(canvas: Canvas, view: MenuView, rect: pygame.Rect) -> None:
    """The lines round the chosen one, its detail under it."""
    if not view.items:
        return
    explained = any(item.detail is not None for item in view.items)
    detail = canvas.px(112) if explained else 0
    row = min(canvas.px(ROW), (rect.height - detail) // min(len(view.items), MOST))
    room = max(1, min(len(view.items), (rect.height - detail) // max(1, min(row, canvas.px(ROW)))))
    first = max(0, min(view.chosen - room // 2, len(view.items) - room))
    top = rect.top
    for number in range(first, first + room):
        chosen = number == view.chosen
        item = view.items[number]
        tall = row + (detail if chosen and item.detail is not None else 0)
        _item(canvas, item, pygame.Rect(rect.left, top, rect.width, tall), row, chosen=chosen)
        top += tall
    _arrows(
        canvas, pygame.Rect(rect.left, rect.top, rect.width, top - rect.top), first > 0, first + room < len(view.items)
    )


def _item(canvas: Canvas, item: Item, rect: pygame.Rect, row: int, *, chosen: bool) -> None:
    pad = canvas.px(30)
    line = layout.inset(pygame.Rect(rect.left, rect.top, rect.width, row), pad, canvas.px(10))
    ink = theme.NIGHT if chosen else theme.PAPER
    if chosen:
        canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.PAPER), rect)
    else:
        canvas.rule(rect.left, rect.bottom - canvas.px(2), rect.width, theme.SHADE, 2)
    label = line
    if item.value is not None:
        label, value = layout.columns(line, pad, 58, 42)
        canvas.text(item.value, value, theme.LEAD, ink if chosen else theme.LAMP, align="right")
    canvas.text(item.label, label, theme.FIGURE if item.value is None else theme.LEAD, ink)
    if chosen and item.detail is not None:
        box = pygame.Rect(line.left, rect.top + row, line.width, rect.height - row - canvas.px(14))
        canvas.text(item.detail, box, theme.BODY, ink, lines=3, valign="top")


def _arrows(canvas: Canvas, rect: pygame.Rect, above: bool, below: bool) -> None:
    """More lines above or below what fits."""
    size = canvas.px(22)
    x = rect.right - size - canvas.px(4)
    if above:
        _arrow(canvas, x, rect.top + size, -size)
    if below:
        _arrow(canvas, x, rect.bottom - size, size)


def _arrow(canvas: Canvas, x: int, y: int, size: int) -> None:
    points = [(x - abs(size), y - size // 2), (x + abs(size), y - size // 2), (x, y + size // 2)]
    pygame.draw.polygon(canvas.surface, theme.LAMP, points)


def _players(canvas: Canvas, players: tuple[Player, ...], rect: pygame.Rect) -> None:
    """Who is to play, in order, each with colour and shape."""
    height = min(canvas.px(ROW), rect.height // len(players))
    for number, player in enumerate(players):
        row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height - canvas.px(8))
        draw_player(canvas, player, row)


def draw_player(canvas: Canvas, player: Player, row: pygame.Rect) -> None:
    """A name on the seat's colour, with its shape."""
    colour = theme.SEATS[player.colour % len(theme.SEATS)]
    canvas.surface.blit(widgets.plate(row.width, row.height, colour), row)
    size = round(row.height * 0.56)
    pad = canvas.px(20)
    canvas.surface.blit(widgets.shape(size, player.colour, theme.NIGHT), (row.left + pad, row.centery - size // 2))
    left = row.left + size + 2 * pad
    box = pygame.Rect(left, row.top, row.right - pad - left, row.height)
    canvas.text(player.name, layout.inset(box, 0, row.height // 6), theme.FIGURE, theme.NIGHT, name=True)
