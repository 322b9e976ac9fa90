"""One step of the table: what the camera and the buttons say goes in, what screen and lamps show comes out.

The kiosk's threads call its two halves, each at its own pace; headless play and the tests call the whole step. It knows
no thread, no clock and no device.
"""

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
    """What the playing half tells the looking half."""

    expectation: Expectation
    calibration: Calibration | None
    upright: Mounting = UPRIGHT


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the looking half tells the playing one; each counts, since each may show dice that were thrown.

    Attributes:
        scene: None if there is no picture, or no other one than before.
        notice: what the camera's owner should know, though it films.
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
        leave: whether the kiosk is to be left, by the two buttons for that.
    """

    view: TableView
    hint: WatchHint
    leave: bool


class FrameReader:
    """The looking half: reads every picture of the camera.

    `relock` is called when the light over the empty tray has changed, so that the camera settles anew; `expose_for`
    with the mains that it should expose for, if these are to be found out.
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

    def see(self, frame: Frame | None, fault: CameraFault | None, hint: WatchHint) -> Seen:
        """Look at the next picture; `fault` is what the camera's driver reports, with or without a picture."""
        if frame is not None and hint.upright != UPRIGHT:
            frame = Frame(hint.upright.upright(frame.image), frame.time)
        if hint.calibration is not self._calibration or hint.upright != self._upright:
            self._calibration, self._upright = hint.calibration, hint.upright
            # A new one: what the old one knew of the tray was in other pixels.
            self._watcher = make_watcher(self._reader, hint.calibration)
        scene = None
        if frame is not None and self._monitor.see(frame.image, frame.time):
            scene = self._watcher.watch(frame, hint.expectation)
            if self._light.drifted(scene):
                self._relock()
                self._mains.measure_again()
            self._look_for_bands(frame)
        image = None if frame is None else frame.image
        return Seen(scene, image, fault or self._monitor.fault, upright=hint.upright)

    def _look_for_bands(self, frame: Frame) -> None:
        if self._expose_for is not None and (mains := self._mains.see(frame)) is not None:
            self._expose_for(mains)


WAY_OUT = frozenset({Button.MENU, Button.END})
WAY_OUT_S = 5.0
"""Both are held for 5 s to leave the kiosk: several times a long press, so that nobody does it by chance."""


class Pipeline:
    """The table between its devices.

    `see` and `play` share nothing but the values that they are given, so each may have a thread of its own. ::

        pipeline = Pipeline(session, journal, Reader(), relock=grabber.settle)
        shown = pipeline.step(grabber.take(now), grabber.fault, panel.poll(now), panel.held, now)
        panel.light(shown.view.lamps)

    Args:
        relock: called when the camera should settle to the light anew.
        expose_for: called with the mains that the camera should expose for; None if the owner has said which.
        show_camera: whether the camera's picture is shown beside everything else.
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

    def see(self, frame: Frame | None, fault: CameraFault | None, hint: WatchHint) -> Seen:
        """Look at the camera's next picture, if there is one; `hint` is the newest one from `play`."""
        return self._eyes.see(frame, fault, hint)

    def play(
        self,
        presses: Iterable[Press],
        held: Collection[Button],
        seen: Iterable[Seen],
        time: float,
        missing: Sequence[PanelFault] = (),
    ) -> Shown:
        """Tell the session everything that was done and seen since the last call, oldest first.

        `held` are the buttons that are down now, by their wires; `missing` are the faults of buttons and lamps.
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
        for news in seen:
            # One from before the camera was found to hang otherwise shows dice in wrong places.
            if news.scene is not None and news.upright == session.operator.mounting:
                session.scene(news.scene)
            session.camera_fails(None if news.fault is None else camera_trouble(news.fault))
            if news.notice is not None and news.notice != self._noticed:
                session.tell(camera_trouble(news.notice).what)
            self._noticed = news.notice
            self._image = self._image if news.image is None else news.image
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
        """Hand a notice of the journal's to the players, as about a disk that is full."""
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
        """Both halves, one after the other."""
        return self.play(presses, held, [self.see(frame, fault, self._hint)], time)

    @property
    def shown(self) -> Shown:
        return Shown(self._session.view, self._hint, self._leave)

    @property
    def _hint(self) -> WatchHint:
        operator = self._session.operator
        return WatchHint(self._session.expectation, operator.calibration, operator.mounting)
