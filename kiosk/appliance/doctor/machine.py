"""The machine: board, system, supply, heat, memory, disk, clock, display, sound, versions."""

import platform
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hardware import health
from kiosk.appliance.doctor.checks import Check, Level
from kiosk.settings.config import Settings

LEAST_MEMORY_MIB = 512
"""512 MiB should be available before the table runs: it took 490 with its simulated table, and takes less without."""
LEAST_DISK_MIB, FULL_DISK_MIB = 500, 50
"""Below 500 MiB of free disk is a warning, below 50 a fault: a thousand matches of 150 throws, with all that was read,
take some 100, and SQLite needs room for its log."""
WARM_C, HOT_C = 75.0, 85.0
"""Degrees Celsius of a warning and of a fault: a Raspberry Pi slows down from 80 to 85."""
LEAST_DISPLAY = (800, 480)
"""From 800x480 pixels on type has its full size; upright screens need 600x900 (kiosk/screen/display.py)."""
WORN_PERCENT = 80
"""A flash card that has used up 80 % of its life should be replaced."""
EARLIEST_YEAR = 2026
"""This program was written in 2026: a clock that shows an earlier year was never set."""
PARTS = ("dice-table", "gpiozero", "numpy", "opencv-python-headless", "pygame-ce", "pydantic", "typer")
IF_THERE = ("mujoco-core", "lgpio", "picamera2")
RIVALS = {
    "pygame-ce": ("pygame",),
    "opencv-python-headless": ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless"),
}
"""Other packages that install the same modules as a part of ours: the one that came last has overwritten the other."""
MIB = 1024 * 1024


def check_machine(settings: Settings, root: Path) -> Iterator[Check]:
    yield _board(root)
    yield Check("system", Level.OK, f"{health.system(root) or platform.system()}, {platform.machine()}")
    yield _versions()
    yield _power(root)
    yield _temperature(root)
    yield _memory(root)
    yield from _disk(settings.data, root)
    yield _clock(root)
    yield _display(root)
    yield _sound(root)


def _board(root: Path) -> Check:
    model = health.model(root)
    if model is None:
        return Check("board", Level.INFO, "no Raspberry Pi: buttons, lamps and the Pi's camera are on one")
    good = model.startswith(("Raspberry Pi 4", "Raspberry Pi 5", "Raspberry Pi Compute Module"))
    mend = "" if good else "Use a Raspberry Pi 4 or 5."
    return Check("board", Level.OK if good else Level.WARNING, model, mend)


def _versions() -> Check:
    python = ".".join(map(str, sys.version_info[:3]))
    found = [f"Python {python}", *(f"{part} {_version(part) or 'missing'}" for part in PARTS)]
    found += [f"{part} {_version(part)}" for part in IF_THERE if _version(part)]
    both = [(rival, part) for part, rivals in RIVALS.items() for rival in rivals if _version(rival) and _version(part)]
    if both:
        gone, again = (" ".join(dict.fromkeys(parts)) for parts in zip(*both, strict=True))
        mend = f"They overwrite each other: pip uninstall {gone}, then pip install --force-reinstall --no-deps {again}"
        return Check("versions", Level.WARNING, ", ".join([*found, *(f"{rival} too" for rival, _ in both)]), mend)
    return Check("versions", Level.OK, ", ".join(found))


def _version(part: str) -> str | None:
    try:
        return version(part)
    except PackageNotFoundError:
        return None


def _power(root: Path) -> Check:
    found = health.power(root)
    if found is None:
        return Check("supply", Level.INFO, "only a Raspberry Pi tells of its supply")
    mend = "Use the Raspberry Pi's own power supply, and a short cable."
    if found.undervoltage:
        return Check("supply", Level.FAULT, "too little voltage, now", mend)
    if found.throttled:
        return Check("supply", Level.WARNING, "slowed down, now", "Give the board air, or a heat sink.")
    if found.undervoltage_before:
        return Check("supply", Level.WARNING, "too little voltage at times since it was switched on", mend)
    if found.throttled_before:
        return Check("supply", Level.WARNING, "slowed down at times since it was switched on", "Give the board air.")
    return Check("supply", Level.OK, "full voltage and speed since it was switched on")


def _temperature(root: Path) -> Check:
    degrees = health.temperature(root)
    if degrees is None:
        return Check("temperature", Level.INFO, "nothing here measures it")
    level = Level.FAULT if degrees >= HOT_C else Level.WARNING if degrees >= WARM_C else Level.OK
    mend = "" if level is Level.OK else "Give the board air, or a heat sink."
    return Check("temperature", level, f"{degrees:.0f} °C", mend)


def _memory(root: Path) -> Check:
    found = health.memory(root)
    if found is None:
        return Check("memory", Level.INFO, "nothing here tells")
    total, available = (size // MIB for size in found)
    tight = available < LEAST_MEMORY_MIB
    mend = "Close other programs, or use a board with 2 GB or more." if tight else ""
    return Check("memory", Level.WARNING if tight else Level.OK, f"{available} of {total} MiB available", mend)


def _disk(data: Path, root: Path) -> Iterator[Check]:
    found = health.disk(data, root)
    if found is None:
        yield Check("disk", Level.INFO, f"nothing can be told of {data}")
        return
    free, total = found.free // MIB, found.total // MIB
    said = f"{free:,} of {total:,} MiB free for the matches in {data}"
    if found.read_only:
        mend = "Give the matches a place that can be written: see data in the settings."
        yield Check("disk", Level.FAULT, f"{said}; it is read-only", mend)
    elif found.in_memory:
        mend = "It is memory, and forgets when the machine is switched off: see data in the settings."
        yield Check("disk", Level.FAULT, said, mend)
    elif free < LEAST_DISK_MIB:
        level = Level.FAULT if free < FULL_DISK_MIB else Level.WARNING
        yield Check("disk", level, said, "Make room on the disk.")
    else:
        yield Check("disk", Level.OK, said)
    errors, worn = health.disk_errors(root), health.card_worn(root)
    mend = "Copy the matches off this card and use a new one."
    if errors:
        yield Check("disk health", Level.FAULT, f"{errors} errors were found on the disk", mend)
    elif worn is not None:
        level = Level.WARNING if worn >= WORN_PERCENT else Level.OK
        yield Check("disk health", level, f"{worn} % of its life is used", mend if level is Level.WARNING else "")
    else:
        yield Check("disk health", Level.OK, "no errors were found; the card does not say how worn it is")


def _clock(root: Path) -> Check:
    now = datetime.now(UTC)
    said = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < EARLIEST_YEAR:
        return Check("clock", Level.WARNING, said, "Set the date: matches are remembered with it.")
    if health.clock_is_set(root):
        return Check("clock", Level.OK, f"{said}, from the network")
    if health.has_clock(root):
        return Check("clock", Level.OK, f"{said}, from the machine's own clock")
    return Check(
        "clock", Level.INFO, f"{said}; nothing keeps it while the machine is off: dates may be wrong, play is not"
    )


def _display(root: Path) -> Check:
    found = health.displays(root)
    if not found:
        return Check("display", Level.INFO, "no screen is connected, or nothing here tells")
    told = ", ".join(
        f"{screen.name} {screen.size or 'of unknown size'} ({screen.driver or 'no driver'})" for screen in found
    )
    sizes = [[int(side) for side in re.findall(r"\d+", plug.size)][:2] for plug in found if plug.size is not None]
    if any(max(size) < LEAST_DISPLAY[0] or min(size) < LEAST_DISPLAY[1] for size in sizes):
        mend = f"It shows all, in small type: use a screen with {LEAST_DISPLAY[0]}x{LEAST_DISPLAY[1]} or more."
        return Check("display", Level.WARNING, told, mend)
    return Check("display", Level.OK, told)


def _sound(root: Path) -> Check:
    found = health.sound_cards(root)
    if not found:
        return Check("sound", Level.INFO, "no sound card: the table plays silently")
    return Check("sound", Level.OK, ", ".join(found))
