"""The kiosk as its threads run it, under a clock that is set by hand: its devices are mock pins, a dummy screen and a
disk that fills up; what its camera sees is made up.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from made_up import PICTURE, MadeUpTable
from one_throw import cut_off
from small_disk import BEER, NoDiskError, fill, small_disk

from hardware.faults import CameraFault
from hardware.panel import Panel
from hardware.simulator.fingers import Fingers
from kiosk.match.match import Match
from kiosk.pipeline.pipeline import Seen, WatchHint
from kiosk.referee.coach import Coach
from kiosk.runtime import loop
from kiosk.runtime.devices import Devices
from kiosk.runtime.loop import build
from kiosk.screen.window import Screen
from kiosk.session.preferences import Preferences
from kiosk.session.session import Session
from kiosk.settings.config import Settings
from kiosk.view import View
from vision.types import Frame, Scene

TURN_S = 0.1
"""Of the table's time between two scenes, and between two turns of the play."""
LONG_S = 1.0
"""Such steps will do where nothing happens for minutes."""
DRAWN_EVERY_S = 0.4
DISK_KIB = 4096
PIN_GONE = "the cable is off"


@dataclass
class World:
    """What the kiosk stands in: what is plugged in, and the clock.

    Attributes:
        fault: what the camera says is wrong with it.
        gone: pins that fail.
    """

    now: float = 1000.0
    fault: CameraFault | None = None
    gone: set[int] = field(default_factory=set)

    def monotonic(self) -> float:
        return self.now


class Camera:
    """Stands in for the grabber: its picture is made up."""

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def fault(self) -> CameraFault | None:
        return self._world.fault

    notice = None

    def take(self, now: float) -> Frame | None:
        return None if self._world.fault is not None else Frame(PICTURE, now)

    def settle(self, mains: object = None) -> None:
        """It has."""

    def stop(self) -> None:
        """It has nothing to stop."""

    def join(self, timeout_s: float) -> None:
        """Nor to wait for."""


class LooseCables:
    """The pins of a factory as a panel has them: those of `world.gone` fail, in use and where they are taken."""

    def __init__(self, factory: Any, world: World) -> None:
        self._factory = factory
        self._world = world

    def __getattr__(self, name: str) -> Any:
        return getattr(self._factory, name)

    def _check(self, number: int) -> None:
        if number in self._world.gone:
            raise OSError(PIN_GONE)

    def pin(self, number: int) -> Any:
        self._check(number)
        found, check = self._factory.pin(number), self._check
        if not getattr(found, "may_fail", False):

            class Failing(type(found)):  # type: ignore[misc]
                may_fail = True

                def _get_state(self) -> Any:
                    check(number)
                    return super()._get_state()

                def _set_state(self, value: Any) -> None:
                    check(number)
                    super()._set_state(value)

            found.__class__ = Failing
        return found


class Kiosk:
    """A table that is built as `open_kiosk` builds it, and whose threads turn when they are told to.

    Attributes:
        world: what it stands in; `table` what lies there.
        fingers: on the panel.
    """

    def __init__(self, settings: Settings, screen: Screen, world: World) -> None:
        self.settings = settings
        self.screen = screen
        self.world = world
        self.table = MadeUpTable(self._see, lambda _: None)
        self.table.time = world.now
        self._drawn_at = 0.0
        self._build()

    def _build(self) -> None:
        pins = self.settings.panel.pins
        self.fingers = Fingers(pins)
        cables = LooseCables(self.fingers.factory, self.world)
        panel = Panel(pins, cables, long_press_s=self.settings.panel.long_press_s)
        preferences = Preferences(sound=self.settings.sound, coaching=self.settings.coach).keep(self.settings.data)
        devices = Devices(panel, Camera(self.world), clock=self.world.monotonic)  # type: ignore[arg-type]
        self._running = build(self.settings, preferences, devices)
        self._scene: Scene | None = None
        self._running._pipeline.see = self._seen  # type: ignore[method-assign]

    def _seen(self, frame: Frame | None, fault: CameraFault | None, hint: WatchHint) -> Seen:
        """In the eyes' place: what was made up."""
        scene, self._scene = self._scene, None
        return Seen(
            None if fault is not None else scene, None if frame is None else frame.image, fault, None, hint.upright
        )

    def _see(self, scene: Scene) -> None:
        """Let time pass to this scene, and the kiosk turn."""
        self.world.now, self._scene = scene.time, scene
        self._running._see()
        self._running._play()
        if self.world.now - self._drawn_at >= DRAWN_EVERY_S:
            self.draw()

    # --- time ---

    def draw(self) -> None:
        """What the main thread does: show, and listen to what was done there."""
        now = self._drawn_at = self.world.now
        loop._listen(self.screen, self._running, now)
        self.screen.show(self._running.shown.view, now)

    def wait(self, seconds: float) -> None:
        """Let time pass; nobody moves a die."""
        step = TURN_S if seconds <= 20 * TURN_S else LONG_S
        for _ in range(round(seconds / step)):
            self.table.again(step)
        self.draw()

    def settle(self) -> None:
        """Let what was done be heard, drawn and over."""
        self.draw()
        self.wait(3 * TURN_S)

    # --- what it is ---

    @property
    def session(self) -> Session:
        return self._running._pipeline._session

    @property
    def journal(self) -> Any:
        return self._running._journal

    @property
    def match(self) -> Match | None:
        return self.session.match

    @property
    def scene(self) -> View:
        return self.session.view.scene

    # --- power ---

    def power_cut(self) -> None:
        """The plug is pulled, and put back."""
        journal = self.journal
        if journal._check is not None:
            journal._check.stop(1.0)
        if journal._attempt is not None:
            journal._attempt.exception()
        cut_off(journal)
        self._running._devices.panel.close()
        self._build()

    def start_anew(self) -> None:
        """It is left by the way out, and started again."""
        self._running.close()
        self._build()

    def close(self) -> None:
        self._running.close()

    # --- the disk ---

    @property
    def disk_is_full(self) -> bool:
        return (self.settings.data / BEER).exists()

    def fill_the_disk(self) -> None:
        fill(self.settings.data)

    def make_room(self) -> None:
        (self.settings.data / BEER).unlink()


@contextmanager
def surroundings(world: World) -> Iterator[None]:
    """What the kiosk asks of the system is asked of `world`; no odds are worked out, which takes long."""
    clock = SimpleNamespace(monotonic=world.monotonic)
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}))
        stack.enter_context(patch("kiosk.runtime.loop.time", clock))
        stack.enter_context(patch("kiosk.runtime.loop.Reader", lambda: None))
        stack.enter_context(patch.object(Coach, "line", lambda *_: None))
        stack.enter_context(patch.object(Coach, "word", lambda *_: None))
        yield


@contextmanager
def room() -> Iterator[Path]:
    """A folder on a disk of its own; where none can be mounted, a full disk is none.

    Yields:
        The folder.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "data"
        try:
            with small_disk(place, DISK_KIB):
                yield place
        except NoDiskError:
            place.mkdir(exist_ok=True)
            yield place
