"""Where things stand: rectangles in pixels for any size and shape of screen."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from kiosk.screen.drawing import theme

Rect = pygame.Rect
HELP = 96
"""Height of the lines under the camera's picture, units."""
CLEAR = 14
"""Between the picture and them, units: the height of an accent."""
SIMULATED_ROW = 58
"""Height that a seat's row keeps beside the camera's picture, units."""
SHEET, COLUMN = 33, 3
"""Share of the width that a score sheet has, and each seat's column more, in hundredths."""
UPRIGHT = 1.15
"""Areas less wide than this times their height are laid out from top to bottom."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The screen's fixed parts: a body between the alert, if there is one, and the soft keys."""

    alert: Rect
    body: Rect
    keys: Rect


def page(size: tuple[int, int], unit: float, *, alert: bool) -> PageLayout:
    """Divide the whole screen."""
    width, height = size
    top = round(theme.ALERT_HEIGHT * unit) if alert else 0
    keys = round(theme.KEYS_HEIGHT * unit)
    return PageLayout(
        alert=Rect(0, 0, width, top),
        body=Rect(0, top, width, height - top - keys),
        keys=Rect(0, height - keys, width, keys),
    )


def inset(rect: Rect, across: int, down: int | None = None) -> Rect:
    """A smaller rectangle inside."""
    down = across if down is None else down
    return Rect(rect.left + across, rect.top + down, max(0, rect.width - 2 * across), max(0, rect.height - 2 * down))


def rows(rect: Rect, gap: int, *shares: float) -> list[Rect]:
    """Divide from top to bottom by shares of the height."""
    room = rect.height - gap * (len(shares) - 1)
    found, top, whole = [], float(rect.top), sum(shares)
    for share in shares:
        height = room * share / whole
        found.append(Rect(rect.left, round(top), rect.width, round(top + height) - round(top)))
        top += height + gap
    return found


def halves(rect: Rect, gap: int, *, beside: tuple[float, float], stacked: tuple[float, float]) -> list[Rect]:
    """Divide in two by shares of the width, or of the height where the rectangle stands upright."""
    if rect.width > rect.height * UPRIGHT:
        return columns(rect, gap, *beside)
    return rows(rect, gap, *stacked)


def columns(rect: Rect, gap: int, *shares: float) -> list[Rect]:
    """Divide from left to right by shares of the width."""
    turned = rows(Rect(rect.top, rect.left, rect.height, rect.width), gap, *shares)
    return [Rect(one.top, one.left, one.height, one.width) for one in turned]


def shaped(rect: Rect, aspect: float, *, top: bool = False) -> Rect:
    """The largest rectangle of an aspect (width to height) inside, in the middle or at the top."""
    width = min(rect.width, round(rect.height * aspect))
    height = min(rect.height, round(width / aspect))
    return Rect(
        rect.left + (rect.width - width) // 2,
        rect.top if top else rect.top + (rect.height - height) // 2,
        width,
        height,
    )


def scene(body: Rect, unit: float, *, help_: bool) -> tuple[Rect, Rect]:
    """The area of a scene that is no match, and room for help under it, a line or two; none without."""
    margin = round(theme.MARGIN * unit)
    area = inset(body, margin, round(margin * 0.7))
    lines = 1 if body.width > body.height * UPRIGHT else 2
    return _split(area, area.height - round(HELP * unit * lines / 2)) if help_ else (area, Rect(0, 0, 0, 0))


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The parts of a match: the stage (whose turn, what to do, the stake, the dice, the hand) and the board."""

    title: Rect
    band: Rect
    prompt: Rect
    stake: Rect
    dice: Rect
    hand: Rect
    notice: Rect
    phase: Rect
    pot: Rect
    seats: Rect
    camera: Rect | None


def play(body: Rect, unit: float, *, seats: int, pot: bool, aspect: float | None, sheet: bool = False) -> PlayPage:
    """Divide the body for a match; the stage left and the board right, or one above the other on an upright screen.

    A score `sheet` has the whole height of the board, and width for a column each seat.
    """
    margin, gap, gutter = round(theme.MARGIN * unit), round(theme.GAP * unit), round(theme.GUTTER * unit)
    area = inset(body, margin, round(margin * 0.6))
    head, help_ = round(58 * unit), round(HELP * unit)
    camera: Rect | None = None
    if body.width > body.height * UPRIGHT:
        wide = SHEET + COLUMN * seats if sheet else 38 if aspect is None else 43
        stage, board = columns(area, gutter, 100 - wide, wide)
        title, stage = _split(stage, head)
        phase, board = _split(board, head)
        pot_room = min(round(190 * unit), round(board.height * (0.3 if aspect is None else 0.16))) if pot else 0
        if aspect is not None and sheet:
            stage, camera = rows(stage, gap, 66, 34)
            camera = shaped(_split(camera, camera.height - help_)[0], aspect)
        elif aspect is not None:
            left = board.height - pot_room - seats * round(SIMULATED_ROW * unit) - gap - help_
            camera_height = min(round(board.width / aspect), max(left, round(board.height * 0.2)))
            board, camera = _split(board, board.height - camera_height - gap - help_)
            camera = shaped(Rect(camera.left, camera.top + gap, camera.width, camera_height), aspect)
    else:
        title, area = _split(area, head)
        room = 0.52 if sheet else 0.3 + 0.02 * seats
        stage, board = rows(area, gutter, 1 - room, room)
        if aspect is not None:
            more = 8 if sheet else 1.6 * max(0, seats - 4)
            stage, camera, board = rows(area, gap, 46 - more, 22 - more, 32 + 2 * more)
            camera = shaped(_split(camera, camera.height - help_)[0], aspect)
        phase, board = _split(board, head)
        pot_room = min(round(170 * unit), round(board.height * 0.26)) if pot else 0
    pot_rect, seats_rect = _split(board, pot_room)
    band, prompt, stake, dice, hand, notice = rows(stage, gap, 17, 13, 6.5, 40, 17, 6.5)
    return PlayPage(title, band, prompt, stake, dice, hand, notice, phase, pot_rect, seats_rect, camera)


def _split(rect: Rect, height: int) -> tuple[Rect, Rect]:
    """The upper `height` pixels, and the rest."""
    return (
        Rect(rect.left, rect.top, rect.width, height),
        Rect(rect.left, rect.top + height, rect.width, rect.height - height),
    )
