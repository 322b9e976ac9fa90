"""The kiosk in real time: opens the devices, builds the table over them, runs it, and closes everything again.

There are three threads beside the camera's own: one looks, one plays (running.py), and the main one draws.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from hardware.camera.mains import Mains
from hardware.camera.mounting import UPRIGHT
from kiosk.appliance.machine import Machine
from kiosk.appliance.systemd import EXIT_TO_LOGIN, Heap, Service
from kiosk.games.text import Text
from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL, Journal
from kiosk.match.online import Online
from kiosk.match.seating import GUESTS
from kiosk.pipeline.pipeline import Pipeline
from kiosk.referee.keeping import Keeping
from kiosk.runtime.devices import Devices
from kiosk.runtime.plugged import PluggedDevice, Sockets
from kiosk.runtime.running import Running
from kiosk.screen.holds import Quit
from kiosk.screen.window import Screen
from kiosk.session import kept_tray
from kiosk.session.cutouts import Cutouts
from kiosk.session.guide.guide import Bookmark
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.session.setup import BY_THE_HOUSE
from kiosk.session.start import Start
from kiosk.settings.config import Settings, config_path
from kiosk.settings.noted import MOUNTING, keep_mounting, mounting_of
from vision.reading.reader import Reader
from vision.watching.calibration import Calibration, CalibrationError

MOVING_FPS, RESTING_FPS = 60.0, 30.0
"""The screen is drawn 60 times a second while something moves on it, else 30 times, which leaves time for the
camera."""
AUTO = (*GUESTS[:2], BY_THE_HOUSE)
"""Who sits at a simulated table at which guests play by themselves."""


def run(screen: Screen, running: Running, service: Service) -> None:
    """Run a table on `screen` until its window is closed or the service stopped."""
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked.set())  # systemd stops the service with it
    try:
        running.start()
        code = draw(screen, running, service, asked=asked)
    finally:
        service.stopping()
        running.close()
    service.end(code)
    if code:
        raise SystemExit(code)


def open_simulated(settings: Settings, *, auto: bool, seed: int | None) -> Devices:
    from kiosk.simulation.desk import open_desk  # noqa: PLC0415  a real table never loads the simulator

    seed = int(time.time()) if seed is None else seed
    return open_desk(seed, auto=auto, long_press_s=settings.panel.long_press_s)


def build(
    settings: Settings,
    preferences: Preferences,
    devices: Devices,
    *,
    sitting: Sequence[str] = (),
    alert: Text | None = None,
    told: Sequence[Text] = (),
    file: Path | None = None,
    appliance: bool = False,
) -> Running:
    """The table over its devices, ready to be started; the players `sitting` there are offered first.

    `alert` stands above everything unless something worse does; what was `told` is shown for a while. `file` is the
    settings file, if one was named. An `appliance` with no match and no tray yet begins with the guide.

    A simulated table shows its camera's picture and keeps its matches in a journal of its own; it neither uses nor
    overwrites what the real one learned about its tray.
    """
    simulated = devices.desk is not None
    journal = Journal.open(settings.data / (SIMULATED_JOURNAL if simulated else JOURNAL))
    notices = [*told]
    calibration = None if simulated else _calibration(settings, notices.append)
    fresh = appliance and calibration is None and not journal.latest(1)
    session = Session(
        journal,
        preferences=preferences,
        start=Start(
            keeping=Keeping(settings.keep),
            favourite=settings.game,
            presets=settings.presets,
            sitting=sitting,
            background=True,
            pin=settings.pin,
            settings=str(file or config_path()),
            mounting=UPRIGHT if simulated else mounting_of(settings),
            hang=None if simulated else partial(keep_mounting, settings),
            online=Online() if simulated else Online(settings.league.address, settings.league.table),
            guide=Bookmark() if simulated else Bookmark.of(settings.data, fresh=fresh, tell=notices.append),
            tries=simulated and not sitting and not journal.latest(1),
            now=devices.clock(),
        ),
        machine=Machine(settings.data),
        calibration=calibration,
        learn=None if simulated else partial(_keep, settings),
        cutouts=Cutouts(settings.data) if settings.save_corrected else None,
    )
    session.alert = alert
    session.tell(*notices)
    grabber = devices.grabber
    pipeline = Pipeline(
        session,
        journal,
        Reader(),
        relock=grabber.settle,
        expose_for=grabber.settle if settings.mains is Mains.AUTO and not simulated else None,
        show_camera=simulated,
    )
    return Running(pipeline, devices, journal)


def _calibration(settings: Settings, tell: Callable[[Text], object]) -> Calibration | None:
    """What the table learned about its tray, if it still holds; `tell` gets what its owner should know of that."""
    MOUNTING.take(settings.data, tell)  # sets a damaged file aside; its content is read where it is used
    try:
        return kept_tray.hung_as(kept_tray.TRAY.take(settings.data, tell), mounting_of(settings))
    except CalibrationError as error:
        sys.stderr.write(f"{error}\n")
        tell(kept_tray.HANGS_OTHERWISE)
        return None


def _keep(settings: Settings, calibration: Calibration) -> None:
    kept_tray.save(calibration, settings.data, mounting_of(settings))


def draw(screen: Screen, running: Running, service: Service, *, asked: threading.Event) -> int:
    """The main loop: draws, listens to keyboard and mouse, and feeds the watchdog while all threads turn.

    Returns the exit code: 0 when the window is closed or somebody `asked` for the end, `EXIT_TO_LOGIN` after the two
    buttons that leave the kiosk.
    """
    ready, heap, sockets = False, Heap(), Sockets()
    while not asked.is_set():
        now = time.monotonic()
        if not _listen(screen, running, running.clock()):
            return 0
        shown = running.shown
        moving = screen.show(shown.view, now)
        if not moving:  # it takes milliseconds, which an animation would show
            heap.tidy(now)
        for what in sockets.changed(now):
            screen.plugged_in(display=what is PluggedDevice.DISPLAY)
        if not ready:
            service.ready()
            ready = True
        if shown.leave:
            return EXIT_TO_LOGIN
        if running.healthy(now):
            service.alive(now)
        time.sleep(max(0.0, now + 1 / (MOVING_FPS if moving else RESTING_FPS) - time.monotonic()))
    return 0


def _listen(screen: Screen, running: Running, now: float) -> bool:
    """Pass on what was done at the screen; False if the window was closed."""
    done = screen.poll()
    keys = [key for key in done if not isinstance(key, Quit)]
    if keys:
        running.keyboard.put(now, *keys)
    return len(keys) == len(done)
