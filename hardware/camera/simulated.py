"""The camera over a simulated table: paced like a real one, or stepped as fast as its pictures are taken."""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.camera import Camera, CameraError, CameraFault, CameraFaultKind, Device
from hardware.simulator import SimulatedTable
from vision.types import Frame


class SimulatedCamera(Camera):
    """Films a `SimulatedTable`, whose hand may be ordered about from another thread meanwhile.

    ::

        table = SimulatedTable(seed=7)
        table.throw(range(3))
        with SimulatedCamera(table) as camera:
            frame = camera.read()

    Args:
        table: what is filmed.
        paced: wait for each picture's moment, as a device would, with times of `clock`; otherwise film at once, with
            the table's own times.
        clock: seconds, monotonic.
        sleep: waits so many seconds.
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
        # Late pictures are not made up for: the table's time stretches, as a slow camera's rate drops.
        self._due = max(self._due + 1 / self.table.fps, self._clock())
        self._sleep(max(self._due - self._clock(), 0.0))
        return Frame(image, self._clock())

    def close(self) -> None:
        """End filming."""
        self._open = False
