"""Draws a die with its pips, or, in games that name the faces, with the name and the pips in a corner."""

from collections.abc import Sequence

import pygame

from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.drawing.text import width
from kiosk.screen.drawing.theme import Style

ASIDE = 0.3
"""Beside a face's name pips are drawn at 0.3 of their size."""
ROOM = 0.72
"""A face's name may take 0.72 of the die's edge."""
SLACK = 0.9
"""Letters are set in whole pixels: a name is measured to fit 0.9 of its room."""
WORD_ALONE = 60
"""On a die smaller than 60 units the name stands without pips."""
GAP, BETWEEN = 0.12, 0.55
"""The gap between dice of a hand, and the one with three dots between two hands, as shares of a die."""


def lettering(canvas: Canvas, size: int, faces: Sequence[Text]) -> Style | None:
    """The type in which each of these names can be read on a die of this size; None where none can."""
    room = size * ROOM
    for style in (theme.GIANT, theme.LEAD):
        widest = max((width(style.face, canvas.say(face)) for face in faces), default=0.0) * canvas.smallest
        if faces and widest <= room * SLACK and canvas.smallest <= room:
            return style
    return None


def draw_die(
    canvas: Canvas,
    place: pygame.Rect,
    value: int,
    faces: Sequence[Text] = (),
    dye: theme.Dye = theme.IVORY_DYE,
    *,
    lean: float = 0.0,
) -> None:
    """Draw a die into a square place; with pips alone it may `lean` askew, degrees."""
    size = place.width
    style = lettering(canvas, size, faces)
    if style is None:
        image = widgets.die(size, value, lean, dye)
        canvas.surface.blit(image, image.get_rect(center=place.center))
        return
    aside = size >= canvas.px(WORD_ALONE)
    canvas.surface.blit(widgets.die(size, value, dye=dye, pips=ASIDE if aside else 0.0), place)
    room = layout.square(round(size * ROOM), (place.centerx, place.centery - round(size * 0.02)))
    if aside:
        room.move_ip(round(size * 0.03), round(size * 0.06))
    canvas.text(faces[value - 1], room, style, dye.pips, align="centre")


def hands_width(hands: Sequence[Sequence[int]]) -> float:
    """The width of hands side by side, in dice."""
    dice = sum(map(len, hands))
    return dice + GAP * (dice - len(hands)) + BETWEEN * (len(hands) - 1)


def draw_hands(
    canvas: Canvas, hands: Sequence[Sequence[int]], start: tuple[float, int], die: int, faces: Sequence[Text]
) -> int:
    """Draw hands to the right from `start`, on its height, with three dots between two; the x at which they end."""
    left, middle = start
    for number, hand in enumerate(hands):
        if number:
            left += (BETWEEN - GAP) * die
            for dot in (-1, 0, 1):
                centre = round(left - BETWEEN / 2 * die + dot * die * 0.14), middle
                pygame.draw.circle(canvas.surface, theme.DUST, centre, max(1, round(die * 0.04)))
        for value in hand:
            draw_die(canvas, pygame.Rect(round(left), middle - die // 2, die, die), value, faces)
            left += (1 + GAP) * die
    return round(left)
