"""The display itself: at which size it is drawn on, how it is turned, and what is seen at a place on it."""

import math
from collections.abc import Sequence

import pygame

from kiosk.screen.drawing import theme
from kiosk.view import Rotation

LEAST, LEAST_UPRIGHT = (800, 480), (600, 900)
"""The smallest sizes, in pixels, at which every sentence fits (tests/kiosk/screen/test_legible.py). A smaller display
shows a picture of that size, scaled down."""
WIDEST, TALLEST = 2.4, 9 / 20
"""Widest and tallest shape, width by height (2560x1080, and a telephone's): the rest of the display stays dark."""


class ScreenPort:
    """What is drawn on, and how that comes onto the display.

    Attributes:
        picture: what to draw on: the display's own surface if nothing must be turned or scaled, else one beside it.
    """

    def __init__(self, surface: pygame.Surface, rotation: Rotation = Rotation.LYING) -> None:
        surface.fill(theme.NIGHT)
        self._surface = surface
        self._rotation = rotation
        self.glass = surface.get_size()
        """Width and height of the display in pixels, before any rotation."""
        # The size as players see it: a display hung upright has its sides swapped.
        width, height = self._hung = self.glass if rotation in {Rotation.LYING, Rotation.OVER} else self.glass[::-1]
        shown = _shown(self._hung)
        self._shown = pygame.Rect((width - shown[0]) // 2, (height - shown[1]) // 2, *shown)
        size = drawn(self._hung)
        self._direct = rotation is Rotation.LYING and size == self._hung
        self.picture = surface if self._direct else pygame.Surface(size)
        self._begun = self._direct

    def put(self, areas: Sequence[pygame.Rect]) -> list[pygame.Rect]:
        """Copy these areas of the picture onto the display; the areas of the display that changed."""
        if self._direct:
            return list(areas)
        whole = self.picture.get_rect()
        if self.picture.get_size() == self._shown.size:
            changed = [self._blit(self.picture.subsurface(area), area) for area in map(whole.clip, areas)]
        else:
            # Scaled, pixels of an area run into their neighbours: the whole is copied.
            smaller = pygame.transform.smoothscale(self.picture, self._shown.size)
            changed = [self._blit(smaller, smaller.get_rect())]
        if not self._begun:  # the dark edges beside the picture have never been shown
            self._begun, changed = True, [self._surface.get_rect()]
        return changed

    def place(self, across: float, down: float) -> tuple[float, float]:
        """The place in the picture, pixels, of a place on the display."""
        width, height = self._hung
        hung = {
            Rotation.LYING: (across, down),
            Rotation.RIGHT: (width - down, across),
            Rotation.OVER: (width - across, height - down),
            Rotation.LEFT: (down, height - across),
        }[self._rotation]
        size = self.picture.get_size()
        x, y = ((hung[axis] - self._shown.topleft[axis]) * size[axis] / self._shown.size[axis] for axis in (0, 1))
        return x, y

    def _blit(self, image: pygame.Surface, area: pygame.Rect) -> pygame.Rect:
        """Put a part of what is shown onto the display; `area` is its place there, before it is turned."""
        (width, height), (x, y, wide, high) = self._hung, area.move(self._shown.topleft)
        place = {
            Rotation.LYING: (x, y),
            Rotation.RIGHT: (y, width - x - wide),
            Rotation.OVER: (width - x - wide, height - y - high),
            Rotation.LEFT: (height - y - high, x),
        }[self._rotation]
        return self._surface.blit(pygame.transform.rotate(image, self._rotation), place)


def drawn(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the picture for a display of `size`: its own, or the least one of its shape."""
    shown = _shown(size)
    least = LEAST if shown[0] >= shown[1] else LEAST_UPRIGHT
    more = max(1.0, *(wanted / there for wanted, there in zip(least, shown, strict=True)))
    return math.ceil(shown[0] * more), math.ceil(shown[1] * more)


def _shown(size: tuple[int, int]) -> tuple[int, int]:
    """The part of a display of `size` that the picture fills, neither wider nor taller than the shapes allow."""
    return min(size[0], round(size[1] * WIDEST)), min(size[1], round(size[0] / TALLEST))
