"""A hand of dice: its name, its worth, its rank among all, and the odds under it."""

from __future__ import annotations

import math

import pygame

from kiosk.games.core import HandView
from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.text import width
from kiosk.view import PlayView

RANK_RULE = 0.36
"""Width of the rule that shows a hand's rank, of the line it stands on."""
RANK_RULE_BESIDE = 0.22
"""The same where the odds stand beside it, as far as they leave it room."""
SHORTEST_RULE = 60
"""Under this width there is none, units."""
BEFORE_RULE, AFTER_RULE = 22, 28
"""Units."""
STRIP = 56
"""Width of the strip that says whose a hand was that lies there still, units."""
SIGN, AFTER_SIGN = 40, 16
"""Size of the sign before the odds, and the gap after it, units."""


def draw_hand(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """The hand's name, worth and rank; of the turn that just ended, if the next has not begun; the odds under it."""
    whose, hand = view.last_hand or (None, view.game.named)
    upper, lower = halves_of(canvas, rect)
    if hand is not None:
        _hand_name(canvas, hand, upper, canvas.px(STRIP) + canvas.px(AFTER_SIGN) if whose is not None else 0)
        lower = _rank(canvas, hand, lower, _odds_width(canvas, view, apart=whose is not None))
    if view.odds is not None:
        _odds(canvas, view, lower, apart=whose is not None)


def halves_of(canvas: Canvas, rect: pygame.Rect) -> list[pygame.Rect]:
    """Where the hand's name stands, and what is said of it."""
    return layout.rows(rect, canvas.px(14), 64, 36)


def _odds_width(canvas: Canvas, view: PlayView, *, apart: bool) -> int:
    """What the odds need at least; nothing where there are none."""
    if view.odds is None:
        return 0
    sign = canvas.px(SIGN) + canvas.px(AFTER_SIGN) if apart and view.game.seat is not None else 0
    return sign + math.ceil(width(theme.SMALL.face, canvas.say(view.odds)) * canvas.smallest)


def _odds(canvas: Canvas, view: PlayView, rect: pygame.Rect, *, apart: bool) -> None:
    """The odds of whoever is in turn, under the seat's sign where they stand beside another's hand."""
    left = rect.left
    if apart and view.odds is not None and view.game.seat is not None:
        size = canvas.px(SIGN)
        sign = pygame.Rect(left, rect.centery - size // 2, size, size)
        widgets.seat_sign(canvas.surface, sign, view.players[view.game.seat].colour)
        left += size + canvas.px(AFTER_SIGN)
    if view.odds is not None:
        canvas.text(view.odds, pygame.Rect(left, rect.top, rect.right - left, rect.height), theme.SMALL, theme.DUST)


def _hand_name(canvas: Canvas, hand: HandView, rect: pygame.Rect, indent: int) -> None:
    left = rect.left + indent
    worth_width = round(rect.width * 0.34) if hand.worth is not None else 0
    name = pygame.Rect(left, rect.top, rect.right - worth_width - left, rect.height)
    ink = canvas.text(hand.name, name, theme.HUGE, plate=True)
    if hand.worth is not None:
        worth = pygame.Rect(ink.right + canvas.px(36), rect.top, worth_width - canvas.px(36), rect.height)
        # Both stand on one line, as figures on a bill do.
        worth.height = ink.bottom - worth.top
        canvas.text(hand.worth, worth, theme.FIGURE, theme.LAMP, valign="bottom")


def _rank(canvas: Canvas, hand: HandView, rect: pygame.Rect, beside: int) -> pygame.Rect:
    """The hand's rank among all, in words and as a mark on a printer's rule; what is left of the line.

    It makes way for the odds, which need so many pixels `beside` it: the rule first, then the words.
    """
    if hand.rank is None or hand.ranks is None:
        return rect
    words = say("No. {rank} of {ranks}", rank=hand.rank, ranks=hand.ranks)
    box = pygame.Rect(rect.left, rect.top, rect.width // 4, rect.height)
    needed = math.ceil(width(theme.SMALL.face, canvas.say(words)) * canvas.smallest)
    if beside and needed + canvas.px(AFTER_RULE) + beside > rect.width:
        return rect
    ink = canvas.text(words, box, theme.SMALL, theme.DUST)
    left = rect.right - beside - canvas.px(AFTER_RULE) - ink.right - canvas.px(BEFORE_RULE)
    across = min(round(rect.width * (RANK_RULE_BESIDE if beside else RANK_RULE)), left)
    if across < canvas.px(SHORTEST_RULE):
        start = ink.right + canvas.px(AFTER_RULE)
        return pygame.Rect(start, rect.top, rect.right - start, rect.height)
    room = pygame.Rect(0, 0, across, canvas.px(22))
    room.midleft = ink.right + canvas.px(BEFORE_RULE), ink.centery
    step = room.width / hand.ranks
    better = hand.ranks - hand.rank
    for place in range(hand.ranks):
        tick = pygame.Rect(room.left + round(place * step), room.top, max(1, round(step * 0.55)), room.height)
        if place == better:
            tick = tick.inflate(canvas.px(4), canvas.px(12))
        canvas.fill(tick, theme.LAMP if place == better else theme.DUST if place < better else theme.LINE)
    start = room.right + canvas.px(AFTER_RULE)
    return pygame.Rect(start, rect.top, rect.right - start, rect.height)
