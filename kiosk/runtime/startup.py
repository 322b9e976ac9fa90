"""Shows the attract screen at once, before camera, reader and journal are loaded, which takes seconds on a Pi."""

import time
from collections.abc import Collection
from pathlib import Path

from kiosk.appliance.systemd import Service
from kiosk.games.registry import games
from kiosk.games.text import Text
from kiosk.screen import curtain
from kiosk.screen.keys import KeyRow
from kiosk.screen.window import Screen
from kiosk.session.preferences import Preferences
from kiosk.settings.config import Settings, config_path
from kiosk.settings.noted import note_settings
from kiosk.view import AttractView, TableView


def open_kiosk(
    settings: Settings,
    *,
    simulate: bool,
    auto: bool,
    seed: int | None,
    windowed: bool,
    alert: Text | None = None,
    said: Collection[str] = (),
    file: Path | None = None,
) -> None:
    """Show the attract screen, then run until the window is closed or the service stopped.

    `alert` says what is wrong with the settings. `said`: names of settings that the command line set for this time (see
    preferences.py); `file`: the settings file, if one was named.

    Raises:
        ScreenError: there is no display.
        CameraError: what the settings name is no camera.
    """
    fullscreen = settings.screen.fullscreen and not simulate and not windowed
    row = KeyRow(settings.screen.keys, settings.screen.places)
    size = None if fullscreen else settings.screen.size
    screen = Screen(size, fullscreen=fullscreen, row=row, rotation=settings.screen.rotation)
    try:
        told: list[Text] = []
        if not simulate:
            note_settings(file or config_path(), settings, told.append)
        preferences = Preferences(settings.language, settings.sound, coaching=settings.coach)
        preferences.keep(settings.data, said, told.append)
        attract = AttractView(tuple(known.title for known in games()))
        first = TableView(attract, language=preferences.language, brightness=preferences.brightness)
        screen.show(first, time.monotonic())
        # The next start shows this picture even before Python has loaded the program.
        curtain.keep(screen.picture())
        from kiosk.runtime import loop  # noqa: PLC0415  this is what takes long
        from kiosk.runtime.devices import open_devices  # noqa: PLC0415

        service = Service()
        running = loop.build(
            settings,
            preferences,
            loop.open_simulated(settings, auto=auto, seed=seed) if simulate else open_devices(settings),
            sitting=loop.AUTO if auto else (),
            alert=alert,
            told=told,
            file=file,
            appliance=service.managed,
        )
        loop.run(screen, running, service)
    finally:
        screen.close()
