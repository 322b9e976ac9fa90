"""What a monkey does at a table: presses, touches, types, throws, pushes, pulls plugs, and goes away for a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pygame
from made_journal import _step

from hardware.faults import CameraFault, CameraFaultKind
from hardware.presses import KEEPS, Button
from kiosk.games.core import Choice, Draw, Over, Pick, Throw
from kiosk.games.registry import games
from kiosk.session.naming import GUESTS
from kiosk.view import AttractView, CalibrationView, EndView, HowToView, PlayView, ProblemView
from vision.types import Doubt, DoubtKind
from workshop.benchmarks.monkey.at_hand import TURN_S, Kiosk
from workshop.benchmarks.monkey.checks import goes_on, lit_keys_do_something, outlasts, tap

Deed = Callable[[Kiosk, Random], None]
MOST = 14
"""Dice that find room in a row of the made-up picture: more than any game has."""
SIZES = ((800, 480), (1280, 720), (480, 320), (720, 1280), (1024, 600), (300, 300))
DEEDS: dict[str, tuple[float, Deed]] = {}
"""By name: how often, against the others, and what."""


def deed(often: float) -> Callable[[Deed], Deed]:
    def known(do: Deed) -> Deed:
        DEEDS[do.__name__] = often, do
        return do

    return known


# --- buttons ---------------------------------------------------------------------------------------------------------


@deed(22)
def press_what_is_lit(kiosk: Kiosk, chance: Random) -> None:
    """Nothing else happens meanwhile: it must do something."""
    keys = [button for button, key in kiosk.session.view.keys.items() if key.lit or chance.random() < 0.3]
    if keys:
        lit_keys_do_something(kiosk, chance.choice(keys))


@deed(8)
def press(kiosk: Kiosk, chance: Random) -> None:
    _push(kiosk, [chance.choice(list(Button))], chance.choice((0.05, 0.05, 0.2, 0.5)))


@deed(4)
def hold(kiosk: Kiosk, chance: Random) -> None:
    _push(kiosk, [chance.choice(list(Button))], chance.uniform(0.7, 3.0))


@deed(2)
def press_several(kiosk: Kiosk, chance: Random) -> None:
    _push(kiosk, chance.sample(list(Button), chance.randint(2, 4)), chance.choice((0.1, 0.1, 1.0, 6.0)))


@deed(1)
def lean_on_one(kiosk: Kiosk, chance: Random) -> None:
    """A glass stands on it, and is taken away some time."""
    button, pins = chance.choice(list(Button)), kiosk.fingers
    pins.press(button, kiosk.world.now) if chance.random() < 0.5 else pins.release(button, kiosk.world.now)


@deed(3)
def hammer(kiosk: Kiosk, chance: Random) -> None:
    button = chance.choice(list(Button))
    for _ in range(chance.randint(3, 8)):
        _push(kiosk, [button], 0.05)


def _push(kiosk: Kiosk, buttons: list[Button], seconds: float) -> None:
    for button in buttons:
        kiosk.fingers.press(button, kiosk.world.now)
    kiosk.table.again(max(TURN_S, round(seconds, 1)))
    for button in buttons:
        kiosk.fingers.release(button, kiosk.world.now)
    kiosk.settle()


# --- mouse, fingers, keys --------------------------------------------------------------------------------------------


@deed(8)
def click(kiosk: Kiosk, chance: Random) -> None:
    _mouse(kiosk, chance, pygame.MOUSEBUTTONDOWN)
    if chance.random() < 0.9:
        _mouse(kiosk, chance, pygame.MOUSEBUTTONUP)


@deed(8)
def touch(kiosk: Kiosk, chance: Random) -> None:
    finger = chance.randint(0, 2)
    _finger(kiosk, chance, pygame.FINGERDOWN, finger)
    if chance.random() < 0.9:
        _finger(kiosk, chance, pygame.FINGERUP, finger)


def _place(kiosk: Kiosk, chance: Random) -> tuple[float, float]:
    """Somewhere on the display, mostly where something is drawn to be touched."""
    screen = kiosk.screen
    width, height = screen._display.glass
    canvas = screen._painter.canvas
    drawn = [rect for rect, _ in canvas.marks]
    if not drawn or chance.random() < 0.25:
        return chance.uniform(0, width - 1), chance.uniform(0, height - 1)
    x, y = chance.choice(drawn).center
    wide, high = screen._painter.canvas.surface.get_size()
    return min(x * width / wide, width - 1.0), min(y * height / high, height - 1.0)


def _mouse(kiosk: Kiosk, chance: Random, kind: int) -> None:
    place = tuple(map(round, _place(kiosk, chance)))
    button = pygame.BUTTON_LEFT if chance.random() < 0.9 else chance.randint(2, 5)
    pygame.event.post(pygame.Event(kind, pos=place, button=button, touch=chance.random() < 0.1))
    kiosk.settle()


def _finger(kiosk: Kiosk, chance: Random, kind: int, finger: int) -> None:
    (x, y), (width, height) = _place(kiosk, chance), kiosk.screen._display.glass
    pygame.event.post(pygame.Event(kind, touch_id=1, finger_id=finger, x=x / width, y=y / height))
    kiosk.settle()


@deed(4)
def type_something(kiosk: Kiosk, chance: Random) -> None:
    for letter in "".join(chance.choice("Zoé-ß Ł1ñ'œ🎲\t\x00中Å") for _ in range(chance.randint(1, 20))):
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
    kiosk.settle()


KEYS = [
    *range(pygame.K_0, pygame.K_9 + 1),
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_BACKSPACE, pygame.K_m, pygame.K_q, pygame.K_F1),
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB, pygame.K_KP1, pygame.K_KP_ENTER),
]


@deed(8)
def press_a_key(kiosk: Kiosk, chance: Random) -> None:
    key, code = chance.choice(KEYS), chance.choice((0, chance.randint(1, 100)))
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=code))
    if chance.random() < 0.8:
        kiosk.settle()
    if chance.random() < 0.9:
        pygame.event.post(pygame.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=code))
    kiosk.settle()


@deed(0.3)
def close_the_window(kiosk: Kiosk, chance: Random) -> None:
    control_q = pygame.Event(pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_LCTRL, unicode="", scancode=20)
    pygame.event.post(chance.choice((control_q, pygame.Event(pygame.QUIT))))
    kiosk.settle()


# --- dice ------------------------------------------------------------------------------------------------------------


@deed(26)
def play(kiosk: Kiosk, chance: Random) -> None:
    """What a guest would do, more or less."""
    scene, match = kiosk.scene, kiosk.match
    if isinstance(scene, AttractView | HowToView | ProblemView | EndView):
        kiosk.wait(3.5 if isinstance(scene, EndView) else TURN_S)
        tap(kiosk, Button.END)
    elif isinstance(scene, CalibrationView):
        lay_around(kiosk, chance)
    elif isinstance(scene, PlayView) and match is not None:
        if isinstance(match.wait, Throw):
            kept = [number for number, die in enumerate(scene.dice, 1) if die.kept]
            _throw(kiosk, chance, len(match.wait.slots), kept if len(match.wait.slots) < len(match.hand) else [])
        elif isinstance(match.wait, Choice):
            _choose(kiosk, chance, match.wait)
        elif isinstance(match.wait, Draw | Pick):
            tap(kiosk, chance.choice([Button.END, *kiosk.session.view.keys]))


def _choose(kiosk: Kiosk, chance: Random, wait: Choice) -> None:
    if wait.may_stop and chance.random() < 0.5:
        tap(kiosk, Button.END)
        return
    for button in chance.sample(KEEPS, chance.randint(0, 3)):
        tap(kiosk, button)
    scene = kiosk.scene
    if isinstance(scene, PlayView):
        kept = [number for number, die in enumerate(scene.dice, 1) if die.kept]
        _throw(kiosk, chance, len(scene.dice) - len(kept), kept)


def _throw(kiosk: Kiosk, chance: Random, count: int, stay: list[int]) -> None:
    table = kiosk.table
    values = [chance.randint(1, 6) for _ in range(min(count, MOST))]
    if chance.random() < 0.5:
        table.lift(*(number for number in range(1, len(table.dice) + 1) if number not in stay))
        table.throw(*values)
    else:
        table.throw_all(*values, *(table.dice[number - 1].die.value for number in stay if number <= len(table.dice)))
    kiosk.settle()


@deed(3)
def throw_any(kiosk: Kiosk, chance: Random) -> None:
    """So many dice as nobody asked for."""
    table = kiosk.table
    table.lift(*(number for number in range(1, len(table.dice) + 1) if chance.random() < 0.6))
    doubted = (1, chance.choice(list(DoubtKind))) if chance.random() < 0.2 else None
    table.throw(
        *(chance.randint(1, 6) for _ in range(chance.randint(1, max(1, min(6, MOST - len(table.dice)))))),
        doubted=doubted,
    )
    kiosk.settle()


@deed(2)
def take(kiosk: Kiosk, chance: Random) -> None:
    table = kiosk.table
    table.lift(*(number for number in range(1, len(table.dice) + 1) if chance.random() < 0.5))
    kiosk.settle()


@deed(1.5)
def push_or_tip(kiosk: Kiosk, chance: Random) -> None:
    table = kiosk.table
    if table.dice:
        number, value = chance.randint(1, len(table.dice)), chance.randint(1, 6)
        what = chance.randrange(4)
        if what == 0:
            table.slide(number, chance.uniform(60, 1220))
        elif what == 1:
            table.turn(number, value)
        elif what == 2:
            table.tip(number, value, doubted=chance.random() < 0.3)
        else:
            table.rest(table.doubt(number, chance.choice(list(DoubtKind))))
    kiosk.settle()


@deed(1)
def see_what_nobody_threw(kiosk: Kiosk, chance: Random) -> None:
    kiosk.table.lie(*(chance.randint(1, 6) for _ in range(chance.randint(0, 6))))
    kiosk.settle()


@deed(1)
def hold_a_hand_over_it(kiosk: Kiosk, chance: Random) -> None:
    kiosk.table.stir()
    kiosk.wait(chance.choice((0.5, 2.0, 5.0)))
    kiosk.table.rest(*([Doubt(chance.choice(list(DoubtKind)))] if chance.random() < 0.2 else []))
    kiosk.settle()


@deed(1)
def lay_around(kiosk: Kiosk, chance: Random) -> None:
    """As the tray is taught: clear it, or lay some dice and wait."""
    table = kiosk.table
    if chance.random() < 0.3:
        table.empty()
    else:
        table.throw_all(*(chance.randint(1, 6) for _ in range(chance.randint(1, 4))))
    kiosk.wait(chance.choice((1.0, 3.0)))


# --- what is plugged in ----------------------------------------------------------------------------------------------


@deed(1.5)
def camera(kiosk: Kiosk, chance: Random) -> None:
    """It goes, comes back, or is not what it was."""
    fault = CameraFault(chance.choice(list(CameraFaultKind)), name="0", detail="why not")
    world = kiosk.world
    if chance.random() < 0.2:
        world.notice = None if world.notice else fault
    else:
        world.fault = None if world.fault else fault
    kiosk.wait(chance.choice((0.5, 5.0)))


@deed(1.5)
def panel(kiosk: Kiosk, chance: Random) -> None:
    """Some cables go, or all are back."""
    pins = kiosk.settings.panel.pins
    known = [*pins.buttons.values(), *pins.lamps.values()]
    gone = kiosk.world.gone
    if gone:
        gone.clear()
    else:
        gone |= set(chance.sample(known, chance.choice((1, 3, len(known)))))
    kiosk.wait(chance.choice((0.5, 6.0)))


@deed(1)
def disk(kiosk: Kiosk, chance: Random) -> None:
    """It is full, or there is room again."""
    if kiosk.disk_is_full:
        kiosk.make_room()
    else:
        kiosk.fill_the_disk()
    kiosk.wait(chance.choice((0.5, 6.0)))


@deed(0.7)
def loudspeaker(kiosk: Kiosk, chance: Random) -> None:
    if chance.random() < 0.5:
        pygame.event.post(pygame.Event(pygame.AUDIODEVICEREMOVED, which=0, iscapture=False))
    else:
        kiosk.screen.look_again(display=False)
    kiosk.settle()


@deed(0.7)
def display(kiosk: Kiosk, chance: Random) -> None:
    """Another one is plugged in, the window is drawn larger, or fills the screen."""
    what = chance.randrange(4)
    if what == 0:
        kiosk.screen.look_again(display=True)
    elif what == 1:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=68))
    elif what == 2:
        pygame.event.post(pygame.Event(chance.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWEXPOSED))))
    else:
        pygame.display.set_mode(chance.choice(SIZES))
    kiosk.settle()


@deed(0.7)
def stick(kiosk: Kiosk, chance: Random) -> None:
    """A USB stick goes in, or out."""
    sticks = kiosk.world.sticks
    if sticks:
        sticks.clear()
    else:
        place = kiosk.settings.data.with_name("stick")
        place.mkdir(exist_ok=True)
        sticks.append(place if chance.random() < 0.8 else place / "gone")


# --- time and power --------------------------------------------------------------------------------------------------


@deed(1.5)
def go_away(kiosk: Kiosk, chance: Random) -> None:
    kiosk.wait(chance.choice((5.0, 31.0, 125.0, 310.0, 610.0)))


@deed(1)
def cut_the_power(kiosk: Kiosk, chance: Random) -> None:
    outlasts(kiosk, kiosk.power_cut if chance.random() < 0.7 else kiosk.start_anew)


@deed(1.5)
def go_on_by_hand(kiosk: Kiosk, _: Random) -> None:
    goes_on(kiosk)


# --- where it begins -------------------------------------------------------------------------------------------------


def begin_a_match(kiosk: Kiosk, chance: Random) -> None:
    """Any game by any rules, for any number of players up to eight, some of them the house."""
    known = chance.choice(games())
    preset = chance.choice(list(known.presets))
    options = {one.name: chance.choice(one.values) for one in known.switches if chance.random() < 0.2}
    seats = known(preset, options).seats
    count = chance.randint(max(seats.start, min(2, seats.stop - 1)), min(8, seats.stop - 1))
    house = [seat for seat in range(1, count) if chance.random() < 0.1]
    match = kiosk.session.begin(known.name, preset, options, GUESTS[:count], chance.choice((None, 0)), house=house)
    for _ in range(chance.choice((0, 0, chance.randint(1, 300)))):
        if isinstance(match.wait, Over):
            break
        _step(match, chance, kiosk.world.now)  # much of it was played already
    played = kiosk.session._played
    assert played is not None
    played.referee.resync()
    kiosk.session._follow()


def open_a_page(kiosk: Kiosk, chance: Random) -> None:
    """Down a menu, from the attract screen, to some line of some page."""
    tap(kiosk, chance.choice((Button.MENU, Button.END)))
    for _ in range(chance.randint(1, 5)):
        for _ in range(chance.randint(0, 8)):
            tap(kiosk, Button.KEEP_2)
        if kiosk.settings.pin and type(kiosk.session.modes[-1]).__name__ == "PinPage":
            for digit in kiosk.settings.pin:
                tap(kiosk, KEEPS[int(digit) - 1])
        else:
            tap(kiosk, Button.END)


def open_service(kiosk: Kiosk, chance: Random) -> None:
    """The service page, and mostly a page of it that teaches."""
    tap(kiosk, Button.MENU)
    tap(kiosk, Button.KEEP_1)
    tap(kiosk, Button.END)
    for digit in kiosk.settings.pin:
        tap(kiosk, KEEPS[int(digit) - 1])
    for _ in range(chance.choice((0, 4, 5, 6))):
        tap(kiosk, Button.KEEP_2)
    tap(kiosk, Button.END)


BEGINNINGS: Counter[Deed] = Counter({begin_a_match: 6, open_a_page: 2, open_service: 1})
"""And how often."""
