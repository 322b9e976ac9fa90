"""A fault of the machine, said plainly: what is wrong, what to do, and that the match goes on."""

import pygame

from hardware.presses import Button
from kiosk.screen.drawing import layout, theme
from kiosk.screen.drawing.canvas import Canvas
from kiosk.view import ProblemView


def draw(canvas: Canvas, view: ProblemView, area: pygame.Rect) -> None:
    gap = canvas.px(theme.GUTTER)
    canvas.touch(area, Button.END)
    fault, rest = layout.rows(area, gap, 40, 60)
    canvas.plate(fault, theme.ALARM)
    inner = layout.inset(fault, gap)
    size = min(inner.height * 3 // 4, inner.width // 6)
    right = canvas.sign("warning", size, inner.midleft, theme.NIGHT, theme.ALARM)
    title, what = layout.rows(layout.after(inner, right + gap), gap // 2, 60, 40)
    canvas.text(view.title, title, theme.HUGE, theme.NIGHT, lines=2)
    canvas.text(view.what, what, theme.PROMPT, theme.NIGHT, lines=3)
    remedy, meanwhile = layout.rows(rest, gap, 50, 50)
    canvas.text(view.remedy, remedy, theme.PROMPT, lines=3)
    canvas.rule(meanwhile.left, meanwhile.top - gap // 2, meanwhile.width)
    canvas.text(view.meanwhile, meanwhile, theme.PROMPT, theme.LAMP, lines=3)
