"""Notices pictures that tell nothing, all black or the same one again; and when the light over the tray has drifted."""

from __future__ import annotations

import numpy as np

from hardware.faults import CameraFault, CameraFaultKind
from vision.types import Image, Scene, SceneState
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
