"""A book of pictures: every scene in every language and in several sizes, for eyes and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from kiosk.locale import languages
from kiosk.screen.painter import Painter
from kiosk.screen.samples import scenes

SIZES = ((1920, 1080), (1280, 720), (1024, 600), (800, 480), (720, 1280), (2560, 1080))


def render_book(out: Path, sizes: Sequence[tuple[int, int]] = SIZES) -> list[Path]:
    """Write every scene, language and size to `out` as PNG files; their paths."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for name, view in scenes():
        for size in sizes:
            for language in languages():
                painter = Painter(size)
                painter.paint(replace(view, language=language), 0.0)
                written.append(out / f"{name}-{language}-{size[0]}x{size[1]}.png")
                pygame.image.save(painter.surface, written[-1])
    return written
