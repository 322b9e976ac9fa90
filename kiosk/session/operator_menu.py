"""What keeps the table going: the menu while nobody plays, the service page, and what the table knows of its tray."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from hardware.camera.mounting import UPRIGHT, Mounting
from kiosk.appliance.machine import Machine
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed
from kiosk.session.calibration_page import CalibrationPage, Guided, MountingPage
from kiosk.session.guide.guide import Guide
from kiosk.session.lock import Lock
from kiosk.session.menu import MenuItem, Page
from kiosk.session.modes import Stack
from kiosk.session.preferences import Preferences
from kiosk.session.service_page import ServicePage
from kiosk.session.start import Start
from kiosk.session.teaching import TeachingPage
from kiosk.view import Item
from vision.watching.calibration import Calibration


class ServicePages:
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
        """`calibration` is what the table knows of its tray; `learn` keeps what it learns anew; `lock` guards all.

        `start` says how the camera hangs, and how far the first guide is.
        """
        start = start or Start()
        self._mounting, self._hang = start.mounting, start.hang
        self._bookmark = start.guide
        self._before: Calibration | None = None
        """What was known of the tray until the camera turned out to hang otherwise: its dice are the same ones."""
        self.upright = UPRIGHT
        """What puts pictures upright that come as they came at the start."""
        self._pages = pages
        self._lock = lock
        self._preferences = preferences
        self._machine = machine
        self._calibration = calibration
        self._learn = learn
        self.notice: Text | None = None

    @property
    def calibration(self) -> Calibration | None:
        """What the table knows of its tray, for whoever watches it: nothing, while it learns anew."""
        learning = any(isinstance(page, CalibrationPage) and not page.done for page in self._pages.pages)
        return None if learning else self._calibration

    def open_menu(self, play: Deed) -> None:
        """What can be set while nobody plays."""

        def items() -> list[MenuItem]:
            service = MenuItem(Item(say("Service")), lambda: self.open(playing=False))
            return [MenuItem(Item(say("Play")), play), *self._preferences.items(), service]

        self._pages.open(Page(self._pages, say("Dice Table"), items))

    def open(self, *, playing: bool) -> None:
        """Open the service page; while somebody plays nobody is asked to lay dice elsewhere."""
        self._lock.guard(partial(self._open, playing=playing))

    def _open(self, *, playing: bool) -> None:
        if self._machine is not None:
            self._machine.look()
        page = ServicePage(self._pages, self._preferences, self._machine, notice=self.notice)
        if not playing:
            page.calibrate, page.teach, page.forget = self._calibrate, self._teach, self._forget
            page.taught, page.guide = self._taught, self.guide
        self._pages.open(page)

    def guide(self, step: int = 0) -> None:
        """Open the guide of a table's first start."""
        Guide(self._pages, self._preferences, partial(self._calibrate, 1), self._bookmark).begin(step)

    def _calibrate(self, sets: int, guided: Guided | None = None) -> None:
        learn = partial(self._learn_tray, sets, guided)
        if self._hang is None:
            learn()
        else:
            self._pages.open(MountingPage(self._pages, self._turn, learn, guided))

    def _learn_tray(self, sets: int, guided: Guided | None) -> None:
        self._pages.open(CalibrationPage(self._pages, sets, self._know_tray, guided))

    def _know_tray(self, calibration: Calibration) -> None:
        """A tray that is learned anew does not make the dice forgotten."""
        known = self._calibration or self._before
        self._know(calibration if known is None else calibration.with_faces_of(known))

    def _taught(self) -> tuple[int, ...]:
        return () if self._calibration is None else self._calibration.taught

    def _teach(self) -> None:
        """Open the page where dice are taught; the tray must be known first, and how large dice are on it."""
        if self._calibration is None:
            self._calibrate(1)
        else:
            self._pages.open(TeachingPage(self._pages, self._calibration, self._know))

    def _forget(self) -> None:
        if self._calibration is not None:
            self._know(self._calibration.without_faces())

    def _turn(self, more: Mounting) -> None:
        """The camera hangs otherwise than was known: so do all its pictures from now on."""
        if more == UPRIGHT:
            return
        self._mounting, self.upright = self._mounting.then(more), self.upright.then(more)
        self._before, self._calibration = (None if more.mirrored else self._calibration), None
        if self._hang is not None:
            with suppress(OSError):  # that nothing can be kept is said at the end
                self._hang(self._mounting)

    def _know(self, calibration: Calibration) -> None:
        self._calibration = calibration
        if self._learn is not None:
            self._learn(calibration)
