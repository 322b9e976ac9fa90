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

SIMULATOR_HELP = say("Space throws · 1 to 5 keep · Enter ends · M menu")
DIE_TO_CUT_OUT = 0.72
"""Size of the camera's cut-out to the drawn die beside it…"""
CUT_OUT_ABOVE = 0.5
"""… and to the drawn die under it."""
LARGEST_DIE = 340
LABEL = 54
"""Height of the line under a die."""
DROP = 16
"""How much lower a kept die stands."""


def draw(canvas: Canvas, view: PlayView, body: pygame.Rect, camera: Image | None, tokens: Tokens) -> None:
    """Draw a match; `tokens` are those that lie still now."""
    game = view.game
    aspect = None if camera is None else camera.shape[1] / camera.shape[0]
    page = layout.play(body, canvas.unit, seats=len(game.seats), pot=game.pot is not None, aspect=aspect)
    canvas.stage = page.dice
    canvas.text(view.title, page.title, theme.SMALL, theme.DUST)
    draw_band(canvas, view, page.band)
    draw_prompt(canvas, view.prompt, page.prompt, warning=view.warning)
    dice = page.dice
    if game.named is None and view.last_hand is None and view.odds is None:
        dice = dice.union(page.hand)
    draw_dice(canvas, dice, view.dice, missing=max(0, len(game.hand) - len(view.dice)))
    draw_hand(canvas, view, page.hand)
    draw_notice(canvas, view.notice, page.notice)
    board.draw(canvas, view, page, tokens)
    if camera is not None and page.camera is not None:
        draw_camera(canvas, camera, page.camera, view.trouble)
        help_ = pygame.Rect(page.seats.left, page.camera.bottom, page.seats.width, canvas.px(layout.HELP))
        draw_camera_help(canvas, help_)


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
    canvas.text(player.name, name, theme.GIANT, theme.NIGHT, name=True, plate=True)


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
    width = max(canvas.px(220), step * shown)
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
    gap, pad = canvas.px(20), canvas.px(22)
    room = (rect.width - gap * (count - 1)) // count - 2 * pad, rect.height - canvas.px(LABEL + DROP) - 2 * pad
    across = min(int((room[0] - pad) / (1 + DIE_TO_CUT_OUT)), room[1]) if pictures else min(room)
    upright = min(room[0], int((room[1] - pad) / (1 + CUT_OUT_ABOVE))) if pictures else 0
    size = min(max(across, upright), canvas.px(LARGEST_DIE))
    beside = pictures and across >= upright
    picture = round(size * (DIE_TO_CUT_OUT if beside else CUT_OUT_ABOVE)) if pictures else 0
    wide = size + (picture + pad if beside else 0) + 2 * pad
    tall = size + (0 if beside or not pictures else picture + pad) + 2 * pad
    for number in range(count):
        place = pygame.Rect(rect.left + number * (wide + gap), rect.top, wide, tall + canvas.px(LABEL))
        if number < len(dice):
            _die(canvas, dice[number], place, (size, picture), beside=beside)
        else:
            where = pygame.Rect(0, 0, size, size)
            where.midbottom = place.centerx, place.top + tall - pad
            canvas.surface.blit(widgets.ghost(size), where)


def _die(canvas: Canvas, die: DieView, place: pygame.Rect, sizes: tuple[int, int], *, beside: bool) -> None:
    """One die with its cut-out and label; a kept one stands lower, on a lit plate with a padlock."""
    label, pad = canvas.px(LABEL), canvas.px(22)
    if die.kept:
        place = place.move(0, canvas.px(DROP))
    room = pygame.Rect(place.left, place.top, place.width, place.height - label)
    if die.kept:
        canvas.fill(place, theme.LAMP)
        canvas.fill(layout.inset(room, canvas.px(8)), theme.NIGHT)
    size, picture = sizes
    face, cut = pygame.Rect(0, 0, size, size), pygame.Rect(0, 0, picture, picture)
    if beside:
        cut.midleft, face.midright = (room.left + pad, room.centery), (room.right - pad, room.centery)
    else:
        cut.midtop, face.midbottom = (room.centerx, room.top + pad), (room.centerx, room.bottom - pad)
    if die.picture is not None:
        canvas.surface.blit(widgets.cut_out(die.picture, picture, max(2, picture // 12)), cut)
    if die.value is not None:
        canvas.surface.blit(widgets.die(size, die.value), face)
    elif die.picture is not None:
        canvas.surface.blit(widgets.ghost(size, theme.DUST), face)
        canvas.text("?", layout.inset(face, size // 5), theme.GIANT, theme.DUST, align="centre")
    else:
        canvas.surface.blit(widgets.ghost(size), face)
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
        canvas.text(hand.worth, worth, theme.FIGURE, theme.LAMP)
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


def draw_camera_help(canvas: Canvas, rect: pygame.Rect) -> None:
    """What the keyboard does where the camera is simulated."""
    canvas.text(SIMULATOR_HELP, rect, theme.SMALL, theme.DUST, align="centre", lines=2)
