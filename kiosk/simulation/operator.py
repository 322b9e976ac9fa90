"""The owner of a simulated table, who calibrates it as the guide asks."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING

from vision.types import Frame

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable

LOOKS_ON_S = 3.0
"""How long he waits before he lays dice elsewhere: longer than the guide wants them to lie."""
FPS = 10
OWN = 3
"""Dice of the first set."""
BY_THE_RIM = (
    ((140, 120), (1140, 120), (640, 640)),
    ((140, 610), (1140, 610), (640, 90)),
    ((120, 360), (1160, 360), (640, 640)),
    ((300, 100), (980, 100), (300, 640)),
)
"""Where he lays three dice each time, pixels of the simulated camera."""


def calibrates(seed: int, *, two_sets: bool = False) -> Generator[Frame]:
    """What the camera of the simulated table of this seed sees meanwhile, as fast as it can be filmed."""
    from hardware.simulator import SimulatedTable  # noqa: PLC0415  a table without it need not load its physics

    dice = 2 * OWN if two_sets else OWN
    table = SimulatedTable(seed, dice, sets=2 if two_sets else 1, fps=FPS, brisk=True)
    for step in range(len(BY_THE_RIM) + (2 if two_sets else 1)):
        lay(table, step, range(OWN, dice))
        while not table.idle:
            yield Frame(table.advance(), table.time)
        for _ in range(round(LOOKS_ON_S * FPS)):
            yield Frame(table.advance(), table.time)


def lay(table: SimulatedTable, step: int, others: Iterable[int]) -> None:
    """Do what the guide asks for after so many steps: clear the tray, lay dice against the rim, then `others`."""
    dice = range(OWN)
    if 0 < step <= len(BY_THE_RIM):
        for die, spot in zip(dice, BY_THE_RIM[step - 1], strict=True):
            table.place(die, 1 + (die + spot[0]) % 6, spot)
        return
    table.lift([*dice, *others])
    if step:
        for die in others:
            table.place(die, 6)
