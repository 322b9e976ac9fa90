"""How hands rank by the house rules, best on top: what a rule changes is seen where it changes."""

from __future__ import annotations

from itertools import groupby

import pygame

from kiosk.games.core import HandView
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.view import Ladder

BOTH_ENDS = 540
"""A rung so wide, in units, shows the best and the last of its hands."""
HAND, HAND_OF_TWO = 0.33, 0.3
"""Width of a hand to its rung's, alone and where there are two: their worth stands beside them."""
ROW = 84
"""The tallest rung, units."""


def rungs(ladder: Ladder) -> list[list[HandView]]:
    """Neighbours that are worth the same, and are alike, share a rung."""

    def alike(hand: HandView) -> tuple[object, object, bool]:
        if hand.kind is not None:
            return hand.worth, hand.kind, False
        return hand.worth, hand.name.message if hand.worth is None else None, len(set(hand.dice)) == 1

    return [list(group) for _, group in groupby(ladder.hands, key=alike)]


def draw(canvas: Canvas, ladder: Ladder, rect: pygame.Rect) -> None:
    """Draw as many rungs as there is room for, from the best down, the worst always last."""
    found = rungs(ladder)
    low = max(canvas.px(40), round(canvas.smallest * 1.15))
    room = max(2, rect.height // low)
    height = min(canvas.px(ROW), rect.height // min(len(found), room))
    if len(found) > room:
        found = [*found[: room - 1], found[-1]]
    for number, hands in enumerate(found):
        row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height)
        _rung(canvas, hands, layout.inset(row, 0, canvas.px(3)), ladder)


def _rung(canvas: Canvas, hands: list[HandView], row: pygame.Rect, ladder: Ladder) -> None:
    """The best hand of the rung, its last one where there are more, and what they are worth or called."""
    moved = any(hand.dice in ladder.moved for hand in hands)
    if moved:
        canvas.fill(row, theme.SHADE)
        tip = canvas.px(12)
        middle = row.centery
        points = [(row.left, middle - tip), (row.left + tip, middle), (row.left, middle + tip)]
        pygame.draw.polygon(canvas.surface, theme.LAMP, points)
    both = len(hands) > 1 and row.width >= canvas.px(BOTH_ENDS)
    across = round(row.width * (HAND_OF_TWO if both else HAND))
    first = pygame.Rect(row.left + canvas.px(26), row.top, across, row.height)
    left = _dice(canvas, hands[0].dice, first, ladder)
    if both:
        dots = canvas.px(5)
        for number in range(3):
            centre = left + canvas.px(12) + number * 3 * dots, row.centery
            pygame.draw.circle(canvas.surface, theme.DUST, centre, max(1, dots // 2))
        box = pygame.Rect(left + canvas.px(24) + 8 * dots, row.top, across, row.height)
        left = _dice(canvas, hands[-1].dice, box, ladder)
    what = hands[0].worth or (hands[0].name if len(hands) == 1 else hands[0].kind)
    if what is not None:
        words = pygame.Rect(left + canvas.px(20), row.top, row.right - left - canvas.px(28), row.height)
        canvas.text(what, words, theme.SMALL, theme.LAMP if moved else theme.DUST, align="right")


def _dice(canvas: Canvas, values: tuple[int, ...], rect: pygame.Rect, ladder: Ladder) -> int:
    """A hand in small; where the next thing may begin."""
    gap = canvas.px(4)
    size = min(rect.height - canvas.px(4), (rect.width - gap * (len(values) - 1)) // len(values))
    for number, value in enumerate(values):
        place = rect.left + number * (size + gap), rect.centery - size // 2
        draw_die(canvas, pygame.Rect(place, (size, size)), value, ladder.faces)
    return rect.left + len(values) * (size + gap)
