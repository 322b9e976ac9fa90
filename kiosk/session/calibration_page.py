"""The guided minute of calibrating.py on the table's own screen: nobody needs a keyboard to teach a table its tray."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.session.calibrating import SMALLEST_PX, Guide
from kiosk.session.menu import BACK
from kiosk.session.service_page import PICTURE_EVERY_S, seen
from kiosk.view import CalibrationView, SoftKey, SoftKeys
from vision.types import Scene, SceneState
from vision.watching.calibration import Calibration

NOT_KEPT = say("The table knows its tray until it is switched off: nothing can be written")
SMALL = say("The table knows its tray now, but its dice look small: hang the camera lower")


@dataclass(slots=True)
class CalibrationPage:
    """The page; `scene` gives it what the reader sees, `keep` gets what was learned and may raise OSError."""

    sets: int
    keep: Callable[[Calibration], None]
    close: Callable[[], None]
    _guide: Guide = field(init=False)
    _scene: Scene | None = None
    _told: Text | None = None
    """How it ended, once it has."""

    def __post_init__(self) -> None:
        self._guide = Guide(self.sets)

    @property
    def done(self) -> bool:
        """Whether the table has learned."""
        return self._told is not None

    def scene(self, scene: Scene) -> None:
        """What the table looks like now."""
        self._guide.see(scene)
        if self._scene is None or scene.time - self._scene.time >= PICTURE_EVERY_S:
            self._scene = scene
        self._learn()

    def press(self, button: Button) -> None:
        """END takes a step at once that would be taken in a moment, and leaves when all is done."""
        if button is not Button.END:
            return
        if self.done:
            self.close()
            return
        self._guide.hasten()
        self._learn()

    def view(self) -> CalibrationView:
        """What to do now, how far it is, and what the reader sees."""
        scene = self._scene
        prompt = self._guide.prompt if self._told is None else self._told
        done, whole = self._guide.steps
        if scene is None:
            return CalibrationView(prompt, done, whole)
        busy = scene.state in {SceneState.HAND, SceneState.MOVING}
        return CalibrationView(prompt, done, whole, () if busy else seen(scene), scene.image)

    def keys(self) -> SoftKeys:
        """MENU leaves at any time, and then nothing was learned."""
        keys = {} if self.done else {Button.MENU: SoftKey(BACK)}
        if self.done or self._guide.ready:
            keys[Button.END] = SoftKey(say("Done") if self.done else say("Next"), lit=True)
        return keys

    def _learn(self) -> None:
        learned = self._guide.calibration
        if learned is None or self.done:
            return
        self._told = self._guide.prompt if learned.smallest >= SMALLEST_PX else SMALL
        try:
            self.keep(learned)
        except OSError:
            self._told = NOT_KEPT
