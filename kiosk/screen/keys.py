"""The seven soft keys along the bottom, each standing exactly over its button; and the alert along the top."""

from dataclasses import dataclass
from itertools import pairwise

import pygame

from hardware.presses import Button
from kiosk.games.text import Text
from kiosk.screen.drawing import layout, theme
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
        # A label is centred over its button: at the edges it has twice the way to the edge.
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
    box, lamp = layout.bottom(cell, canvas.px(14))
    if key.label is None and not key.lit:
        canvas.fill(pygame.Rect(cell.centerx - canvas.px(14), lamp.top, canvas.px(28), canvas.px(4)), theme.LINE)
        return
    canvas.fill(cell, theme.SHADE)
    canvas.fill(lamp, theme.LAMP if key.lit else theme.LINE)
    if key.label is not None:
        canvas.text(key.label, layout.inset(box, canvas.px(4)), theme.KEY, align="centre", lines=2)


def draw_alert(canvas: Canvas, alert: Text, rect: pygame.Rect) -> None:
    """A fault of the machine, over everything and all the time it lasts."""
    canvas.plate(rect, theme.ALARM)
    inner = layout.inset(rect, canvas.px(theme.MARGIN), canvas.px(6))
    right = canvas.sign("warning", round(rect.height * 0.62), inner.midleft, theme.NIGHT, theme.ALARM)
    canvas.text(alert, layout.after(inner, right + canvas.px(24)), theme.LEAD, theme.NIGHT, lines=2)
