"""A few pictures as they were when somebody looked at them and found them good.

`python tests/kiosk/screen/test_golden_pictures.py` makes them anew: look at them before they are kept.
"""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from kiosk.screen.painter import Painter
from workshop.gallery import samples
from workshop.gallery.book import at_its_height

GOLDEN = Path(__file__).with_name("golden")
SIZE = (640, 360)
PICTURES = {
    "attract": "en",
    "menu-house-rules": "fr",
    "menu-players": "en",
    "name": "fr",
    "rules-le_421": "en",
    "throw": "fr",
    "standing-points": "en",
    "problem-camera": "fr",
}
SLIPS = {"espagnole": "fr"}
DIFFERENT = 40
"""Of 255; another version of the type renderer moves soft edges by less, a moved box changes it by more."""
MOST_DIFFERENT = 0.01
"""Share of the pixels."""


def painted(name: str) -> pygame.Surface:
    """A scene, or a slip over one."""
    if name in SLIPS:
        return at_its_height(replace(dict(samples.moments())[name], language=SLIPS[name]), SIZE).surface
    painter = Painter(SIZE)
    painter.paint(replace(dict(samples.scenes())[name], language=PICTURES[name]), 0.0)
    return painter.surface


@pytest.mark.parametrize("name", [*PICTURES, *SLIPS])
def test_it_still_looks_like_this(name: str, tmp_path: Path) -> None:
    now = pygame.surfarray.array3d(painted(name)).astype(int)
    then = pygame.surfarray.array3d(pygame.image.load(GOLDEN / f"{name}.png")).astype(int)
    assert now.shape == then.shape
    different = (np.abs(now - then).max(axis=2) > DIFFERENT).mean()
    if different > MOST_DIFFERENT:
        pygame.image.save(painted(name), tmp_path / f"{name}.png")
    assert different <= MOST_DIFFERENT, f"{different:.1%} of {tmp_path / name}.png differ"


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    GOLDEN.mkdir(exist_ok=True)
    for each in [*PICTURES, *SLIPS]:
        pygame.image.save(painted(each), GOLDEN / f"{each}.png")
