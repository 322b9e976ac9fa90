"""The match is over: places, first to last, who pays, and how it went."""

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
"""The winner's line is twice as high as the others."""
ROW = 132
"""Greatest height of the other lines, units."""
PAYS = 150
"""Height of the line that names who pays, units."""
FOOT = 134
UPRIGHT_SHARE = 0.7
"""A capital of the poster's face is 0.7 of its size high."""
LOWEST = 1.6
"""A line with its gap is at least 1.6 times as high as the smallest type."""
COUNT = 120
"""Width of the points or tokens at the end of a line, units."""
DICE = 0.6
"""Dice take up to 0.6 of the last line's width."""
PLACES = 0.62
"""Above a chart the list of places takes 0.62 of the height."""


def draw(canvas: Canvas, view: EndView, area: pygame.Rect) -> None:
    """Draw the places as a bill, the winner's name the largest; what is owed and the course beside it."""
    head, body = layout.top(area, canvas.px(58), canvas.px(10))
    canvas.text(view.play.title, head, theme.SMALL, theme.DUST)
    gap = canvas.px(theme.GUTTER)
    wide = area.width > area.height * layout.UPRIGHT
    course = view.course if view.course is not None and len(view.course.rounds) > 2 else None
    slip = qr.draw_slip(canvas, view.link, say("Throw by throw"), body)
    apart = gap if slip else 0
    beside = slip.left - apart - body.left
    if view.pays is not None:
        body, pays = layout.bottom(body, canvas.px(PAYS), canvas.px(24))
        pays.width = beside
        _pays(canvas, view, view.pays, pays)
    if wide and course is None:
        body.width = beside
    elif not wide:
        body.height = min(body.height, slip.top - apart - body.top)
    tall = canvas.px(FOOT) if view.summary is not None or view.play.dice else 0
    # On a small screen the places come first, then the chart, then the dice.
    lowest = round(LOWEST * canvas.smallest * (len(view.play.players) + 1))
    if course is not None and wide:
        body, side = layout.columns(body, gap, 58, 42)
        side.height = min(side.bottom, slip.top - apart) - side.top
        chart.draw_course(canvas, course, view.play.players, side)
    elif course is not None and body.height * PLACES >= lowest + tall:
        body, side = layout.rows(body, gap, PLACES, 1 - PLACES)
        chart.draw_course(canvas, course, view.play.players, side)
    if body.height < lowest + tall or not tall:
        _bill(canvas, view, body)
    else:
        bill, foot = layout.bottom(body, tall, canvas.px(14))
        bottom = _bill(canvas, view, bill)
        _foot(canvas, view, foot.move(0, min(0, bottom + canvas.px(34) - foot.top)))


def _pays(canvas: Canvas, view: EndView, seat: int, rect: pygame.Rect) -> None:
    canvas.rule(rect.left, rect.top, rect.width)
    size, middle = round(rect.height * 0.62), rect.centery + canvas.px(4)
    left = canvas.sign("glass", size, (rect.left, middle), theme.LAMP) + canvas.px(24)
    sign = pygame.Rect(left, middle - size // 2, size, size)
    canvas.seat_sign(sign, view.play.players[seat].colour)
    words = layout.after(rect, sign.right + canvas.px(30))
    canvas.text(say("{who} pays the round", who=seat_name(seat)), words, theme.TITLE, theme.LAMP, lines=2)


def _foot(canvas: Canvas, view: EndView, rect: pygame.Rect) -> None:
    """The dice that decided it, which a long press may still correct, and a word on the match."""
    left, gap, play = rect.left, canvas.px(14), view.play
    size = min(rect.height - 2 * gap, round(rect.width * DICE / max(1, len(play.dice))) - gap)
    for die, dye in zip(play.dice, widgets.dyes_of(play.dice), strict=True):
        if die.value is None:
            continue
        place = pygame.Rect(left, rect.centery - size // 2, size, size)
        draw_die(canvas, place, die.value, play.game.faces, dye)
        if die.button is not None:
            canvas.touch(place, KEEPS[die.button - 1])
        left = place.right + gap
    words = [canvas.say(view.summary)] if view.summary is not None else []
    if play.last_hand is not None:
        seat, hand = play.last_hand
        words.insert(0, canvas.say(say("{seat}: {hand}", seat=seat_name(seat), hand=hand.name)))
    room = layout.after(rect, left + (canvas.px(20) if play.dice else 0))
    canvas.text(f"{NO_BREAK}· ".join(words), room, theme.BODY, theme.DUST, lines=3)


def _bill(canvas: Canvas, view: EndView, rect: pygame.Rect) -> int:
    """The places; where their list ends."""
    if not view.standing:
        return rect.top
    lines = [(1 + sum(map(len, view.standing[:at])), seat) for at, seats in enumerate(view.standing) for seat in seats]
    gap, winners = canvas.px(10), len(view.standing[0])
    lead = 1 + (FIRST - 1) / winners  # several winners share the extra height that one alone would have
    low = round((rect.height - gap * (len(lines) - 1)) / (lead * winners + len(lines) - winners))
    low, top = min(canvas.px(ROW), low), rect.top
    first, rest = (lines[:winners], round(low * lead), theme.GIANT), (lines[winners:], low, theme.FIGURE)
    for part, height, poster in (first, rest):
        row = pygame.Rect(rect.left, top, rect.width, height)
        names = [view.play.players[seat].name for _, seat in part]
        room = _parts(canvas, view, row, first=part is first[0]).name.size
        style = canvas.alike(names, room, poster, name=True, plate=True)
        for place, seat in part:
            _line(canvas, view, row, (place, seat), style)
            row.top += height + gap
        top = row.top
    return top


class _Parts(NamedTuple):
    """The parts of a line: the place, the seat's sign, the name, and the points or tokens, if the game counts any."""

    figure: pygame.Rect
    sign: pygame.Rect
    name: pygame.Rect
    amount: pygame.Rect


def _parts(canvas: Canvas, view: EndView, row: pygame.Rect, *, first: bool) -> _Parts:
    inner = layout.inset(row, canvas.px(30), row.height // 6)
    figure = pygame.Rect(row.left + canvas.px(36), inner.top, canvas.px(100), inner.height)
    sign = pygame.Rect(figure.right, row.top, min(row.height, canvas.px(84)), row.height)
    if first:
        sign.width = round(row.height * 0.5)
    name = layout.after(inner, sign.right + canvas.px(30))
    counted = view.course is not None and view.course.rounds
    name, amount = layout.right(name, *(canvas.px(COUNT), canvas.px(40)) if counted else (0, 0))
    return _Parts(figure, sign, name, amount)


def _line(canvas: Canvas, view: EndView, row: pygame.Rect, placed: tuple[int, int], style: theme.Style) -> None:
    """One line; who is `placed` where: the place and the seat."""
    place, seat = placed
    player, first = view.play.players[seat], place == 1
    ink = theme.NIGHT if first else theme.PAPER
    figure, sign, name, amount = _parts(canvas, view, row, first=first)
    if first:
        canvas.plate(row, theme.seat(player.colour))
        shape = widgets.sign(theme.shape(player.colour), sign.width, theme.NIGHT)
        canvas.surface.blit(shape, shape.get_rect(center=sign.center))
    else:
        canvas.fill(row, theme.SHADE)
        canvas.seat_sign(sign, player.colour)
    if view.course is not None and amount.width:
        counts = list(map(canvas.number, view.course.rounds[-1]))
        figures = canvas.alike(counts, amount.size, theme.FIGURE, theme.LEAD)
        canvas.text(counts[seat], amount, figures, ink, align="right", plate=True)
    line = canvas.text(player.name, name, style, ink, name=True, plate=True)
    # The figure stands on the name's own line.
    figure.height = line.bottom - figure.top
    size = min(style.size, line.height / UPRIGHT_SHARE / canvas.unit)
    canvas.text(str(place), figure, replace(style, size=size), ink, valign="bottom")
