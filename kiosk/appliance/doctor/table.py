"""The table's own things: settings, matches, the pins of the panel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from hardware.faults import PanelFault, PanelFaultKind
from kiosk.appliance.doctor.checks import Check, Level, english, faulty
from kiosk.match.database import JournalError
from kiosk.match.journal import JOURNAL, Archive
from kiosk.session.fault_texts import panel_trouble
from kiosk.settings.config import Settings, check_settings, config_path


def table(settings: Settings, config: Path | None) -> Iterator[Check]:
    """Every check of the table's own things."""
    yield _settings(config)
    yield _journal(settings.data / JOURNAL)
    yield _pins(settings)


def _settings(config: Path | None) -> Check:
    place = config or config_path()
    mistakes = check_settings(config)
    if mistakes:
        return Check(
            "settings", Level.FAULT, mistakes[0], "Mend the file: dice-table config check names every mistake."
        )
    return Check("settings", Level.OK, str(place) if place.exists() else f"as by default, without a {place}")


def _journal(path: Path) -> Check:
    if not path.exists():
        return Check("matches", Level.INFO, f"none yet in {path}")
    try:
        with closing(Archive(path)) as archive:
            count = len(archive.matches())
            if archive.sound():
                return Check("matches", Level.OK, f"{count} in {path}, the file is sound")
    except JournalError as error:
        return Check("matches", Level.FAULT, str(error), "Leave the file: the table keeps it, and begins a new one.")
    return Check(
        "matches", Level.FAULT, f"{path} is damaged", "Leave the file: the table keeps it, and begins a new one."
    )


def _pins(settings: Settings) -> Check:
    from hardware.panel import Panel, PanelError  # noqa: PLC0415  gpiozero is slow to load

    pins = settings.panel.pins
    wired = f"{len(pins.buttons)} buttons and {len(pins.lamps)} lamps"
    if not pins.buttons and not pins.lamps:
        return Check("panel", Level.INFO, "none is wired: keyboard, mouse and touch do the same")
    try:
        panel = Panel(pins)
    except PanelError as error:
        return _closed(error.fault, wired)
    stuck = sorted(button.value for button in panel.stuck)
    panel.close()
    if stuck:
        mend = "Look what lies on it, and compare its wires with dice-table config --wiring."
        return Check("panel", Level.WARNING, f"pressed without a finger: {', '.join(stuck)}", mend)
    return Check("panel", Level.OK, f"{wired} on their pins; dice-table doctor --panel tries each of them")


def _closed(fault: PanelFault, wired: str) -> Check:
    """A panel that cannot be opened."""
    text = panel_trouble(fault)
    if fault.kind is PanelFaultKind.BUSY:
        mend = "If it is the table itself: sudo systemctl stop dice-table, then sudo dice-table doctor --panel."
        return Check("panel", Level.INFO, f"{wired}. {english(text.what)}", mend)
    return faulty("panel", Level.INFO if fault.kind is PanelFaultKind.NO_PINS else Level.FAULT, text)
