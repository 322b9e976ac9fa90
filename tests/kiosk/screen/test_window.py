"""The window: keys, mouse and fingers become the seven buttons; no display is told in a sentence."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pressing import key, mouse

from hardware.panel import Button
from kiosk.screen.curtain import keep, raise_curtain, window
from kiosk.screen.drawing import theme
from kiosk.screen.holds import HELD_S, Input, KeyDown, KeyUp, Quit
from kiosk.screen.keys import KeyRow
from kiosk.screen.window import Screen, ScreenError
from kiosk.view import AttractView, PageView, Picked, Sound, TableView, ThrowKey
from workshop.gallery import matches, samples


def finger(kind: int, place: tuple[float, float], number: int = 0) -> None:
    x, y = place[0] / 800, place[1] / 480
    pygame.event.post(pygame.Event(kind, touch_id=1, finger_id=number, x=x, y=y, dx=0.0, dy=0.0, pressure=0.0))


@pytest.mark.parametrize(
    ("pressed", "button"),
    [
        (pygame.K_1, Button.KEEP_1),
        (pygame.K_5, Button.KEEP_5),
        (pygame.K_KP3, Button.KEEP_3),
        (pygame.K_RETURN, Button.END),
        (pygame.K_m, Button.MENU),
        (pygame.K_ESCAPE, Button.MENU),
    ],
)
def test_keys_are_buttons_pressed_and_let_go(screen: Screen, pressed: int, button: Button) -> None:
    key(pygame.KEYDOWN, pressed)
    key(pygame.KEYUP, pressed)
    assert screen.poll() == [KeyDown(button), KeyUp(button)]


def test_space_throws_and_ctrl_q_quits(screen: Screen) -> None:
    key(pygame.KEYDOWN, pygame.K_SPACE)
    key(pygame.KEYUP, pygame.K_SPACE)
    key(pygame.KEYDOWN, pygame.K_q, pygame.KMOD_LCTRL)
    pygame.event.post(pygame.Event(pygame.QUIT))
    assert screen.poll() == [ThrowKey(), Quit(), Quit()]


def test_the_place_of_a_digit_counts_on_a_french_keyboard(screen: Screen) -> None:
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_AMPERSAND, mod=0, unicode="&", scancode=30))
    assert screen.poll() == [KeyDown(Button.KEEP_1)]


@pytest.mark.parametrize(("throws", "deed"), [(True, ThrowKey()), (False, KeyDown(Button.END))], ids=["first", "later"])
def test_a_poster_on_which_throw_is_written_throws(screen: Screen, *, throws: bool, deed: Input) -> None:
    screen.show(TableView(AttractView((), throws=throws)), 0.0)
    mouse(pygame.MOUSEBUTTONDOWN, (400, 370))
    assert screen.poll() == [deed]


def test_f11_goes_to_the_whole_screen_and_back_and_the_window_says_so(screen: Screen) -> None:
    view = TableView(matches.charge(), language="fr")
    screen.show(view, 0.0)
    assert pygame.display.get_caption()[0] == "La table à dés · F11 : plein écran · Ctrl-Q : quitter".replace(
        " :", "\u202f:"
    ).replace(" ·", "\u00a0·")
    desktop = pygame.display.get_desktop_sizes()[0]
    assert desktop != (800, 480)
    for size in (desktop, (800, 480)):
        key(pygame.KEYDOWN, pygame.K_F11)
        key(pygame.KEYUP, pygame.K_F11)
        assert screen.poll() == []
        screen.show(view, 1.0)
        assert pygame.display.get_surface() is not None
        assert pygame.display.get_window_size() == size
        assert screen.picture().get_bounding_rect().width > 300, "the match is drawn there too"


def test_soft_keys_take_the_mouse_even_if_it_wanders_off_before_letting_go(screen: Screen) -> None:
    screen.show(matches.playing(matches.choice()), 0.0)
    for button, middle in KeyRow().middles(800).items():
        mouse(pygame.MOUSEBUTTONDOWN, (middle, 460))
        mouse(pygame.MOUSEBUTTONUP, (5, 5))
        assert screen.poll() == [KeyDown(button), KeyUp(button)]


def test_two_fingers_each_hold_their_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    middles = KeyRow().middles(800)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    bare = Screen((800, 480))
    pygame.event.clear()
    bare.show(matches.playing(matches.choice()), 0.0)
    finger(pygame.FINGERDOWN, (middles[Button.END], 460), 1)
    finger(pygame.FINGERDOWN, (middles[Button.MENU], 460), 2)
    finger(pygame.FINGERUP, (middles[Button.MENU], 460), 2)
    assert bare.poll() == [KeyDown(Button.END), KeyDown(Button.MENU), KeyUp(Button.MENU)]
    finger(pygame.FINGERUP, (middles[Button.END], 460), 1)
    assert bare.poll() == [KeyUp(Button.END)]
    bare.close()


def test_a_finger_that_a_window_tells_as_the_mouse_first_is_heard_itself_and_so_is_the_next_one(screen: Screen) -> None:
    screen.show(matches.playing(matches.choice()), 0.0)
    middles = KeyRow().middles(800)
    mouse(pygame.MOUSEBUTTONDOWN, (middles[Button.END], 460), touch=True)
    finger(pygame.FINGERDOWN, (middles[Button.END], 460), 1)
    assert screen.poll() == [KeyDown(Button.END)]
    # Its release never comes, and so SDL tells no finger as the mouse any more.
    finger(pygame.FINGERDOWN, (middles[Button.MENU], 460), 2)
    finger(pygame.FINGERUP, (middles[Button.MENU], 460), 2)
    assert screen.poll() == [KeyDown(Button.MENU), KeyUp(Button.MENU)]
    finger(pygame.FINGERDOWN, (middles[Button.END], 460), 3)
    finger(pygame.FINGERUP, (middles[Button.END], 460), 3)
    assert screen.poll() == [KeyUp(Button.END), KeyDown(Button.END), KeyUp(Button.END)]


# --- a release that never comes --------------------------------------------------------------------------------------


def hold(screen: Screen, what: str) -> None:
    """END is pressed, and nobody will be told when it is let go."""
    if what == "mouse":
        mouse(pygame.MOUSEBUTTONDOWN, (KeyRow().middles(800)[Button.END], 460))
    else:
        key(pygame.KEYDOWN, pygame.K_RETURN)
    assert screen.poll() == [KeyDown(Button.END)]


@pytest.mark.parametrize("what", ["mouse", "key"])
def test_time_lets_go_of_what_is_held_for_ever_and_so_does_whoever_presses_again(screen: Screen, what: str) -> None:
    view = matches.playing(matches.choice())
    screen.show(view, 100.0)
    hold(screen, what)
    screen.show(view, 100.0 + HELD_S - 0.1)
    assert screen.poll() == []
    screen.show(view, 100.0 + HELD_S)
    assert screen.poll() == [KeyUp(Button.END)]
    screen.show(view, 200.0)
    hold(screen, what)
    if what == "mouse":
        mouse(pygame.MOUSEBUTTONDOWN, (KeyRow().middles(800)[Button.MENU], 460))
    else:
        key(pygame.KEYDOWN, pygame.K_RETURN)
    assert screen.poll() == [KeyUp(Button.END), KeyDown(Button.MENU if what == "mouse" else Button.END)]


def test_another_device_presses_what_one_holds_for_ever(screen: Screen) -> None:
    screen.show(matches.playing(matches.choice()), 100.0)
    hold(screen, "mouse")
    key(pygame.KEYDOWN, pygame.K_RETURN)
    key(pygame.KEYUP, pygame.K_RETURN)
    assert screen.poll() == [KeyUp(Button.END), KeyDown(Button.END), KeyUp(Button.END)]


def test_a_window_that_others_cover_lets_go(screen: Screen) -> None:
    screen.show(matches.playing(matches.choice()), 100.0)
    hold(screen, "mouse")
    key(pygame.KEYDOWN, pygame.K_m)
    pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert screen.poll() == [KeyDown(Button.MENU), KeyUp(Button.END), KeyUp(Button.MENU)]


def test_a_key_lets_go_of_what_it_pressed_though_its_list_is_gone(screen: Screen) -> None:
    screen.show(dict(samples.scenes())["menu-house-rules"], 1.0)
    key(pygame.KEYDOWN, pygame.K_UP)
    assert screen.poll() == [KeyDown(Button.KEEP_1)]
    screen.show(matches.playing(matches.choice()), 2.0)
    key(pygame.KEYUP, pygame.K_UP)
    found: list[Input] = screen.poll()
    assert found == [KeyUp(Button.KEEP_1)]


def test_a_finger_that_a_window_tells_as_the_mouse_counts_once(screen: Screen) -> None:
    screen.show(matches.playing(matches.choice()), 0.0)
    middle = KeyRow().middles(800)[Button.END]
    for fingers, told in ((pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN), (pygame.FINGERUP, pygame.MOUSEBUTTONUP)):
        finger(fingers, (middle, 460))
        mouse(told, (middle, 460))
    assert screen.poll() == [KeyDown(Button.END), KeyUp(Button.END)]


def in_sight(screen: Screen, view: TableView) -> list[int]:
    screen.show(view, 1.0)
    assert isinstance(view.scene, PageView)
    labels: list[object] = [item.label for item in view.scene.items]
    return [
        labels.index(deed.what)
        for _, deed in screen._painter.canvas.marks
        if isinstance(deed, Picked) and not deed.turn
    ]


def test_a_wheel_rolls_a_list_as_far_as_it_goes(screen: Screen) -> None:
    view = dict(samples.scenes())["menu-game"]
    top = in_sight(screen, view)
    assert top[0] == 0
    for turn, first in ((1, 0), (-1, 1), (-2, 3), (-99, 14 - len(top)), (99, 0)):
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=turn, flipped=False, touch=False))
        assert screen.poll() == []
        assert in_sight(screen, view)[0] == first


@pytest.mark.parametrize("by", ["finger", "mouse"])
def test_a_swipe_takes_the_list_along_and_picks_nothing(screen: Screen, by: str) -> None:
    view, many = dict(samples.scenes())["menu-game"], 3
    in_sight(screen, view)
    screen._touched = True
    row = screen._painter.canvas.scroll.row
    down, move, up = {
        "finger": (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP),
        "mouse": (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP),
    }[by]
    for kind, y in ((down, 240), (move, 240 - row), (move, 240 - many * row), (up, 240 - many * row)):
        (finger if by == "finger" else mouse)(kind, (200, y))
    assert screen.poll() == []
    assert in_sight(screen, view)[0] == many


def test_a_finger_that_trembles_still_taps(screen: Screen) -> None:
    view = dict(samples.scenes())["menu-game"]
    at, tapped = (
        in_sight(screen, view),
        next(deed for _, deed in screen._painter.canvas.marks if isinstance(deed, Picked)),
    )
    place = next(rect.center for rect, deed in screen._painter.canvas.marks if deed == tapped)
    for kind, (x, y) in (
        (pygame.MOUSEBUTTONDOWN, (0, 0)),
        (pygame.MOUSEMOTION, (7, 9)),
        (pygame.MOUSEBUTTONUP, (7, 9)),
    ):
        mouse(kind, (place[0] + x, place[1] + y))
    assert screen.poll() == [tapped]
    assert in_sight(screen, view) == at


def test_the_buttons_bring_what_they_choose_into_sight(screen: Screen) -> None:
    view = dict(samples.scenes())["menu-game"]
    assert isinstance(view.scene, PageView)
    room = len(in_sight(screen, view))
    for chosen, first in ((room - 1, 0), (room, 1), (3, 1), (0, 0), (13, 14 - room)):
        assert in_sight(screen, replace(view, scene=replace(view.scene, chosen=chosen)))[0] == first


def test_a_loudspeaker_that_is_gone_is_looked_for_again(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    view = replace(TableView(matches.charge()), sound=Sound.LOW)
    for second in range(2):
        screen.show(view, float(second))
        assert screen._sounds._opening is not None
        screen._sounds._opening.join()
        assert screen._sounds._sounds
        pygame.event.post(pygame.Event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0))
        screen.poll()
        assert not screen._sounds._sounds


def test_without_windows_a_screen_plugged_in_later_is_drawn_on_at_its_own_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    size, own = [(1024, 768)], pygame.display.set_mode

    def whole_screen(wanted: tuple[int, int], flags: int) -> pygame.Surface:
        assert (wanted, flags) == ((0, 0), pygame.FULLSCREEN)
        return own(size[0])

    monkeypatch.setattr(pygame.display, "set_mode", whole_screen)
    table = Screen(fullscreen=True)
    table.show(TableView(matches.charge()), 1.0)
    size[0] = (1920, 1080)
    table.plugged_in(display=False)
    table.show(TableView(matches.charge()), 2.0)
    assert table.picture().get_size() == (1024, 768)
    table.plugged_in(display=True)
    table.show(TableView(matches.charge()), 3.0)
    assert table.picture().get_size() == (1920, 1080)
    assert not pygame.mouse.get_visible()
    table.close()


def test_without_a_display_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(ScreenError, match="no display"):
        Screen((800, 480))


@pytest.fixture
def first_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a display, with nothing kept of an earlier start."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def _corner() -> tuple[int, ...]:
    """The colour in a corner of what is shown."""
    shown = pygame.display.get_surface()
    assert shown is not None
    return tuple(shown.get_at((10, 10)))[:3]


@pytest.mark.usefixtures("first_start")
def test_the_curtain_is_up_before_the_screen_and_the_screen_takes_it_over() -> None:
    raise_curtain((800, 480), fullscreen=False)
    up = pygame.display.get_surface()
    assert up is not None
    assert len({tuple(up.get_at((x, 240))) for x in range(200, 600)}) > 2, "there are dice"
    taken = Screen((800, 480))
    assert taken.picture().get_size() == (800, 480)
    taken.close()


@pytest.mark.usefixtures("first_start")
def test_the_curtain_is_the_poster_of_the_last_start_where_it_is_whole_and_of_this_size(tmp_path: Path) -> None:
    poster = pygame.Surface((800, 480))
    poster.fill(theme.LAMP)
    keep(poster)
    raise_curtain((800, 480), fullscreen=False)
    assert _corner() == theme.LAMP
    raise_curtain((1024, 600), fullscreen=False)
    assert _corner() == theme.NIGHT
    (file,) = tmp_path.rglob("*.png")
    file.write_bytes(file.read_bytes()[:60])
    raise_curtain((800, 480), fullscreen=False)
    assert _corner() == theme.NIGHT
    pygame.display.quit()


def test_without_a_display_the_curtain_stays_down_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    raise_curtain((800, 480), fullscreen=False)
    assert not pygame.display.get_init()


@pytest.mark.parametrize(
    ("wanted", "desktop", "size", "framed"),
    [
        ((1280, 720), (1920, 1080), (1280, 720), True),
        ((1280, 720), (1366, 768), (1280, 720), True),
        ((1280, 720), (1280, 720), (1280, 720), False),
        ((1280, 720), (1024, 600), (1024, 600), False),
        ((800, 480), (800, 480), (800, 480), False),
    ],
)
def test_a_window_that_leaves_its_frame_no_room_has_none(
    wanted: tuple[int, int], desktop: tuple[int, int], size: tuple[int, int], *, framed: bool
) -> None:
    found, flags = window(wanted, desktop)
    assert found == size
    assert (flags == pygame.RESIZABLE) is framed
