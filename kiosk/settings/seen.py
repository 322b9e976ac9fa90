"""Notices that the settings file has changed since the last start, and tells it: somebody else may have changed it."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from kiosk.files import StoredFile, StoredModel, read_bytes
from kiosk.games.text import Text, say
from kiosk.settings.model import Settings
from kiosk.settings.salvage import LARGEST_BYTES


class SeenSettings(StoredModel):
    """The checksum of the settings file; empty if there was none."""

    file: str


SEEN = StoredFile("settings.json", SeenSettings)


def note_settings(file: Path, settings: Settings, tell: Callable[[Text], object]) -> None:
    """Tell that `file` has changed since the last start, or that it names a folder in which nothing is kept yet."""
    content = b""
    with suppress(OSError):
        content = read_bytes(file, LARGEST_BYTES)
    now = SeenSettings(file=f"{crc32(content):08x}" if content else "")
    if not os.path.exists(settings.data) and settings.data != Settings().data:  # noqa: PTH110  Path's may raise
        tell(say("{folder} is new: the table knows no match and no tray there", folder=str(settings.data)))
    before = SEEN.take(settings.data, tell)
    if before not in {None, now}:
        tell(say("The settings have changed since the last start"))
    if before != now:
        with suppress(OSError):
            SEEN.write(settings.data, now)
