"""The kiosk in real time: camera, eyes, table and screen, each at its own pace, none waiting for another.

Three threads beside the camera's own: one looks (reader and watcher), one plays (presses, scenes, journal), the main
one draws. Between them stand the latest frame, a queue of scenes and the latest view.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from hardware.camera.apart import Apart
from hardware.camera.grabber import Grabber
from hardware.faults import CameraFault
from hardware.panel import Panel, PanelError, PanelPins
from kiosk.appliance.heap import Heap
from kiosk.appliance.machine import Machine
from kiosk.appliance.systemd import LEFT, Service
from kiosk.games.registry import games
from kiosk.games.text import Text
from kiosk.match.journal import JOURNAL, SIMULATED_JOURNAL, Journal
from kiosk.pipeline.camera_monitor import CameraMonitor
from kiosk.pipeline.light_monitor import LightMonitor
from kiosk.pipeline.way_out import WayOut
from kiosk.referee.keeping import Keeping
from kiosk.runtime.keyboard import Keyboard
from kiosk.screen import KeyDown, KeyUp, Quit, Screen, ThrowKey
from kiosk.session import calibrating
from kiosk.session.cutouts import Cutouts
from kiosk.session.fault_texts import camera_trouble, panel_trouble
from kiosk.session.naming import GUESTS
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session, Start
from kiosk.session.setup import BY_THE_HOUSE
from kiosk.settings.config import Settings
from kiosk.simulation.guests.playing import Guests
from kiosk.view import TableView
from vision.reading.reader import Reader
from vision.types import Expectation, Image, Scene
from vision.watching.calibration import Calibration, CalibrationError, make_watcher

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable
    from hardware.simulator.fingers import Fingers

MOVING_FPS = 60.0
RESTING_FPS = 30.0
PLAY_EVERY_S = 0.01
"""A press is answered within this and a picture."""
LOOK_PAUSE_S = 0.004
HEALTHY_S = 10.0
"""A thread that was not heard of for so long hangs: the watchdog is not fed any more."""
SAVING_S = 5.0
"""At the end, what is being played is waited for so long, as a disk may be slow…"""
CLOSING_S = 1.0
"""… and who only looks so long."""


class _Turning(threading.Thread):
    """A thread that turns until told to stop, and can be asked whether it still does."""

    def __init__(self, name: str, turn: Callable[[], None], pause_s: float) -> None:
        super().__init__(name=name, daemon=True)
        self._turn = turn
        self._pause_s = pause_s
        self._stop_asked = threading.Event()
        self.error: BaseException | None = None
        self.turned_at = time.monotonic()

    def run(self) -> None:
        try:
            while not self._stop_asked.is_set():
                self._turn()
                self.turned_at = time.monotonic()
                self._stop_asked.wait(self._pause_s)
        except BaseException as error:  # noqa: BLE001  told to the main thread, which ends the program
            self.error = error

    def healthy(self, now: float) -> bool:
        """Whether it turned lately."""
        return now - self.turned_at < HEALTHY_S

    def stop(self) -> None:
        """Ask it to stop; `join` waits."""
        self._stop_asked.set()


class _Eyes:
    """Looks at the latest frame; scenes go into the queue, all of them, since each tells of dice that were thrown."""

    def __init__(self, grabber: Grabber, calibration: Calibration | None) -> None:
        self.scenes: SimpleQueue[Scene] = SimpleQueue()
        self.expectation = Expectation()
        self.image: Image | None = None
        self.fault: CameraFault | None = None
        self._grabber = grabber
        self.calibration = self._known = calibration
        self._reader = Reader()
        self._watcher = make_watcher(self._reader, calibration)
        self._light = LightMonitor()
        self.sight = CameraMonitor()

    def turn(self) -> None:
        if self.calibration is not self._known:
            self._known = self.calibration
            self._watcher = make_watcher(self._reader, self._known)
        frame = self._grabber.take(time.monotonic())
        self.fault = self._grabber.fault
        if frame is not None:
            self.image = frame.image
            if not self.sight.see(frame.image, frame.time):
                return
            scene = self._watcher.see(frame, self.expectation)
            if self._light.drifted(scene):
                self._grabber.relock()
            self.scenes.put(scene)


class _Play:
    """Plays the session: presses and scenes in, view and lamps out."""

    def __init__(self, session: Session, journal: Journal, panel: Panel, eyes: _Eyes, *, show_camera: bool) -> None:
        self.guests: Guests | None = None
        self._session = session
        self._journal = journal
        self._panel = panel
        self._eyes = eyes
        self._show_camera = show_camera
        self._way_out = WayOut()
        self.left = False
        """Somebody asked to leave the kiosk."""
        self.view: TableView = session.view

    def turn(self) -> None:
        now = time.monotonic()
        session, eyes = self._session, self._eyes
        if self.guests is not None:
            self.guests.move(now)
        for press in self._panel.poll(now):
            session.press(press)
        self.left = self.left or self._way_out.asked(self._panel.held, now)
        try:
            while True:
                session.scene(eyes.scenes.get_nowait())
        except Empty:
            pass
        self._journal.retry(now)
        session.tick(now)
        eyes.expectation = session.expectation
        eyes.calibration = session.calibration
        fault = eyes.fault or eyes.sight.fault
        session.camera_fails(None if fault is None else camera_trouble(fault))
        session.camera = eyes.image if self._show_camera else None
        self._panel.light(session.lamps)
        self.view = session.view
        if self.guests is not None:
            self.guests.look(self.view, now)


def run_kiosk(
    settings: Settings, screen: Screen, preferences: Preferences, *, simulate: bool, auto: bool, seed: int | None
) -> None:
    """Run on `screen` until its window is closed or the service stopped.

    Raises:
        CameraError: the camera named in the settings is none.
    """
    service = Service()
    table: SimulatedTable | None = None
    fingers: Fingers | None = None
    alert: Text | None = None
    seed = int(time.time()) if seed is None else seed
    if simulate:
        # Its physics take a second to load, which a real table need not wait for.
        from hardware.camera.simulated import SimulatedCamera  # noqa: PLC0415
        from hardware.simulator import SimulatedTable  # noqa: PLC0415
        from hardware.simulator.fingers import Fingers  # noqa: PLC0415

        # Two sets of dice, as some games want; the others are played with the first.
        table = SimulatedTable(seed, 2 * max(game.dice for game in games()), sets=2)
        fingers = Fingers(PanelPins())
        panel = Panel(PanelPins(), fingers.factory, long_press_s=settings.panel.long_press_s)
        grabber = Grabber(partial(SimulatedCamera, table))
    else:
        panel, alert = _open_panel(settings)
        grabber = Grabber(Apart(settings.camera))
    journal = Journal.open(settings.data / (SIMULATED_JOURNAL if simulate else JOURNAL))
    session = Session(
        journal,
        preferences=preferences,
        start=Start(
            keeping=Keeping(settings.keep),
            favourite=settings.game,
            presets=settings.presets,
            sitting=(*GUESTS[:2], BY_THE_HOUSE) if auto else (),
            background=True,
            now=time.monotonic(),
        ),
        machine=Machine(settings.data),
        calibration=None if simulate else _calibration(settings),
        learn=None if simulate else partial(calibrating.save, data=settings.data),
        cutouts=Cutouts(settings.data) if settings.save_corrected else None,
    )
    session.alert = alert or journal.notice
    eyes = _Eyes(grabber, session.calibration)
    play = _Play(session, journal, panel, eyes, show_camera=simulate)
    if table is not None and fingers is not None:
        # Without --auto somebody still throws for the house.
        play.guests = Guests(table, fingers, seed, house_only=not auto, begins=time.monotonic())
    looks, plays = threads = _Turning("eyes", eyes.turn, LOOK_PAUSE_S), _Turning("play", play.turn, PLAY_EVERY_S)
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked.set())  # what stops the service
    try:
        for thread in threads:
            thread.start()
        code = _draw(screen, play, threads, service, Keyboard(panel, fingers, table), asked=asked)
    finally:
        service.stopping()
        grabber.stop()
        for thread in threads:
            thread.stop()
        plays.join(SAVING_S)
        panel.close()
        journal.close()
        looks.join(CLOSING_S)
        grabber.join(CLOSING_S)
    service.end(code)
    if code:
        raise SystemExit(code)


def _calibration(settings: Settings) -> Calibration | None:
    """What the table knows of itself; play goes on without it."""
    try:
        return calibrating.load(settings.data)
    except CalibrationError as error:
        sys.stderr.write(f"{error}\n")
        return None


def _open_panel(settings: Settings) -> tuple[Panel, Text | None]:
    """The panel; where there are no pins the keyboard and the screen still do what buttons do."""
    try:
        return Panel(settings.panel.pins, long_press_s=settings.panel.long_press_s), None
    except PanelError as error:
        return Panel(PanelPins({}, {}), long_press_s=settings.panel.long_press_s), panel_trouble(error.fault)


def _draw(
    screen: Screen,
    play: _Play,
    threads: Sequence[_Turning],
    service: Service,
    keyboard: Keyboard,
    *,
    asked: threading.Event,
) -> int:
    """The main loop: draws, listens to keyboard and mouse, and feeds the watchdog while everything turns.

    Ends when the window is closed, or once somebody `asked` for it, with the exit code 0; by the way out with its own.
    """
    ready, heap = False, Heap()
    while not asked.is_set():
        now = time.monotonic()
        for event in screen.poll():
            match event:
                case Quit():
                    return 0
                case KeyDown(button):
                    keyboard.button(button, down=True)
                case KeyUp(button):
                    keyboard.button(button, down=False)
                case ThrowKey():
                    keyboard.throw(play.view)
        keyboard.move(now)
        moving = screen.show(play.view, now)
        if not moving:
            heap.tidy(now)
        if not ready:
            service.ready()
            ready = True
        if play.left:
            return LEFT
        for thread in threads:
            if thread.error is not None:
                raise thread.error
        if all(thread.healthy(now) for thread in threads):
            service.alive(now)
        time.sleep(max(0.0, now + 1 / (MOVING_FPS if moving else RESTING_FPS) - time.monotonic()))
    return 0
