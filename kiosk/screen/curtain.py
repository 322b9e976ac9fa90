"""The first picture, up before settings, games, camera and all the scenes are loaded: the poster of the last start.

Where none is kept yet it is three dice and no word; `python -m workshop.gallery.opening` draws those anew,
as assets/pictures/opening.png.
"""

import io
import os
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import platformdirs
import pygame

from kiosk.screen.drawing import theme

PICTURE = "opening.png"
DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
"""Environment variables that name a display under Linux; without a desktop there is /dev/dri instead."""
BLIND = ("dummy", "offscreen")
"""SDL's drivers without a display, which it falls back to; right only if somebody has asked for them."""
DEFAULT_SIZE = (1280, 720)
SMALLEST_SIZE = (240, 240)
"""In a window smaller than 240 pixels seven keys are too narrow for a finger."""
SHARPEST = 1.1
"""A display 1.1 times as large as 1920x1080 or more is drawn at about that size: at 3840x2160 each picture would take
four times as long, and nobody sees the difference at two metres."""
LARGEST_SIZE = (7680, 7680)
FRAME_PX = 48
"""A desktop's bars and title take 48 pixels of the height."""
ACROSS = 0.46
"""The three dice are 0.46 as wide as the screen."""


def has_display() -> bool:
    """Whether asking for a display makes sense: SDL tries all its drivers, and each writes its complaint to the log."""
    return sys.platform != "linux" or bool(DISPLAYS & os.environ.keys()) or Path("/dev/dri").exists()


def open_display(size: tuple[int, int] | None, *, fullscreen: bool) -> pygame.Surface:
    """The whole screen, or a window; one that is open already is taken over.

    Raises:
        pygame.error: there is no display.
    """
    pygame.display.init()
    if pygame.display.get_driver() in BLIND and os.environ.get("SDL_VIDEODRIVER") not in BLIND:
        raise pygame.error("no display")
    if fullscreen:
        return _whole_screen()
    return pygame.display.set_mode(*window(size or DEFAULT_SIZE, pygame.display.get_desktop_sizes()[0]))


def _whole_screen() -> pygame.Surface:
    """All of the first screen; one with very many pixels is given fewer, which its graphics card makes larger."""
    desktop = pygame.display.get_desktop_sizes()[0]
    sharp = min(max(desktop) / 1920, min(desktop) / 1080)
    if sharp >= SHARPEST:
        os.environ.setdefault("SDL_RENDER_SCALE_QUALITY", "linear")
        with suppress(pygame.error):  # there is no graphics card that does it
            size = round(desktop[0] / sharp), round(desktop[1] / sharp)
            return pygame.display.set_mode(size, pygame.FULLSCREEN | pygame.SCALED)
    return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)


def raise_curtain(size: tuple[int, int] | None, *, fullscreen: bool) -> None:
    """Show the poster as it was, or three dice; a failure is silent here, as opening the screen later tells of it."""
    if not has_display():
        return
    try:
        surface = open_display(size, fullscreen=fullscreen)
        picture = _kept(surface.get_size()) or _dice(surface.get_size())
    except pygame.error:
        pygame.display.quit()
        return
    surface.fill(theme.NIGHT)
    surface.blit(picture, picture.get_rect(center=surface.get_rect().center))
    pygame.mouse.set_visible(not fullscreen)
    pygame.display.flip()


def keep(poster: pygame.Surface) -> None:
    """Keep the poster for the next start, unless the same one is kept; on a full disk three dice are shown instead."""
    known = _kept(poster.get_size())
    if known is not None and pygame.image.tobytes(known, "RGB") == pygame.image.tobytes(poster, "RGB"):
        return
    file = _place(poster.get_size())
    fresh = file.with_name(f"new-{file.name}")
    with suppress(OSError, pygame.error):
        file.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(poster, fresh)
        fresh.replace(file)


def _place(size: tuple[int, int]) -> Path:
    """Where the poster of this size is kept: found without the settings, which take long to load."""
    return platformdirs.user_cache_path("dice-table", appauthor=False) / f"poster-{size[0]}x{size[1]}.png"


def _kept(size: tuple[int, int]) -> pygame.Surface | None:
    with suppress(OSError, pygame.error):
        picture = pygame.image.load(_place(size))
        return picture if picture.get_size() == size else None
    return None


def _dice(size: tuple[int, int]) -> pygame.Surface:
    dice = pygame.image.load(io.BytesIO(files("assets").joinpath("pictures", PICTURE).read_bytes()))
    width = round(min(size[0], size[1] * 16 / 9) * ACROSS)
    return pygame.transform.smoothscale(dice, (width, round(width * dice.get_height() / dice.get_width())))


def window(size: tuple[int, int], desktop: tuple[int, int]) -> tuple[tuple[int, int], int]:
    """A window's size and flags: as wanted, no larger than the desktop, without a frame where that has no room.

    A frame pushes a window that is as large as the screen off its lower edge, and the soft keys with it.
    """
    fits = size[0] <= desktop[0] and size[1] + FRAME_PX <= desktop[1]
    width, height = (
        max(least, min(wanted, most)) for least, wanted, most in zip(SMALLEST_SIZE, size, desktop, strict=True)
    )
    return (width, height), pygame.RESIZABLE if fits else pygame.NOFRAME
