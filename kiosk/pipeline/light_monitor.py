"""Notices when the light over the tray has drifted, so that the camera may settle to it while nobody throws."""

from __future__ import annotations

from vision.types import Scene, SceneState
from vision.watching.brightness import brightness

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
