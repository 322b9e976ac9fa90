"""Where things stand: rectangles in pixels for any size and shape of screen."""

import pygame

from kiosk.screen.drawing import theme

Rect = pygame.Rect
HELP = 96
"""Height of the lines under a scene that tell what the keyboard does, units."""
UPRIGHT = 1.15
"""Areas narrower than 1.15 times their height are laid out from top to bottom."""


def page(size: tuple[int, int], unit: float, *, alert: bool) -> tuple[Rect, Rect, Rect]:
    """Divide the whole screen: the alert, if there is one, a body, and the soft keys."""
    above, rest = top(Rect(0, 0, *size), round(theme.ALERT_HEIGHT * unit) if alert else 0)
    return above, *bottom(rest, round(theme.KEYS_HEIGHT * unit))


def inset(rect: Rect, across: int, down: int | None = None) -> Rect:
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
    return [_swapped(part) for part in rows(_swapped(rect), gap, *shares)]


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
    return bottom(area, round(HELP * unit * lines / 2)) if help_ else (area, Rect(0, 0, 0, 0))


def top(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The upper `height` pixels, and the rest below a gap."""
    below = rect.top + height + gap
    return Rect(rect.left, rect.top, rect.width, height), Rect(rect.left, below, rect.width, rect.bottom - below)


def bottom(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """What is left above a gap, and the lower `height` pixels."""
    above, _ = top(rect, rect.height - height - gap)
    return above, Rect(rect.left, rect.bottom - height, rect.width, height)


def left(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The `width` pixels on the left, and the rest beyond a gap."""
    piece, rest = top(_swapped(rect), width, gap)
    return _swapped(piece), _swapped(rest)


def right(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """What is left before a gap, and the `width` pixels on the right."""
    rest, piece = bottom(_swapped(rect), width, gap)
    return _swapped(rest), _swapped(piece)


def after(rect: Rect, x: int) -> Rect:
    """The part of it right of `x`."""
    return Rect(x, rect.top, rect.right - x, rect.height)


def square(size: int, middle: tuple[int, int]) -> Rect:
    place = Rect(0, 0, size, size)
    place.center = middle
    return place


def _swapped(rect: Rect) -> Rect:
    """The rectangle with x and y swapped: so columns can be cut as rows."""
    return Rect(rect.top, rect.left, rect.height, rect.width)
