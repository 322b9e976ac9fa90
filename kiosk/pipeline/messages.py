"""What passes between the two halves of a step, and out of it: frozen values, so that threads may hand them on."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.camera.mounting import UPRIGHT, Mounting
from hardware.faults import CameraFault
from kiosk.view import TableView
from vision.types import Expectation, Image, Scene
from vision.watching.calibration import Calibration


@dataclass(frozen=True, slots=True, eq=False)
class WatchHint:
    """What the play tells the eyes."""

    expectation: Expectation
    calibration: Calibration | None
    upright: Mounting = UPRIGHT


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the eyes tell the play; each one counts, since each may show dice that were thrown.

    Attributes:
        notice: what its owner should know of it though it sees.
        upright: how the picture was put upright.
    """

    scene: Scene | None
    image: Image | None
    fault: CameraFault | None
    notice: CameraFault | None = None
    upright: Mounting = UPRIGHT


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What comes out of a step; only the newest counts.

    Attributes:
        leave: whether somebody took the way out of the kiosk.
    """

    view: TableView
    advice: WatchHint
    leave: bool
