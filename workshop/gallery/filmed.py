"""What the camera sees in the made-up views: filmed at a simulated table, once a run."""

from collections.abc import Sequence
from functools import cache

from hardware.simulator import SimulatedTable
from vision.types import Box, Image

HAND = (4, 2, 1)
"""The dice that lie on the tray."""
SEED = 421
PICTURES_A_SECOND = 4.0
"""Few: only what lies still at the end counts."""
HALF = 46
"""Half a cut-out, pixels."""


def tray() -> Image:
    """The tray with the three dice of `HAND`."""
    return _film()[0]


def left_to_right() -> tuple[int, ...]:
    """The dice of `HAND` as they lie."""
    return tuple(sorted(HAND, key=lambda value: _film()[2][value - 1][0]))


def box(value: int) -> Box:
    """Where the die that shows this lies in the picture."""
    x, y = _film()[2][value - 1]
    return x - HALF, y - HALF, 2.0 * HALF, 2.0 * HALF


@cache
def cut_out(value: int) -> Image:
    """The camera's own picture of a die."""
    left, top, width, height = (round(one) for one in box(value))
    return _film()[1][top : top + height, left : left + width].copy()


@cache
def _film() -> tuple[Image, Image, Sequence[tuple[float, float]]]:
    """The hand's three dice, then all six values; where each value lies."""
    table = SimulatedTable(SEED, 6, fps=PICTURES_A_SECOND, look="felt", brisk=True)

    def placed(values: Sequence[int]) -> Image:
        for value in values:
            table.place(value - 1, value)
        image = table.advance()
        while not table.idle:
            image = table.advance()
        return image

    hand = placed(HAND)
    everything = placed([value for value in range(1, 7) if value not in HAND])
    return hand, everything, [die.centre for die in sorted(table.truth(), key=lambda die: die.die)]
