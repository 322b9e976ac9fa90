"""A match under way: whose turn, what to do now, the dice and their hand."""

from __future__ import annotations

from dataclasses import replace

import pygame

from kiosk.games.text import Text, say
from kiosk.screen.animation import Tokens
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes import board, camera_picture, dice_row, hand, sheet
from kiosk.view import PlayView, ThrowKey
from vision.types import Image

MOST_ROLLS = 6
"""More have no room as marks."""
ROLLS = 76
"""Height of the marks and the words under them, units."""
FEW = 4
"""So many dice have room beside a look at something wrong; more make way for it."""


def draw(canvas: Canvas, view: PlayView, body: pygame.Rect, camera: Image | None, tokens: Tokens) -> None:
    """Draw a match; `tokens` are those that lie still now."""
    game = view.game
    aspect = None if camera is None else camera.shape[1] / camera.shape[0]
    page = layout.play(
        body,
        canvas.unit,
        seats=len(game.seats),
        pot=bool(tokens.pot or game.pot),
        aspect=aspect,
        sheet=bool(game.sheet),
    )
    canvas.stage = page.dice
    canvas.text(view.title, page.title, theme.SMALL, theme.DUST)
    draw_band(canvas, view, page.band)
    if game.sought is None:
        draw_prompt(canvas, view.prompt, page.prompt.union(page.stake), warning=view.warning)
    else:
        draw_prompt(canvas, view.prompt, page.prompt, warning=view.warning)
        canvas.text(game.sought, page.stake, theme.BODY, theme.LAMP)
    dice = page.dice
    if not view.dice and game.named is None and view.last_hand is None and view.odds is None:
        dice = dice.union(page.hand)  # the dice to come have the room to themselves
    if view.last_hand is not None:
        indent = _of_the_last(canvas, view.players[view.last_hand[0]].colour, dice if view.dice else None, page.hand)
        dice = pygame.Rect(dice.left + indent, dice.top, dice.width - indent, dice.height)
    if view.look is not None and view.trouble:
        few = len(view.dice) <= FEW
        dice, place = layout.columns(dice, canvas.px(theme.GUTTER), 56, 44) if few else (pygame.Rect(dice), dice)
        camera_picture.draw_look(canvas, view.look, view.trouble, place)
        dice.width = dice.width if few else 0
    if dice.width:
        # While a box is chosen the buttons stand for boxes.
        lying = view.dice if view.pick is None else tuple(replace(die, button=None) for die in view.dice)
        dice_row.draw_dice(canvas, dice, lying, missing=max(0, len(game.hand) - len(view.dice)), faces=game.faces)
    hand.draw_hand(canvas, view, page.hand)
    draw_notice(canvas, view, page.notice)
    if game.sheet:
        sheet.draw(canvas, view, page)
    else:
        board.draw(canvas, view, page, tokens)
    if camera is not None and page.camera is not None:
        camera_picture.draw_camera(canvas, camera, page.camera, view.trouble)
        top = page.camera.bottom + canvas.px(layout.CLEAR)
        under = page.notice if game.sheet else page.seats
        help_ = pygame.Rect(under.left, top, under.width, page.camera.bottom + canvas.px(layout.HELP) - top)
        lays = view.warning and view.ruling.hand  # a hand that is asked for is not thrown
        camera_picture.draw_camera_help(canvas, help_, camera_picture.LAYS if lays else camera_picture.THROWS)
        canvas.touch(page.camera, ThrowKey())


def _of_the_last(canvas: Canvas, colour: int, dice: pygame.Rect | None, named: pygame.Rect) -> int:
    """Bind what lies there still to whose it was, by a strip of the seat's colour; how much room that takes."""
    top, bottom = named.top if dice is None else dice.top, hand.halves_of(canvas, named)[0].bottom
    strip = pygame.Rect(named.left, top, canvas.px(hand.STRIP), bottom - top)
    widgets.seat_sign(canvas.surface, strip, colour)
    return strip.width + canvas.px(hand.AFTER_SIGN)


def draw_band(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """Whose turn it is, in the seat's own colour, as large as a poster's first line; and the rolls used."""
    seat = view.game.seat
    pad = canvas.px(34)
    inner = layout.inset(rect, pad, rect.height // 7)
    if seat is None:
        canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.PAPER), rect)
        canvas.text(view.game.phase, inner, theme.GIANT, theme.NIGHT, plate=True)
        return
    player = view.players[seat]
    canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.SEATS[player.colour % len(theme.SEATS)]), rect)
    size = round(rect.height * 0.5)
    sign = pygame.Rect(inner.left, rect.centery - size // 2, size, size)
    canvas.surface.blit(widgets.shape(size, player.colour, theme.NIGHT), sign)
    left = sign.right + pad * 3 // 4
    rolls = draw_rolls(canvas, view, inner)
    name = pygame.Rect(left, inner.top, rolls - pad // 2 - left, inner.height)
    canvas.text(player.name, name, theme.GIANT, theme.NIGHT, name=True, plate=True)


def draw_rolls(canvas: Canvas, view: PlayView, inner: pygame.Rect) -> int:
    """The rolls of this turn as marks, used ones filled; where they begin from the left."""
    used, allowed = view.game.rolls_used, view.game.rolls_allowed
    shown = max(used, allowed or 0)
    if shown <= 1 or shown > MOST_ROLLS:
        return inner.right
    # In a low band the marks are small, and nearer to the words under them.
    share = min(1.0, inner.height / canvas.px(ROLLS))
    radius, step = canvas.px(17 * share), canvas.px(50)
    middle = inner.centery - canvas.px(18 * share)
    for number in range(shown):
        centre = (inner.right - radius - (shown - 1 - number) * step, middle)
        if number < used:
            pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius)
        else:
            pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius, canvas.px(5))
    width = max(canvas.px(220), step * shown)
    label = pygame.Rect(inner.right - width, 0, width, canvas.px(34))
    label.centery = inner.centery + canvas.px(26 * share)
    if allowed is None:
        text = say("{n} throw", "{n} throws", n=used)
    else:
        text = say("{used} of {allowed} throws", used=used, allowed=shown)
    ink = canvas.text(text, label, theme.SMALL, theme.NIGHT, align="right")
    return min(ink.left, inner.right - step * shown)


def draw_prompt(canvas: Canvas, prompt: Text, rect: pygame.Rect, *, warning: bool) -> None:
    """What to do now; on a plate with a sign when something must be put right."""
    if not warning:
        canvas.text(prompt, rect, theme.PROMPT, lines=2)
        return
    canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.ALARM), rect)
    size = round(rect.height * 0.6)
    pad = canvas.px(30)
    canvas.surface.blit(widgets.warning(size, theme.NIGHT, theme.ALARM), (rect.left + pad, rect.centery - size // 2))
    box = pygame.Rect(
        rect.left + size + 2 * pad, rect.top + pad // 4, rect.width - size - 3 * pad, rect.height - pad // 2
    )
    canvas.text(prompt, box, theme.PROMPT, theme.NIGHT, lines=2)


def draw_notice(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """What just happened, under a rule; the coach, when he speaks, in place of what the dice say themselves."""
    coach = view.coach if view.notice_id is None else None
    notice = coach or view.notice
    if notice is None:
        return
    canvas.rule(rect.left, rect.top, rect.width)
    line = pygame.Rect(rect.left, rect.top + canvas.px(10), rect.width, rect.height - canvas.px(10))
    canvas.text(notice, line, theme.BODY, theme.PAPER if coach is None else theme.LAMP)
