"""Cameras that film a simulated table, and the clock of a kiosk that plays at one."""

import time
from collections.abc import Callable

from hardware.camera import Camera
from hardware.simulator import SimulatedTable
from vision.types import Frame

REST_S = 2.0
"""Dice lie for 2 s before they are thrown again: time to read them, for people too."""


class TableClock:
    """Simulated time, seconds: it follows the times of the pictures that are looked at.

    So on a PC that is too slow everything goes slower, instead of happening between two pictures that nobody sees.

    Args:
        step_s: from picture to picture.
        clock: real time.
    """

    def __init__(self, step_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._step_s, self._clock = step_s, clock
        self._seen = clock(), clock()
        """The time of the last picture, and when it was looked at."""

    def __call__(self) -> float:
        # It runs on after a picture for no longer than until the next one is due.
        pictured, looked = self._seen
        return pictured + min(self._clock() - looked, self._step_s)

    def see(self, pictured: float) -> None:
        """Somebody looks at the picture of this time."""
        self._seen = pictured, self._clock()


class SimulatedCamera(Camera):
    """Films a `SimulatedTable`: each picture advances it by one frame, at once; `Playback` shows it at its own pace.

    The table's hand may be given orders from another thread meanwhile::

        table = SimulatedTable(seed=7)
        table.throw(range(3))
        with SimulatedCamera(table) as camera:
            frame = camera.read()
    """

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table

    def read(self) -> Frame:
        image = self.table.advance()
        return Frame(image, self.table.time)

    def close(self) -> None:
        """Nothing is held."""


class PracticeCamera(SimulatedCamera):
    """What `simulated:SEED` shows: three dice that are thrown, rest a while, and are thrown again, without end."""

    def __init__(self, seed: int) -> None:
        super().__init__(SimulatedTable(seed))
        self._rests_at = 0.0
        """The table's time since which the dice rest."""

    def read(self) -> Frame:
        if not self.table.idle:
            self._rests_at = self.table.time
        elif self.table.time >= self._rests_at + REST_S:
            self.table.throw(range(self.table.dice))
        return super().read()
