"""A match under way: whose turn, what to do now, the dice and their hand; the board beside it is board.py."""

from __future__ import annotations

import pygame

from hardware.presses import KEEPS
from kiosk.games.core import HandView
from kiosk.games.text import Text, say
from kiosk.screen.animation import Tokens
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes import board
from kiosk.view import DieView, PlayView
from vision.types import Box, Image

SIMULATOR_HELP = say("Space throws. The seven keys below: 1 to 5, Enter, M")
SIMULATED_OWNER = say("Space lays the dice as asked. The seven keys below: 1 to 5, Enter, M")
DIE_TO_CUT_OUT = 0.72
"""Size of the camera's cut-out to the drawn die beside it…"""
CUT_OUT_AT_CORNER = 0.4
"""… and where many dice leave less room, to the one whose corner it covers, clear of the pips."""
CORNER = 1.04
"""Middle of that cut-out, from the die's lower left, in dice."""
CORNERED = CORNER + CUT_OUT_AT_CORNER / 2
BESIDE = 0.85
"""A die may be so much smaller for a cut-out that stands beside it."""
LARGEST_DIE = 340
LABEL = 54
"""Height of the line under a die."""
WIDEST_GAP = 70
"""Between two dice that have room to spare."""
MOST_ROLLS = 6
"""More have no room as marks."""
FEW = 4
"""So many dice have room beside a look at something wrong; more make way for it."""
RANK_RULE = 0.36
"""Width of the rule that shows a hand's rank, of the line it stands on."""
RANK_RULE_BESIDE = 0.22
"""The same where the odds stand beside it."""
LOOK_AROUND = 3.5
"""A look at something wrong shows so many times its size."""
DROP = 16
"""How much lower a kept die stands."""


def draw(canvas: Canvas, view: PlayView, body: pygame.Rect, camera: Image | None, tokens: Tokens) -> None:
    """Draw a match; `tokens` are those that lie still now."""
    game = view.game
    aspect = None if camera is None else camera.shape[1] / camera.shape[0]
    page = layout.play(body, canvas.unit, seats=len(game.seats), pot=bool(tokens.pot or game.pot), aspect=aspect)
    canvas.stage = page.dice
    canvas.text(view.title, page.title, theme.SMALL, theme.DUST)
    draw_band(canvas, view, page.band)
    if game.stake is None:
        draw_prompt(canvas, view.prompt, page.prompt.union(page.stake), warning=view.warning)
    else:
        draw_prompt(canvas, view.prompt, page.prompt, warning=view.warning)
        canvas.text(game.stake, page.stake, theme.BODY, theme.LAMP)
    dice = page.dice
    if not view.dice and game.named is None and view.last_hand is None and view.odds is None:
        dice = dice.union(page.hand)  # the dice to come have the room to themselves
    if view.look is not None and view.trouble:
        few = len(view.dice) <= FEW
        dice, place = layout.columns(dice, canvas.px(theme.GUTTER), 56, 44) if few else (pygame.Rect(dice), dice)
        _draw_look(canvas, view.look, view.trouble, place)
        dice.width = dice.width if few else 0
    if dice.width:
        draw_dice(canvas, dice, view.dice, missing=max(0, len(game.hand) - len(view.dice)))
    draw_hand(canvas, view, page.hand)
    draw_notice(canvas, view, page.notice)
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


def draw_dice(canvas: Canvas, rect: pygame.Rect, dice: tuple[DieView, ...], missing: int = 0) -> None:
    """The dice left to right, each beside its cut-out; places of dice still to be thrown are dashed."""
    count = len(dice) + missing
    if not count:
        return
    pictures, dyes = any(die.picture is not None for die in dice), widgets.dyes_of(dice)
    gap, pad = canvas.px(20), canvas.px(22)
    room = (rect.width - gap * (count - 1)) // count - 2 * pad, rect.height - canvas.px(LABEL + DROP + 14) - 2 * pad
    across = min(int((room[0] - pad) / (1 + DIE_TO_CUT_OUT)), room[1]) if pictures else min(room)
    corner = int(min(room[0] + pad, room[1]) / CORNERED) if pictures else 0
    beside = pictures and across >= corner * BESIDE
    size = min(across if beside or not pictures else corner, canvas.px(LARGEST_DIE))
    picture = round(size * (DIE_TO_CUT_OUT if beside else CUT_OUT_AT_CORNER)) if pictures else 0
    wide = size + (picture + pad if beside else round(size * (CORNERED - 1)) if pictures else 0) + 2 * pad
    tall = size + (0 if beside or not pictures else round(size * (CORNERED - 1))) + 2 * pad
    # Few dice stand together at the left, where the eye comes from the prompt; many use the whole width.
    step = min(rect.width // count, wide + canvas.px(WIDEST_GAP))
    for number in range(count):
        place = pygame.Rect(rect.left + number * step, rect.top, wide, tall + canvas.px(LABEL))
        if number < len(dice):
            _die(canvas, dice[number], dyes[number], place, (size, picture), beside=beside)
        else:
            where = pygame.Rect(0, 0, size, size)
            where.midbottom = place.centerx, place.top + tall - pad
            canvas.surface.blit(widgets.ghost(size), where)


def _die(
    canvas: Canvas, die: DieView, dye: theme.Dye, place: pygame.Rect, sizes: tuple[int, int], *, beside: bool
) -> None:
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
    elif picture:
        face.bottomleft = room.left + pad, room.bottom - pad
        cut.center = face.left + round(size * CORNER), face.bottom - round(size * CORNER)
    else:
        face.center = room.center
    if die.value is not None:
        canvas.surface.blit(widgets.die(size, die.value, dye=dye), face)
    elif die.picture is not None:
        canvas.surface.blit(widgets.ghost(size, theme.DUST), face)
        canvas.text("?", layout.inset(face, size // 5), theme.GIANT, theme.DUST, align="centre")
    else:
        canvas.surface.blit(widgets.ghost(size), face)
    if die.picture is not None:
        canvas.surface.blit(widgets.cut_out(die.picture, picture, max(2, picture // 12)), cut)
    _label(canvas, die, pygame.Rect(place.left, place.bottom - label, place.width, label))
    if die.button is not None:
        canvas.touch(place, KEEPS[die.button - 1])


def _label(canvas: Canvas, die: DieView, rect: pygame.Rect) -> None:
    """What is said of a die: kept, corrected; else the number of its button, in a ring as on the panel."""
    words = [say("kept")] if die.kept else []
    if die.corrected:
        words.append(say("corrected"))
    colour = theme.NIGHT if die.kept else theme.DUST
    ring = canvas.px(LABEL - 10) if die.button is not None and not die.kept else 0
    size = canvas.px(32) if die.kept else ring
    if words:
        box = pygame.Rect(rect.left + size, rect.top, rect.width - size, rect.height)
        style = theme.BODY if die.kept else theme.SMALL
        ink = canvas.text(" · ".join(canvas.say(word) for word in words), box, style, colour, align="centre")
        left = ink.left - size - canvas.px(10)
    else:
        left = rect.centerx - size // 2
    if die.kept:
        canvas.surface.blit(widgets.padlock(size, colour), (left, rect.centery - size // 2))
    elif ring:
        around = pygame.Rect(left, rect.centery - ring // 2, ring, ring)
        pygame.draw.aacircle(canvas.surface, theme.LINE, around.center, ring // 2, canvas.px(4))
        canvas.text(str(die.button), around, theme.SMALL, theme.DUST, align="centre")


def draw_hand(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """The hand's name, worth and rank; of the turn that just ended, if the next has not begun; the odds under it."""
    hand, whose = view.game.named, None
    if hand is None and view.last_hand is not None:
        whose, hand = view.last_hand
    upper, lower = layout.rows(rect, canvas.px(14), 64, 36)
    if hand is not None:
        _hand_name(canvas, view, hand, whose, upper)
        lower = _rank(canvas, hand, lower, RANK_RULE if view.odds is None else RANK_RULE_BESIDE)
    if view.odds is not None:
        _odds(canvas, view, lower, apart=whose is not None)


def _odds(canvas: Canvas, view: PlayView, rect: pygame.Rect, *, apart: bool) -> None:
    """The odds of whoever is in turn, under the seat's sign where they stand beside another's hand."""
    left = rect.left
    if apart and view.odds is not None and view.game.seat is not None:
        size = canvas.px(40)
        sign = pygame.Rect(left, rect.centery - size // 2, size, size)
        widgets.seat_sign(canvas.surface, sign, view.players[view.game.seat].colour)
        left += size + canvas.px(16)
    if view.odds is not None:
        canvas.text(view.odds, pygame.Rect(left, rect.top, rect.right - left, rect.height), theme.SMALL, theme.DUST)


def _hand_name(canvas: Canvas, view: PlayView, hand: HandView, whose: int | None, rect: pygame.Rect) -> None:
    left = rect.left
    if whose is not None:
        player = view.players[whose]
        size = round(rect.height * 0.66)
        sign = pygame.Rect(left, rect.centery - size // 2, size, size)
        widgets.seat_sign(canvas.surface, sign, player.colour)
        left += size + canvas.px(22)
    worth_width = round(rect.width * 0.34) if hand.worth is not None else 0
    name = pygame.Rect(left, rect.top, rect.right - worth_width - left, rect.height)
    ink = canvas.text(hand.name, name, theme.HUGE, plate=True)
    if hand.worth is not None:
        worth = pygame.Rect(ink.right + canvas.px(36), rect.top, worth_width - canvas.px(36), rect.height)
        # Both stand on one line, as figures on a bill do.
        worth.height = ink.bottom - worth.top
        canvas.text(hand.worth, worth, theme.FIGURE, theme.LAMP, valign="bottom")


def _rank(canvas: Canvas, hand: HandView, rect: pygame.Rect, share: float) -> pygame.Rect:
    """The hand's rank among all, in words and as a mark on a printer's rule; what is left of the line."""
    if hand.rank is None or hand.ranks is None:
        return rect
    words = say("No. {rank} of {ranks}", rank=hand.rank, ranks=hand.ranks)
    ink = canvas.text(words, pygame.Rect(rect.left, rect.top, rect.width // 4, rect.height), theme.SMALL, theme.DUST)
    room = pygame.Rect(0, 0, round(rect.width * share), canvas.px(22))
    room.midleft = ink.right + canvas.px(22), ink.centery
    step = room.width / hand.ranks
    better = hand.ranks - hand.rank
    for place in range(hand.ranks):
        tick = pygame.Rect(room.left + round(place * step), room.top, max(1, round(step * 0.55)), room.height)
        if place == better:
            tick = tick.inflate(canvas.px(4), canvas.px(12))
        canvas.fill(tick, theme.LAMP if place == better else theme.DUST if place < better else theme.LINE)
    left = room.right + canvas.px(28)
    return pygame.Rect(left, rect.top, rect.right - left, rect.height)


def draw_notice(canvas: Canvas, view: PlayView, rect: pygame.Rect) -> None:
    """What just happened, under a rule; the coach, when he speaks, in place of what the dice say themselves."""
    coach = view.coach if view.notice_id is None else None
    notice = coach or view.notice
    if notice is None:
        return
    canvas.rule(rect.left, rect.top, rect.width)
    line = pygame.Rect(rect.left, rect.top + canvas.px(10), rect.width, rect.height - canvas.px(10))
    canvas.text(notice, line, theme.BODY, theme.PAPER if coach is None else theme.LAMP)


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


def _draw_look(canvas: Canvas, image: Image, trouble: tuple[Box, ...], rect: pygame.Rect) -> None:
    """The part of the camera's picture where something is to be put right, with a ring round it."""
    high, wide = image.shape[:2]
    left = min(x for x, _, _, _ in trouble)
    right = max(x + w for x, _, w, _ in trouble)
    top = min(y for _, y, _, _ in trouble)
    bottom = max(y + h for _, y, _, h in trouble)
    # Wide enough to see what lies around it, and in the shape of its place on the screen.
    across = max((right - left) * LOOK_AROUND, (bottom - top) * LOOK_AROUND * rect.width / rect.height, wide * 0.3)
    across = min(across, wide, high * rect.width / rect.height)
    down = across * rect.height / rect.width
    x = min(max((left + right - across) / 2, 0.0), wide - across)
    y = min(max((top + bottom - down) / 2, 0.0), high - down)
    part = image[round(y) : round(y + down), round(x) : round(x + across)]
    shown, canvas.camera = canvas.camera, None
    draw_camera(canvas, part, rect, tuple((bx - x, by - y, bw, bh) for bx, by, bw, bh in trouble))
    canvas.camera = shown


def draw_camera_help(canvas: Canvas, rect: pygame.Rect, *, lays: bool = False) -> None:
    """What the keyboard does where the camera is simulated."""
    canvas.text(SIMULATED_OWNER if lays else SIMULATOR_HELP, rect, theme.SMALL, theme.DUST, align="centre", lines=2)
