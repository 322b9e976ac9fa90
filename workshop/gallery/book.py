"""A book of pictures: every scene in every language and in several sizes, for eyes and tests."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame

from kiosk.locale import languages
from kiosk.screen.display import ScreenPort, drawn
from kiosk.screen.drawing import theme
from kiosk.screen.painter import Painter
from kiosk.view import PlayView, TableView
from workshop.gallery.samples import moments, scenes

SIZES = ((1920, 1080), (1280, 720), (1024, 600), (800, 480), (720, 1280), (2560, 1080))
STEP_S = 0.05


def render_book(
    out: Path, sizes: Sequence[tuple[int, int]] = SIZES, told: Callable[[int, int], object] = lambda _done, _all: None
) -> list[Path]:
    """Write every scene, language and size to `out` as PNG files; their paths. `told` hears how many are there."""
    out.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    book = [(name, view, _plainly) for name, view in scenes()]
    book += [(f"moment-{name}", view, at_its_height) for name, view in moments()]
    for (name, view, paint), size, language in (every := list(product(book, sizes, languages()))):
        painter = paint(replace(view, language=language), drawn(size))
        written.append(_save(painter, size, out / f"{name}-{language}-{size[0]}x{size[1]}.png"))
        told(len(written), len(every))
    return written


def _plainly(view: TableView, size: tuple[int, int]) -> Painter:
    painter = Painter(size)
    painter.paint(view, 0.0)
    return painter


def at_its_height(view: TableView, size: tuple[int, int]) -> Painter:
    """Something that just happened, when its first slip is seen whole."""
    painter = Painter(size)
    scene = view.scene
    assert isinstance(scene, PlayView)
    painter.paint(replace(view, scene=replace(scene, events=(), serial=scene.serial - 1)), 0.0)
    now = 1.0
    painter.paint(view, now)
    while painter.animating(now) and not painter.slip_shown(now):
        now += STEP_S
    painter.paint(view, now + theme.MOMENT_TIME / 2)
    return painter


def _save(painter: Painter, size: tuple[int, int], file: Path) -> Path:
    """Write what a display of this size shows of the picture."""
    glass = pygame.Surface(size)
    display = ScreenPort(glass)
    display.picture.blit(painter.surface, (0, 0))
    display.put([display.picture.get_rect()])
    pygame.image.save(glass, file)
    return file
