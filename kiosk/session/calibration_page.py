"""The guided minute of calibrating.py on the table's own screen: nobody needs a keyboard to teach a table its tray."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Key, Keys
from kiosk.session.calibrating import SMALLEST_EDGE_PX, Guide
from kiosk.session.disturbance_texts import steadiness
from kiosk.session.menu import BACK
from kiosk.session.modes import Mode, Stack
from kiosk.session.service_page import PICTURE_EVERY_S, seen
from kiosk.view import CalibrationView
from vision.types import Scene, SceneState
from vision.watching.calibration import Calibration

NOT_KEPT = say("The table knows its tray until it is switched off: nothing can be written")
SMALL = say("The table knows its tray now, but its dice look small: hang the camera lower")


@dataclass(slots=True)
class CalibrationPage(Mode):
    """The page; `scene` gives it what the reader sees, `keep` gets what was learned and may raise OSError."""

    pages: Stack
    sets: int
    keep: Callable[[Calibration], None]
    _guide: Guide = field(init=False)
    _scene: Scene | None = None
    _ended: Text | None = None
    """How it ended, once it has."""

    def __post_init__(self) -> None:
        self._guide = Guide(self.sets)

    @property
    def done(self) -> bool:
        """Whether the table has learned."""
        return self._ended is not None

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether hands are busy there."""
        self._guide.see(scene)
        if self._scene is None or scene.time - self._scene.time >= PICTURE_EVERY_S:
            self._scene = scene
        self._learn()
        return scene.state not in {SceneState.EMPTY, SceneState.SETTLED}

    @property
    def view(self) -> CalibrationView:
        """What to do now, how far it is, how still all is, and what the reader sees."""
        scene, guide = self._scene, self._guide
        steady = None if guide.disturbance is None else steadiness(guide.disturbance)
        view = CalibrationView(self._ended or guide.prompt, *guide.steps, steadiness=steady)
        if scene is None:
            return view
        busy = scene.state in {SceneState.HAND, SceneState.MOVING}
        return replace(view, dice=() if busy else seen(scene), image=scene.image)

    @property
    def keys(self) -> Keys:
        """END takes a step at once that would be taken in a moment; MENU leaves, and learns nothing before the end."""
        keys = {Button.MENU: Key(BACK, self.pages.close, lit=False)}
        if self.done:
            keys[Button.END] = Key(say("Done"), self.pages.close)
        elif self._guide.ready:
            keys[Button.END] = Key(say("Next"), self._hasten)
        return keys

    def _hasten(self) -> None:
        self._guide.hasten()
        self._learn()

    def _learn(self) -> None:
        learned = self._guide.calibration
        if learned is None or self.done:
            return
        self._ended = self._guide.prompt if learned.smallest >= SMALLEST_EDGE_PX else SMALL
        try:
            self.keep(learned)
        except OSError:
            self._ended = NOT_KEPT
