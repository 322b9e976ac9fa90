"""Notices loudspeakers and screens that are plugged in while the table runs: nobody restarts a table for them."""

from collections.abc import Mapping
from enum import StrEnum

from hardware import health

EVERY_S = 5.0
"""The kernel's files are read every 5 s: a television takes longer to show a picture."""


class PluggedDevice(StrEnum):
    SOUND = "sound"
    DISPLAY = "display"


class Sockets:
    """Compares the sound cards and screens with those that were there at the last look."""

    def __init__(self) -> None:
        self._looked: float | None = None
        self._there: Mapping[PluggedDevice, object] = {}

    def changed(self, now: float) -> list[PluggedDevice]:
        """The kinds of devices of which another one has come since the last look; `now` in seconds."""
        if self._looked is not None and now - self._looked < EVERY_S:
            return []
        there = {PluggedDevice.SOUND: health.sound_cards(), PluggedDevice.DISPLAY: health.displays()}
        before = there if self._looked is None else self._there
        self._looked, self._there = now, there
        return [device for device, found in there.items() if found and found != before[device]]
