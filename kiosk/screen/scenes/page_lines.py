"""The lines of a page: a list that rolls, beside players where it is about them; or the letters of a name."""

from dataclasses import replace

import pygame

from kiosk.games.text import Text
from kiosk.match.seating import Player
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas, Deed
from kiosk.screen.drawing.scroll import ScrollBy
from kiosk.screen.drawing.text import wrap
from kiosk.view import LETTER_ROWS, LETTERS_ACROSS, WIPE, PageView, Picked

ROW = 96
"""Height of a line, units."""
TALL_ROW = 124
"""Height of a line that holds a whole sentence, units."""
READING_ROW = 150
READING_SPACE = 12
"""Gap between sentences, units, for each line that a sentence may have: more than between its own lines."""
READING = replace(theme.PROMPT, size=58)
READING_UPRIGHT = replace(theme.PROMPT, size=80)
READING_ROW_UPRIGHT = 250
"""Type and rows are larger on an upright screen, which has height to spare and short lines."""
LOWEST_ROW = 68
LOWEST_TITLE_ROW = 88
LOWEST_TALL_ROW = 100
"""Least height of a line, units, of settings, of titles in the poster's face, and of sentences; longer lists roll."""
MOST_LINES = 12
"""An item's explanation has up to 12 lines."""
LARGE_LINES = 2
"""It is set large if it fits into 2 lines."""
PAD = 30
PLAYER_ROW = 84
LABEL_SHARE = 0.5
"""In a line with a value the label takes half of the width."""
NAME_PLATE = 200
"""Height of the plate on which a name is written, units."""
UNSEEN = {" ": "space", WIPE: "wipe"}
"""Signs for the letters that cannot be seen."""
ROLLS = 80
"""Width of the marks beside a list that roll it, units: as wide as a finger."""


def draw(canvas: Canvas, view: PageView, body: pygame.Rect, *, wide: bool) -> None:
    """Draw the list with what is chosen on a plate, what it means, and the players beside it or below."""
    gap, side = canvas.px(theme.GUTTER), None
    if view.players and wide:
        body, side = layout.columns(body, gap, 64, 36)
    elif view.players:
        body, side = layout.bottom(body, min(body.height // 2, canvas.px(PLAYER_ROW) * len(view.players)), gap)
    bottom = _items(canvas, view, body)
    if side is not None:
        side.top = min(side.top, bottom + gap) if side.left == body.left else side.top
        _players(canvas, view.players, side)


def _items(canvas: Canvas, view: PageView, rect: pygame.Rect) -> int:
    """Draw the lines in sight, the chosen one's explanation below, and marks that roll; the y at which all this ends.

    Lines stand at the same places whichever is chosen, so that a second tap on a place meets the same line.
    """
    count = len(view.items)
    if not count:
        return rect.top
    gutter = canvas.px(ROLLS)
    line_width = rect.width - gutter - 2 * canvas.px(PAD)
    # Room for the longest explanation, whichever line is chosen.
    explained = max(_detail_height(canvas, item.detail, line_width) for item in view.items)
    style, lines = (
        _reading_style(canvas, view, line_width, rect) if view.reading else _label_style(canvas, view, line_width)
    )
    lowest = LOWEST_TALL_ROW if lines > 1 else LOWEST_TITLE_ROW if style.face == theme.POSTER else LOWEST_ROW
    room = max(1, min(count, (rect.height - explained) // canvas.px(lowest)))
    tallest = _reading_row(rect) if view.reading else ROW if lines == 1 else TALL_ROW
    row = min(canvas.px(tallest), (rect.height - explained) // room)
    # The place is remembered from picture to picture: the list must not jump while it is read.
    first = canvas.scroll.place(view.title, view.chosen, count, room)
    across = rect.width if room == count else rect.width - gutter
    area, below = layout.top(rect, room * row)
    canvas.scroll.area, canvas.scroll.row = area, row
    for number in range(first, first + room):
        box = pygame.Rect(rect.left, rect.top + (number - first) * row, across, row)
        if not view.reading:
            canvas.touch(box, Picked(view.title, view.items[number].label))
        _item(canvas, view, number, box, style, lines=lines)
    size, page = canvas.px(20), max(1, room - 1)
    upper, lower = layout.rows(layout.right(area, gutter)[1], 0, 1, 1)
    if first > 0:
        _mark(canvas, (upper.centerx, upper.top + row // 2), (0, -size), upper, ScrollBy(-page))
    if first + room < count:
        _mark(canvas, (lower.centerx, lower.bottom - row // 2), (0, size), lower, ScrollBy(page))
    detail = view.items[view.chosen].detail
    if detail is not None and first <= view.chosen < first + room:
        below.update(rect.left + canvas.px(PAD), area.bottom + canvas.px(14), line_width, explained - canvas.px(14))
        canvas.text(detail, below, _detail(canvas, detail, line_width)[0], lines=MOST_LINES, valign="top")
    return area.bottom + explained


def _detail(canvas: Canvas, text: Text, across: int) -> tuple[theme.Style, int]:
    """The style of an explanation and its number of lines: large if two lines are enough."""
    for style in (theme.BODY, theme.SMALL):
        size = max(style.size * canvas.unit, canvas.smallest)
        lines = len(wrap(style.face, canvas.say(text), across / size))
        if lines <= LARGE_LINES:
            break
    return style, lines


def _detail_height(canvas: Canvas, text: Text | None, across: int) -> int:
    if text is None:
        return 0
    style, lines = _detail(canvas, text, across)
    return round(canvas.px(14) + max(style.size * canvas.unit, canvas.smallest) * style.leading * lines)


def _label_style(canvas: Canvas, view: PageView, room: int) -> tuple[theme.Style, int]:
    """One size for the whole list; titles in the poster's face, settings and whole sentences in the plain one."""
    labels, row = [item.label for item in view.items], canvas.px(ROW)
    settings = [item for item in view.items if item.value is not None]
    if not settings:
        style = canvas.alike(labels, (room, row), theme.FIGURE)
        return (theme.FIGURE, 1) if style.size >= theme.HEADING.size else (theme.LEAD, 2)
    inner = room - canvas.px(4 * PAD)
    halves = [item.label for item in settings] + [item.value for item in settings if item.value is not None]
    half = canvas.alike(halves, (round(inner * LABEL_SHARE), row), theme.LEAD)
    size = min(half.size, canvas.alike(labels, (inner, row), theme.LEAD).size)
    return replace(theme.LEAD, size=round(max(size, theme.BODY.size))), 1 if size >= theme.BODY.size else 2


def _reading_style(canvas: Canvas, view: PageView, room: int, rect: pygame.Rect) -> tuple[theme.Style, int]:
    """The largest type in which every sentence goes into two lines, or three: it is read by a whole table."""
    style, lines = (READING_UPRIGHT, 3) if _upright(rect) else (READING, 2)
    row = min(canvas.px(_reading_row(rect)), rect.height // len(view.items)) - lines * canvas.px(READING_SPACE)
    return canvas.alike([item.label for item in view.items], (room, row), style, lines=lines), lines


def _reading_row(rect: pygame.Rect) -> int:
    return READING_ROW_UPRIGHT if _upright(rect) else READING_ROW


def _upright(rect: pygame.Rect) -> bool:
    return rect.width < rect.height * layout.UPRIGHT


def _item(canvas: Canvas, view: PageView, number: int, rect: pygame.Rect, style: theme.Style, *, lines: int) -> None:
    pad, item, chosen = canvas.px(PAD), view.items[number], number == view.chosen and not view.reading
    line = layout.inset(rect, pad, canvas.px(8))
    ink = theme.NIGHT if chosen else theme.PAPER
    if chosen:
        canvas.plate(rect, theme.PAPER)
    else:
        canvas.rule(rect.left, rect.bottom - canvas.px(2), rect.width, theme.SHADE, 2)
    label = line
    if item.value is not None:
        label, value = layout.columns(line, pad, LABEL_SHARE, 1 - LABEL_SHARE)
        size = canvas.px(16)
        inner = layout.inset(value, canvas.px(36), 0)
        colour = ink if chosen else theme.LAMP
        canvas.text(item.value, inner, style, colour, align="centre", lines=lines)
        # At fixed places, not beside the value: the marks must not move under the finger as it changes.
        back, on = layout.columns(pygame.Rect(value.left, rect.top, rect.right - value.left, rect.height), 0, 1, 1)
        if chosen and item.less:
            place = value.left + size, value.centery
            _mark(canvas, place, (-size, 0), back, Picked(view.title, item.label, -1))
        if chosen and item.more:
            place = value.right - size, value.centery
            _mark(canvas, place, (size, 0), on, Picked(view.title, item.label, 1))
    canvas.text(item.label, label, style, ink, lines=lines)


def _mark(canvas: Canvas, middle: tuple[int, int], way: tuple[int, int], around: pygame.Rect, deed: Deed) -> None:
    """A triangle that points `way`, and what a touch `around` it does."""
    (x, y), (dx, dy) = middle, way
    points = [(x + dx, y + dy), (x - dx // 2 - dy, y - dy // 2 + dx), (x - dx // 2 + dy, y - dy // 2 - dx)]
    pygame.draw.polygon(canvas.surface, theme.LAMP if isinstance(deed, ScrollBy) else theme.NIGHT, points)
    canvas.touch(around, deed)


def _players(canvas: Canvas, players: tuple[Player, ...], rect: pygame.Rect) -> None:
    height = min(canvas.px(PLAYER_ROW), rect.height // len(players))
    row = pygame.Rect(rect.left, rect.top, rect.width, height - canvas.px(8))
    room = rect.width - 3 * row.height // 2, row.height * 2 // 3
    style = canvas.alike([player.name for player in players], room, theme.FIGURE, name=True, plate=True)
    for player in players:
        canvas.name_plate(player, row, style)
        row.top += height


def draw_letters(canvas: Canvas, view: PageView, player: Player, body: pygame.Rect) -> None:
    """Draw the seat's own plate with what is written, and the letters below, the chosen one on paper."""
    plate, rect = layout.top(body, canvas.px(NAME_PLATE), canvas.px(theme.GUTTER))
    written = canvas.name_plate(player, plate, theme.GIANT)
    # Where the next letter goes: a bar, which stands still.
    caret = pygame.Rect(written.right + canvas.px(14), plate.top + plate.height // 5, canvas.px(10), 0)
    caret.height = plate.height * 3 // 5
    canvas.fill(caret, theme.NIGHT)
    step = rect.width // LETTERS_ACROSS
    cell = min(step, rect.height // LETTER_ROWS)
    for number, item in enumerate(view.items):
        line, column = divmod(number, LETTERS_ACROSS)
        box = pygame.Rect(rect.left + column * step, rect.top + line * cell, cell, cell)
        chosen, letter = number == view.chosen, item.label.message
        canvas.touch(pygame.Rect(box.left, box.top, step, cell), Picked(view.title, item.label))
        if chosen:
            canvas.plate(box, theme.PAPER)
        ink = theme.NIGHT if chosen else theme.LAMP if line == LETTER_ROWS - 1 else theme.PAPER
        if letter in UNSEEN:
            canvas.sign(UNSEEN[letter], cell, (box.left, box.top + cell // 2), ink)
        else:
            canvas.text(letter, layout.inset(box, cell // 6), theme.FIGURE, ink, align="centre")
