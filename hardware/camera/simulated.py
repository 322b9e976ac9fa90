"""The camera over a simulated table, and the clock of whoever plays at one."""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.camera import Camera
from hardware.simulator import SimulatedTable
from vision.types import Frame


class TableClock:
    """Simulated time, seconds: it goes with the pictures that were looked at, and waits where nobody looks.

    On a PC that is too slow all goes slower, and nothing happens between two pictures that nobody could see.

    Args:
        step_s: from picture to picture.
        clock: real time.
    """

    def __init__(self, step_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._step_s, self._clock = step_s, clock
        self._seen = clock(), clock()
        """The time of the last picture, and when it was looked at."""

    def __call__(self) -> float:
        """What time it is."""
        pictured, looked = self._seen
        return pictured + min(self._clock() - looked, self._step_s)

    def see(self, pictured: float) -> None:
        """Somebody looks at the picture of this time."""
        self._seen = pictured, self._clock()


class SimulatedCamera(Camera):
    """Films a `SimulatedTable`, a picture whenever it is asked, by the table's own times; `Playback` gives it a pace.

    The table's hand may be ordered about from another thread meanwhile::

        table = SimulatedTable(seed=7)
        table.throw(range(3))
        with SimulatedCamera(table) as camera:
            frame = camera.read()
    """

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table

    def read(self) -> Frame:
        """The next picture; see `Camera.read`."""
        image = self.table.advance()
        return Frame(image, self.table.time)

    def close(self) -> None:
        """Nothing is held."""
