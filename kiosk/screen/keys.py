"""The seven soft keys along the bottom, each standing exactly over its button; and the alert along the top."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pygame

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.view import SoftKey, SoftKeys


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Where the seven buttons stand, left to right; `centres` are shares of the screen's width."""

    buttons: tuple[Button, ...] = tuple(Button)
    centres: tuple[float, ...] = theme.KEY_CENTRES

    def middles(self, width: int) -> dict[Button, int]:
        """Each button's place, pixels from the left."""
        return {button: round(share * width) for button, share in zip(self.buttons, self.centres, strict=True)}

    def pitch(self, width: int) -> int:
        """The room that each label has, pixels: to its neighbours, and to the screen's edges."""
        middles = sorted(self.middles(width).values())
        gaps = [right - left for left, right in pairwise(middles)]
        return min(*gaps, 2 * middles[0] + 2, 2 * (width - middles[-1]) + 2)


def draw(canvas: Canvas, keys: SoftKeys, rect: pygame.Rect, row: KeyRow) -> None:
    """Draw the seven; a lit one shines at its foot as its lamp does, one that does nothing is a blank."""
    canvas.fill(rect, theme.NIGHT)
    canvas.rule(rect.left, rect.top, rect.width)
    pitch = row.pitch(rect.width)
    for button, middle in row.middles(rect.width).items():
        cell = pygame.Rect(0, 0, pitch - canvas.px(10), rect.height - canvas.px(20))
        cell.midtop = middle, rect.top + canvas.px(14)
        _key(canvas, keys.get(button, SoftKey()), cell)
        canvas.touch(pygame.Rect(middle - pitch // 2, rect.top, pitch, rect.height), button)


def _key(canvas: Canvas, key: SoftKey, cell: pygame.Rect) -> None:
    lamp = pygame.Rect(cell.left, cell.bottom - canvas.px(14), cell.width, canvas.px(14))
    if key.label is None and not key.lit:
        canvas.fill(pygame.Rect(cell.centerx - canvas.px(14), lamp.top, canvas.px(28), canvas.px(4)), theme.LINE)
        return
    canvas.fill(cell, theme.SHADE)
    canvas.fill(lamp, theme.LAMP if key.lit else theme.LINE)
    if key.label is not None:
        box = pygame.Rect(cell.left, cell.top, cell.width, cell.height - lamp.height)
        box = layout.inset(box, canvas.px(4), canvas.px(4))
        canvas.text(key.label, box, theme.KEY, align="centre", lines=2)


def draw_alert(canvas: Canvas, alert: Text, rect: pygame.Rect) -> None:
    """A fault of the machine, over everything and all the time it lasts."""
    canvas.surface.blit(widgets.plate(rect.width, rect.height, theme.ALARM), rect)
    size = round(rect.height * 0.62)
    left = rect.left + canvas.px(theme.MARGIN)
    sign = widgets.sign("warning", size, theme.NIGHT, theme.ALARM)
    canvas.surface.blit(sign, (left, rect.centery - size // 2))
    start = left + size + canvas.px(24)
    box = pygame.Rect(start, rect.top, rect.right - canvas.px(theme.MARGIN) - start, rect.height)
    canvas.text(alert, layout.inset(box, 0, canvas.px(6)), theme.LEAD, theme.NIGHT, lines=2)
