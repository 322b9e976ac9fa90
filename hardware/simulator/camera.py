"""The simulated camera between table and reader, and what can go wrong with its cable, its driver and its lens."""

from enum import StrEnum

import cv2
import numpy as np

from hardware.faults import CameraFault, CameraFaultKind, Device
from hardware.simulator.conditions import Condition, together
from hardware.simulator.table import SimulatedTable
from vision.types import Frame, Image

HANGS_AFTER_S = 5.0
"""A driver that is silent for over 5 s hangs: as long as the grabber waits for a real camera (`STALL_S`)."""
_SMEAR_PX = 8.0


class Mishap(StrEnum):
    UNPLUGGED = "unplugged"
    STALLED = "stalled"
    BLACK = "black"
    FROZEN = "frozen"
    """It sends the same picture again and again."""
    SMEARED = "smeared"
    """A drop on the lens: nothing is sharp."""


class FaultyCamera:
    """Films a simulated table, a picture each time it is asked, unless something has happened to it.

    Attributes:
        mishap: what has happened; None if it works.
        conditions: what the bar does to its pictures, by name, one after the other.
    """

    def __init__(self, table: SimulatedTable) -> None:
        self.mishap: Mishap | None = None
        self.conditions: dict[str, Condition] = {}
        self._table = table
        self._last: Image | None = None
        self._filmed_at = 0.0

    def film(self) -> Frame | None:
        """Let the time of one picture pass, and film it; None if the camera sends none."""
        image = self._table.advance()
        now = self._table.time
        if self.mishap in {Mishap.UNPLUGGED, Mishap.STALLED}:
            return None
        image = together(*self.conditions.values())(image, now)
        match self.mishap:
            case Mishap.FROZEN if self._last is not None:
                image = self._last
            case Mishap.BLACK:
                image = np.zeros_like(image)
            case Mishap.SMEARED:
                image = np.asarray(cv2.GaussianBlur(image, (0, 0), _SMEAR_PX), np.uint8)
            case _:
                pass
        self._last, self._filmed_at = image, now
        return Frame(image, now)

    @property
    def fault(self) -> CameraFault | None:
        """The fault that a real camera's driver, or its grabber, would report; None while pictures come."""
        if self.mishap is Mishap.UNPLUGGED:
            return CameraFault(CameraFaultKind.NO_PICTURES, Device.WEBCAM, "0")
        if self._table.time - self._filmed_at > HANGS_AFTER_S:
            return CameraFault(CameraFaultKind.HANGS)
        return None
