"""Makes things go wrong at a simulated table, each at its own rate, while a match is played."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from hardware.panel import Button
from hardware.simulator.camera import FaultyCamera, Mishap
from hardware.simulator.conditions import CONDITIONS
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import RestingDie, SimulatedTable

OFTEN = 0.3
"""The chance of a fault with each throw, unless another rate is given."""
SOON_S = (0.0, 2.0)
"""A fault strikes 0 to 2 seconds after a throw was counted, or after the fault before."""
LASTS = (2, 6)
"""A condition of the bar, such as a song or a guest who leans on the table, lasts for 2 to 6 throws."""
CHANGES_S = (0.0, 4.0)
"""A condition begins or ends 0 to 4 seconds after a throw was counted: while dice lie, roll or are in a hand."""
CAMERA_S = 8.0
"""A camera is lost for 8 seconds: longer than the table takes to notice."""
STUCK_S = 32.0
"""A button is stuck for 32 seconds."""
HAND_S = 6.0
"""A hand stays for 6 seconds: longer than `HAND_S` of the referee, which asks it to go."""
PUSH_PX = 60.0
"""A die is pushed by 60 pixels both ways."""


@dataclass(slots=True)
class Targets:
    """What can be meddled with."""

    table: SimulatedTable
    camera: FaultyCamera
    fingers: Fingers


Fault = Callable[["FaultInjector", int], None]
"""Does it, to one of the dice lying there."""


class FaultInjector:
    """Makes faults happen: `rates` are the chances by name, for each throw.

    A condition of the bar changes the camera's pictures for some throws, also several conditions at once; with a chance
    of 1 it stays all the time.

    Raises:
        ValueError: there is no such fault; the message is one English sentence.
    """

    def __init__(self, rates: Mapping[str, float], at: Targets, seed: int) -> None:
        for name in rates:
            if name not in NAMES:
                raise ValueError(f"There is no fault {name}; there are {', '.join(NAMES)}.")
        self.at: Targets = at
        self.rng = Random(seed)
        self._rates = {name: rate for name, rate in sorted(rates.items()) if name in FAULTS}
        self._lasting = {name: rate for name, rate in sorted(rates.items()) if name in CONDITIONS}
        self._bar = Random(f"evening {seed}")
        self._until: dict[str, int] = {}
        """By condition, the number of the throw after which it ends."""
        self._changes = 0.0
        """When the conditions that are due begin and end, seconds."""
        self.lying: list[RestingDie] = []
        """The dice there that may be meddled with."""
        self._throws = -1
        self._due: list[str] = []
        """What will strike, one after the other."""
        self._later: list[tuple[float, Callable[[], None]]] = []
        self._next = 0.0

    @property
    def under_way(self) -> bool:
        """Whether something is wrong that will be put right by itself."""
        return bool(self._later)

    def step(self, throws: int, *, busy: bool = False, owed: Collection[int | None] = ()) -> None:
        """Time has passed: end faults that last for a while, and strike if it is time, unless fingers are `busy`.

        `throws` were counted up to now. Dice in `owed` are the only ones still to be thrown, and are left alone: to
        lift such a die and lay it down would look like the throw itself.
        """
        now = self.at.table.time
        # A copy, as items are removed.
        for due, mend in [item for item in self._later if item[0] <= now]:
            self._later.remove((due, mend))
            mend()
        if throws > self._throws:
            self._throws = throws
            self._due += [name for name, rate in self._rates.items() if self.rng.random() < rate]
            self._next = max(self._next, now + self.rng.uniform(*SOON_S))
            self._changes = now + self._bar.uniform(*CHANGES_S) if throws else now
            for name, rate in self._lasting.items():
                if self._bar.random() < rate:
                    self._until[name] = throws + self._bar.randint(*LASTS)
        if now >= self._changes:
            self._changes = float("inf")
            self._change(throws)
        self.lying = [die for die in self.at.table.truth() if die.die not in owed]
        if not self._due or self._later or now < self._next or busy or not self.at.table.idle or not self.lying:
            return
        FAULTS[self._due.pop(0)](self, self.rng.choice(self.lying).die)
        self._next = now + self.rng.uniform(*SOON_S)

    def _change(self, throws: int) -> None:
        there = self.at.camera.conditions
        for name, until in self._until.items():
            if until <= throws:
                there.pop(name, None)
            elif name not in there:
                there[name] = CONDITIONS[name](self._bar.getrandbits(32))

    def after(self, seconds: float, mend: Callable[[], None]) -> None:
        self._later.append((self.at.table.time + seconds, mend))


def _push(injector: FaultInjector, die: int) -> None:
    injector.at.table.push(die, (injector.rng.choice((-1, 1)) * PUSH_PX, injector.rng.choice((-1, 1)) * PUSH_PX))


def _lift(injector: FaultInjector, die: int) -> None:
    value = next(lying.value for lying in injector.at.table.truth() if lying.die == die)
    if value is not None:
        injector.at.table.place(die, value, back=False)


def _stir(injector: FaultInjector, _: int) -> None:
    for lying in injector.lying:
        _push(injector, lying.die)


def _light(injector: FaultInjector, _: int) -> None:
    injector.at.table.light(injector.rng.uniform(0.7, 1.3))


def _camera(mishap: Mishap, injector: FaultInjector, _: int) -> None:
    def mend() -> None:
        injector.at.camera.mishap = None

    injector.at.camera.mishap = mishap
    injector.after(CAMERA_S, mend)


def _buttons(buttons: Collection[Button], seconds: float, injector: FaultInjector, _: int) -> None:
    fingers, now = injector.at.fingers, injector.at.table.time

    def release() -> None:
        for button in buttons:
            fingers.release(button, injector.at.table.time)

    for button in buttons:
        fingers.press(button, now)
    injector.after(seconds, release)


FAULTS: dict[str, Fault] = {
    "drop": lambda injector, die: injector.at.table.drop(die),
    "cock": lambda injector, die: injector.at.table.cock(die),
    "push": _push,
    "lift": _lift,
    "stir": _stir,
    "clear": lambda injector, _: injector.at.table.clear(),
    "hand": lambda injector, _: injector.at.table.hover(HAND_S),
    "light": _light,
    **{f"camera-{mishap}": partial(_camera, mishap) for mishap in Mishap},
    "all-buttons": partial(_buttons, tuple(Button), 1.2),
    "stuck-button": partial(_buttons, (Button.KEEP_5,), STUCK_S),
}
"""By name: a die falls off the table, leans against the rim, is pushed, or is lifted and put back; all dice are stirred
or taken off the tray; a hand stays; the light changes; the camera fails in one of its ways; all buttons are held, or
one is stuck."""
NAMES = (*FAULTS, *CONDITIONS)
"""Everything that may go wrong: faults, which strike once, and a bar's conditions, which last for some throws."""
