"""Notices what is wrong with pictures as such: black ones, the same one again, other light, bands that roll over."""

from __future__ import annotations

from math import inf

import numpy as np

from hardware.camera.mains import Mains
from hardware.faults import CameraFault, CameraFaultKind
from vision.types import Frame, Image, Scene, SceneState
from vision.watching.disturbance import LightTrace
from vision.watching.thumbnail import BLACK_LEVELS, brightness

BLACK_S = 2.0
"""Seconds: nobody's sleeve lies on the lens for longer."""
FROZEN_S = 5.0
"""No two pictures of a sensor are alike in every pixel; a driver that repeats its last one for five seconds hangs."""

BLACK = CameraFault(CameraFaultKind.BLACK)
FROZEN = CameraFault(CameraFaultKind.FROZEN)


class CameraMonitor:
    """Looks at every picture, as to a driver such a camera is well; `fault` is what is wrong with them."""

    def __init__(self) -> None:
        self.fault: CameraFault | None = None
        self._last: Image | None = None
        self._changed_at = 0.0
        self._bright_at: float | None = None

    def see(self, image: Image, now: float) -> bool:
        """Look at the camera's next picture, `now` in seconds; whether it was filmed anew."""
        # Every 16th pixel both ways tells the whole picture's darkness, and nearly always that it is another one.
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
"""Brighter or darker by this factor is another light. On simulated tables the reader bears 0.4 to 2 without a doubt."""
SETTLING_S = 5.0
"""After a new lock, how long the camera is left alone before its brightness is the measure."""


class LightMonitor:
    """Compares the empty tray with how bright it was when the camera was last locked."""

    def __init__(self) -> None:
        self._locked: float | None = None
        self._again_at = 0.0

    def drifted(self, scene: Scene) -> bool:
        """Whether the camera should lock anew: said once, and only over an empty tray."""
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
"""Bands as deep as this, as a share, are worth a trial: light that wanders over a still table looks like 0.04."""
EXPOSING_S = 3.0
"""After a start, or another exposure, until a camera surely holds one (hardware.camera.CAMERA_SETTLING_S, and some)."""
MEASURED_S = 2.0
RESTARTED_S = 2.0
"""Without a picture for longer the camera was started again, as it was in the beginning."""
TRIALS = (Mains.HZ_60, Mains.HZ_50)
"""What is tried in turn where bands roll: cameras that can't tell mostly begin with 50 Hz."""


class MainsMonitor:
    """Looks at the first seconds of a camera that exposes as it thinks best, and at those after the light has changed.

    Where bands roll the camera tries the mains there are, and ends with those that left the least.
    """

    def __init__(self) -> None:
        self._mains = Mains.AUTO
        """What the camera exposes for now."""
        self._bands: dict[Mains, float] = {}
        """How deep they were with the mains that were tried."""
        self._film = LightTrace(inf)
        self._counts_from: float | None = None
        """When the camera will have settled; None before its first picture, never where nothing is left to find out."""
        self._last = -inf

    def see(self, frame: Frame) -> Mains | None:
        """Look at the next picture; the mains that the camera should expose for from now on, None to leave it alone."""
        if frame.time - self._last > RESTARTED_S:
            self._mains = Mains.AUTO
            self.measure_again()
        self._last = frame.time
        if self._counts_from is None:
            self._counts_from = frame.time + EXPOSING_S
        if frame.time < self._counts_from:
            return None
        self._film.add(frame.image, frame.time)
        return self._judge() if self._film.length >= MEASURED_S else None

    def measure_again(self) -> None:
        self._bands.clear()
        self._film, self._counts_from = LightTrace(inf), None

    def _judge(self) -> Mains | None:
        """What to expose for next, now that it is known how deep the bands are with these mains."""
        self._bands[self._mains] = bands = self._film.measure().bands
        self._film, self._counts_from = LightTrace(inf), inf
        untried = [mains for mains in TRIALS if mains not in self._bands]
        if bands < ROLLING:
            return None
        if untried:
            self._counts_from = None
        best = untried[0] if untried else min(self._bands, key=self._bands.__getitem__)
        if best is self._mains:
            return None
        self._mains = best
        return best
