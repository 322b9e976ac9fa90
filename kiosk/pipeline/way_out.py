"""The way out of the kiosk, which needs no keyboard and which nobody takes by chance."""

from __future__ import annotations

from collections.abc import Collection

from hardware.presses import Button

WAY_OUT = frozenset({Button.MENU, Button.END})
WAY_OUT_S = 5.0
"""Seconds: several times a long press (hardware/presses.py), so that nobody holds both down by chance."""


class WayOut:
    """MENU held with END for five seconds: whoever looks after the table leaves the kiosk; nobody does so by chance."""

    def __init__(self) -> None:
        self._since: float | None = None

    def asked(self, held: Collection[Button], now: float) -> bool:
        """Whether both have been down for five seconds; `held` are the buttons down now, `now` in seconds."""
        if not WAY_OUT.issubset(held):
            self._since = None
        elif self._since is None:
            self._since = now
        return self._since is not None and now - self._since >= WAY_OUT_S
