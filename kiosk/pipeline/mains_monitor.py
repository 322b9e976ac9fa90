"""Notices bands of light that roll over the pictures, and finds out which mains the camera should expose for."""

from __future__ import annotations

from math import inf

from hardware.camera.mains import Mains
from vision.types import Frame
from vision.watching.disturbance import LightTrace

ROLLING = 0.05
"""Bands as deep as this, as a share, are worth a trial: light that wanders over a still table looks like 0.04."""
SETTLING_S = 3.0
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
            self._counts_from = frame.time + SETTLING_S
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
