"""The board of a match: what is at stake, the pot, and the seats in playing order with hands and tokens."""

from __future__ import annotations

import pygame

from kiosk.games.core import HandView, say
from kiosk.screen import layout, theme, widgets
from kiosk.screen.animation import Tokens
from kiosk.screen.canvas import Canvas
from kiosk.screen.tokens import Piles
from kiosk.view import PlayView

ROW = 128
"""The tallest row of a seat, units."""
TALL = 84
"""From this height on a row has room for the hand's name under the player's."""


def draw(canvas: Canvas, view: PlayView, page: layout.PlayPage, tokens: Tokens) -> None:
    """Draw the whole board."""
    game = view.game
    if game.seat is not None:
        canvas.text(game.phase, page.phase, theme.HEADING)
    canvas.rule(page.phase.left, page.stake.top - canvas.px(2), page.phase.width)
    if game.stake is not None:
        canvas.text(game.stake, layout.inset(page.stake, 0, canvas.px(8)), theme.BODY, theme.LAMP)
    most = tokens.total
    if game.pot is not None:
        _pot(canvas, page.pot, tokens.pot or 0, most)
    _seats(canvas, view, page.seats, tokens, most)


def _pot(canvas: Canvas, rect: pygame.Rect, count: int, most: int) -> None:
    """The pot: its number, and its tokens in piles."""
    inner = layout.inset(rect, 0, canvas.px(12))
    figure = pygame.Rect(inner.left, inner.top, canvas.px(150), inner.height)
    number, label = layout.rows(figure, canvas.px(6), 66, 34)
    canvas.text(str(count), number, theme.TITLE, valign="bottom")
    canvas.text(say("in the pot"), label, theme.SMALL, theme.DUST)
    room = pygame.Rect(
        figure.right + canvas.px(20), inner.top, inner.right - figure.right - canvas.px(20), inner.height
    )
    piles = Piles(room, most, canvas.px(96))
    canvas.piles[None] = piles
    piles.draw(canvas.surface, count)


def _seats(canvas: Canvas, view: PlayView, rect: pygame.Rect, tokens: Tokens, most: int) -> None:
    """The seats in playing order of this round, those out of it after them."""
    order = [*view.game.order, *(seat for seat in range(len(view.players)) if seat not in view.game.order)]
    gap = canvas.px(8)
    height = min(canvas.px(ROW), (rect.height - gap * (len(order) - 1)) // max(1, len(order)))
    for number, seat in enumerate(order):
        _seat(
            canvas,
            view,
            seat,
            pygame.Rect(rect.left, rect.top + number * (height + gap), rect.width, height),
            tokens,
            most,
        )


def _seat(canvas: Canvas, view: PlayView, seat: int, row: pygame.Rect, tokens: Tokens, most: int) -> None:
    player, state = view.players[seat], view.game.seats[seat]
    mine = view.game.seat == seat
    colour = theme.SEATS[player.colour % len(theme.SEATS)]
    canvas.fill(row, theme.SHADE)
    if mine:
        canvas.frame(row, colour, 5)
    dim = state.out or not state.playing
    pad = canvas.px(16)
    stripe = pygame.Rect(row.left, row.top, canvas.px(14), row.height)
    canvas.fill(stripe, colour)
    sign = min(canvas.px(48), round(row.height * 0.55))
    canvas.surface.blit(widgets.shape(sign, player.colour, colour), (stripe.right + pad, row.centery - sign // 2))
    left = stripe.right + pad + sign + pad
    inner = pygame.Rect(left, row.top + canvas.px(6), row.right - pad - left, row.height - canvas.px(12))
    text, dice, piles, figure = layout.columns(inner, canvas.px(12), 36, 22, 28, 14)
    held = tokens.seats[seat]
    count = held if held is not None else state.score
    if state.place is not None and state.out:
        _place(canvas, state.place, figure)
    elif count is not None:
        canvas.text(str(count), figure, theme.FIGURE, theme.PAPER, align="right")
    if held is not None:
        canvas.piles[seat] = Piles(piles, most, canvas.px(60))
        canvas.piles[seat].draw(canvas.surface, held)
    else:
        dice.width = piles.right - dice.left
    ink = theme.DUST if dim else theme.PAPER
    if row.height >= canvas.px(TALL):
        upper, lower = layout.rows(text, canvas.px(4), 58, 42)
        canvas.text(player.name, upper, theme.HEADING, ink, name=True)
        if state.hand is not None:
            lower.width = dice.right - lower.left if not state.hand.dice else lower.width
            canvas.text(canvas.say(state.hand.name), lower, theme.SMALL, theme.DUST, name=True)
    else:
        canvas.text(player.name, text, theme.HEADING, ink, name=True)
    if state.hand is not None:
        _dice(canvas, state.hand, dice)


def _dice(canvas: Canvas, hand: HandView, rect: pygame.Rect) -> None:
    """A hand in small: what a seat has played this round."""
    gap = canvas.px(5)
    size = min(
        (rect.width - gap * (len(hand.dice) - 1)) // max(1, len(hand.dice)), round(rect.height * 0.66), canvas.px(52)
    )
    for number, value in enumerate(hand.dice):
        canvas.surface.blit(widgets.die(size, value), (rect.left + number * (size + gap), rect.centery - size // 2))


def _place(canvas: Canvas, place: int, rect: pygame.Rect) -> None:
    """The place of somebody whose match is over, in a ring."""
    radius = min(rect.height, rect.width) // 2
    centre = rect.right - radius, rect.centery
    pygame.draw.aacircle(canvas.surface, theme.DUST, centre, radius, canvas.px(4))
    box = pygame.Rect(0, 0, radius, radius)
    box.center = centre
    canvas.text(str(place), box, theme.HEADING, theme.DUST, align="centre")
