"""`python -m workshop.gallery.opening` draws the first picture of a first start: the dice of the poster, on nothing."""

import sys
from pathlib import Path

import pygame

from kiosk.screen.curtain import PICTURE
from kiosk.screen.drawing import widgets
from kiosk.screen.scenes import attract

SIZE_PX = 300
"""Of a die."""


def draw_picture(file: Path) -> None:
    """As PNG."""
    picture = pygame.Surface((round(SIZE_PX * 3.7), round(SIZE_PX * 1.3)), pygame.SRCALPHA)
    for number, (shown, lean) in enumerate(zip(attract.BEST, attract.LEAN, strict=False)):
        die = widgets.die(SIZE_PX, shown.value or 1, lean)
        picture.blit(die, die.get_rect(center=(round(SIZE_PX * (0.65 + 1.2 * number)), picture.get_height() // 2)))
    pygame.image.save(picture, file)


if __name__ == "__main__":
    draw_picture(Path(sys.argv[1] if len(sys.argv) > 1 else f"assets/pictures/{PICTURE}"))
