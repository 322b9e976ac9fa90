"""Which tests belong to the daily loop, `pytest -m quick`: all but those of the slow modules, and those marked slow."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
SLOW = frozenset(
    TESTS / name
    for name in (
        "appliance",
        "end_to_end",
        "hardware/simulator",
        "hardware/test_camera_apart.py",
        "kiosk/appliance/test_doctor_camera.py",
        "kiosk/appliance/test_upgrade.py",
        "kiosk/gallery",
        "kiosk/match/test_killed_match.py",
        "kiosk/odds/test_odds_command.py",
        "kiosk/session/test_every_key.py",
    )
)
"""Folders and modules in which a test, or what it needs, takes over half a second of processor time."""


def is_slow(path: Path) -> bool:
    """Whether a module or a folder is left out of the daily loop."""
    return not SLOW.isdisjoint((path, *path.parents))
