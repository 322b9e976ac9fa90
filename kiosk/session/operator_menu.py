"""For whoever looks after the table: the menu while nobody plays, the service page, and the calibration of the tray."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from hardware.camera.mounting import UPRIGHT, Mounting
from hardware.presses import Button, Press
from kiosk.appliance.machine import Machine
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.guide.guide import Guide
from kiosk.session.lesson_pages import CalibrationPage, Guided, TeachingPage
from kiosk.session.lock import Lock
from kiosk.session.modes import Stack
from kiosk.session.mounting_page import MountingPage
from kiosk.session.page import Line, Page, TrayPage
from kiosk.session.preferences import Preferences
from kiosk.session.start import Start
from kiosk.view import PageView, PanelView
from vision.types import Scene
from vision.watching.calibration import Calibration

SETS = {1: say("One set of dice"), 2: say("Two sets of dice")}


class ServicePage(TrayPage):
    """Lines to set and to read; it shows what the reader sees, and every button that was pressed."""

    said = None

    def __init__(self, stack: Stack, lines: Callable[[Line], Sequence[Line]]) -> None:
        """`lines` gets the one that lights all lamps, so that a dead one is seen."""
        super().__init__(stack, say("Service"), lambda: lines(self._lamp_line))
        self._lamps = False
        self._panel = PanelView()

    def dress(self, view: PageView) -> PageView:
        return replace(super().dress(view), panel=self._panel)

    @property
    def keys(self) -> Keys:
        """As on any page; while the lamps are tested all are lit, and whatever is pressed is shown."""
        keys = super().keys
        if not self._lamps:
            return keys
        dark = {button: Key(None, partial(self._note, button)) for button in Button if button not in keys}
        return dark | {button: replace(key, lit=True) for button, key in keys.items()}

    def press(self, press: Press, goes_on: Callable[[], bool]) -> None:
        """Note the buttons, those that leave the page too, and do what they do on any page."""
        for button in Button:
            if button in press.buttons:
                self._note(button)
        super().press(press, goes_on)

    def scene(self, scene: Scene) -> bool:
        """What the table looks like now; nobody must lay anything there."""
        super().scene(scene)
        return False

    @property
    def _lamp_line(self) -> Line:
        return Line(say("Lamps"), self._lamp_test, value=say("All lit") if self._lamps else say("As usual"))

    def _note(self, button: Button) -> None:
        self._panel = PanelView(self._panel.pressed | {button}, button)

    def _lamp_test(self) -> None:
        self._lamps = not self._lamps


class OperatorMenu:
    """The pages for whoever looks after the table, laid on one another.

    Attributes:
        notice: what was done to the table's files at the start; None if nothing.
    """

    def __init__(
        self,
        pages: Stack,
        preferences: Preferences,
        machine: Machine | None = None,
        calibration: Calibration | None = None,
        learn: Callable[[Calibration], object] | None = None,
        *,
        lock: Lock,
        start: Start | None = None,
    ) -> None:
        """`calibration` is what the table knows of its tray; `learn` keeps what it learns anew.

        `lock` guards the service page. `start` says how the camera hangs, and how far the first guide is.
        """
        start = start or Start()
        self.mounting, self._hang, self._bookmark = start.mounting, start.hang, start.guide
        self._before: Calibration | None = None
        """The calibration until the camera was found to hang otherwise: its taught faces still hold."""
        self._pages = pages
        self._lock = lock
        self._preferences = preferences
        self._machine = machine
        self._calibration = calibration
        self._learn = learn
        self.notice: Text | None = None
        self._sets = 1
        """How many sets of dice the tray is taught with: 1 or 2."""

    @property
    def calibration(self) -> Calibration | None:
        """What the table knows of its tray, for the watcher; None while it is learned anew, as it may be wrong."""
        learning = any(isinstance(page, CalibrationPage) and not page.done for page in self._pages.pages)
        return None if learning else self._calibration

    def open_menu(self, play: Deed) -> None:
        """What can be set while nobody plays."""

        def lines() -> list[Line]:
            service = Line(say("Service"), lambda: self.open(playing=False))
            return [Line(say("Play"), play), *self._preferences.lines(), service]

        self._pages.open(Page(self._pages, say("Dice Table"), lines))

    def open(self, *, playing: bool) -> None:
        """Open the service page; while somebody plays nobody is asked to lay dice elsewhere."""

        def show() -> None:
            if self._machine is not None:
                self._machine.refresh()
            self._sets = 1
            self._pages.open(ServicePage(self._pages, partial(self._lines, playing=playing)))

        self._lock.guard(show)

    def _lines(self, lamps: Line, *, playing: bool) -> list[Line]:
        return [
            *self._preferences.lines(),
            self._preferences.brightness_line,
            lamps,
            *([] if playing else self._table_lines()),
            *([] if self._machine is None else self._machine_lines(self._machine)),
            Line(say("Back to the table"), self._pages.close),
        ]

    def _table_lines(self) -> list[Line]:
        taught = () if self._calibration is None else self._calibration.taught
        faces = Text(" ".join(map(str, taught))) if taught else None
        rim = say("Lay dice against its rim, four times: a minute")
        odd = say("For faces that show an emblem, a letter or a picture")
        lines = [
            Line(
                say("Teach the tray"),
                lambda: self._calibrate(self._sets),
                value=SETS[self._sets],
                detail=rim,
                less=self._other_sets,
                more=self._other_sets,
            ),
            Line(say("Teach the dice"), self._teach, value=faces, detail=odd),
        ]
        if taught:
            lines.append(Line(say("Forget the dice taught"), self._forget, value=faces))
        guide = say("Language, camera, tray and buttons: three minutes")
        return [*lines, Line(say("The first steps"), self.guide, detail=guide)]

    def _machine_lines(self, machine: Machine) -> list[Line]:
        save = None if machine.saving else machine.save_logs
        lines = [Line(say("Logs to a USB stick"), save, detail=machine.outcome)]
        if (upgrade := machine.upgrade) is not None:
            begin = None if upgrade.busy else upgrade.begin
            lines.append(Line(say("Upgrade from a USB stick"), begin, detail=upgrade.outcome))
        return [
            *lines,
            Line(say("Network"), value=Text(machine.network)),
            Line(say("Version"), value=Text(machine.version), detail=self.notice),
        ]

    def _other_sets(self) -> None:
        self._sets = 3 - self._sets

    def guide(self, step: int = 0) -> None:
        Guide(self._pages, self._preferences, partial(self._calibrate, 1), self._bookmark).begin(step)

    def _calibrate(self, sets: int, guided: Guided | None = None) -> None:
        learn = partial(self._learn_tray, sets, guided)
        if self._hang is None:
            learn()
        else:
            self._pages.open(MountingPage(self._pages, self._turn, learn, guided))

    def _learn_tray(self, sets: int, guided: Guided | None) -> None:
        self._pages.open(CalibrationPage(self._pages, sets, self._keep_tray, guided))

    def _keep_tray(self, calibration: Calibration) -> None:
        known = self._calibration or self._before  # faces that were taught outlast a tray that is learned anew
        self._keep(calibration if known is None else calibration.with_faces_of(known))

    def _teach(self) -> None:
        """Open the page where dice are taught; the tray must be known first, and how large dice are on it."""
        if self._calibration is None:
            self._calibrate(1)
        else:
            self._pages.open(TeachingPage(self._pages, self._calibration, self._keep))

    def _forget(self) -> None:
        if self._calibration is not None:
            self._keep(self._calibration.without_faces())

    def _turn(self, more: Mounting) -> None:
        """Turn all pictures by `more` from now on: the camera hangs otherwise than was known."""
        if more == UPRIGHT:
            return
        self.mounting = self.mounting.then(more)
        # The outline of the tray is of the old pictures. A taught face is found at any angle, but not mirrored.
        self._before, self._calibration = (None if more.mirrored else self._calibration), None
        if self._hang is not None:
            with suppress(OSError):  # a disk that takes nothing is told when the tray itself is kept
                self._hang(self.mounting)

    def _keep(self, calibration: Calibration) -> None:
        self._calibration = calibration
        if self._learn is not None:
            self._learn(calibration)
