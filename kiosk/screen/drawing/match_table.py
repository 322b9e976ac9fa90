"""Where everything of a match stands: the table of its screen's parts, and the function that divides by it."""

from dataclasses import dataclass

import pygame

from kiosk.screen.drawing import layout, theme

Rect = pygame.Rect


@dataclass(frozen=True, slots=True)
class Shape:
    """One row of the table: how a screen of one shape is divided into stage (turn, prompt, dice) and board (seats).

    Attributes:
        stage: hundredths of the room that the stage takes; the board has the rest.
        seat: hundredths that the board gains with each seat.
        band: height of the line with whose turn it is; this and the next four are shares of the stage.
        ask: of what is sought, and what to do now.
        dice: of the dice.
        hand: of the hand's name.
        line: of one line more: advice, odds, rank or news.
        pot: hundredths of the board that the pot takes at most.
    """

    stage: float
    seat: float
    band: float = 98
    ask: float = 190
    dice: float = 408
    hand: float = 84
    line: float = 56
    pot: float = 26


LYING = Shape(stage=71, seat=0)
LYING_SHEET = Shape(stage=71, seat=3)
UPRIGHT = Shape(stage=70, seat=1.0, band=104, ask=290, dice=530)
UPRIGHT_SHEET = Shape(stage=52, seat=0.3, band=104, ask=290, dice=360)

GAP = 10
"""Gap between the parts of the stage, units."""
PHASE = 60
"""Height of the board's head, units."""
POT = 190
"""Greatest height of the pot, units."""
SEAT = 58
"""Above the camera's picture each seat keeps a height of 58 units."""
LEAST_PICTURE = 24
"""The camera's picture keeps at least 24 hundredths of the board's height."""
CORNER = 42
"""Beside the seats, or beside the hand, the camera's picture takes 42 hundredths of the width."""
STRIP = 30
"""With a score sheet the camera's picture stands in the lowest 30 hundredths of the stage."""
HELP = 110
"""Height of the lines on the keyboard under the camera's picture, units."""
CLEAR = 14
"""Gap between the picture and these lines, units: the height of an accent."""


@dataclass(frozen=True, slots=True)
class MatchLayout:
    """The parts of a match's screen; the `camera`, and `help` with the keys, only beside a simulated table."""

    band: Rect
    ask: Rect
    dice: Rect
    hand: Rect
    line: Rect
    phase: Rect
    pot: Rect
    seats: Rect
    camera: Rect | None
    help: Rect


def divide(
    body: Rect, unit: float, *, seats: int, pot: bool, sheet: bool, aspect: float | None, helps: bool = True
) -> MatchLayout:
    """Divide the body: the stage left and the board right, or one above the other on an upright screen.

    `aspect`: of the camera's picture, where one is shown; `helps`: what the keys do is told beside it.
    """
    lying = body.width > body.height * layout.UPRIGHT
    shape = (LYING_SHEET if sheet else LYING) if lying else (UPRIGHT_SHEET if sheet else UPRIGHT)
    margin, gutter, gap = (round(units * unit) for units in (theme.MARGIN, theme.GUTTER, GAP))
    area = layout.inset(body, margin, round(margin * 0.5))
    large = shape.stage - shape.seat * seats
    stage, board = (layout.columns if lying else layout.rows)(area, gutter, large, 100 - large)
    # Where the camera's picture has room: with a sheet beside the hand, else under the seats, upright beside them.
    camera, help_, room = None, Rect(0, 0, 0, 0), round(HELP * unit) if helps else 0
    upper, lower = (shape.band, shape.ask, shape.dice), (shape.hand, shape.line)
    if aspect is not None and lying and sheet:
        stage, low = layout.rows(stage, gap, 100 - STRIP, STRIP)
        low, camera = layout.columns(low, gap, 100 - CORNER, CORNER)
        low, help_ = layout.bottom(low, room)
        parts = [*layout.rows(stage, gap, *upper), *layout.rows(low, gap, *lower)]
    else:
        parts = layout.rows(stage, gap, *upper, *lower)
        if aspect is not None and lying:
            taken = round((PHASE + POT * pot + SEAT * seats) * unit)
            high = max(round(board.height * LEAST_PICTURE / 100), board.height - taken - room)
            board, camera = layout.bottom(board, room + min(high, round(board.width / aspect)))
        elif aspect is not None:
            board, camera = layout.columns(board, gutter, 100 - CORNER, CORNER)
        if camera is not None:
            camera, help_ = layout.bottom(camera, room)
    if camera is not None and aspect is not None:
        _, help_ = layout.top(help_, min(help_.height, round(CLEAR * unit)))
        camera = layout.shaped(camera, aspect)
    phase, board = layout.top(board, round(PHASE * unit))
    piled = min(round(POT * unit), round(board.height * shape.pot / 100)) if pot else 0
    pot_rect, seats_rect = layout.top(board, piled)
    band, ask, dice, hand, line = parts
    return MatchLayout(band, ask, dice, hand, line, phase, pot_rect, seats_rect, camera, help_)
