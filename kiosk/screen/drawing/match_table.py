"""Where everything of a match stands: the one table of its screen, and what divides a body by it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kiosk.screen.drawing import layout, theme

Rect = pygame.Rect


@dataclass(frozen=True, slots=True)
class Shape:
    """A row of the table.

    Attributes:
        stage: hundredths of the room that whose turn it is, what to do, and the dice take; the board has the rest.
        seat: hundredths that go over to the board with each seat.
        band: whose turn it is; this and what follows are heights, in shares of the stage.
        ask: what is sought, and what to do now.
        dice: the dice, …
        hand: … what they are called, …
        line: … and one line more: advice, odds, rank or news.
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
"""Between the parts of the stage, units."""
PHASE = 60
"""Height of the board's head, units."""
POT = 190
"""The tallest pot, units."""
SEAT = 58
"""Height that a seat keeps beside the camera's picture, units…"""
LEAST_PICTURE = 24
"""… while the picture keeps at least these hundredths of the board's height."""
CORNER = 42
"""Hundredths of the width that the camera's picture takes beside the seats, or, where there is a sheet, …"""
STRIP = 30
"""… beside the hand, at the foot of the stage: hundredths of its height."""
HELP = 110
"""Height of the lines under the camera's picture, units."""
CLEAR = 14
"""Between the picture and them, units: the height of an accent."""


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
