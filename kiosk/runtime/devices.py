"""The table's own devices, or what stands in for them at somebody's desk."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.camera.camera_process import CameraOpener
from hardware.camera.grabber import Grabber
from hardware.panel import Panel
from kiosk.settings.config import Settings
from kiosk.view import TableView


class Desk(Protocol):
    """A simulated table and whoever sits at it; all in the thread that plays."""

    def throw(self, view: TableView) -> None:
        """Do with the dice what the screen waits for."""
        ...

    def move(self, now: float) -> None:
        """Guests' fingers press and let go, up to now."""
        ...

    def act(self, view: TableView, now: float) -> None:
        """Guests see the screen, and begin whatever comes next."""
        ...


@dataclass(frozen=True, slots=True)
class Devices:
    """What the table is played with.

    Attributes:
        panel: buttons and lamps.
        grabber: the camera.
        desk: the simulated table that they belong to; None at a real one.
        clock: by which all of them tell the time, seconds.
    """

    panel: Panel
    grabber: Grabber
    desk: Desk | None = None
    clock: Callable[[], float] = time.monotonic


def open_devices(settings: Settings) -> Devices:
    """A real table's; what is missing of them is tried again and again.

    Raises:
        CameraError: the camera named in the settings is none.
    """
    return Devices(
        Panel(settings.panel.pins, long_press_s=settings.panel.long_press_s),
        Grabber(CameraOpener(settings.camera, settings.mains)),
    )
