"""The table's own devices, or the simulated ones of somebody who plays at a PC."""

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
    """A simulated table and the guests at it; all of it is called in the thread that plays."""

    def throw(self, view: TableView) -> None:
        """Throw the dice that the screen waits for."""
        ...

    def move(self, now: float) -> None:
        """Let the guests' fingers press and release buttons, up to now."""
        ...

    def act(self, view: TableView, now: float) -> None:
        """Show the guests the screen, so that they begin what comes next."""
        ...


@dataclass(frozen=True, slots=True)
class Devices:
    """What the table is played with.

    Attributes:
        panel: buttons and lamps.
        grabber: the camera.
        desk: the simulated table that they belong to; None at a real one.
        clock: the clock that all of them go by, seconds.
    """

    panel: Panel
    grabber: Grabber
    desk: Desk | None = None
    clock: Callable[[], float] = time.monotonic


def open_devices(settings: Settings) -> Devices:
    """A real table's devices; those that are missing are tried again and again.

    Raises:
        CameraError: what the settings name is no camera.
    """
    return Devices(
        Panel(settings.panel.pins, long_press_s=settings.panel.long_press_s),
        Grabber(CameraOpener(settings.camera, settings.mains)),
    )
