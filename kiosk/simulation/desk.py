"""A simulated table at somebody's desk, behind `--simulate`: the space bar throws, and guests may play.

Only what runs behind that option imports this: its physics take a second to load.
"""

from hardware.camera.grabber import Grabber
from hardware.camera.recording import Playback
from hardware.camera.simulated import SimulatedCamera, TableClock
from hardware.panel import Panel, PanelPins
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.games.registry import games
from kiosk.games.state import SIX
from kiosk.runtime.devices import Devices
from kiosk.simulation.guests.eyes import GuestEyes, asked_for, in_turn, left_over
from kiosk.simulation.guests.playing import Guests
from kiosk.simulation.operator import OWN, lay
from kiosk.view import PageView, PlayView, TableView
from vision.types import Frame


def open_desk(seed: int, *, auto: bool, long_press_s: float) -> Devices:
    """A simulated table's devices; with `auto` guests play, otherwise somebody still throws for the house."""
    # Two sets of dice, as some games want; the others are played with the first.
    table = SimulatedTable(seed, 2 * max(game.dice for game in games()), sets=2)
    fingers = Fingers(PanelPins())
    clock = TableClock(1 / table.fps)
    guests = Guests(table, fingers, seed, house_only=not auto, begins=clock())
    panel = Panel(PanelPins(), fingers.factory, long_press_s=long_press_s)
    return Devices(panel, EveryPicture(table, clock), desk=SimulatedDesk(table, guests), clock=clock)


JUDGED_S = 1.0
"""Space does nothing for 1 second (of the table's time) after something moved: until the screen says what the dice are,
which takes long on a slow PC, nobody means to throw them again."""


class EveryPicture(Grabber):
    """Gives each picture of the simulated camera, and lets time pass with them."""

    def __init__(self, table: SimulatedTable, clock: TableClock) -> None:
        super().__init__(lambda: Playback(SimulatedCamera(table), clock), every=True)
        self._clock = clock

    def take(self, now: float) -> Frame | None:
        frame = super().take(now)
        if frame is not None:
            self._clock.see(frame.time)
        return frame


class SimulatedDesk:
    """The table and the guests around it; see `kiosk.runtime.devices.Desk`."""

    def __init__(self, table: SimulatedTable, guests: Guests) -> None:
        self._table = table
        self._guests = guests
        self._stirred = -JUDGED_S
        """When something last moved on the table, by its time."""

    def throw(self, view: TableView) -> None:
        if self._table.time - self._stirred > JUDGED_S:
            do_as_asked(self._table, view)

    def move(self, now: float) -> None:
        self._guests.move(now)

    def act(self, view: TableView, now: float) -> None:
        if not self._table.idle:
            self._stirred = self._table.time
        self._guests.act(view, now)


def do_as_asked(table: SimulatedTable, view: TableView) -> None:
    """Throw the dice that the screen waits for, or lay them where it asks for that; nothing while hands are busy."""
    scene = view.scene
    if not table.idle:
        return
    if isinstance(scene, PageView) and scene.wants_dice:
        half = table.dice // 2  # where the other set begins
        lay(table, scene.done, range(half, half + OWN))
    elif isinstance(scene, PlayView):
        _play(table, scene)


def _play(table: SimulatedTable, scene: PlayView) -> None:
    """Throw all dice of the player in turn, or those that are not kept; what another game has left is taken away.

    A six marked to stay is turned to a one first, where that may be.
    In a game that remembers hands any dice are thrown, as many as are due, and the others are taken off the tray.
    """
    spare = left_over(scene, (die.die for die in table.truth()), table.dice)
    if spare:
        table.lift(spare)
    dice = in_turn(scene, table.dice)
    laid = asked_for(scene.ruling, dice, table.dice) if scene.warning else {}
    if laid:  # a hand that is asked back: no throw would bring it
        for die, value in laid.items():
            table.place(die, value)
        return
    eyes = GuestEyes(table)
    sixes = [die for die in scene.dice if die.value == SIX]
    marked = [number for die in sixes if die.kept and (number := eyes.find(die)) is not None]
    if 0 < len(marked) <= scene.game.turns and len(marked) < len(sixes):  # as a one it is worth more
        for six in marked:
            table.turn(six, 1)
        return
    kept, lying = sum(die.kept for die in scene.dice), any(die.kept and die.box is not None for die in scene.dice)
    thrown = eyes.loose(scene, dice) if lying else list(dice[kept:])
    if kept and not lying:
        table.lift([die for die in dice if die not in thrown])
    if thrown:
        table.throw(thrown)
