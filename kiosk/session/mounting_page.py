"""How the camera hangs is found out with two dice: a 1 in front of button 1, and a 5 in front of button 5.

From the one to the other is to the right, and both lie on the near side: that tells each of the eight ways to hang.
"""

from collections.abc import Callable
from math import hypot

from hardware.camera.mounting import Mounting
from hardware.presses import Button
from kiosk.games.text import say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.lesson_pages import TRAY, Guided
from kiosk.session.modes import Stack
from kiosk.session.page import TrayPage
from vision.types import Point, Scene, SceneState

LAY = say("Lay a die that shows 1 in front of button 1, and one that shows 5 in front of button 5")
NEARER = say("Lay the two dice nearer to the buttons, and far apart")
FIRST, LAST = 1, 5
"""The buttons that dice are laid in front of, and what these show."""
STEADY_S = 2.0
"""The dice must lie so for 2 seconds."""
APART, NEAR = 0.25, 0.1
"""Shares of the picture's shorter side: at least 0.25 between the two dice, and 0.1 from its middle to theirs."""
ALONG = 0.85
"""Cosine of 32 degrees: with dice more askew than this nobody could say which side of the picture is meant."""
EVERY = tuple(Mounting(turned, mirrored) for turned in (0, 90, 180, 270) for mirrored in (False, True))


def found(first: Point, last: Point, shape: tuple[int, ...]) -> Mounting | None:
    """The mounting that puts a picture of this shape upright, with the dice there; None if they do not show it."""
    height, width = shape[:2]
    # Two directions are known: from die to die is to the right, from the picture's middle to theirs is nearer.
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
        super().__init__(stack, TRAY if guided is None else guided.title, begun=lambda: guided is not None)
        self._hang = hang
        self._go_on = go_on
        self._since: float | None = None
        """When the dice began to lie as they were asked to."""

    def examine(self, scene: Scene) -> None:
        places = {lying.die.value: lying.die.centre for lying in scene.dice}
        # Two equal values would be one place here.
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
        return {**super().keys, Button.END: Key(say("It is upright"), self._leave)}

    def _leave(self) -> None:
        self.stack.close()
        self._go_on()
