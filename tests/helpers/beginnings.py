"""Where a walk through the table's states begins: each is made anew for every try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from made_up import die
from walk import LOST, World

from hardware.presses import Button, PressKind
from kiosk.appliance.machine import Machine
from kiosk.games.core import Leave
from kiosk.match.journal import Journal
from kiosk.referee.keeping import Keeping
from kiosk.session.guide.bookmark import Bookmark
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import PageView
from vision.types import DoubtKind, SceneState, TrackedDie
from vision.watching.calibration import Calibration

THREE_THROWS = {"charge_rolls": 3}
BEGINNINGS: dict[str, Callable[[], World]] = {}


def beginning(do: Callable[[], World]) -> Callable[[], World]:
    BEGINNINGS[do.__name__.replace("_", " ")] = do
    return do


class PretendMachine(Machine):
    """A machine that notes what it is asked to do."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.outcome = None
        self.network, self.version = "table", "1"
        self.busy = False
        self.upgrade = None

    def look(self) -> None:
        """Nothing comes to it."""

    @property
    def saving(self) -> bool:
        return self.busy

    def save_logs(self) -> None:
        self.calls.append("save logs")


def nobody(*, keeping: Keeping = Keeping.BUTTONS, machine: PretendMachine | None = None) -> World:
    """Nobody has touched the table yet."""
    journal = Journal()
    world = World(Session(journal, start=Start(keeping=keeping), rng=Random(1), machine=machine), journal)
    if machine is not None:
        world.calls = machine.calls
    return world


def match(
    name: str = "le_421",
    *thrown: tuple[int, ...],
    players: int = 2,
    leads: int | None = 0,
    keeping: Keeping = Keeping.BUTTONS,
    house: tuple[int, ...] = (),
    options: Mapping[str, str | int] | None = None,
) -> World:
    """A match, once these hands were thrown."""
    world = nobody(keeping=keeping)
    world.session.begin(name, None, options or {}, ["Marie", "Jean", "Lucie"][:players], leads, house=house)
    for values in thrown:
        world.table.throw_all(*values)
    return world


def choice(**options: int) -> World:
    """Marie may throw some of three dice again."""
    return match("le_421", (4, 6, 1), options=THREE_THROWS | options)


@beginning
def nobody_plays() -> World:
    return nobody()


def served(*, busy: bool = False) -> World:
    """The service page of a table that has a computer: its attract screen is like any other's."""
    machine = PretendMachine()
    machine.busy = busy
    world = nobody(machine=machine)
    choose(world, "Service")
    return world


BEGINNINGS["a machine in service"] = served
BEGINNINGS["a machine that saves its logs"] = partial(served, busy=True)


@beginning
def a_pin_before_service() -> World:
    journal = Journal()
    world = World(Session(journal, start=Start(pin="124"), rng=Random(1)), journal)
    for button in (Button.MENU, Button.KEEP_1, Button.END):  # the last line of the menu
        world.press(button, PressKind.SHORT)
    return world


@beginning
def a_camera_that_may_hang_otherwise() -> World:
    journal, kept = Journal(), list[object]()
    world = World(Session(journal, start=Start(hang=kept.append), rng=Random(1)), journal)
    for button in (Button.MENU, Button.KEEP_1, Button.END, *4 * [Button.KEEP_2], Button.KEEP_2, Button.END):
        world.press(button, PressKind.SHORT)
    assert world.mode == "MountingPage"
    return world


@beginning
def a_tray_that_is_known() -> World:
    outline = ((100.0, 100.0), (900.0, 100.0), (500.0, 600.0))
    known = Calibration((1280, 720), outline, (20.0, 40.0), (((1, 2, 3),),))
    journal = Journal()
    world = World(Session(journal, rng=Random(1), calibration=known), journal)
    for button in (Button.MENU, Button.KEEP_1, Button.END, *6 * [Button.KEEP_2], Button.END):
        world.press(button, PressKind.SHORT)
    assert world.mode == "TeachingPage"
    return world


def guided(step: int) -> World:
    """The guide of a first start, at this step."""
    journal = Journal()
    return World(Session(journal, start=Start(guide=Bookmark(step)), rng=Random(1)), journal)


for step in range(4):
    BEGINNINGS[f"step {step} of the first guide"] = partial(guided, step)


@beginning
def first_throw() -> World:
    return match()


@beginning
def roll_off() -> World:
    return match(leads=None)


@beginning
def a_box_to_choose() -> World:
    world = match("yams", (6, 6, 6, 5, 5))
    world.press(Button.END, PressKind.SHORT)
    return world


@beginning
def draw() -> World:
    return match("four_twenty", players=3, leads=None)


@beginning
def first_choice() -> World:
    return choice()


@beginning
def next_throw() -> World:
    return match("le_421", (5, 5, 2))


@beginning
def a_die_that_must_stay() -> World:
    return match("ship_captain_crew", (6, 3, 1, 1, 3))


@beginning
def with_hands() -> World:
    world = match("le_421", (4, 6, 1), keeping=Keeping.HANDS, options=THREE_THROWS)
    world.by_hands = True
    return world


@beginning
def the_house_throws() -> World:
    return match(house=(0,))


@beginning
def the_house_keeps() -> World:
    return match("le_421", (4, 6, 1), house=(0,), options=THREE_THROWS)


@beginning
def what_the_house_keeps_lifted() -> World:
    world = the_house_keeps()
    world.table.lift(2, 3)
    world.table.throw(3, 5, at=600)
    return world


@beginning
def somebody_has_left() -> World:
    world = match()
    match_ = world.session.match
    assert match_ is not None
    match_.act(Leave(1), time=1.0)
    return world


BEGINNINGS["a choice of mexico"] = partial(match, "mexico", (4, 1))
BEGINNINGS["420 with dice of one's own"] = partial(
    match, "four_twenty", (6, 5, 3, 1), (5, 4, 3, 1), options={"dice_set": "own", "first": "seat"}
)


@beginning
def dice_in_the_hand() -> World:
    world = choice()
    world.table.keep(1)
    world.table.lift(2, 3)
    return world


@beginning
def a_kept_die_lifted() -> World:
    world = choice()
    world.table.keep(1)
    world.table.throw_all(3, 2, 2)
    return world


@beginning
def a_die_left_lying() -> World:
    world = choice()
    world.table.lift(1, 2)
    world.table.throw(3)
    return world


@beginning
def a_doubtful_die() -> World:
    world = match()
    world.table.throw(4, 2, 1, doubted=(2, DoubtKind.VALUE))
    return world


@beginning
def a_die_missing() -> World:
    return match("le_421", (4, 6))


@beginning
def a_die_too_many() -> World:
    return match("le_421", (4, 6, 1, 2))


@beginning
def dice_that_nobody_saw_falling() -> World:
    world = match()
    world.table.time += 5.0
    world.table.lie(3, 3, 5)
    return world


@beginning
def taken_back() -> World:
    world = match("le_421", (4, 6, 1), (5, 5, 2), options=THREE_THROWS)
    choose(world, "Undo")
    return world


@beginning
def over() -> World:
    world = choice(tokens=1)
    match_ = world.session.match
    assert match_ is not None
    for _ in range(20):
        if match_.over:
            break
        world.table.end()
        world.table.throw_all(*((4, 2, 1) if match_.view.seat == 0 else (6, 5, 3)))
    assert match_.over
    return world


@beginning
def over_just_now() -> World:
    world = over()
    world.hasty = True
    return world


@beginning
def cut_off() -> World:
    before = choice()
    world = World(Session(before.journal, rng=Random(1)), before.journal)
    world.table.lie(3, 3, 5)
    return world


@beginning
def blind_from_the_start() -> World:
    world = match()
    world.blind = True
    world.session.camera_fails(LOST)
    return world


def calibrating() -> World:
    """The page on which the table learns its tray, just opened."""
    world = nobody()
    choose(world, "Service")
    choose(world, "Teach the tray")
    world.hasty = True
    return world


BEGINNINGS["the tray is learned"] = calibrating


@beginning
def the_tray_is_clear() -> World:
    world = calibrating()
    world.table.empty()
    return world


@beginning
def the_tray_was_learned() -> World:
    world = calibrating()
    show(world)
    for number, lay in enumerate(RIM):
        show(world, *(laid(10 * number + at, centre) for at, centre in enumerate(lay)))
    world.table.empty()
    return world


RIM = [((200, 100), (1000, 100)), ((200, 600), (1000, 600)), ((200, 350), (1000, 350)), ((600, 100), (600, 600))]


def laid(track: int, centre: tuple[float, float]) -> TrackedDie:
    """A die that was laid there."""
    one = die(1, centre[0])
    corners = tuple((x, y - 360.0 + centre[1]) for x, y in one.corners)
    return TrackedDie(track, thrown=True, die=replace(one, centre=centre, corners=corners))  # type: ignore[arg-type]


def show(world: World, *dice: TrackedDie) -> None:
    """These lie there for as long as the table wants to see them."""
    for _ in range(4):
        world.table.dice = list(dice)
        world.table.tell(SceneState.SETTLED if dice else SceneState.EMPTY, after=0.9)


def choose(world: World, label: str) -> None:
    """Open the menu, unless one is open, and press END on this line."""
    if not menu(world):
        world.table.press(Button.MENU)
    items = menu(world)
    for _ in range(items.index(label)):
        world.table.press(Button.KEEP_2)
    world.table.end()


def menu(world: World) -> list[str]:
    """The lines of the list that is open."""
    scene = world.session.view.scene
    return [item.label.message for item in scene.items] if isinstance(scene, PageView) else []
