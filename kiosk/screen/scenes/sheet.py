"""A score sheet: a line for each box, a column for each seat; written points in the seat's colour, previews grey."""

from dataclasses import dataclass, replace

import pygame

from kiosk.games.core import SheetLine
from kiosk.screen.drawing import layout, match_table, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.text import width
from kiosk.screen.scenes import board
from kiosk.view import Picked, PlayView

HEAD, TOTAL = 1.8, 1.6
"""The head is 1.8 and the total 1.6 lines high."""
NARROWEST = 0.34
"""The names of the boxes have at least 0.34 of the width."""
WIDEST = 170
"""Greatest width of a column, units."""
NAMED = 150
"""A column of at least 150 units has its player's name over it, if no name must be shortened."""
FIRST_JUMP = 3
"""KEEP 3 jumps to the best offer, KEEP 4 and 5 to the next (kiosk/referee/picking.py)."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the lines and columns stand: the name of a line, and its cells by seat."""

    names: pygame.Rect
    cells: tuple[pygame.Rect, ...]

    def line(self, top: int, height: int) -> "_Grid":
        return _Grid(
            pygame.Rect(self.names.left, top, self.names.width, height),
            tuple(pygame.Rect(cell.left, top, cell.width, height) for cell in self.cells),
        )

    @property
    def whole(self) -> pygame.Rect:
        """The line from its name to its last cell."""
        return self.names.union(self.cells[-1])


def draw(canvas: Canvas, view: PlayView, page: match_table.MatchLayout) -> None:
    canvas.board = page.seats.inflate(2 * canvas.px(theme.GUTTER), 0)
    lines, seats = view.game.sheet, len(view.players)
    board.draw_head(canvas, view.game.phase, page.phase)
    _, area = layout.top(page.seats, 0, canvas.px(10))
    grid = _grid(canvas, area, seats)
    step = area.height / (len(lines) - 1 + HEAD + TOTAL)
    top = area.top + step * HEAD
    _head(canvas, view, grid.line(area.top, round(top) - area.top))
    turn = view.game.seat
    if turn is not None:
        column = grid.cells[turn]
        canvas.fill(pygame.Rect(column.left, round(top), column.width, area.bottom - round(top)), theme.SHADE)
    for number, line in enumerate(lines):
        height = step * (TOTAL if number == len(lines) - 1 else 1)
        here = grid.line(round(top), round(top + height) - round(top))
        _line(canvas, view, line, here, last=number == len(lines) - 1)
        top += height
    if turn is not None:
        column = grid.cells[turn].union(pygame.Rect(grid.cells[turn].left, area.top, 1, area.height))
        canvas.frame(column, theme.seat(view.players[turn].colour), 4)


def _grid(canvas: Canvas, area: pygame.Rect, seats: int) -> _Grid:
    """Columns as wide as there is room for; what they leave is the names'."""
    wide = min(canvas.px(WIDEST), round(area.width * (1 - NARROWEST)) // seats)
    left = area.right - wide * seats
    names = pygame.Rect(area.left, area.top, left - area.left, area.height)
    return _Grid(names, tuple(pygame.Rect(left + n * wide, area.top, wide, area.height) for n in range(seats)))


def _head(canvas: Canvas, view: PlayView, head: _Grid) -> None:
    """Over each column its seat's sign, and the names where they have room."""
    room = head.cells[0].width - 2 * canvas.px(3) - 2 * canvas.px(4)
    longest = max(width(theme.SMALL.face, canvas.say(player.name)) for player in view.players) * canvas.smallest
    named = head.cells[0].width >= canvas.px(NAMED) and longest <= room
    for player, cell in zip(view.players, head.cells, strict=True):
        inner = layout.inset(cell, canvas.px(3), canvas.px(3))
        if not named:
            canvas.seat_sign(inner, player.colour)
            if player.house:
                _house(canvas, inner)
            continue
        canvas.plate(inner, theme.seat(player.colour))
        sign, name = layout.rows(layout.inset(inner, canvas.px(4), canvas.px(6)), canvas.px(2), 42, 58)
        size = min(sign.size)
        canvas.sign(theme.shape(player.colour), size, (sign.centerx - size // 2, sign.centery), theme.NIGHT)
        if player.house:
            _house(canvas, inner)
        canvas.text(player.name, name, theme.SMALL, theme.NIGHT, align="centre", name=True)


def _house(canvas: Canvas, rect: pygame.Rect) -> None:
    """The mark of a seat that the house plays, in the corner."""
    size = max(8, min(canvas.px(26), rect.width // 3))
    canvas.sign("house", size, (rect.left + canvas.px(3), rect.top + canvas.px(3) + size // 2), theme.NIGHT)


def _line(canvas: Canvas, view: PlayView, line: SheetLine, here: _Grid, *, last: bool) -> None:
    """A box, a sum, or the total in large figures."""
    marked = view.pick is not None and line.box == view.pick.marked
    gap = canvas.px(2)
    if marked:
        canvas.plate(layout.bottom(here.names, 0, gap)[0], theme.LAMP)
    if line.box is None:
        canvas.rule(here.names.left, here.names.top, here.whole.width, units=3 if last else 2)
    _name(canvas, view, line, here.names, marked=marked, last=last)
    style = theme.LEAD if line.box is not None else theme.BODY
    if last:
        box = layout.inset(here.cells[0], canvas.px(5), gap)
        style = canvas.alike(map(str, line.cells), box.size, theme.FIGURE, theme.LEAD)
    for seat, (cell, points) in enumerate(zip(here.cells, line.cells, strict=True)):
        room = layout.inset(cell, canvas.px(3), gap)
        mine = seat == view.game.seat
        if line.box is not None and points is not None:
            canvas.plate(room, theme.seat(view.players[seat].colour))
            _figure(canvas, points, room, style, theme.NIGHT)
        elif mine and line.preview is not None:
            if marked:
                canvas.plate(room, theme.LAMP)
            _figure(canvas, line.preview, room, style, theme.NIGHT if marked else theme.DUST)
            if view.pick is not None and line.box is not None:
                canvas.touch(here.whole, Picked(view.title, line.box))
        elif points is not None:
            _figure(canvas, points, room, style, theme.PAPER if last or mine else theme.DUST)
    if line.box is not None:
        canvas.rule(here.names.left, here.names.bottom - gap, here.whole.width, units=1)


def _figure(canvas: Canvas, points: int, room: pygame.Rect, style: theme.Style, ink: theme.Colour) -> None:
    canvas.text(str(points), layout.inset(room, canvas.px(2), room.height // 8), style, ink, align="centre")


def _name(canvas: Canvas, view: PlayView, line: SheetLine, room: pygame.Rect, *, marked: bool, last: bool) -> None:
    """What the line is called, what a sum is to reach, and the button that jumps there."""
    pad = canvas.px(10)
    best = () if view.pick is None else view.pick.best
    inner = layout.inset(room, pad, 0)
    if line.box in best:
        size = min(round(room.height * 0.86), canvas.px(46))
        ring = pygame.Rect(inner.right - size, room.centery - size // 2, size, size)
        ink = theme.NIGHT if marked else theme.LAMP
        pygame.draw.aacircle(canvas.surface, ink, ring.center, size // 2, canvas.px(3))
        number = str(FIRST_JUMP + best.index(line.box or ""))
        canvas.text(number, ring, replace(theme.SMALL, size=26), ink, align="centre")
        inner.width -= size + pad
    string = canvas.say(line.text) + (f" / {line.goal}" if line.goal is not None else "")
    ink = theme.NIGHT if marked else theme.PAPER if line.box is not None or last else theme.DUST
    style = theme.HEADING if last else theme.BODY if line.box is not None else theme.SMALL
    fits = width(style.face, string) * canvas.smallest <= inner.width
    canvas.text(string, inner, replace(style, size=min(style.size, 34)), ink, name=not fits)
