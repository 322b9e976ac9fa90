"""The course of a match as lines on squared paper: what every seat had after each round."""

from collections.abc import Sequence
from itertools import pairwise

import pygame

from kiosk.games.text import say
from kiosk.match.seating import MatchCourse, Player
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.text import width
from kiosk.screen.drawing.theme import Style
from kiosk.view import StandingView

SIGN = 40
"""A seat's shape at the end of its line, units."""
STEPS = tuple(digit * 10**power for power in range(6) for digit in (1, 2, 5))
MOST_RULES = 5
ROW = 120


def draw(canvas: Canvas, view: StandingView, area: pygame.Rect) -> None:
    gap = canvas.px(theme.GUTTER)
    body = canvas.titled(say("How it stands"), area)
    seats, chart = layout.halves(body, gap, beside=(38, 62), stacked=(50, 50))
    _seats(canvas, view, seats)
    if len(view.course.rounds) > 1:
        draw_course(canvas, view.course, view.players, chart)
    else:
        canvas.text(say("The first round is being played"), chart, theme.LEAD, theme.DUST, align="centre", lines=2)


def _seats(canvas: Canvas, view: StandingView, rect: pygame.Rect) -> None:
    gap, now = canvas.px(10), view.course.rounds[-1]
    height = min(canvas.px(ROW), (rect.height - gap * (len(now) - 1)) // len(now))
    for seat, count in enumerate(now):
        row = pygame.Rect(rect.left, rect.top + seat * (height + gap), rect.width, height)
        canvas.fill(row, theme.SHADE)
        sign, _ = layout.left(row, min(height, canvas.px(84)))
        canvas.seat_sign(sign, view.players[seat].colour)
        name, figure = layout.columns(layout.inset(row, canvas.px(20), height // 6), 0, 78, 22)
        canvas.text(view.players[seat].name, layout.after(name, sign.right + canvas.px(20)), theme.HEADING, name=True)
        style = canvas.alike(map(canvas.number, now), figure.size, theme.FIGURE, theme.LEAD)
        canvas.text(canvas.number(count), figure, style, align="right")


def draw_course(canvas: Canvas, course: MatchCourse, players: tuple[Player, ...], rect: pygame.Rect) -> None:
    """Draw the lines, each ending in its seat's shape and figure; needs two rounds at least."""
    foot = max(canvas.px(46), round(canvas.smallest * 1.5))
    lowest = min(0, *(min(round_) for round_ in course.rounds))
    highest = max(1, *(max(round_) for round_ in course.rounds))
    # The first of 1, 2, 5, 10, … that needs few enough rules.
    step = next((step for step in STEPS if (highest - lowest) / step <= MOST_RULES), STEPS[-1])
    rules = range(-(-lowest // step) * step, highest + 1, step)
    gap = canvas.px(14)
    axis = gap + _room(canvas, rules, theme.SMALL, 56)
    ends = canvas.px(SIGN + 20) + _room(canvas, course.rounds[-1], theme.BODY, 80)
    box = pygame.Rect(rect.left + axis, rect.top, rect.width - axis - ends, rect.height - foot)
    box = layout.inset(box, 0, canvas.px(SIGN // 2 + 4))
    last = len(course.rounds) - 1

    def at(round_: int, count: int) -> tuple[int, int]:
        x = box.left + round(round_ / last * box.width)
        return x, box.bottom - round((count - lowest) / (highest - lowest) * box.height)

    for count in rules:
        _, y = at(0, count)
        canvas.rule(box.left, y, box.width, theme.LINE if count == 0 else theme.SHADE, 3)
        label = pygame.Rect(rect.left, y - foot // 2, axis - gap, foot)
        canvas.text(canvas.number(count), label, theme.SMALL, theme.DUST, align="right")
    words = [canvas.say(course.what), canvas.say(say("{n} round", "{n} rounds", n=last))]
    canvas.text(" · ".join(words), layout.bottom(rect, foot)[1], theme.SMALL, theme.DUST, align="centre")
    seats = range(len(course.rounds[0]))
    thick = max(2, canvas.px(6))
    for seat in seats:
        colour = theme.seat(players[seat].colour)
        # Lines of equal counts are drawn side by side, not one over the other.
        aside = round((seat - (len(seats) - 1) / 2) * thick * 0.7)
        points = [(x, y + aside) for x, y in (at(number, counts[seat]) for number, counts in enumerate(course.rounds))]
        for start, end in pairwise(points):
            pygame.draw.line(canvas.surface, colour, start, end, thick)
            pygame.draw.circle(canvas.surface, colour, end, thick // 2)
    _ends(canvas, [at(last, counts)[1] for counts in course.rounds[-1]], course, players, box)


def _room(canvas: Canvas, counts: Sequence[int], style: Style, units: float) -> int:
    """Width for the longest of these numbers, at least `units`."""
    longest = max(width(style.face, canvas.number(count)) for count in counts)
    return max(canvas.px(units), round(longest * canvas.smallest) + 2)


def _ends(
    canvas: Canvas, heights: list[int], course: MatchCourse, players: tuple[Player, ...], box: pygame.Rect
) -> None:
    """Shape and figure where each line ends, pushed apart where lines end together."""
    size = min(canvas.px(SIGN), box.height // max(1, len(heights)))
    space = max(size, round(canvas.smallest * 1.05))
    # Pushed down from the top first; what then reaches below the box is pushed up again.
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    places: dict[int, int] = {}
    top = box.top - space
    for seat in order:
        top = places[seat] = max(heights[seat], top + space)
    overhang = max(0, top - box.bottom - space // 2)
    floor = box.bottom + space
    for seat in reversed(order):
        floor = places[seat] = min(places[seat], floor - space if overhang else places[seat])
    for seat, y in places.items():
        number = players[seat].colour
        right = canvas.sign(theme.shape(number), size, (box.right + canvas.px(14), y), theme.seat(number))
        room = _room(canvas, course.rounds[-1], theme.BODY, 80)
        label = pygame.Rect(right + canvas.px(10), y - space // 2, room, space)
        canvas.text(canvas.number(course.rounds[-1][seat]), label, theme.BODY, theme.PAPER)
