"""The owner of a simulated table, who calibrates it as the guide asks."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from hardware.simulator import SimulatedTable
from vision.types import Frame

LOOKS_ON_S = 3.0
"""How long he waits before he lays dice elsewhere: longer than the guide wants them to lie."""
FPS = 10
BY_THE_RIM = (
    ((140, 120), (1140, 120), (640, 640)),
    ((140, 610), (1140, 610), (640, 90)),
    ((120, 360), (1160, 360), (640, 640)),
    ((300, 100), (980, 100), (300, 640)),
)
"""Where he lays three dice each time, pixels of the simulated camera."""


def calibrates(seed: int, *, two_sets: bool = False) -> Generator[Frame]:
    """What the camera of the simulated table of this seed sees meanwhile, as fast as it can be filmed."""
    dice = 6 if two_sets else 3
    table = SimulatedTable(seed, dice, sets=2 if two_sets else 1, fps=FPS, brisk=True)
    for _ in _laying(table, range(3), range(3, dice)):
        while not table.idle:
            yield Frame(table.advance(), table.time)
        for _ in range(round(LOOKS_ON_S * FPS)):
            yield Frame(table.advance(), table.time)


def _laying(table: SimulatedTable, dice: range, others: range) -> Iterator[None]:
    """Look on at the empty tray; lay the dice against the rim; then the other player's."""
    yield
    for spots in BY_THE_RIM:
        for die, spot in zip(dice, spots, strict=True):
            table.place(die, 1 + (die + spot[0]) % 6, spot)
        yield
    if others:
        table.lift(dice)
        for die in others:
            table.place(die, 6)
        yield
