"""The match is over: places, first to last, who pays, and how it went."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pygame

from hardware.presses import KEEPS
from kiosk.games.text import say, seat_name
from kiosk.locale import NO_BREAK
from kiosk.screen.drawing import layout, qr, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.screen.scenes import chart
from kiosk.view import EndView

FIRST = 2.0
"""Height of the winner's line to the others'."""
ROW = 132
"""The tallest line, units."""
PAYS = 150
"""Height of the line that names who pays, units."""
FOOT = 134
UPRIGHT_SHARE = 0.7
"""Height of a capital to the size of the poster's face."""
LOWEST = 1.6
"""Height of a line to the smallest type, gap and all."""
COUNT = 120
"""Width of what somebody has at the end."""
DICE = 0.6
"""Share of the last line's width that dice may take."""
PLACES = 0.62
"""Height of the list to the chart's, one above the other."""


def draw(canvas: Canvas, view: EndView, area: pygame.Rect) -> None:
    """Draw the places as a bill, the winner's name the largest; what is owed and the course beside it."""
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(58))
    canvas.text(view.title, head, theme.SMALL, theme.DUST)
    body = pygame.Rect(area.left, head.bottom + canvas.px(10), area.width, 0)
    body.height = area.bottom - body.top
    gap = canvas.px(theme.GUTTER)
    wide = area.width > area.height * layout.UPRIGHT
    course = view.course if view.course is not None and len(view.course.rounds) > 2 else None
    slip = qr.draw_slip(canvas, view.link, say("Throw by throw"), body)
    apart = gap if slip else 0
    beside = slip.left - apart - body.left
    if view.pays is not None:
        pays = pygame.Rect(body.left, body.bottom - canvas.px(PAYS), beside, canvas.px(PAYS))
        _pays(canvas, view, view.pays, pays)
        body.height = pays.top - canvas.px(24) - body.top
    if wide and course is None:
        body.width = beside
    elif not wide:
        body.height = min(body.height, slip.top - apart - body.top)
    tall = canvas.px(FOOT) if view.summary is not None or view.dice else 0
    # On a small screen the places come first, then the chart, then the dice.
    lowest = round(LOWEST * canvas.smallest * (len(view.players) + 1))
    if course is not None and wide:
        body, side = layout.columns(body, gap, 58, 42)
        side.height = min(side.bottom, slip.top - apart) - side.top
        chart.draw_course(canvas, course, view.players, side)
    elif course is not None and body.height * PLACES >= lowest + tall:
        body, side = layout.rows(body, gap, PLACES, 1 - PLACES)
        chart.draw_course(canvas, course, view.players, side)
    if body.height < lowest + tall:
        tall = 0
    bill = pygame.Rect(body.left, body.top, body.width, body.height - tall - (canvas.px(14) if tall else 0))
    bottom = _bill(canvas, view, bill)
    if tall:
        foot = pygame.Rect(body.left, min(body.bottom - tall, bottom + canvas.px(34)), body.width, tall)
        _foot(canvas, view, foot)


def _pays(canvas: Canvas, view: EndView, seat: int, rect: pygame.Rect) -> None:
    """Who pays the round, with a glass."""
    canvas.rule(rect.left, rect.top, rect.width)
    size = round(rect.height * 0.62)
    top = rect.centery - size // 2 + canvas.px(4)
    canvas.surface.blit(widgets.sign("glass", size, theme.LAMP), (rect.left, top))
    sign = pygame.Rect(rect.left + size + canvas.px(24), top, size, size)
    widgets.seat_sign(canvas.surface, sign, view.players[seat].colour)
    left = sign.right + canvas.px(30)
    words = pygame.Rect(left, rect.top, rect.right - left, rect.height)
    canvas.text(say("{who} pays the round", who=seat_name(seat)), words, theme.TITLE, theme.LAMP, lines=2)


def _foot(canvas: Canvas, view: EndView, rect: pygame.Rect) -> None:
    """The dice that decided it, which a long press may still correct, and a word on the match."""
    left, gap = rect.left, canvas.px(14)
    size = min(rect.height - 2 * gap, round(rect.width * DICE / max(1, len(view.dice))) - gap)
    for die, dye in zip(view.dice, widgets.dyes_of(view.dice), strict=True):
        if die.value is None:
            continue
        place = pygame.Rect(left, rect.centery - size // 2, size, size)
        draw_die(canvas, place, die.value, view.play.game.faces if view.play is not None else (), dye)
        if die.button is not None:
            canvas.touch(place, KEEPS[die.button - 1])
        left = place.right + gap
    left += canvas.px(20) if view.dice else 0
    room = pygame.Rect(left, rect.top, rect.right - left, rect.height)
    ended = view.play.last_hand if view.play is not None else None
    words = [canvas.say(view.summary)] if view.summary is not None else []
    if ended is not None:
        words.insert(0, canvas.say(say("{seat}: {hand}", seat=seat_name(ended[0]), hand=ended[1].name)))
    canvas.text(f"{NO_BREAK}· ".join(words), room, theme.BODY, theme.DUST, lines=3)


def _bill(canvas: Canvas, view: EndView, rect: pygame.Rect) -> int:
    """The places; where their list ends."""
    lines = [(place, seat) for place, seats in enumerate(view.standing, 1) for seat in seats]
    if not lines:
        return rect.top
    gap = canvas.px(10)
    winners = len(view.standing[0])
    lead = 1 + (FIRST - 1) / winners  # several are no taller together than one is beyond its own line
    shares = lead * winners + len(lines) - winners
    one = min(canvas.px(ROW), round((rect.height - gap * (len(lines) - 1)) / shares))
    heights = {True: round(one * lead), False: one}
    styles = {}
    for first, style in ((True, theme.GIANT), (False, theme.FIGURE)):
        names = [view.players[seat].name for place, seat in lines if (place == 1) == first]
        room = _parts(canvas, view, pygame.Rect(rect.topleft, (rect.width, heights[first])), first=first).name
        styles[first] = canvas.one_size(names, style, room.size, name=True, plate=True)
    place_before = 0
    y = rect.top
    number = 1
    for index, (place, seat) in enumerate(lines):
        first = place == 1
        if place != place_before:
            number, place_before = index + 1, place
        row = pygame.Rect(rect.left, y, rect.width, heights[first])
        _line(canvas, view, row, (number, seat), styles[first], first=first)
        y += row.height + gap
    return y


class _Parts(NamedTuple):
    """Of a line: the place, the seat's sign, the name, and what the seat has at the end, if that is counted."""

    figure: pygame.Rect
    sign: pygame.Rect
    name: pygame.Rect
    amount: pygame.Rect


def _parts(canvas: Canvas, view: EndView, row: pygame.Rect, *, first: bool) -> _Parts:
    down = row.height // 6
    figure = pygame.Rect(row.left + canvas.px(36), row.top + down, canvas.px(100), row.height - 2 * down)
    wide = round(row.height * 0.5) if first else min(row.height, canvas.px(84))
    sign = pygame.Rect(figure.right, row.top, wide, row.height)
    left, right = sign.right + canvas.px(30), row.right - canvas.px(30)
    counted = canvas.px(COUNT) if view.course is not None and view.course.rounds else 0
    amount = pygame.Rect(right - counted, figure.top, counted, figure.height)
    apart = canvas.px(40) if counted else 0
    return _Parts(figure, sign, pygame.Rect(left, figure.top, amount.left - apart - left, figure.height), amount)


def _line(
    canvas: Canvas, view: EndView, row: pygame.Rect, placed: tuple[int, int], style: theme.Style, *, first: bool
) -> None:
    """One line; who is `placed` where: the place and the seat."""
    place, seat = placed
    player = view.players[seat]
    ink = theme.NIGHT if first else theme.PAPER
    parts = _parts(canvas, view, row, first=first)
    if first:
        colour = theme.SEATS[player.colour % len(theme.SEATS)]
        canvas.surface.blit(widgets.plate(row.width, row.height, colour), row)
        sign = widgets.shape(parts.sign.width, player.colour, theme.NIGHT)
        canvas.surface.blit(sign, sign.get_rect(center=parts.sign.center))
    else:
        canvas.fill(row, theme.SHADE)
        widgets.seat_sign(canvas.surface, parts.sign, player.colour)
    if view.course is not None and parts.amount.width:
        counts = list(map(canvas.number, view.course.rounds[-1]))
        figures = canvas.alike(counts, parts.amount.width, (theme.FIGURE, theme.LEAD))
        canvas.text(counts[seat], parts.amount, figures, ink, align="right", plate=True)
    line = canvas.text(player.name, parts.name, style, ink, name=True, plate=True)
    # The figure stands on the name's own line.
    figure = pygame.Rect(parts.figure.topleft, (parts.figure.width, line.bottom - parts.figure.top))
    size = min(style.size, line.height / UPRIGHT_SHARE / canvas.unit)
    canvas.text(str(place), figure, replace(style, size=size), ink, valign="bottom")
