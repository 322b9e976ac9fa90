"""What a table notes of its settings beside its matches, where it may always write.

What they were at the last start: the owner's text has no seal, so that it changed is said. And how the camera hangs, as
the table found out itself: that counts as long as the settings are as they were then.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal
from zlib import crc32

from pydantic import Field

from hardware.camera.mounting import Mounting
from kiosk.files import BadFileError, StoredFile, StoredModel, read_bytes
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


Hung = tuple[Literal[0, 90, 180, 270], bool]


class FoundMounting(StoredModel):
    """What the settings said, and what was found instead."""

    said: Hung = Field(alias="from")
    found: Hung = Field(alias="to")


MOUNTING = StoredFile("mounting.json", FoundMounting)


def mounting_of(settings: Settings) -> Mounting:
    """How the camera hangs, by the settings or by what was found since they were written."""
    try:
        kept = MOUNTING.read(settings.data)
    except BadFileError:
        return settings.mounting
    return Mounting(*kept.found) if kept is not None and kept.said == settings.mounting else settings.mounting


def keep_mounting(settings: Settings, found: Mounting) -> None:
    """Keep what was found out.

    Raises:
        OSError: the folder can't be written to.
    """
    MOUNTING.write(settings.data, FoundMounting.model_validate({"from": settings.mounting, "to": found}))
