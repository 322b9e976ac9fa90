"""The board of a match: what is at stake, the pot, and the seats in playing order with hands and tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kiosk.games.core import HandView
from kiosk.games.text import Text
from kiosk.match.seating import Player
from kiosk.screen.animation import TokenPlaces, tokens_of
from kiosk.screen.drawing import layout, match_table, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die, lettering
from kiosk.screen.drawing.text import width
from kiosk.screen.drawing.theme import Style
from kiosk.screen.drawing.tokens import PILE, TILT, Piles
from kiosk.view import PlayView

HEADS = (theme.HEADING, theme.LEAD)
"""The type of the board's head, and where it would be small."""
ROW = 180
"""The tallest row of a seat, units."""
TALL = 104
"""From this height on a row has two lines: the name, and the hand under it."""
HOUSE = 44
"""Width of the mark of the house before a name."""
NAME_GAP = 24
"""After the widest name."""
HAND_GAP = 5
"""Between the dice of a hand, units."""
USUAL_PILES = 2
"""Piles that every seat has room for from the start; they shrink when somebody holds more."""


def draw(canvas: Canvas, view: PlayView, page: match_table.MatchLayout, tokens: TokenPlaces) -> None:
    """Draw the whole board."""
    canvas.board = page.pot.union(page.seats).inflate(2 * canvas.px(theme.GUTTER), 0)
    game = view.game
    if game.seat is not None:
        phase = pygame.Rect(page.phase.topleft, (page.phase.width, page.phase.height - canvas.px(14)))
        canvas.text(game.phase, phase, canvas.alike([canvas.say(game.phase)], phase.width, HEADS))
    canvas.rule(page.phase.left, page.phase.bottom - canvas.px(2), page.phase.width)
    seats = page.seats
    if page.pot.height:
        _pot(canvas, game.pile, page.pot, (tokens.pot or 0, tokens.total))
    else:
        seats = pygame.Rect(seats.left, seats.top + canvas.px(16), seats.width, seats.height - canvas.px(16))
    _seats(canvas, view, seats, tokens)


def _pot(canvas: Canvas, pile: Text, rect: pygame.Rect, tokens: tuple[int, int]) -> None:
    """The pot: how many of all `tokens` lie there, and these in piles on a dish."""
    count, most = tokens
    inner = layout.inset(rect, 0, canvas.px(16))
    figure = pygame.Rect(inner.left, inner.top, canvas.px(190), inner.height)
    number, label = layout.rows(figure, canvas.px(6), 66, 34)
    canvas.text(str(count), number, theme.HUGE, valign="bottom")
    canvas.text(pile, label, theme.SMALL, theme.DUST)
    left = figure.right + canvas.px(24)
    piles = Piles(pygame.Rect(left, inner.top, inner.right - left, inner.height), most, canvas.px(104))
    canvas.piles[None] = piles
    if not count:
        dish = pygame.Rect(piles.place(0), (piles.width, round(piles.width * TILT)))
        pygame.draw.ellipse(canvas.surface, theme.LINE, dish, canvas.px(3))
    piles.draw(canvas.surface, count)


def _seats(canvas: Canvas, view: PlayView, rect: pygame.Rect, tokens: TokenPlaces) -> None:
    """The seats in playing order of this round, those out of it after them."""
    order = [*view.game.order, *(seat for seat in range(len(view.players)) if seat not in view.game.order)]
    richest = max(tokens.most_held, tokens_of(view.game).most_held)
    most = PILE * max(USUAL_PILES, math.ceil(richest / PILE))
    gap = canvas.px(10)
    height = min(canvas.px(ROW), (rect.height - gap * (len(order) - 1)) // max(1, len(order)))
    for number, seat in enumerate(order):
        row = pygame.Rect(rect.left, rect.top + number * (height + gap), rect.width, height)
        _seat(canvas, view, seat, row, Held(tokens.seats[seat], most))


@dataclass(frozen=True, slots=True)
class Held:
    """What a seat's tokens are now (None in a game without), and how many its piles must have room for."""

    count: int | None
    most: int


def _seat(canvas: Canvas, view: PlayView, seat: int, row: pygame.Rect, held: Held) -> None:
    player, state = view.players[seat], view.game.seats[seat]
    away = state.out or not state.playing
    colour = theme.SEATS[player.colour % len(theme.SEATS)]
    ink = theme.DUST if away else theme.PAPER
    pad = canvas.px(16)
    canvas.fill(row, theme.SHADE)
    label = pygame.Rect(row.left, row.top, min(row.height, canvas.px(72)), row.height)
    widgets.seat_sign(canvas.surface, label, player.colour, hollow=away)
    if view.game.seat == seat:
        canvas.frame(row, colour, 6)
        # The turn is told by a hand's width of ink that reaches out of the list, not by colour alone.
        reach = canvas.px(22)
        tip = [
            (row.left - reach, row.centery - reach),
            (row.left, row.centery),
            (row.left - reach, row.centery + reach),
        ]
        pygame.draw.polygon(canvas.surface, colour, tip)
    left = label.right + pad
    tall = row.height >= canvas.px(TALL)
    inner = pygame.Rect(left, row.top, row.right - pad - left, row.height)
    inner = layout.inset(inner, 0, canvas.px(10 if tall else 5))
    words, figure = layout.columns(inner, canvas.px(8), 77, 23)
    hand = state.hand if tall else None  # what does not fit goes
    name, below = words, words
    if hand is not None or held.count is not None:
        name, below = layout.rows(words, canvas.px(8), 52, 48) if tall else layout.columns(words, canvas.px(8), 65, 35)
    style = _name_style(canvas, view.players, name.width) if tall else theme.BODY
    named = _name(canvas, player, name, style, ink)
    if state.title is not None and tall:
        rest = pygame.Rect(named.right, name.top, name.right - named.right, name.height)
        _beside(canvas, canvas.say(state.title), rest)
    _count(canvas, view, seat, held.count, figure)
    if hand is not None:
        used = _dice(canvas, hand, below, view.game.faces)
        below = pygame.Rect(used, below.top, below.right - used, below.height)
        if held.count is None:
            _beside(canvas, canvas.say(hand.name), below)
    if held.count is not None:
        canvas.piles[seat] = Piles(below, held.most, canvas.px(96))
        canvas.piles[seat].draw(canvas.surface, held.count)


def _count(canvas: Canvas, view: PlayView, seat: int, tokens: int | None, rect: pygame.Rect) -> None:
    """What a seat has, or the place at which it is out."""
    state = view.game.seats[seat]
    count = tokens if tokens is not None else state.score
    if state.place is not None and state.out:
        _place(canvas, state.place, rect)
    elif count is not None:
        style = _count_style(canvas, view, rect.width)
        canvas.text(canvas.number(count), rect, style, theme.PAPER, align="right")


def _name_style(canvas: Canvas, players: tuple[Player, ...], room: int) -> Style:
    """Of one size for the whole table; in the narrower face where the poster's would have to be small."""
    room -= canvas.px(NAME_GAP) + (canvas.px(HOUSE) if any(player.house for player in players) else 0)
    return canvas.alike([canvas.say(player.name) for player in players], room, (theme.HEADING, theme.BODY))


def _count_style(canvas: Canvas, view: PlayView, room: int) -> Style:
    counts = [canvas.number(seat.tokens if seat.score is None else seat.score) for seat in view.game.seats]
    return canvas.alike(counts, room, (theme.FIGURE, theme.LEAD))


def _name(canvas: Canvas, player: Player, rect: pygame.Rect, style: theme.Style, ink: theme.Colour) -> pygame.Rect:
    """A player's name; a small house before it where the house plays the seat. Where it stands."""
    left = rect.left
    if player.house:
        size = min(canvas.px(34), rect.height)
        canvas.surface.blit(widgets.sign("house", size, ink), (left, rect.centery - size // 2))
        left += canvas.px(HOUSE)
    room = pygame.Rect(left, rect.top, rect.right - left, rect.height)
    return canvas.text(player.name, room, style, ink, name=True)


def _beside(canvas: Canvas, string: str, rect: pygame.Rect) -> None:
    """A word after a name or a hand, where there is room for it."""
    room = layout.inset(rect, canvas.px(12), 0)
    if width(theme.SMALL.face, string) * canvas.smallest <= room.width:
        canvas.text(string, room, theme.SMALL, theme.DUST)


def _dice(canvas: Canvas, hand: HandView, rect: pygame.Rect, faces: Sequence[Text]) -> int:
    """A hand in small: what a seat has played this round; where the next thing may begin."""
    gap, count = canvas.px(HAND_GAP), max(1, len(hand.dice))
    size = min((rect.width - gap * (count - 1)) // count, round(rect.height * 0.9), canvas.px(46))
    unlettered = faces and lettering(canvas, size, faces) is None
    spelt = " ".join(canvas.say(faces[value - 1]) for value in hand.dice) if unlettered else ""
    if spelt and width(theme.SMALL.face, spelt) * canvas.smallest <= rect.width:
        return canvas.text(spelt, rect, theme.SMALL).right + canvas.px(10)
    for number, value in enumerate(hand.dice):
        place = pygame.Rect(rect.left + number * (size + gap), rect.centery - size // 2, size, size)
        draw_die(canvas, place, value, faces)
    return rect.left + len(hand.dice) * (size + gap) + canvas.px(10)


def _place(canvas: Canvas, place: int, rect: pygame.Rect) -> None:
    radius = min(rect.height, rect.width) // 2
    centre = rect.right - radius, rect.centery
    pygame.draw.aacircle(canvas.surface, theme.DUST, centre, radius, canvas.px(4))
    box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    box.center = centre
    style = theme.HEADING if radius > canvas.px(30) else theme.SMALL
    canvas.text(str(place), box, style, theme.DUST, align="centre")
