"""Where a walk through the table's states begins: each is made anew for every try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from made_up import die
from walk import World

from hardware.presses import Button
from kiosk.appliance.machine import Machine
from kiosk.games.core import Leave
from kiosk.referee.keeping import Keeping
from kiosk.session.guide.bookmark import Bookmark
from kiosk.session.start import Start
from vision.types import DoubtKind, SceneState, TrackedDie
from vision.watching.calibration import Calibration

THREE_THROWS = {"charge_rolls": 3}
KNOWN = Calibration((1280, 720), ((100.0, 100.0), (900.0, 100.0), (500.0, 600.0)), (20.0, 40.0), (((1, 2, 3),),))
RIM = [((200, 100), (1000, 100)), ((200, 600), (1000, 600)), ((200, 350), (1000, 350)), ((600, 100), (600, 600))]


class PretendMachine(Machine):
    """A machine that notes what it is asked to do."""

    def __init__(self, *, busy: bool = False) -> None:
        self.calls: list[str] = []
        self.outcome = None
        self.network, self.version = "table", "1"
        self.busy = busy
        self.upgrade = None

    def refresh(self) -> None:
        """Nothing comes to it."""

    @property
    def saving(self) -> bool:
        return self.busy

    def save_logs(self) -> None:
        self.calls.append("save logs")


# --- nobody plays ---


def served(*, busy: bool = False) -> World:
    """The service page of a table that has a computer: its attract screen is like any other's."""
    machine = PretendMachine(busy=busy)
    world = World(machine=machine)
    world.calls = machine.calls
    world.choose("Service")
    return world


def guided(step: int) -> World:
    """The guide of a first start, at this step."""
    return World(Start(guide=Bookmark(step)))


def in_service(*lines: str, start: Start | None = None, known: Calibration | None = None) -> World:
    """Down the service page."""
    world = World(start, calibration=known)
    world.choose("Service", *lines)
    return world


def calibrating() -> World:
    """The page on which the table learns its tray, just opened."""
    world = in_service("Teach the tray")
    world.hasty = True
    return world


def cleared() -> World:
    world = calibrating()
    world.table.empty()
    return world


def learned() -> World:
    world = calibrating()
    show(world)
    for number, lay in enumerate(RIM):
        show(world, *(laid(10 * number + at, centre) for at, centre in enumerate(lay)))
    world.table.empty()
    return world


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


# --- a match ---


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
    world = World(Start(keeping=keeping))
    world.session.begin(name, None, options or {}, ["Marie", "Jean", "Lucie"][:players], leads, house=house)
    for values in thrown:
        world.table.throw_all(*values)
    return world


choice = partial(match, "le_421", (4, 6, 1), options=THREE_THROWS)
"""Marie may throw some of three dice again."""


def then(begin: Callable[[], World], *does: Callable[[World], object]) -> Callable[[], World]:
    """A beginning in which this is done besides."""

    def begun() -> World:
        world = begin()
        for do in does:
            do(world)
        return world

    return begun


def over(*, hasty: bool = False) -> World:
    world = match("le_421", (4, 6, 1), options=THREE_THROWS | {"tokens": 1})
    match_ = world.match
    for _ in range(20):
        if match_.over:
            break
        world.table.end()
        world.table.throw_all(*((4, 2, 1) if match_.view.seat == 0 else (6, 5, 3)))
    assert match_.over
    world.hasty = hasty
    return world


def unseen(world: World) -> None:
    """Dice fall that nobody sees falling."""
    world.table.time += 5.0
    world.table.lie(3, 3, 5)


def with_hands() -> World:
    world = choice(keeping=Keeping.HANDS)
    world.by_hands = True
    return world


def blind() -> World:
    world = match()
    world.lost = True
    world.blind()
    return world


BEGINNINGS: dict[str, Callable[[], World]] = {
    "nobody plays": World,
    "a machine in service": served,
    "a machine that saves its logs": partial(served, busy=True),
    "a pin before service": partial(in_service, start=Start(pin="124")),
    "a camera that may hang otherwise": partial(in_service, "Teach the tray", start=Start(hang=lambda _: None)),
    "a tray that is known": partial(in_service, "Teach the dice", known=KNOWN),
    "the tray is learned": calibrating,
    "the tray is clear": cleared,
    "the tray was learned": learned,
    **{f"step {step} of the first guide": partial(guided, step) for step in range(4)},
    "first throw": match,
    "roll off": partial(match, leads=None),
    "a box to choose": then(partial(match, "yams", (6, 6, 6, 5, 5)), lambda world: world.press(Button.END)),
    "draw": partial(match, "four_twenty", players=3, leads=None),
    "first choice": choice,
    "next throw": partial(match, "le_421", (5, 5, 2)),
    "a die that must stay": partial(match, "ship_captain_crew", (6, 3, 1, 1, 3)),
    "with hands": with_hands,
    "the house throws": partial(match, house=(0,)),
    "the house keeps": partial(choice, house=(0,)),
    "what the house keeps lifted": then(
        partial(choice, house=(0,)),
        lambda world: world.table.lift(2, 3),
        lambda world: world.table.throw(3, 5, at=600),
    ),
    "somebody has left": then(match, lambda world: world.match.act(Leave(1), time=1.0)),
    "a choice of mexico": partial(match, "mexico", (4, 1)),
    "420 with dice of one's own": partial(
        match, "four_twenty", (6, 5, 3, 1), (5, 4, 3, 1), options={"dice_set": "own", "first": "seat"}
    ),
    "dice in the hand": then(choice, lambda world: world.table.keep(1), lambda world: world.table.lift(2, 3)),
    "a kept die lifted": then(choice, lambda world: world.table.keep(1), lambda world: world.table.throw_all(3, 2, 2)),
    "a die left lying": then(choice, lambda world: world.table.lift(1, 2), lambda world: world.table.throw(3)),
    "a doubtful die": then(match, lambda world: world.table.throw(4, 2, 1, doubted=(2, DoubtKind.VALUE))),
    "a die missing": partial(match, "le_421", (4, 6)),
    "a die too many": partial(match, "le_421", (4, 6, 1, 2)),
    "dice that nobody saw falling": then(match, unseen),
    "taken back": then(
        partial(match, "le_421", (4, 6, 1), (5, 5, 2), options=THREE_THROWS), lambda world: world.choose("Undo")
    ),
    "over": over,
    "over just now": partial(over, hasty=True),
    "cut off": then(choice, World.cut_off, lambda world: world.table.lie(3, 3, 5)),
    "blind from the start": blind,
}
