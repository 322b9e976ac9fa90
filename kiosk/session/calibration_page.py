"""The guided minute of calibrating.py on the table's own screen: nobody needs a keyboard to teach a table its tray.

Before it, how the camera hangs is found out with two dice: a 1 in front of button 1, and a 5 in front of button 5. From
the one to the other is to the right, and both lie on the near side: that tells each of the eight ways to hang.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import hypot

from hardware.camera.mounting import Mounting
from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.calibrating import SMALLEST_EDGE_PX, TrayLesson
from kiosk.session.fault_texts import steadiness
from kiosk.session.menu import BACK
from kiosk.session.modes import Mode, Stack
from kiosk.session.service_page import Glimpse
from kiosk.view import CalibrationView
from vision.types import Point, Scene, SceneState
from vision.watching.calibration import Calibration

NOT_KEPT = say("The table knows its tray until it is switched off: nothing can be written")
NOT_LEARNED = say("The tray was not taught to its end: teach it once more, in Service")
SMALL = say("The table knows its tray now, but its dice look small: hang the camera lower")
SKIP = say("Skip")


@dataclass(frozen=True, slots=True)
class Guided:
    """The page is a step of the first guide: what it is called there, and what goes on from it."""

    title: Text
    go_on: Deed


@dataclass(slots=True)
class CalibrationPage(Mode):
    """The page; `scene` gives it what the reader sees, `keep` gets what was learned and may raise OSError."""

    pages: Stack
    sets: int
    keep: Callable[[Calibration], None]
    guided: Guided | None = None
    _guide: TrayLesson = field(init=False)
    _glimpse: Glimpse = field(default_factory=Glimpse)
    _ended: Text | None = None
    """How it ended, once it has."""

    def __post_init__(self) -> None:
        self._guide = TrayLesson(self.sets)

    @property
    def done(self) -> bool:
        """Whether the table has learned."""
        return self._ended is not None

    @property
    def unfinished(self) -> bool:
        """Whether dice were laid, or the guide led here: who fetches more, or is called away, presses nothing."""
        return self.guided is not None or self._half_taught

    @property
    def lost(self) -> Text | None:
        """That nothing was learned."""
        return NOT_LEARNED if self._half_taught else None

    @property
    def _half_taught(self) -> bool:
        return self._guide.steps[0] > 1 and not self.done

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether hands are busy there."""
        self._guide.see(scene)
        self._learn()
        return self._glimpse.see(scene)

    @property
    def view(self) -> CalibrationView:
        """What to do now, how far it is, how still all is, and what the reader sees."""
        guide = self._guide
        steady = None if guide.disturbance is None else steadiness(guide.disturbance)
        title = None if self.guided is None else self.guided.title
        return self._glimpse.on(
            CalibrationView(self._ended or guide.prompt, *guide.steps, steadiness=steady, title=title)
        )

    @property
    def keys(self) -> Keys:
        """END takes a step at once that would be taken in a moment; MENU leaves, and learns nothing before the end."""
        keys = {Button.MENU: Key(BACK, self.pages.close, lit=False)}
        if self.done:
            keys[Button.END] = Key(say("Done") if self.guided is None else say("Next"), self._leave)
        elif self._guide.ready:
            keys[Button.END] = Key(say("Next"), self._hasten)
        if self.guided is not None and not self.done:
            keys[KEEPS[-1]] = Key(SKIP, self._leave, lit=False)
        return keys

    def _leave(self) -> None:
        self.pages.close()
        if self.guided is not None:
            self.guided.go_on()

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


@dataclass(slots=True)
class MountingPage(Mode):
    """The page; `hang` gets what puts the picture upright, and `go_on` is done once it is."""

    pages: Stack
    hang: Callable[[Mounting], None]
    go_on: Deed
    guided: Guided | None = None
    _prompt: Text = LAY
    _glimpse: Glimpse = field(default_factory=Glimpse)
    _since: float | None = None
    """When the dice began to lie as they were asked to."""

    @property
    def unfinished(self) -> bool:
        """Who fetches dice for the guide presses nothing meanwhile."""
        return self.guided is not None

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether hands are busy there."""
        moves = self._glimpse.see(scene)
        places = {one.die.value: one.die.centre for one in scene.dice}
        laid = len(scene.dice) == len(places) and set(places) == {FIRST, LAST}
        if scene.state is not SceneState.SETTLED or scene.doubts or not laid:
            self._since = None
            return moves
        self._since = scene.time if self._since is None else self._since
        if scene.time - self._since >= STEADY_S:
            mounting = found(places[FIRST], places[LAST], scene.image.shape)
            if mounting is None:
                self._prompt = NEARER
            else:
                self.hang(mounting)
                self._leave()
        return False

    @property
    def view(self) -> CalibrationView:
        """What to do, and what the reader sees."""
        title = None if self.guided is None else self.guided.title
        return self._glimpse.on(CalibrationView(self._prompt, title=title))

    @property
    def keys(self) -> Keys:
        """END says that it hangs as it should; MENU leaves."""
        return {
            Button.END: Key(say("It is upright"), self._leave),
            Button.MENU: Key(BACK, self.pages.close, lit=False),
        }

    def _leave(self) -> None:
        self.pages.close()
        self.go_on()
