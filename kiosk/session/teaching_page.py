"""Teaching the table faces without pips on its own screen, with its buttons alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Key, Keys
from kiosk.session.menu import BACK
from kiosk.session.modes import Mode, Stack
from kiosk.session.service_page import Glimpse
from kiosk.session.teaching import DiceGuide
from kiosk.view import CalibrationView
from vision.types import Scene
from vision.watching.calibration import Calibration

TITLE = say("The table learns its dice")
NOT_KEPT = say("The table knows this face until it is switched off: nothing can be written")
NOT_LEARNED = say("The last face was not taught to its end: teach it once more, in Service")


@dataclass(slots=True)
class TeachingPage(Mode):
    """The page; `scene` gives it what the reader sees, `keep` gets what was learned and may raise OSError."""

    pages: Stack
    calibration: Calibration
    keep: Callable[[Calibration], None]
    _guide: DiceGuide = field(init=False)
    _glimpse: Glimpse = field(default_factory=Glimpse)
    _lost: Text | None = None
    """Why what was learned could not be kept."""

    def __post_init__(self) -> None:
        self._guide = DiceGuide(self.calibration)

    @property
    def unfinished(self) -> bool:
        """Whether pictures of a face were taken, and not all that it takes."""
        return self._guide.value is not None and self._guide.steps[0] > 0

    @property
    def lost(self) -> Text | None:
        """That this face was not learned."""
        return NOT_LEARNED if self.unfinished else None

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; whether hands are busy there."""
        if self._guide.see(scene):
            try:
                self.keep(self._guide.calibration)
            except OSError:
                self._lost = NOT_KEPT
        return self._glimpse.see(scene)

    @property
    def view(self) -> CalibrationView:
        """What to do now, how many pictures are taken, and what the reader sees."""
        guide = self._guide
        title = TITLE if guide.value is None else say("This face is {n}", n=guide.value)
        return self._glimpse.on(CalibrationView(self._lost or guide.prompt, *guide.steps, title=title))

    @property
    def keys(self) -> Keys:
        """KEEP says which value the face stands for, the last of them first five, then six; END and MENU leave."""
        values: dict[Button, Key] = {
            button: Key(Text(str(value)), partial(self._say, value))
            for value, button in enumerate(KEEPS, 1)
            if value != self._guide.value  # that is said already
        }
        values[KEEPS[-1]] = Key(Text("5 · 6"), self._say_five_or_six)
        done = Key(say("Done"), self.pages.close, lit=self._guide.learned)
        return {**values, Button.END: done, Button.MENU: Key(BACK, self.pages.close, lit=False)}

    def _say(self, value: int) -> None:
        self._lost = None
        self._guide.say_value(value)

    def _say_five_or_six(self) -> None:
        self._say(6 if self._guide.value == len(KEEPS) else len(KEEPS))
