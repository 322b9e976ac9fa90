"""What `simulated:SEED` shows: a simulated table at which somebody throws again and again."""

from __future__ import annotations

import time

from hardware.camera.simulated import SimulatedCamera
from hardware.simulator import SimulatedTable
from vision.types import Frame

REST_S = 2.0
"""How long dice lie before they are thrown again: time to read them, for people too."""


class PracticeCamera(SimulatedCamera):
    """Films three dice that are thrown, rest a while, and are thrown again, without end and at a camera's pace."""

    def __init__(self, seed: int) -> None:
        super().__init__(SimulatedTable(seed))
        self._began = self._due = time.monotonic()
        self._rests_at = 0.0
        """The table's time since which the dice rest."""

    def read(self) -> Frame:
        """The next picture, by the table's time from the start on: on a slow PC all goes slower."""
        if not self.table.idle:
            self._rests_at = self.table.time
        elif self.table.time >= self._rests_at + REST_S:
            self.table.throw(range(self.table.dice))
        frame = super().read()
        self._due = max(self._due + 1 / self.table.fps, time.monotonic())
        time.sleep(max(self._due - time.monotonic(), 0.0))
        return Frame(frame.image, self._began + frame.time)
