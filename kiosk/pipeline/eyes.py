"""The half of a step that looks: pictures in, scenes out."""

from __future__ import annotations

from collections.abc import Callable

from hardware.camera.mains import Mains
from hardware.camera.mounting import UPRIGHT
from hardware.faults import CameraFault
from kiosk.pipeline.camera_monitor import CameraMonitor, LightMonitor
from kiosk.pipeline.mains_monitor import MainsMonitor
from kiosk.pipeline.messages import Seen, WatchHint
from vision.types import Frame
from vision.watching.calibration import Calibration, make_watcher
from vision.watching.watcher import ReadsDice


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
