"""How the camera hangs, as the table found out itself: kept beside the matches, where a table may always write.

It counts as long as the settings are as they were then. If the owner changes them afterwards, they count.
"""

from typing import Literal

from pydantic import Field

from hardware.camera.mounting import Mounting
from kiosk.files import BadFileError, StoredFile, StoredModel
from kiosk.settings.model import Settings

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
