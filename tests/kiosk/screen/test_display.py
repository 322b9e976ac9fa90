"""Whatever the display's size and however it hangs: the picture is on it whole, and fingers meet what they see."""

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from hardware.presses import Button
from kiosk.screen import curtain
from kiosk.screen.display import LEAST, LEAST_UPRIGHT, ScreenPort, drawn
from kiosk.screen.holds import KeyDown, KeyUp
from kiosk.screen.keys import KeyRow
from kiosk.screen.window import Screen
from kiosk.view import Rotation
from workshop.gallery import matches

HUNG = (
    ((800, 480), Rotation.LYING),
    ((320, 480), Rotation.LYING),
    ((1000, 300), Rotation.RIGHT),
    ((800, 480), Rotation.OVER),
    ((320, 480), Rotation.LEFT),
)
"""As it is, smaller and upright, and wider than is drawn; and each way to hang."""
every_way = pytest.mark.parametrize(("size", "rotation"), HUNG)
WHITE = (255, 255, 255)


def middle_of_white(surface: pygame.Surface) -> tuple[float, float]:
    """Where on a surface something white is, in pixels."""
    x, y = np.nonzero(pygame.surfarray.array3d(surface).min(axis=2) > 200)
    return float(x.mean()) + 0.5, float(y.mean()) + 0.5


def same(surface: pygame.Surface, other: pygame.Surface) -> bool:
    return np.array_equal(pygame.surfarray.array3d(surface), pygame.surfarray.array3d(other))


@every_way
def test_a_place_on_the_display_is_that_of_what_is_seen_there(size: tuple[int, int], rotation: Rotation) -> None:
    display = ScreenPort(pygame.Surface(size), rotation)
    width, height = display.picture.get_size()
    for share in ((0.1, 0.2), (0.8, 0.3), (0.5, 0.9)):
        display.picture.fill("black")
        spot = pygame.Rect(0, 0, 24, 24)
        spot.center = round(share[0] * width), round(share[1] * height)
        display.picture.fill(WHITE, spot)
        display.put([display.picture.get_rect()])
        seen = display.place(*middle_of_white(display._surface))
        assert seen == pytest.approx(spot.center, abs=3)


def test_a_turned_display_shows_the_picture_turned_back() -> None:
    """Turned clockwise, its left edge is on top: there the picture's upper edge belongs."""
    for rotation, edge in ((Rotation.RIGHT, (0, 240)), (Rotation.OVER, (400, 479)), (Rotation.LEFT, (799, 240))):
        glass = pygame.Surface((800, 480))
        display = ScreenPort(glass, rotation)
        display.picture.fill(WHITE, pygame.Rect(0, 0, display.picture.get_width(), 10))
        display.put([display.picture.get_rect()])
        assert glass.get_at(edge).g > 250
        assert glass.get_at((400, 240)).g < 50


@every_way
def test_what_is_put_there_in_parts_is_there_as_if_put_at_once(size: tuple[int, int], rotation: Rotation) -> None:
    parts, whole = (ScreenPort(pygame.Surface(size), rotation) for _ in range(2))
    noise = np.random.default_rng(1).integers(0, 255, (*parts.picture.get_size(), 3), np.uint8)
    for display in (parts, whole):
        pygame.surfarray.blit_array(display.picture, noise)
    area = parts.picture.get_rect()
    assert parts.put([pygame.Rect(0, 0, 20, 20)]) in ([pygame.Rect(0, 0, 20, 20)], [parts._surface.get_rect()])
    for left in range(0, area.width, 200):
        parts.put([pygame.Rect(left, top, 200, 170) for top in range(0, area.height, 170)])
    whole.put([area])
    assert same(parts._surface, whole._surface)


@pytest.mark.parametrize(
    ("size", "picture"),
    [
        ((1920, 1080), (1920, 1080)),
        ((800, 480), (800, 480)),
        ((720, 1280), (720, 1280)),
        ((480, 320), (800, 534)),
        ((480, 800), (600, 1000)),
        ((1000, 300), (1152, 480)),
    ],
)
def test_a_display_is_drawn_at_its_own_size_or_the_least(size: tuple[int, int], picture: tuple[int, int]) -> None:
    assert drawn(size) == picture
    assert all(least <= side for least, side in zip(LEAST, drawn((240, 240)), strict=True))
    assert all(least <= side for least, side in zip(LEAST_UPRIGHT, drawn((240, 400)), strict=True))


@pytest.fixture
def hung(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Screen]]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    screens: list[Screen] = []
    yield screens
    for screen in screens:
        screen.close()


@every_way
def test_mouse_and_finger_meet_the_keys_they_see(size: tuple[int, int], rotation: Rotation, hung: list[Screen]) -> None:
    screen = Screen(size, rotation=rotation)
    hung.append(screen)
    screen.show(matches.playing(matches.choice()), 0.0)
    pygame.event.clear()
    display = screen._display
    width, height = display.picture.get_size()
    for button, middle in KeyRow().middles(width).items():
        spot = ScreenPort(pygame.Surface(size), rotation)
        spot.picture.fill(WHITE, pygame.Rect(middle - 12, height - 28, 24, 24))
        spot.put([spot.picture.get_rect()])
        x, y = middle_of_white(spot._surface)
        for down, up in ((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP), (pygame.FINGERDOWN, pygame.FINGERUP)):
            glass = screen.picture().get_size()
            told = {"touch_id": 1, "finger_id": 1, "x": x / glass[0], "y": y / glass[1]}
            for kind in (down, up):
                mouse = {"pos": (int(x), int(y)), "button": 1, "touch": False}
                pygame.event.post(pygame.Event(kind, mouse if down == pygame.MOUSEBUTTONDOWN else told))
            assert screen.poll() == [KeyDown(button), KeyUp(button)]


def test_a_window_pulled_small_is_drawn_smaller_and_still_takes_the_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen, view = Screen((800, 480)), matches.playing(matches.choice())
    screen.show(view, 0.0)
    for size in ((400, 240), (90, 30), (250, 900), (1280, 720)):
        pygame.display.set_mode(size)  # as a window manager does
        pygame.event.clear()
        assert not screen.show(view, 1.0)
        assert screen.picture().get_size() == size
        assert screen._painter.surface.get_size() == drawn(size)
    pygame.display.set_mode((400, 240))
    screen.show(view, 2.0)
    pygame.event.clear()
    pos = KeyRow().middles(400)[Button.END], 230
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))
    assert screen.poll() == [KeyDown(Button.END)]
    screen.close()


@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((3840, 2160), (1920, 1080)),
        ((2560, 1440), (1920, 1080)),
        ((2160, 3840), (1080, 1920)),
        ((3440, 1440), (2580, 1080)),
        ((2560, 1080), (0, 0)),
        ((1920, 1200), (0, 0)),
        ((800, 480), (0, 0)),
    ],
)
def test_a_very_sharp_screen_is_drawn_on_at_fewer_pixels(
    desktop: tuple[int, int], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    asked = []

    def set_mode(wanted: tuple[int, int], flags: int) -> pygame.Surface:
        asked.append((wanted, flags))
        return pygame.Surface((640, 480))

    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    curtain.open_display(None, fullscreen=True)
    assert asked == [(size, pygame.FULLSCREEN | (pygame.SCALED if size[0] else 0))]
    pygame.display.quit()
