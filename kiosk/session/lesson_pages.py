"""The pages on which a table learns something of what is laid on its tray: the tray itself, and faces without pips."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.dice_lesson import DiceLesson
from kiosk.session.fault_texts import steadiness
from kiosk.session.modes import Stack
from kiosk.session.page import TrayPage
from kiosk.session.tray_lesson import TrayLesson
from kiosk.view import PageView
from vision.types import Scene
from vision.watching.calibration import Calibration

TRAY = say("The table learns its tray")
DONE, NEXT, SKIP = say("Done"), say("Next"), say("Skip")


@dataclass(frozen=True, slots=True)
class Guided:
    """The page is a step of the first guide, with this title; `go_on` opens the next step."""

    title: Text
    go_on: Deed


class LessonPage(TrayPage):
    """A page on which the table learns something.

    Attributes:
        kept: whether the disk has taken what was learned.
    """

    @property
    @abstractmethod
    def not_kept(self) -> Text:
        """What to say when the disk takes nothing: it is learned until the table is switched off."""

    @property
    @abstractmethod
    def not_learned(self) -> Text:
        """What to say when the page is closed before the end."""

    def __init__(
        self, stack: Stack, title: Text, lesson: TrayLesson | DiceLesson, keep: Callable[[Calibration], None]
    ) -> None:
        """`keep` gets what was learned and may raise OSError."""
        super().__init__(stack, title)
        self.kept = True
        self._taught, self._keep = lesson, keep

    @property
    def unfinished(self) -> bool:
        """Whether a lesson is begun: whoever fetches more dice presses nothing meanwhile."""
        return self._taught.begun

    @property
    def lost(self) -> Text | None:
        return self.not_learned if self._taught.begun else None

    @property
    def said(self) -> Text:
        return self._taught.prompt if self.kept else self.not_kept

    def examine(self, scene: Scene) -> None:
        if self._taught.learn(scene):
            self.keep()

    def keep(self) -> None:
        assert self._taught.calibration is not None
        try:
            self._keep(self._taught.calibration)
        except OSError:
            self.kept = False

    def dress(self, view: PageView) -> PageView:
        done, steps = self._taught.steps
        return replace(super().dress(view), done=done, steps=steps)


class CalibrationPage(LessonPage):
    not_kept = say("The table knows its tray until it is switched off: nothing can be written")
    not_learned = say("The tray was not taught to its end: teach it once more, in Service")

    def __init__(
        self, stack: Stack, sets: int, keep: Callable[[Calibration], None], guided: Guided | None = None
    ) -> None:
        self._lesson, self._guided = TrayLesson(sets), guided
        super().__init__(stack, TRAY if guided is None else guided.title, self._lesson, keep)

    @property
    def done(self) -> bool:
        return self._lesson.calibration is not None

    @property
    def unfinished(self) -> bool:
        """Whether dice were laid, or the guide led here."""
        return self._guided is not None or super().unfinished

    def dress(self, view: PageView) -> PageView:
        found = self._lesson.disturbance
        view = replace(super().dress(view), steadiness=None if found is None else steadiness(found))
        return replace(view, title=say("The tray is learned")) if self.done and self._guided is None else view

    @property
    def keys(self) -> Keys:
        """END takes the step at once, instead of after the steady time; MENU leaves, and nothing is learned."""
        keys = {**super().keys}
        if self.done:
            keys[Button.END] = Key(DONE if self._guided is None else NEXT, self._leave)
        elif self._lesson.ready:
            keys[Button.END] = Key(NEXT, self._hasten)
        if self._guided is not None and not self.done:
            keys[KEEPS[-1]] = Key(SKIP, self._leave, lit=False)
        return keys

    def _leave(self) -> None:
        self.stack.close()
        if self._guided is not None:
            self._guided.go_on()

    def _hasten(self) -> None:
        if self._lesson.hasten():
            self.keep()


class TeachingPage(LessonPage):
    """The page on which faces are taught."""

    not_kept = say("The table knows this face until it is switched off: nothing can be written")
    not_learned = say("The last face was not taught to its end: teach it once more, in Service")

    def __init__(self, stack: Stack, calibration: Calibration, keep: Callable[[Calibration], None]) -> None:
        self._lesson = DiceLesson(calibration)
        super().__init__(stack, say("The table learns its dice"), self._lesson, keep)

    def dress(self, view: PageView) -> PageView:
        view, value = super().dress(view), self._lesson.value
        return view if value is None else replace(view, title=say("This face is {n}", n=value))

    @property
    def keys(self) -> Keys:
        """KEEP n says that the face stands for n; KEEP 5 says 5, pressed again 6. END and MENU leave."""
        values: dict[Button, Key] = {
            button: Key(Text(str(value)), partial(self._say, value))
            for value, button in enumerate(KEEPS, 1)
            if value != self._lesson.value  # that is said already
        }
        last = 6 if self._lesson.value == len(KEEPS) else len(KEEPS)
        values[KEEPS[-1]] = Key(Text("5 · 6"), partial(self._say, last))
        return {**super().keys, **values, Button.END: Key(DONE, self.stack.close, lit=self._lesson.learned)}

    def _say(self, value: int) -> None:
        self.kept = True
        self._lesson.say_value(value)
