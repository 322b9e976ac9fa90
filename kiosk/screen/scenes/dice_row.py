"""The dice of a match left to right, each with the camera's cut-out in its corner and a label below."""

from collections.abc import Sequence

import pygame

from hardware.presses import KEEPS
from kiosk.games.text import Text, say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.faces import draw_die
from kiosk.screen.drawing.text import width
from kiosk.view import DieView

CUT_OUT = 0.32
"""The camera's cut-out is 0.32 of the drawn die's size, and covers its corner without a pip."""
CORNER = 0.98
"""The middle of the cut-out is 0.98 of the die's size from its lower left corner, both ways."""
CORNERED = CORNER + CUT_OUT / 2
LARGEST_DIE = 360
LABEL = 64
"""Height of the line under a die."""
PAD, BETWEEN = 10, 8
"""Space around a die and its cut-out, and gap between two of them, units."""
WIDEST_GAP = 70
"""Greatest gap between two dice, units."""
DROP = 16
"""A kept die stands 16 units lower."""
FRAME = 8
"""Width of the lit frame around a kept die, units."""
FADED = 110
"""Dice of the last player are darkened: opacity of the dark layer, 110 of 255."""


def draw_dice(
    canvas: Canvas,
    rect: pygame.Rect,
    dice: tuple[DieView, ...],
    missing: int = 0,
    faces: Sequence[Text] = (),
    *,
    faded: bool = False,
) -> None:
    """The dice left to right, each under its cut-out; places of dice still to be thrown are dashed.

    `faces`: the game's names of faces, if it has any; `faded`: they are the last player's dice.
    """
    count = len(dice) + missing
    if not count:
        return
    dyes = widgets.dyes_of(dice)
    gap, pad = canvas.px(BETWEEN), canvas.px(PAD)
    labelled = any(die.kept or die.corrected or die.button is not None for die in dice)
    under = canvas.px(LABEL + DROP + PAD) if labelled else canvas.px(PAD)
    room = min((rect.width - gap * (count - 1)) // count, rect.height - under) - 2 * pad
    over = CORNERED if any(die.picture is not None for die in dice) else 1.0
    size = min(int(room / over), canvas.px(LARGEST_DIE))
    whole = round(size * over) + 2 * pad
    # Few dice stand together at the left, where the eye comes from the prompt; many use the whole width.
    step = min(rect.width // count, whole + canvas.px(WIDEST_GAP))
    top = rect.top + (rect.height - under - whole) // 2
    for number in range(count):
        place = pygame.Rect(rect.left + number * step, top, whole, whole + canvas.px(LABEL))
        face = pygame.Rect(place.left + pad, place.top + whole - pad - size, size, size)
        if number < len(dice):
            _die(canvas, dice[number], dyes[number], place, face, faces=faces, faded=faded)
        else:
            canvas.surface.blit(widgets.ghost(size), face)


def _die(
    canvas: Canvas,
    die: DieView,
    dye: theme.Dye,
    place: pygame.Rect,
    face: pygame.Rect,
    *,
    faces: Sequence[Text],
    faded: bool,
) -> None:
    """One die with its cut-out and label; a kept one stands lower, on a lit plate with a padlock."""
    label = canvas.px(LABEL)
    if die.kept:
        place, face = place.move(0, canvas.px(DROP)), face.move(0, canvas.px(DROP))
    room, _ = layout.bottom(place, label)
    if die.kept:
        canvas.fill(place, theme.LAMP)
        canvas.fill(layout.inset(room, canvas.px(FRAME)), theme.NIGHT)
    size = face.width
    if die.value is not None:
        draw_die(canvas, face, die.value, faces, dye)
    elif die.picture is not None:
        canvas.surface.blit(widgets.ghost(size, theme.DUST), face)
        canvas.text("?", layout.inset(face, size // 5), theme.GIANT, theme.DUST, align="centre")
    else:
        canvas.surface.blit(widgets.ghost(size), face)
    if die.picture is not None:
        edge = round(size * CUT_OUT)
        cut = layout.square(edge, (face.left + round(size * CORNER), face.bottom - round(size * CORNER)))
        canvas.surface.blit(widgets.cut_out(die.picture, edge, max(2, edge // 12)), cut)
    if faded:
        veil = pygame.Surface(room.size, pygame.SRCALPHA)
        veil.fill((*theme.NIGHT, FADED))
        canvas.surface.blit(veil, room)
    # A kept one's words stand in the frame below it, which is that much higher.
    _label(canvas, die, pygame.Rect(place.left, place.bottom - label - canvas.px(FRAME) * die.kept, place.width, label))
    if die.button is not None:
        canvas.touch(place, KEEPS[die.button - 1])


def _label(canvas: Canvas, die: DieView, rect: pygame.Rect) -> None:
    """The label of a die: "kept", "corrected", or the number of its button in a ring, as on the panel."""
    words = [say("kept")] if die.kept else []
    if die.corrected:
        words.append(say("corrected"))
    colour = theme.NIGHT if die.kept else theme.DUST
    ring = canvas.px(LABEL) if die.button is not None and not die.kept else 0
    size = canvas.px(40) if die.kept else ring
    said = " · ".join(canvas.say(word) for word in words)
    pad, left = canvas.px(PAD), rect.centerx - size // 2
    beside = size + pad if size else 0
    box = pygame.Rect(rect.left + pad + beside, rect.top, rect.width - beside - 2 * pad, rect.height)
    if said and width(theme.FAR.face, said) * canvas.smallest <= box.width:
        left = canvas.text(said, box, theme.FAR, colour, align="centre").left - size - pad
    if die.kept:
        canvas.sign("padlock", size, (left, rect.centery), colour)
    elif ring:
        around = pygame.Rect(left, rect.centery - ring // 2, ring, ring)
        pygame.draw.aacircle(canvas.surface, theme.LINE, around.center, ring // 2, canvas.px(4))
        canvas.text(str(die.button), around, theme.FAR, theme.DUST, align="centre")
