"""The dice of a match left to right, each beside the camera's own cut-out, with what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from hardware.presses import KEEPS
from kiosk.games.text import Text, say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.view import DieView

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
DROP = 16
"""How much lower a kept die stands."""


def draw_dice(
    canvas: Canvas, rect: pygame.Rect, dice: tuple[DieView, ...], missing: int = 0, faces: Sequence[Text] = ()
) -> None:
    """The dice left to right, each beside its cut-out; places of dice still to be thrown are dashed.

    `faces`: what the game calls them, where it does.
    """
    count = len(dice) + missing
    if not count:
        return
    pictures, dyes = any(die.picture is not None for die in dice), widgets.dyes_of(dice)
    gap, pad = canvas.px(20), canvas.px(22)
    labelled = not dice or any(die.kept or die.corrected or die.button is not None for die in dice)
    under = canvas.px(LABEL + DROP + 14) if labelled else canvas.px(14)
    room = (rect.width - gap * (count - 1)) // count - 2 * pad, rect.height - under - 2 * pad
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
            _die(canvas, dice[number], _Ink(dyes[number], faces), place, (size, picture), beside=beside)
        else:
            where = pygame.Rect(0, 0, size, size)
            where.midbottom = place.centerx, place.top + tall - pad
            canvas.surface.blit(widgets.ghost(size), where)


class _Ink(NamedTuple):
    dye: theme.Dye
    faces: Sequence[Text]


def _die(canvas: Canvas, die: DieView, ink: _Ink, place: pygame.Rect, sizes: tuple[int, int], *, beside: bool) -> None:
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
        draw_die(canvas, face, die.value, ink.faces, ink.dye)
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
