"""The board of a match: what is at stake, the pot, and the seats in playing order with hands and tokens."""

import math
from collections.abc import Sequence

import pygame

from kiosk.games.core import HandView
from kiosk.games.text import Text
from kiosk.match.seating import Player
from kiosk.screen.animation import Tokens, tokens_of
from kiosk.screen.drawing import layout, match_table, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die, lettering
from kiosk.screen.drawing.text import width
from kiosk.screen.drawing.tokens import PILE, TILT, Piles
from kiosk.view import PlayView

ROW = 180
"""Greatest height of a seat's row, units."""
TALL = 104
"""A row of at least 104 units has two lines: the name, and the hand under it."""
HOUSE = 44
"""Width of the mark of the house before a name, units."""
NAME_GAP = 24
"""Gap after the widest name, units."""
HAND_GAP = 5
"""Gap between the dice of a hand, units."""
USUAL_PILES = 2
"""Every seat has room for 2 piles of tokens; all piles shrink when somebody holds more."""


def draw(canvas: Canvas, view: PlayView, page: match_table.MatchLayout, tokens: Tokens) -> None:
    canvas.board = page.pot.union(page.seats).inflate(2 * canvas.px(theme.GUTTER), 0)
    game = view.game
    draw_head(canvas, game.phase if game.seat is not None else None, page.phase)
    if page.pot.height:
        _pot(canvas, game.pile, page.pot, (tokens.get(None, 0), sum(tokens.values())))
    _, seats = layout.top(page.seats, 0, 0 if page.pot.height else canvas.px(16))
    _seats(canvas, view, seats, tokens)


def draw_head(canvas: Canvas, phase: Text | None, rect: pygame.Rect) -> None:
    """What is played for now, over a rule; nothing where it is nobody's turn."""
    if phase is not None:
        room, _ = layout.bottom(rect, canvas.px(14))
        canvas.text(phase, room, canvas.alike([phase], room.size, theme.HEADING, theme.LEAD))
    canvas.rule(rect.left, rect.bottom - canvas.px(2), rect.width)


def _pot(canvas: Canvas, pile: Text, rect: pygame.Rect, tokens: tuple[int, int]) -> None:
    """The pot: how many of all `tokens` lie there, and these in piles on a dish."""
    count, most = tokens
    figure, room = layout.left(layout.inset(rect, 0, canvas.px(16)), canvas.px(190), canvas.px(24))
    number, label = layout.rows(figure, canvas.px(6), 66, 34)
    canvas.text(str(count), number, theme.HUGE, valign="bottom")
    canvas.text(pile, label, theme.SMALL, theme.DUST)
    piles = Piles(room, most, canvas.px(104))
    canvas.piles[None] = piles
    if not count:
        dish = pygame.Rect(piles.place(0), (piles.width, round(piles.width * TILT)))
        pygame.draw.ellipse(canvas.surface, theme.LINE, dish, canvas.px(3))
    piles.draw(canvas.surface, count)


def _seats(canvas: Canvas, view: PlayView, rect: pygame.Rect, tokens: Tokens) -> None:
    """The seats in playing order of this round, those out of it after them."""
    order = [*view.game.order, *(seat for seat in range(len(view.players)) if seat not in view.game.order)]
    # Counted with the tokens in the air at both ends: piles must not change their size while one flies.
    held = [count for place, count in (*tokens.items(), *tokens_of(view.game).items()) if place is not None]
    most = PILE * max(USUAL_PILES, math.ceil(max(held, default=0) / PILE))
    gap = canvas.px(10)
    height = min(canvas.px(ROW), (rect.height - gap * (len(order) - 1)) // max(1, len(order)))
    for seat in order:
        row, rect = layout.top(rect, height, gap)
        _seat(canvas, view, seat, row, tokens.get(seat), most=most)


def _seat(canvas: Canvas, view: PlayView, seat: int, row: pygame.Rect, held: int | None, *, most: int) -> None:
    """A seat's row; `held` are its tokens now, None in a game without, and its piles have room for the `most`."""
    player, state = view.players[seat], view.game.seats[seat]
    away = state.out or not state.playing
    canvas.fill(row, theme.SHADE)
    label, inner = layout.left(row, min(row.height, canvas.px(72)))
    canvas.seat_sign(label, player.colour, hollow=away)
    if view.game.seat == seat:
        colour, reach = theme.seat(player.colour), canvas.px(22)
        canvas.frame(row, colour, 6)
        # An arrow that reaches out of the list: the turn must not be told by colour alone.
        tip = [(row.left - reach * out, row.centery + reach * down) for out, down in ((1, -1), (0, 0), (1, 1))]
        pygame.draw.polygon(canvas.surface, colour, tip)
    tall = row.height >= canvas.px(TALL)
    words, figure = layout.columns(
        layout.inset(inner, canvas.px(16), canvas.px(10 if tall else 5)), canvas.px(8), 77, 23
    )
    hand = state.hand if tall else None  # left out where it does not fit
    name, below = words, words
    if hand is not None or held is not None:
        name, below = layout.rows(words, canvas.px(8), 52, 48) if tall else layout.columns(words, canvas.px(8), 65, 35)
    named = _name(canvas, view.players, seat, name, theme.DUST if away else theme.PAPER, tall=tall)
    if state.title is not None and tall:
        _beside(canvas, state.title, layout.after(name, named.right))
    _count(canvas, view, seat, held, figure)
    if hand is not None:
        below = layout.after(below, _dice(canvas, hand, below, view.game.faces))
        if held is None:
            _beside(canvas, hand.name, below)
    if held is not None:
        canvas.piles[seat] = Piles(below, most, canvas.px(96))
        canvas.piles[seat].draw(canvas.surface, held)


def _count(canvas: Canvas, view: PlayView, seat: int, tokens: int | None, rect: pygame.Rect) -> None:
    """What a seat has, or the place at which it is out."""
    state = view.game.seats[seat]
    count = tokens if tokens is not None else state.score
    if state.place is not None and state.out:
        radius = min(rect.size) // 2
        ring = layout.square(2 * radius, (rect.right - radius, rect.centery))
        pygame.draw.aacircle(canvas.surface, theme.DUST, ring.center, radius, canvas.px(4))
        style = theme.HEADING if radius > canvas.px(30) else theme.SMALL
        canvas.text(str(state.place), ring, style, theme.DUST, align="centre")
    elif count is not None:
        counts = [canvas.number(seat.tokens if seat.score is None else seat.score) for seat in view.game.seats]
        style = canvas.alike(counts, rect.size, theme.FIGURE, theme.LEAD)
        canvas.text(canvas.number(count), rect, style, theme.PAPER, align="right")


def _name(
    canvas: Canvas, players: Sequence[Player], seat: int, rect: pygame.Rect, ink: theme.Colour, *, tall: bool
) -> pygame.Rect:
    """A player's name, after the mark of the house, in one size for all players; the area it takes."""
    style, player = theme.BODY, players[seat]
    if tall:
        house = canvas.px(HOUSE) if any(player.house for player in players) else 0
        room = rect.width - canvas.px(NAME_GAP) - house, rect.height
        style = canvas.alike([player.name for player in players], room, theme.HEADING, theme.BODY)
    if player.house:
        canvas.sign("house", min(canvas.px(34), rect.height), rect.midleft, ink)
        rect = layout.after(rect, rect.left + canvas.px(HOUSE))
    return canvas.text(player.name, rect, style, ink, name=True)


def _beside(canvas: Canvas, word: Text, rect: pygame.Rect) -> None:
    """A word after a name or a hand, where there is room for it."""
    room = layout.inset(rect, canvas.px(12), 0)
    if width(theme.SMALL.face, canvas.say(word)) * canvas.smallest <= room.width:
        canvas.text(word, room, theme.SMALL, theme.DUST)


def _dice(canvas: Canvas, hand: HandView, rect: pygame.Rect, faces: Sequence[Text]) -> int:
    """A hand in small: what a seat has played this round; where the next thing may begin."""
    gap, count = canvas.px(HAND_GAP), max(1, len(hand.dice))
    size = min((rect.width - gap * (count - 1)) // count, round(rect.height * 0.9), canvas.px(46))
    # On dice too small for names of faces the names stand in their place, if they fit.
    unlettered = faces and lettering(canvas, size, faces) is None
    spelt = " ".join(canvas.say(faces[value - 1]) for value in hand.dice) if unlettered else ""
    if spelt and width(theme.SMALL.face, spelt) * canvas.smallest <= rect.width:
        return canvas.text(spelt, rect, theme.SMALL).right + canvas.px(10)
    for number, value in enumerate(hand.dice):
        place = pygame.Rect(rect.left + number * (size + gap), rect.centery - size // 2, size, size)
        draw_die(canvas, place, value, faces)
    return rect.left + len(hand.dice) * (size + gap) + canvas.px(10)
