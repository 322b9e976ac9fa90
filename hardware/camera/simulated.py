"""The camera over a simulated table: paced like a real one, or stepped as fast as its pictures are taken."""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device
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
    """Films a `SimulatedTable`, whose hand may be ordered about from another thread meanwhile.

    ::

        table = SimulatedTable(seed=7)
        table.throw(range(3))
        with SimulatedCamera(table) as camera:
            frame = camera.read()

    Args:
        table: what is filmed.
        paced: wait for each picture's moment, as a device would, with times that begin at `clock`'s; otherwise film at
            once, with the table's own times.
        clock: seconds, monotonic.
        sleep: waits this many seconds.
    """

    def __init__(
        self,
        table: SimulatedTable,
        *,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.table = table
        self._paced, self._clock, self._sleep = paced, clock, sleep
        self._due = clock()
        self._began = self._due - table.time
        self._open = True

    def read(self) -> Frame:
        """The next picture.

        Raises:
            CameraError: the camera is closed.
        """
        if not self._open:
            raise CameraError(CameraFault(CameraFaultKind.FAILED, Device.SIMULATED, detail="it is closed"))
        if not self._paced:
            image = self.table.advance()
            return Frame(image, self.table.time)
        image = self.table.advance()
        # Late pictures are not made up for: the table's time waits.
        self._due = max(self._due + 1 / self.table.fps, self._clock())
        self._sleep(max(self._due - self._clock(), 0.0))
        return Frame(image, self._began + self.table.time)

    def close(self) -> None:
        """End filming."""
        self._open = False
