"""Nobody plays: a poster that can be read from the counter."""

from dataclasses import replace

import pygame

from hardware.presses import Button
from kiosk.games.text import say
from kiosk.locale import NO_BREAK
from kiosk.screen.drawing import layout, qr, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.view import AttractView, DieView, ThrowKey

BEST = (DieView(4), DieView(2), DieView(1))
"""The dice on the poster before anybody has thrown: 421, the best hand of the first game."""
LEAN = (-7, 4, -3, 6, -5)
"""Degrees by which the dice lie askew."""
MANY = 8
"""More than 8 games are named in running text, not a line each, to leave room for the last winners."""
RUNNING = replace(theme.FIGURE, leading=1.26)
EDGE = 0.22
"""Space above and below the name of a game, as a share of its line."""
LETTERS = 0.9
"""The letters keep at least 0.9 of the smallest size: on low lines `EDGE` shrinks."""
CALL = 132
"""Height of the call under a turn that the poster plays, units."""
GAME = 96
"""Greatest height of a game's line, units."""


def draw(canvas: Canvas, view: AttractView, area: pygame.Rect) -> None:
    gap = canvas.px(theme.GUTTER)
    upper, call = layout.rows(area, gap, 81, 19)
    if area.width > area.height * layout.UPRIGHT:
        wide, narrow = layout.columns(upper, 2 * gap, *((42, 58) if view.mirrored else (58, 42)))
        left, right = (narrow, wide) if view.mirrored else (wide, narrow)
        title, dice = layout.rows(left, gap, 44, 56)
        won = 22 if len(view.games) > MANY else 34
        games, last = layout.rows(right, gap, *((100 - won, won) if view.last else (96, 4)))
    else:
        shares = (15, 32, 37, 16) if view.link else (15, 26, 42, 17) if view.last else (16, 30, 50, 4)
        title, dice, games, last = layout.rows(upper, gap, *shares)
    canvas.text(say("Throw the dice. The table counts."), title, theme.GIANT, lines=2, valign="top")
    # The dice make room for the link.
    slip = qr.draw_slip(canvas, view.link, say("The league"), dice)
    if slip:
        dice.width = slip.left - gap - dice.left
    _dice(canvas, view, dice)
    _games(canvas, view, games)
    if view.last:
        _last(canvas, view, last)
    _call(canvas, view, call)


def draw_call(canvas: Canvas, view: AttractView, body: pygame.Rect) -> pygame.Rect:
    """The call alone, at the foot of a turn that is played meanwhile; the room above it."""
    above, call = layout.bottom(body, canvas.px(CALL))
    _call(canvas, view, layout.inset(call, canvas.px(theme.MARGIN), canvas.px(theme.GAP)))
    return above


def _call(canvas: Canvas, view: AttractView, call: pygame.Rect) -> None:
    canvas.plate(call, theme.LAMP)
    # The whole screen may be touched: who passes by aims at nothing.
    canvas.touch(canvas.surface.get_rect(), ThrowKey() if view.throws else Button.END)
    calls = say("Press any button"), say("Press any button: the match goes on"), say("Space: throw")
    text = calls[2 if view.throws else view.resumable]
    words = layout.inset(call, canvas.px(40), canvas.px(24))
    canvas.text(text, words, theme.HUGE, theme.NIGHT, align="centre", lines=2)


def _dice(canvas: Canvas, view: AttractView, rect: pygame.Rect) -> None:
    """The hand of the evening as it lay, each die with its own picture; else the hand that everybody wants."""
    dice, faces = (BEST, ()) if view.hand is None else (view.hand.dice, view.hand.faces)
    if view.hand is not None:
        rect, words = layout.rows(rect, canvas.px(theme.GAP), 78, 22)
        canvas.text(view.hand.said, words, theme.LEAD, theme.LAMP, lines=2, valign="top")
    size = min(round(rect.height * 0.8), round(rect.width / (len(dice) * 1.2)))
    step = round(size * 1.2)
    for number, (die, dye) in enumerate(zip(dice, widgets.dyes_of(dice), strict=True)):
        middle = rect.left + size * 11 // 20 + step * number, rect.centery + round(size * 0.04 * (-1) ** number)
        draw_die(canvas, layout.square(size, middle), die.value or 1, faces, dye, lean=LEAN[number % len(LEAN)])
        if die.picture is not None:
            edge = size * 3 // 8
            cut = widgets.cut_out(die.picture, edge, edge // 8)
            canvas.surface.blit(cut, cut.get_rect(center=(middle[0] + size // 2, middle[1] - size // 2)))


def _games(canvas: Canvas, view: AttractView, rect: pygame.Rect) -> None:
    """The games one under the other, as on a bill; many of them run on, as large as they go."""
    if not view.games:
        return
    if len(view.games) > MANY:
        titles = f"{NO_BREAK}· ".join(canvas.say(game).replace(" ", NO_BREAK) for game in view.games)
        canvas.rule(rect.left, rect.top, rect.width)
        box = layout.inset(rect, 0, canvas.px(theme.GUTTER))
        canvas.text(titles, box, RUNNING, lines=len(view.games), valign="top")
        return
    height = min(rect.height // len(view.games), canvas.px(GAME))
    edge = max(0, min(round(height * EDGE), round((height - canvas.smallest * LETTERS) / 2)))
    room = rect.width, height - 2 * edge
    # One size for all of them, as a printer would set a bill.
    style = canvas.alike(view.games, room, theme.FIGURE)
    for number, game in enumerate(view.games):
        row = pygame.Rect(rect.left, rect.top + number * height, rect.width, height)
        canvas.rule(row.left, row.top, row.width)
        canvas.text(game, layout.inset(row, 0, edge), style)
    canvas.rule(rect.left, rect.top + len(view.games) * height, rect.width)


def _last(canvas: Canvas, view: AttractView, rect: pygame.Rect) -> None:
    head, below = layout.top(rect, canvas.px(44))
    canvas.text(say("Tonight") if view.tonight else say("Last winners"), head, theme.SMALL, theme.LAMP)
    step = max(canvas.px(52), round(canvas.smallest * 1.35))
    for number, winner in enumerate(view.last[: max(1, below.height // step)]):
        line, below = layout.top(below, step)
        canvas.text(winner, line, theme.BODY, theme.DUST if number else theme.PAPER)
