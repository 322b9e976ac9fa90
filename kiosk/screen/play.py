"""A match under way: whose turn, what to do now, the dice and their hand; the board beside it is board.py."""

from __future__ import annotations

import pygame

from hardware.panel import KEEPS
from kiosk.games.core import HandView, Text, say
from kiosk.screen import board, layout, theme, widgets
from kiosk.screen.animation import Tokens
from kiosk.screen.canvas import Canvas
from kiosk.view import DieView, PlayView
from vision.types import Box, Image

DIE_TO_CUT_OUT = 0.72
"""Size of the camera's cut-out to the drawn die."""


def draw(canvas: Canvas, view: PlayView, body: pygame.Rect, camera: Image | None, tokens: Tokens) -> None:
    """Draw a match; `tokens` are those that lie still now."""
    game = view.game
    aspect = None if camera is None else camera.shape[1] / camera.shape[0]
    page = layout.play(body, canvas.unit, seats=len(game.seats), pot=game.pot is not None, aspect=aspect)
    canvas.text(view.title, page.title, theme.SMALL, theme.DUST)
    draw_band(canvas, view, page.band)
    draw_prompt(canvas, view.prompt, page.prompt, warning=view.warning)
    draw_dice(canvas, page.dice, view.dice, missing=max(0, len(game.hand) - len(view.dice)))
    draw_hand(canvas, view, page.hand)
    draw_notice(canvas, view.notice, page.notice)
    board.draw(canvas, view, page, tokens)
    if camera is not None and page.camera is not None:
        draw_camera(canvas, camera, page.camera, view.trouble)


def draw_band(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """Whose turn it is, in the seat's own colour, as large as a poster's first line; and the rolls used."""
    seat = view.game.seat
    pad = canvas.px(34)
    inner = layout.inset(rect, pad, rect.height // 7)
    if seat is None:
        canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.PAPER), rect)
        canvas.text(view.game.phase, inner, theme.GIANT, theme.NIGHT)
        return
    player = view.players[seat]
    canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.SEATS[player.colour % len(theme.SEATS)]), rect)
    size = round(rect.height * 0.5)
    sign = pygame.Rect(inner.left, rect.centery - size // 2, size, size)
    canvas.surface.blit(widgets.shape(size, player.colour, theme.NIGHT), sign)
    left = sign.right + pad * 3 // 4
    rolls = draw_rolls(canvas, view, inner)
    name = pygame.Rect(left, inner.top, rolls - pad // 2 - left, inner.height)
    canvas.text(player.name, name, theme.GIANT, theme.NIGHT, name=True)


def draw_rolls(canvas: Canvas, view: PlayView, inner: pygame.Rect) -> int:
    """The rolls of this turn as marks, used ones filled; where they begin from the left."""
    used, allowed = view.game.rolls_used, view.game.rolls_allowed
    shown = max(used, allowed or 0)
    if shown <= 1 or shown > 6:
        return inner.right
    radius, step = canvas.px(17), canvas.px(50)
    middle = inner.centery - canvas.px(18)
    for number in range(shown):
        centre = (inner.right - radius - (shown - 1 - number) * step, middle)
        if number < used:
            pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius)
        else:
            pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius, canvas.px(5))
    width = max(canvas.px(170), step * shown)
    label = pygame.Rect(inner.right - width, middle + radius + canvas.px(10), width, canvas.px(34))
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


def draw_dice(canvas: Canvas, rect: pygame.Rect, dice: tuple[DieView, ...], missing: int = 0) -> None:
    """The dice left to right, each beside its cut-out; places of dice still to be thrown are dashed."""
    count = len(dice) + missing
    if not count:
        return
    pictures = any(die.picture is not None for die in dice)
    gap, label, drop = canvas.px(24), canvas.px(52), canvas.px(14)
    height = rect.height - label - 2 * drop
    cell = min((rect.width - gap * (count - 1)) // count, canvas.px(520))
    flat = min(height, int((cell - gap) / (1 + DIE_TO_CUT_OUT if pictures else 1)))
    upright = min(int((height - gap // 2) / (1 + DIE_TO_CUT_OUT if pictures else 1)), cell - gap)
    size = min(max(flat, upright), canvas.px(300))
    beside = flat >= upright and pictures
    if not pictures:
        cell = min(cell, round(size * 1.3))
    elif beside:
        cell = min(cell, round(size * (1 + DIE_TO_CUT_OUT) + 3 * gap))
    else:
        cell = min(cell, round(size * 1.35))
    for number in range(count):
        place = pygame.Rect(rect.left + number * (cell + gap), rect.top, cell, height + label + drop)
        if number < len(dice):
            _die(canvas, dice[number], place, size, drop, beside=beside)
        else:
            where = pygame.Rect(0, 0, size, size)
            where.center = place.centerx, place.top + height // 2
            canvas.surface.blit(widgets.ghost(size), where)


def _die(canvas: Canvas, die: DieView, place: pygame.Rect, size: int, drop: int, *, beside: bool) -> None:
    """One die with its cut-out and label; a kept one stands lower, on a lit plate with a padlock."""
    label = canvas.px(52)
    if die.kept:
        place = place.move(0, drop)
        canvas.fill(place, theme.LAMP)
        canvas.fill(
            layout.inset(pygame.Rect(place.topleft, (place.width, place.height - label)), canvas.px(6)), theme.NIGHT
        )
    room = pygame.Rect(place.topleft, (place.width, place.height - label))
    picture = round(size * DIE_TO_CUT_OUT)
    face = pygame.Rect(0, 0, size, size)
    cut = pygame.Rect(0, 0, picture, picture)
    gap = canvas.px(16)
    if die.picture is None:
        face.center = room.center
    elif beside:
        left = room.centerx - (size + picture + gap) // 2
        cut.midleft = left, room.centery
        face.midleft = left + picture + gap, room.centery
    else:
        top = room.centery - (size + picture + gap // 2) // 2
        cut.midtop = room.centerx, top
        face.midtop = room.centerx, top + picture + gap // 2
    if die.picture is not None:
        canvas.surface.blit(widgets.cut_out(die.picture, picture, max(2, picture // 12)), cut)
    if die.value is None:
        canvas.surface.blit(widgets.ghost(size, theme.DUST), face)
        canvas.text("?", layout.inset(face, size // 5), theme.GIANT, theme.DUST, align="centre")
    else:
        canvas.surface.blit(widgets.die(size, die.value), face)
    _label(canvas, die, pygame.Rect(place.left, place.bottom - label, place.width, label))
    if die.button is not None:
        canvas.touch(place, KEEPS[die.button - 1])


def _label(canvas: Canvas, die: DieView, rect: pygame.Rect) -> None:
    words = [canvas.say(say("corrected"))] if die.corrected else []
    colour = theme.NIGHT if die.kept else theme.DUST
    if die.kept:
        words.insert(0, canvas.say(say("kept")))
    elif die.button is not None:
        words.insert(0, str(die.button))
    string = " · ".join(words)
    size = canvas.px(32) if die.kept else 0
    box = pygame.Rect(rect.left + size, rect.top, rect.width - size, rect.height)
    ink = canvas.text(string, box, theme.BODY if die.kept else theme.SMALL, colour, align="centre")
    if die.kept:
        canvas.surface.blit(widgets.padlock(size, colour), (ink.left - size - canvas.px(10), rect.centery - size // 2))


def draw_hand(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """The hand's name and worth; of the turn that just ended, if the next has not begun."""
    hand, whose = view.game.named, None
    if hand is None and view.last_hand is not None:
        whose, hand = view.last_hand
    upper, lower = layout.rows(rect, canvas.px(8), 68, 32)
    small = [canvas.say(text) for text in (_rank(hand), view.odds) if text is not None]
    if hand is None:
        if small:
            canvas.text(" · ".join(small), lower, theme.SMALL, theme.DUST)
        return
    left = upper.left
    if whose is not None:
        player = view.players[whose]
        size = round(upper.height * 0.6)
        colour = theme.SEATS[player.colour % len(theme.SEATS)]
        canvas.surface.blit(widgets.shape(size, player.colour, colour), (left, upper.centery - size // 2))
        left += size + canvas.px(18)
        small.insert(0, player.name)
    worth_width = round(upper.width * 0.36) if hand.worth is not None else 0
    name = pygame.Rect(left, upper.top, upper.right - worth_width - left, upper.height)
    ink = canvas.text(hand.name, name, theme.HUGE)
    if hand.worth is not None:
        worth = pygame.Rect(ink.right + canvas.px(36), upper.top, worth_width - canvas.px(36), upper.height)
        found = canvas.text(hand.worth, worth, theme.FIGURE, theme.LAMP)
        assert found.right <= rect.right
    canvas.text(" · ".join(small), lower, theme.SMALL, theme.DUST)


def _rank(hand: HandView | None) -> Text | None:
    if hand is None or hand.rank is None or hand.ranks is None:
        return None
    return say("No. {rank} of {ranks}", rank=hand.rank, ranks=hand.ranks)


def draw_notice(canvas: Canvas, notice: Text | None, rect: pygame.Rect) -> None:
    """What just happened, under a rule."""
    if notice is None:
        return
    canvas.rule(rect.left, rect.top, rect.width)
    canvas.text(
        notice, pygame.Rect(rect.left, rect.top + canvas.px(10), rect.width, rect.height - canvas.px(10)), theme.BODY
    )


def draw_camera(canvas: Canvas, image: Image, rect: pygame.Rect, trouble: tuple[Box, ...] = ()) -> None:
    """The camera's picture, with a ring round what is wrong."""
    canvas.surface.blit(widgets.picture(image, rect.size), rect)
    scale = rect.width / image.shape[1]
    for x, y, width, height in trouble:
        centre = rect.left + (x + width / 2) * scale, rect.top + (y + height / 2) * scale
        radius = max(width, height) * scale * 0.9
        pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius + canvas.px(4), canvas.px(14))
        pygame.draw.aacircle(canvas.surface, theme.ALARM, centre, radius + canvas.px(2), canvas.px(8))
    canvas.frame(rect, theme.LINE, 3)
    canvas.camera = rect
