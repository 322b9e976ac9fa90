"""The first picture: the poster is up before the camera's, the reader's and the journal's modules are loaded."""

from __future__ import annotations

import time

from kiosk.comfort import Comfort
from kiosk.config import Settings
from kiosk.screen import KeyRow, Screen
from kiosk.view import AttractView, TableView


def open_kiosk(settings: Settings, *, simulate: bool, auto: bool, seed: int | None, windowed: bool) -> None:
    """Show the poster, then run until the window is closed or the service stopped.

    Raises:
        ScreenError: there is no display.
        CameraError: the camera named in the settings is none.
    """
    fullscreen = settings.screen.fullscreen and not simulate and not windowed
    row = KeyRow(settings.screen.keys, settings.screen.places)
    screen = Screen(None if fullscreen else settings.screen.size, fullscreen=fullscreen, row=row)
    try:
        comfort = Comfort(settings.language, settings.sound, coaching=settings.coach).keep(settings.data)
        first = TableView(AttractView(()), language=comfort.language, brightness=comfort.brightness)
        screen.show(first, time.monotonic())
        from kiosk.loop import run_kiosk  # noqa: PLC0415  this is what takes long

        run_kiosk(settings, screen, comfort, simulate=simulate, auto=auto, seed=seed)
    finally:
        screen.close()
