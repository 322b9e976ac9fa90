"""Notices what is wrong with pictures: all black, always the same, in another light, with rolling bands."""

from math import inf

import numpy as np

from hardware.camera.mains import Mains
from hardware.faults import CameraFault, CameraFaultKind
from vision.types import Frame, Image, Scene, SceneState
from vision.watching.disturbance import LightTrace
from vision.watching.thumbnail import BLACK_LEVELS, brightness

BLACK_S = 2.0
"""Pictures that are black for over 2 s are a fault: nobody's sleeve lies on the lens for longer."""
FROZEN_S = 5.0
"""Pictures that are the same for over 5 s are a fault: two pictures of a sensor always differ in some pixel, so the
driver repeats its last one."""

BLACK = CameraFault(CameraFaultKind.BLACK)
FROZEN = CameraFault(CameraFaultKind.FROZEN)


class CameraMonitor:
    """Looks at every picture for faults that no driver reports; `fault` is the one that it has found."""

    def __init__(self) -> None:
        self.fault: CameraFault | None = None
        self._last: Image | None = None
        self._changed_at = 0.0
        self._bright_at: float | None = None
        """When a picture was not black last; None before the first one."""

    def see(self, image: Image, now: float) -> bool:
        """Look at the camera's next picture, `now` in seconds; returns whether it differs from the last one."""
        # Every 16th pixel across and down shows darkness as well, and nearly always that the picture is another one.
        sample = image[::16, ::16]
        anew = self._last is None or not (
            np.array_equal(sample, self._last[::16, ::16]) and np.array_equal(image, self._last)
        )
        if anew:
            self._last, self._changed_at = image, now
        if self._bright_at is None or float(np.percentile(sample, 99)) >= BLACK_LEVELS:
            self._bright_at = now
        if now - self._bright_at > BLACK_S:
            self.fault = BLACK
        elif now - self._changed_at > FROZEN_S:
            self.fault = FROZEN
        else:
            self.fault = None
        return anew


DRIFT = 1.5
"""Light that is 1.5 times as bright or as dark is another light. On simulated tables 0.4 to 2 cause no doubt yet."""
SETTLING_S = 5.0
"""After the camera was told to lock anew, its brightness is measured 5 s later."""


class LightMonitor:
    """Compares the brightness of the empty tray with that just after the camera was last locked."""

    def __init__(self) -> None:
        self._locked: float | None = None
        self._again_at = 0.0

    def drifted(self, scene: Scene) -> bool:
        """Whether the camera should lock anew: True once, over an empty tray alone, as dice change the brightness."""
        if scene.state is not SceneState.EMPTY or scene.time < self._again_at:
            return False
        bright = brightness(scene.image) + 1.0
        if self._locked is None:
            self._locked = bright
        if max(bright / self._locked, self._locked / bright) < DRIFT:
            return False
        self._locked = None
        self._again_at = scene.time + SETTLING_S
        return True


ROLLING = 0.05
"""Bands of 0.05 (how much brighter and darker rows become) are worth a trial: light that wanders looks like 0.04."""
EXPOSING_S = 3.0
"""Bands are measured from 3 s after a start or a change of exposure on: by then a camera is surely locked
(hardware.camera.CAMERA_SETTLING_S, and some)."""
MEASURED_S = 2.0
"""They are measured for 2 s."""
RESTARTED_S = 2.0
"""After more than 2 s without a picture the camera was started again, with its first exposure."""
TRIALS = (Mains.HZ_60, Mains.HZ_50)
"""The mains that are tried if bands roll, in this order: most cameras that can't tell begin with 50 Hz."""


class MainsMonitor:
    """Finds out which mains a camera should expose for, from its first seconds, and again when the light has changed.

    If bands roll over its pictures, the mains of `TRIALS` are tried, and those kept that left the weakest bands.
    """

    def __init__(self) -> None:
        self._mains = Mains.AUTO
        """What the camera exposes for now."""
        self._bands: dict[Mains, float] = {}
        """How strong bands were with the mains that were tried."""
        self._film = LightTrace(inf)
        self._settles_at: float | None = None
        """When the camera will have settled; None before its first picture."""
        self._found = False
        """Whether nothing is left to find out."""
        self._last = -inf

    def see(self, frame: Frame) -> Mains | None:
        """Look at the next picture; returns the mains to expose for from now on, or None to leave the camera alone."""
        if frame.time - self._last > RESTARTED_S:
            self._mains = Mains.AUTO
            self.measure_again()
        self._last = frame.time
        if self._found:
            return None
        if self._settles_at is None:
            self._settles_at = frame.time + EXPOSING_S
        if frame.time < self._settles_at:
            return None
        self._film.add(frame.image, frame.time)
        return self._judge() if self._film.length >= MEASURED_S else None

    def measure_again(self) -> None:
        self._bands.clear()
        self._film, self._settles_at, self._found = LightTrace(inf), None, False

    def _judge(self) -> Mains | None:
        """The mains to expose for next, now that bands were measured with these; None to leave the camera alone."""
        self._bands[self._mains] = bands = self._film.measure().bands
        self._film, self._settles_at = LightTrace(inf), None
        untried = [mains for mains in TRIALS if mains not in self._bands]
        self._found = bands < ROLLING or not untried
        if bands < ROLLING:
            return None
        best = untried[0] if untried else min(self._bands, key=self._bands.__getitem__)
        if best is self._mains:
            return None
        self._mains = best
        return best
