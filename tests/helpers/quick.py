"""Which tests belong to the daily loop, `pytest -m quick`: all but those of the slow modules, and those marked slow."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
SLOW = frozenset(
    TESTS / name
    for name in (
        "appliance",
        "end_to_end",
        "hardware/simulator",
        "hardware/test_camera_process.py",
        "kiosk/appliance/test_card.py",
        "kiosk/appliance/test_doctor_camera.py",
        "kiosk/appliance/test_first_start.py",
        "kiosk/appliance/test_upgrade.py",
        "kiosk/paper",
        "kiosk/games/test_conformance.py",
        "kiosk/match/test_killed_match.py",
        "kiosk/odds/test_odds_advice.py",
        "kiosk/odds/test_odds_bank.py",
        "kiosk/odds/test_odds_command.py",
        "kiosk/odds/test_odds_contest.py",
        "kiosk/odds/test_odds_golden.py",
        "kiosk/pipeline/test_mains_monitor.py",
        "kiosk/runtime/test_build.py",
        "kiosk/runtime/test_from_the_readme.py",
        "kiosk/runtime/test_loop.py",
        "kiosk/runtime/test_real_table.py",
        "kiosk/screen/test_legible.py",
        "kiosk/screen/test_qr.py",
        "kiosk/session/test_every_key.py",
        "kiosk/session/test_guide.py",
        "kiosk/session/test_mounting_page.py",
        "kiosk/session/test_teaching_page.py",
        "kiosk/session/test_teaching_simulated.py",
        "kiosk/screen/test_picture_cache.py",
        "league",
        "vision/reading/test_reader.py",
        "vision/reading/test_reader_doubts.py",
        "vision/reading/test_reader_glances.py",
        "vision/reading/test_reader_memory.py",
        "vision/reading/test_reader_photos.py",
        "workshop",
        "vision/watching/test_disturbance.py",
        "vision/watching/test_taught.py",
        "vision/watching/test_tilt.py",
        "vision/watching/test_watcher.py",
        "vision/watching/test_watcher_clip.py",
        "vision/watching/test_watcher_rests.py",
        "vision/watching/test_watcher_tracks.py",
    )
)
"""Folders and modules in which a test, or what it needs, takes over half a second of processor time."""


def is_slow(path: Path) -> bool:
    """Whether a module or a folder is left out of the daily loop."""
    return not SLOW.isdisjoint((path, *path.parents))
