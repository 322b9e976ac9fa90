"""How the camera hangs, as the table found out itself: kept beside the matches, where a table may always write.

It counts as long as the settings say what they said then: whoever spoke last is heard.
"""

from __future__ import annotations

import json
from typing import Any

from hardware.camera.mounting import Mounting
from kiosk.files import write_atomic
from kiosk.settings.model import Settings

FILE = "mounting.json"


def mounting_of(settings: Settings) -> Mounting:
    """How the camera hangs, by the settings or by what was found since they were written."""
    said = settings.mounting
    try:
        found = json.loads((settings.data / FILE).read_text(encoding="utf-8"))
        if _mounting(found["from"]) == said:
            return _mounting(found["to"])
    except (OSError, ValueError, TypeError, KeyError):
        return said  # there is no such file, or none of ours
    return said


def keep_mounting(settings: Settings, found: Mounting) -> None:
    """Keep what was found out.

    Raises:
        OSError: the folder can't be written to.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    write_atomic(settings.data / FILE, json.dumps({"from": settings.mounting, "to": found}) + "\n")


def _mounting(pair: Any) -> Mounting:
    turned, mirrored = pair
    if turned not in {0, 90, 180, 270} or not isinstance(mirrored, bool):
        raise ValueError(pair)
    return Mounting(turned, mirrored)
