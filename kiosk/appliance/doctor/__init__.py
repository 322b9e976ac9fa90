"""`dice-table doctor`: looks at everything the table needs, a line for each, and says what mends it."""

from collections.abc import Iterator
from pathlib import Path

from hardware.health import ROOT
from kiosk.appliance.doctor.camera import check_camera
from kiosk.appliance.doctor.checks import Check, Level
from kiosk.appliance.doctor.files import check_files
from kiosk.appliance.doctor.machine import check_machine
from kiosk.appliance.doctor.panel import check_panel
from kiosk.settings.config import Settings

__all__ = ["Check", "Level", "examine"]


def examine(settings: Settings, config: Path | None, *, root: Path = ROOT) -> Iterator[Check]:
    """Every check, as soon as it is done; what is missing is a line, and never an error."""
    yield from check_machine(settings, root)
    yield from check_files(settings, config)
    yield from check_panel(settings.panel.pins)
    yield from check_camera(settings)
