"""The guided minute of calibrating.py on the table's own screen: nobody needs a keyboard to teach a table its tray.

Before it, how the camera hangs is found out with two dice: a 1 in front of button 1, and a 5 in front of button 5. From
the one to the other is to the right, and both lie on the near side: that tells each of the eight ways to hang.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import hypot

from hardware.camera.mounting import Mounting
from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.calibrating import SMALLEST_EDGE_PX, TrayLesson
from kiosk.session.fault_texts import steadiness
from kiosk.session.modes import Stack
from kiosk.session.page import TrayPage
from kiosk.view import PageView
from vision.types import Point, Scene, SceneState
from vision.watching.calibration import Calibration

TITLE = say("The table learns its tray")
NOT_KEPT = say("The table knows its tray until it is switched off: nothing can be written")
NOT_LEARNED = say("The tray was not taught to its end: teach it once more, in Service")
SMALL = say("The table knows its tray now, but its dice look small: hang the camera lower")
SKIP = say("Skip")


@dataclass(frozen=True, slots=True)
class Guided:
    """The page is a step of the first guide: what it is called there, and what goes on from it."""

    title: Text
    go_on: Deed


class CalibrationPage(TrayPage):
    """The page on which the tray is learned."""

    def __init__(
        self, stack: Stack, sets: int, keep: Callable[[Calibration], None], guided: Guided | None = None
    ) -> None:
        """`keep` gets what was learned and may raise OSError."""
        super().__init__(stack, TITLE if guided is None else guided.title)
        self._lesson = TrayLesson(sets)
        self._keep = keep
        self._guided = guided
        self._ended: Text | None = None
        """How it ended, once it has."""

    @property
    def done(self) -> bool:
        """Whether the table has learned."""
        return self._ended is not None

    @property
    def unfinished(self) -> bool:
        """Whether dice were laid, or the guide led here: who fetches more, or is called away, presses nothing."""
        return self._guided is not None or self.lost is not None

    @property
    def lost(self) -> Text | None:
        """That nothing was learned."""
        return NOT_LEARNED if self._lesson.steps[0] > 1 and not self.done else None

    @property
    def said(self) -> Text:
        """What to do now."""
        return self._ended or self._lesson.prompt

    def see(self, scene: Scene) -> None:
        """Take what lies there into account."""
        self._lesson.see(scene)
        self._learn()

    def dress(self, view: PageView) -> PageView:
        """How far it is, and how still all is."""
        (done, steps), found = self._lesson.steps, self._lesson.disturbance
        steady = None if found is None else steadiness(found)
        view = replace(super().dress(view), done=done, steps=steps, steadiness=steady)
        return replace(view, title=say("The tray is learned")) if self.done and self._guided is None else view

    @property
    def keys(self) -> Keys:
        """END takes a step at once that would be taken in a moment; MENU leaves, and learns nothing before the end."""
        keys = {**super().keys}
        if self.done:
            keys[Button.END] = Key(say("Done") if self._guided is None else say("Next"), self._leave)
        elif self._lesson.ready:
            keys[Button.END] = Key(say("Next"), self._hasten)
        if self._guided is not None and not self.done:
            keys[KEEPS[-1]] = Key(SKIP, self._leave, lit=False)
        return keys

    def _leave(self) -> None:
        self.stack.close()
        if self._guided is not None:
            self._guided.go_on()

    def _hasten(self) -> None:
        self._lesson.hasten()
        self._learn()

    def _learn(self) -> None:
        learned = self._lesson.calibration
        if learned is None or self.done:
            return
        self._ended = self._lesson.prompt if learned.smallest >= SMALLEST_EDGE_PX else SMALL
        try:
            self._keep(learned)
        except OSError:
            self._ended = NOT_KEPT


# --- how the camera hangs --------------------------------------------------------------------------------------------

LAY = say("Lay a die that shows 1 in front of button 1, and one that shows 5 in front of button 5")
NEARER = say("Lay the two dice nearer to the buttons, and far apart")
FIRST, LAST = 1, 5
"""The buttons that dice are laid in front of, and what these show."""
STEADY_S = 2.0
"""Seconds that they must lie so."""
APART, NEAR = 0.25, 0.1
"""Shares of the picture's shorter side: a quarter between the dice at least, and a tenth from its middle to theirs."""
ALONG = 0.85
"""Cosine of 32 degrees: more askew than this, nobody could say which side is meant."""
EVERY = tuple(Mounting(turned, mirrored) for turned in (0, 90, 180, 270) for mirrored in (False, True))


def found(first: Point, last: Point, shape: tuple[int, ...]) -> Mounting | None:
    """What puts a picture of this shape upright, in which the dice lie there; None where that does not show it."""
    height, width = shape[:2]
    right = last[0] - first[0], last[1] - first[1]
    near = (first[0] + last[0] - width) / 2, (first[1] + last[1] - height) / 2
    if hypot(*right) < APART * min(height, width) or hypot(*near) < NEAR * min(height, width):
        return None
    for mounting in EVERY:
        across, down = mounting.turn(right), mounting.turn(near)
        if across[0] > ALONG * hypot(*right) and down[1] > ALONG * hypot(*near):
            return mounting
    return None


class MountingPage(TrayPage):
    """The page on which it is found out how the camera hangs."""

    said = LAY

    def __init__(
        self, stack: Stack, hang: Callable[[Mounting], None], go_on: Deed, guided: Guided | None = None
    ) -> None:
        """`hang` gets what puts the picture upright, and `go_on` is done once it is."""
        super().__init__(stack, TITLE if guided is None else guided.title, begun=lambda: guided is not None)
        self._hang = hang
        self._go_on = go_on
        self._since: float | None = None
        """When the dice began to lie as they were asked to."""

    def see(self, scene: Scene) -> None:
        """Look where the two dice lie."""
        places = {one.die.value: one.die.centre for one in scene.dice}
        laid = len(scene.dice) == len(places) and set(places) == {FIRST, LAST}
        if scene.state is not SceneState.SETTLED or scene.doubts or not laid:
            self._since = None
            return
        self._since = scene.time if self._since is None else self._since
        if scene.time - self._since >= STEADY_S:
            mounting = found(places[FIRST], places[LAST], scene.image.shape)
            if mounting is None:
                self.said = NEARER
            else:
                self._hang(mounting)
                self._leave()

    @property
    def keys(self) -> Keys:
        """END says that it hangs as it should."""
        return {**super().keys, Button.END: Key(say("It is upright"), self._leave)}

    def _leave(self) -> None:
        self.stack.close()
        self._go_on()
