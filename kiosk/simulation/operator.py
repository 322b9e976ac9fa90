"""The owner of a simulated table, who calibrates it as the guide asks."""

from collections.abc import Generator, Iterable, Sequence

from hardware.presses import Button
from hardware.simulator import SimulatedTable
from hardware.simulator.fingers import Fingers
from kiosk.simulation.guests.fingers import BRISK, GuestFingers
from kiosk.view import AttractView, PageView, TableView
from vision.types import Frame

LOOKS_ON_S = 3.0
"""The operator waits 3 seconds before laying dice elsewhere: longer than the guide wants them to lie."""
FPS = 15
PIPPED = range(2, 6)
"""2 to 5, which have pips on dice with emblems, too: no tray is learned from faces that nobody has taught."""
OWN = 3
"""The operator lays 3 dice of each set."""
BY_THE_RIM = (
    ((140, 120), (1140, 120), (640, 640)),
    ((140, 610), (1140, 610), (640, 90)),
    ((120, 360), (1160, 360), (640, 640)),
    ((300, 100), (980, 100), (300, 640)),
)
"""Places by the rim for three dice, one row for each lay, pixels of the simulated camera."""
TURNED_AT = ((640, 360), (400, 300), (860, 420), (640, 220), (500, 480), (760, 300))
"""Places for one die, one for each picture of its face, pixels of the simulated camera."""


def calibrates(seed: int, *, two_sets: bool = False, look: str | None = None) -> Generator[Frame]:
    """What the camera of the simulated table of this seed sees meanwhile, as fast as it can be filmed."""
    dice = 2 * OWN if two_sets else OWN
    table = SimulatedTable(seed, dice, sets=2 if two_sets else 1, fps=FPS, look=look, brisk=True)
    for step in range(len(BY_THE_RIM) + (2 if two_sets else 1)):
        lay(table, step, range(OWN, dice), range(1, 7) if look is None else PIPPED)
        yield from _filmed(table, LOOKS_ON_S)


def shows_a_face(seed: int, value: int, look: str = "emblems") -> Generator[Frame]:
    """What the camera of a simulated table sees while one of its emblem dice is turned, this value up."""
    table = SimulatedTable(seed, OWN, fps=FPS, look=look, brisk=True)
    for spot in TURNED_AT:
        table.lift(range(OWN))
        yield from _filmed(table, 0.0)
        table.place(0, value, spot)
        yield from _filmed(table, LOOKS_ON_S)


def _filmed(table: SimulatedTable, rest_s: float) -> Generator[Frame]:
    while not table.idle:
        yield Frame(table.advance(), table.time)
    for _ in range(round(rest_s * FPS)):
        yield Frame(table.advance(), table.time)


class Operator:
    """Teaches a simulated table its tray with its own buttons, in the guests' place.

    Attributes:
        done: the table knows its tray, and the tray is clear again.
    """

    def __init__(self, table: SimulatedTable, buttons: Fingers, *, two_sets: bool = False) -> None:
        self.done = False
        self._table = table
        self._fingers = GuestFingers(buttons, BRISK)
        self._two_sets = two_sets
        self._others = range(table.dice // 2, table.dice // 2 + OWN) if two_sets else range(0)
        self._laid = -1
        """The step for which dice were laid last."""

    def move(self, now: float) -> None:
        self._fingers.move(now)

    def act(self, view: TableView, now: float) -> None:
        scene = view.scene
        if self._fingers.busy or not self._table.idle:
            return
        if isinstance(scene, PageView) and scene.wants_dice:
            self._follow(scene, now)
        elif isinstance(scene, AttractView) and self._laid < 0:
            self._fingers.press([Button.MENU], now)
        elif isinstance(scene, AttractView):
            self.done = True
        elif isinstance(scene, PageView):
            self._choose(scene, now)

    def _follow(self, page: PageView, now: float) -> None:
        if page.done == page.steps:
            self._table.lift(range(self._table.dice))
            self._fingers.press([Button.END], now)
        elif page.done != self._laid:
            self._laid = page.done
            lay(self._table, page.done, self._others)

    def _choose(self, menu: PageView, now: float) -> None:
        """Down to the page where the tray is taught; back again once it is."""
        label = menu.items[menu.chosen].label.message
        if self._laid >= 0:
            self._fingers.press([Button.MENU], now)
        elif label == "Teach the tray":
            self._fingers.press([*([Button.KEEP_4] if self._two_sets else []), Button.END], now)
        else:
            self._fingers.press([Button.END if label == "Service" else Button.KEEP_2], now)


def lay(table: SimulatedTable, step: int, others: Iterable[int], values: Sequence[int] = range(1, 7)) -> None:
    """Do what the guide asks for at this step: clear the tray, lay dice against the rim, then `others`."""
    dice = range(OWN)
    if 0 < step <= len(BY_THE_RIM):
        for die, spot in zip(dice, BY_THE_RIM[step - 1], strict=True):
            table.place(die, values[(die + spot[0]) % len(values)], spot)
        return
    table.lift([*dice, *others])
    if step:
        for die in others:
            table.place(die, 6)
