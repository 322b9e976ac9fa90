"""Any page: a title, a question, lines, and what is shown beside them or, on an upright screen, below.

Beside the lines there are players, what decides the game, or what the camera sees; the buttons stand under that.
"""

import pygame

from hardware.presses import KEEPS, Button
from kiosk.games.text import say
from kiosk.screen.drawing import layout, theme, widgets
from kiosk.screen.drawing.canvas import Canvas
from kiosk.screen.scenes import ladder, page_lines
from kiosk.view import PageView, PanelView, SteadinessView, ThrowKey, TrayView
from vision.types import Signal

PANEL = 150
"""Height of the buttons under the camera's picture, units."""
HINT = 80
"""Height of the quiet line at the foot, units."""
MARK, LARGE_MARK = 26, 84
"""Radius of the mark of a step, units: beside a picture, and where nothing else is shown."""
STEP = 3.1
"""From one mark to the next it is 3.1 radii."""
SIGN = 92
"""Width of the sign that says how steady camera and light are, units."""
SIGNS = {Signal.GREEN: "tick", Signal.AMBER: "warning", Signal.RED: "stop"}
COLOURS = {Signal.GREEN: theme.WELL, Signal.AMBER: theme.LAMP, Signal.RED: theme.ALARM}


def draw(canvas: Canvas, view: PageView, area: pygame.Rect) -> None:
    """Draw the title, lines or a question below it, and what is shown beside them."""
    gap = canvas.px(theme.GUTTER)
    body = canvas.titled(view.title, area)
    if view.hint is not None:
        body, foot = layout.bottom(body, canvas.px(HINT), canvas.px(12))
    wide = area.width > area.height * layout.UPRIGHT
    if view.tray is not None:
        body, side = layout.halves(body, gap, beside=(54, 46) if view.items else (44, 56), stacked=(50, 50))
        if view.panel is not None:
            side, panel = layout.bottom(side, canvas.px(PANEL), gap)
            _panel(canvas, view.panel, panel)
        _tray(canvas, view.tray, side, asked=view.said is not None)
    elif view.ladder is not None:
        body, side = layout.columns(body, gap, 64, 36) if wide else layout.rows(body, gap, 60, 40)
        side.height += area.bottom - body.bottom if wide else 0
        ladder.draw(canvas, view.ladder, side)
    if view.hint is not None:
        foot.width = min(foot.width, body.width)
        style = theme.BODY if view.items else theme.LEAD
        canvas.text(view.hint, foot, style, theme.DUST, lines=2)
    if view.said is not None:
        _asked(canvas, view, body)
    elif view.writing is not None:
        page_lines.draw_letters(canvas, view, view.writing, body)
    else:
        page_lines.draw(canvas, view, body, wide=wide)


def _asked(canvas: Canvas, view: PageView, body: pygame.Rect) -> None:
    """Marks for the steps, the sentence, and below it how steady camera and light are, or the buttons to try."""
    gap = canvas.px(theme.GUTTER)
    large = view.tray is None
    if view.steps:
        marks, body = layout.rows(body, gap, 50, 50) if large else layout.top(body, canvas.px(2 * MARK), gap)
        _steps(canvas, view, marks, canvas.px(LARGE_MARK if large else MARK))
    asked, below = layout.rows(body, gap, 35, 65) if view.panel is not None else layout.rows(body, gap, 50, 50)
    if view.panel is not None and large:
        _panel(canvas, view.panel, below)
    elif view.steadiness is not None:
        _steadiness(canvas, view.steadiness, below)
    else:
        asked = body
    ink = theme.LAMP if view.warning or 0 < view.steps == view.done else theme.PAPER
    canvas.text(view.said or "", asked, theme.PROMPT, ink, valign="top", lines=6)


def _steps(canvas: Canvas, view: PageView, rect: pygame.Rect, radius: int) -> None:
    """A mark for each step: filled if it is done, in lamplight if it is the next."""
    radius = min(radius, rect.height // 2, round(rect.width / (STEP * view.steps)))
    for number in range(view.steps):
        centre = rect.left + radius + round(number * STEP * radius), rect.centery
        done, now = number < view.done, number == view.done
        colour = theme.PAPER if done else theme.LAMP if now else theme.LINE
        pygame.draw.aacircle(canvas.surface, colour, centre, radius, 0 if done else max(canvas.px(6), radius // 12))


def _steadiness(canvas: Canvas, view: SteadinessView, rect: pygame.Rect) -> None:
    """A sign that tells by its shape and its colour, the verdict beside it, and what to do below."""
    size, colour = canvas.px(SIGN), COLOURS[view.signal]
    canvas.rule(rect.left, rect.top, rect.width)
    head, below = layout.top(layout.top(rect, 0, canvas.px(theme.GAP))[1], size, canvas.px(1.5 * theme.GAP))
    right = canvas.sign(SIGNS[view.signal], size, (head.left, head.top + size // 2), colour, theme.NIGHT)
    canvas.text(view.verdict, layout.after(head, right + canvas.px(theme.GAP)), theme.LEAD, colour, lines=2)
    if view.mend is not None:
        canvas.text(view.mend, below, theme.LEAD, theme.PAPER, valign="top", lines=4)


def _tray(canvas: Canvas, view: TrayView, rect: pygame.Rect, *, asked: bool) -> None:
    """The picture, each die framed and its value beside it; a frame without a value is a doubt.

    Where dice are `asked` for a touch lays them on a simulated table.
    """
    image = view.image
    if image is None:
        canvas.frame(rect, theme.LINE)
        room = layout.inset(rect, canvas.px(theme.GUTTER))
        canvas.text(say("No picture"), room, theme.LEAD, theme.DUST, align="centre")
        return
    rect = layout.shaped(rect, image.shape[1] / image.shape[0], top=True)
    if asked:
        canvas.touch(rect, ThrowKey())
    canvas.surface.blit(widgets.picture(image, rect.size), rect)
    canvas.camera = None
    scale = rect.width / image.shape[1]
    for die in view.dice:
        if die.box is None:
            continue
        box = pygame.Rect(*(round(value * scale) for value in die.box)).move(rect.topleft).inflate(8, 8)
        colour = theme.ALARM if die.value is None else theme.LAMP
        pygame.draw.rect(canvas.surface, theme.NIGHT, box.inflate(4, 4), canvas.px(10))
        pygame.draw.rect(canvas.surface, colour, box, canvas.px(5))
        tag = pygame.Rect(0, 0, max(canvas.px(52), round(canvas.smallest * 1.4)), round(canvas.smallest * 1.4))
        tag.midbottom = box.centerx, max(box.top, rect.top + tag.height)
        canvas.fill(tag, colour)
        canvas.text("?" if die.value is None else str(die.value), tag, theme.BODY, theme.NIGHT, align="centre")
    canvas.frame(rect, theme.LINE, 3)


def _panel(canvas: Canvas, view: PanelView, rect: pygame.Rect) -> None:
    """The seven buttons, with a tick once they were pressed, the last one named in lamplight; a finger presses them."""
    step = rect.width // len(Button)
    size = min(round(step * 0.8), rect.height * 3 // 5)
    for button in Button:
        cell, rect = layout.left(rect, step)
        disc, label = layout.top(cell, size)
        label.height = min(label.height, round(size * 0.6))
        if button in view.pressed:
            canvas.sign("tick", size, (disc.left + (step - size) // 2, disc.centery), theme.WELL, theme.NIGHT)
        else:
            pygame.draw.aacircle(canvas.surface, theme.LAMP, disc.center, size // 2, max(canvas.px(4), size // 20))
        canvas.touch(disc.union(label), button)
        name = str(KEEPS.index(button) + 1) if button in KEEPS else say("End") if button is Button.END else say("Menu")
        ink = theme.LAMP if button is view.last else theme.PAPER if button in view.pressed else theme.DUST
        canvas.text(name, label, theme.LEAD, ink, align="centre")
