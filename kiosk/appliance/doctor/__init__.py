"""`dice-table doctor`: looks at everything the table needs, a line for each, and says what mends it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.health import ROOT
from kiosk.appliance.doctor.camera import camera
from kiosk.appliance.doctor.checks import Check, Level
from kiosk.appliance.doctor.machine import machine
from kiosk.appliance.doctor.table import table
from kiosk.settings.config import Settings

__all__ = ["Check", "Level", "examine"]


def examine(settings: Settings, config: Path | None, *, root: Path = ROOT) -> Iterator[Check]:
    """Every check, as soon as it is done; what is missing is told, and never an error."""
    yield from machine(settings, root)
    yield from table(settings, config)
    yield from camera(settings)
