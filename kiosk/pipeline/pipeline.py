"""One step of the table: what the camera and the buttons say goes in, what screen and lamps show comes out.

The kiosk's threads call its two halves, each at its own pace; headless play and the tests call the whole step. It knows
no thread, no clock and no device.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from hardware.camera.mains import Mains
from hardware.camera.mounting import UPRIGHT, Mounting
from hardware.faults import CameraFault, PanelFault
from hardware.presses import Button, Press
from kiosk.match.journal import Journal
from kiosk.pipeline.camera_monitor import CameraMonitor, LightMonitor, MainsMonitor
from kiosk.session.fault_texts import camera_trouble, panel_alert
from kiosk.session.session import Session
from kiosk.view import Pointed, TableView
from vision.types import Expectation, Frame, Image, Scene
from vision.watching.calibration import Calibration, make_watcher
from vision.watching.watcher import ReadsDice


@dataclass(frozen=True, slots=True, eq=False)
class WatchHint:
    """What the play tells the eyes."""

    expectation: Expectation
    calibration: Calibration | None
    upright: Mounting = UPRIGHT


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the eyes tell the play; each one counts, since each may show dice that were thrown.

    Attributes:
        notice: what its owner should know of it though it sees.
        upright: how the picture was put upright.
    """

    scene: Scene | None
    image: Image | None
    fault: CameraFault | None
    notice: CameraFault | None = None
    upright: Mounting = UPRIGHT


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What comes out of a step; only the newest counts.

    Attributes:
        leave: whether somebody took the way out of the kiosk.
    """

    view: TableView
    advice: WatchHint
    leave: bool


class FrameReader:
    """Looks at every picture of the camera.

    `relock` is called when the light over the empty tray has drifted: the camera should settle to it anew; `expose_for`
    with the mains that it should expose for, where that is to be found out.
    """

    def __init__(
        self, reader: ReadsDice, relock: Callable[[], None], expose_for: Callable[[Mains], None] | None = None
    ) -> None:
        self._reader = reader
        self._relock = relock
        self._expose_for = expose_for
        self._mains = MainsMonitor()
        self._monitor = CameraMonitor()
        self._light = LightMonitor()
        self._calibration: Calibration | None = None
        self._upright = UPRIGHT
        self._watcher = make_watcher(reader, None)

    def see(self, frame: Frame | None, fault: CameraFault | None, advice: WatchHint) -> Seen:
        """Look at the next picture; `fault` is what the camera says of itself, also where there is no picture."""
        if frame is not None and advice.upright != UPRIGHT:
            frame = Frame(advice.upright.upright(frame.image), frame.time)
        if advice.calibration is not self._calibration or advice.upright != self._upright:
            self._calibration, self._upright = advice.calibration, advice.upright
            self._watcher = make_watcher(self._reader, advice.calibration)
        scene = None
        if frame is not None and self._monitor.see(frame.image, frame.time):
            scene = self._watcher.watch(frame, advice.expectation)
            if self._light.drifted(scene):
                self._relock()
                self._mains.measure_again()
            self._look_for_bands(frame)
        image = None if frame is None else frame.image
        return Seen(scene, image, fault or self._monitor.fault, upright=advice.upright)

    def _look_for_bands(self, frame: Frame) -> None:
        if self._expose_for is not None and (mains := self._mains.see(frame)) is not None:
            self._expose_for(mains)


WAY_OUT = frozenset({Button.MENU, Button.END})
WAY_OUT_S = 5.0
"""Seconds that both are held by whoever leaves the kiosk: several times a long press, so that nobody does by chance."""


class Pipeline:
    """The table between its devices.

    `see` and `play` share nothing but the messages they are given: each may have a thread of its own. ::

        pipeline = Pipeline(session, journal, Reader(), relock=grabber.settle)
        shown = pipeline.step(grabber.take(now), grabber.fault, panel.poll(now), panel.held, now)
        panel.light(shown.view.lamps)

    Args:
        relock: is called where the camera should settle to the light anew.
        expose_for: is called with the mains that the camera should expose for; None where that is the owner's to say.
        show_camera: whether the camera's picture is shown beside everything.
    """

    def __init__(
        self,
        session: Session,
        journal: Journal,
        reader: ReadsDice,
        *,
        relock: Callable[[], None],
        expose_for: Callable[[Mains], None] | None = None,
        show_camera: bool = False,
    ) -> None:
        self._eyes = FrameReader(reader, relock, expose_for)
        self._session = session
        self._journal = journal
        self._show_camera = show_camera
        self._image: Image | None = None
        self._noticed: CameraFault | None = None
        self._way_out_since: float | None = None
        self._leave = False
        self._tell()

    def see(self, frame: Frame | None, fault: CameraFault | None, advice: WatchHint) -> Seen:
        """Look at the camera's next picture, if there is one; `advice` is the newest there is."""
        return self._eyes.see(frame, fault, advice)

    def play(
        self,
        presses: Iterable[Press],
        held: Collection[Button],
        seen: Iterable[Seen],
        time: float,
        missing: Sequence[PanelFault] = (),
    ) -> Shown:
        """Let the session know what was done and seen since the last call, oldest first and none left out.

        `held` are the buttons that are down now, by their wires; `missing` is what is wrong with buttons and lamps.
        """
        session = self._session
        session.faults.panel_fails(panel_alert(missing), time)
        for press in presses:
            session.press(press)
        if not WAY_OUT.issubset(held):
            self._way_out_since = None
        elif self._way_out_since is None:
            self._way_out_since = time
        self._leave |= self._way_out_since is not None and time - self._way_out_since >= WAY_OUT_S
        for look in seen:
            if look.scene is not None and look.upright == session.operator.mounting:
                session.scene(look.scene)
            session.camera_fails(None if look.fault is None else camera_trouble(look.fault))
            if look.notice is not None and look.notice != self._noticed:
                session.tell(camera_trouble(look.notice).what)
            self._noticed = look.notice
            self._image = self._image if look.image is None else look.image
        self._journal.retry(time)
        self._tell()
        session.tick(time)
        session.camera = self._image if self._show_camera else None
        return self.shown

    def point(self, pointed: Iterable[Pointed]) -> None:
        """Let the session know what was typed and tapped, oldest first; before the `play` of the same turn."""
        for touch in pointed:
            self._session.point(touch)

    def _tell(self) -> None:
        notice, self._journal.notice = self._journal.notice, None
        if notice is not None:
            self._session.tell(notice)

    def step(
        self,
        frame: Frame | None,
        fault: CameraFault | None,
        presses: Iterable[Press],
        held: Collection[Button],
        time: float,
    ) -> Shown:
        """Both halves in turn; see there."""
        return self.play(presses, held, [self.see(frame, fault, self._advice)], time)

    @property
    def shown(self) -> Shown:
        return Shown(self._session.view, self._advice, self._leave)

    @property
    def _advice(self) -> WatchHint:
        operator = self._session.operator
        return WatchHint(self._session.expectation, operator.calibration, operator.mounting)
