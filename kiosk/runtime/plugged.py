"""What is plugged in while the table runs: loudspeakers and screens come and go, and nobody starts the table anew."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from hardware import health

EVERY_S = 5.0
"""Two files of the kernel are read every five seconds: a television takes longer to show a picture."""


class PluggedDevice(StrEnum):
    SOUND = "sound"
    DISPLAY = "display"


class Sockets:
    """Knows the sound cards and screens that were there when it looked last."""

    def __init__(self) -> None:
        self._looked: float | None = None
        self._there: Mapping[PluggedDevice, object] = {}

    def changed(self, now: float) -> list[PluggedDevice]:
        """What has come since the last look, in place of others or beside them; `now` in seconds."""
        if self._looked is not None and now - self._looked < EVERY_S:
            return []
        there = {PluggedDevice.SOUND: health.sound_cards(), PluggedDevice.DISPLAY: health.displays()}
        before = there if self._looked is None else self._there
        self._looked, self._there = now, there
        return [device for device, found in there.items() if found and found != before[device]]
