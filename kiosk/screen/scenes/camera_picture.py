"""The camera's picture beside a match, and a closer look where something is to be put right."""

import pygame

from kiosk.games.text import Text, say
from kiosk.screen.drawing import theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from vision.types import Box, Image

KEYS = say("Space: throw · 1 to 5, Enter, M: the keys below · Esc: back · F11: full screen · Ctrl-Q: quit")
"""What the keyboard does at a simulated table."""
THROWS = say("Space or a tap on the tray: throw · 1 to 5, Enter, M: the keys below")
"""The same under the tray's picture."""
LAYS = say("Space or a tap on the tray: lay the dice as asked · 1 to 5, Enter, M: the keys below")
"""The same where dice are to be laid down: for a match, or for the lesson of the tray."""
CLOSE_UP = 3.5
"""A closer look shows 3.5 times the width of what is wrong."""


def draw_camera(canvas: Canvas, image: Image, rect: pygame.Rect, trouble: tuple[Box, ...] = ()) -> None:
    """The camera's picture, with a ring round what is wrong."""
    canvas.surface.blit(widgets.picture(image, rect.size), rect)
    scale = rect.width / image.shape[1]
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(clip.clip(rect))  # a ring round a die at the edge stays in the picture
    for x, y, width, height in trouble:
        centre = rect.left + (x + width / 2) * scale, rect.top + (y + height / 2) * scale
        radius = max(width, height) * scale * 0.9
        pygame.draw.aacircle(canvas.surface, theme.NIGHT, centre, radius + canvas.px(4), canvas.px(14))
        pygame.draw.aacircle(canvas.surface, theme.ALARM, centre, radius + canvas.px(2), canvas.px(8))
    canvas.surface.set_clip(clip)
    canvas.frame(rect, theme.LINE, 3)
    canvas.camera = rect


def draw_close_up(canvas: Canvas, image: Image, trouble: tuple[Box, ...], rect: pygame.Rect) -> None:
    """The part of the camera's picture where something is to be put right, with a ring round it.

    If the places are too far apart for one part, the whole picture is shown.
    """
    high, wide = image.shape[:2]
    left = min(x for x, _, _, _ in trouble)
    right = max(x + w for x, _, w, _ in trouble)
    top = min(y for _, y, _, _ in trouble)
    bottom = max(y + h for _, y, _, h in trouble)
    # Wide enough to see what lies around it, and in the shape of its place on the screen.
    across = max((right - left) * CLOSE_UP, (bottom - top) * CLOSE_UP * rect.width / rect.height, wide * 0.3)
    across = min(across, wide, high * rect.width / rect.height)
    down = across * rect.height / rect.width
    # The places are too far apart for one part of this shape.
    if across < right - left or down < bottom - top:
        rect, across, down = pygame.Rect(0, 0, wide, high).fit(rect), wide, high
    x = min(max((left + right - across) / 2, 0.0), wide - across)
    y = min(max((top + bottom - down) / 2, 0.0), high - down)
    part = image[round(y) : round(y + down), round(x) : round(x + across)]
    # `draw_camera` notes where the live picture stands; this one is still.
    shown, canvas.camera = canvas.camera, None
    draw_camera(canvas, part, rect, tuple((bx - x, by - y, bw, bh) for bx, by, bw, bh in trouble))
    canvas.camera = shown


def draw_camera_help(canvas: Canvas, rect: pygame.Rect, help_: Text = KEYS) -> None:
    """What the keyboard does where the camera is simulated."""
    if canvas.helps:
        canvas.text(help_, rect, theme.SMALL, theme.DUST, align="centre", lines=3)
