"""The sheets that lie open over a match or the poster, the last on top; and the service pages, of neither."""

from __future__ import annotations

from collections.abc import Callable

from hardware.presses import Button, Press
from kiosk.appliance.machine import Machine
from kiosk.session.calibration_page import CalibrationPage
from kiosk.session.menu import Mode
from kiosk.session.preferences import Preferences
from kiosk.session.service_page import ServicePage
from vision.types import Scene
from vision.watching.calibration import Calibration


class Pages:
    """A pile of sheets.

    Attributes:
        sheets: those that lie open.
    """

    def __init__(
        self,
        preferences: Preferences,
        machine: Machine | None = None,
        calibration: Calibration | None = None,
        learn: Callable[[Calibration], object] | None = None,
    ) -> None:
        """`calibration` is what the table knows of its tray; `learn` keeps what it learns anew."""
        self.sheets: list[Mode] = []
        self._preferences = preferences
        self._machine = machine
        self._calibration = calibration
        self._learn = learn

    @property
    def top(self) -> Mode | None:
        """What fills the screen; None if nothing lies open."""
        return self.sheets[-1] if self.sheets else None

    @property
    def calibration(self) -> Calibration | None:
        """What the table knows of its tray, for whoever watches it: nothing, while it learns anew."""
        learning = any(isinstance(sheet, CalibrationPage) and not sheet.done for sheet in self.sheets)
        return None if learning else self._calibration

    def open(self, sheet: Mode) -> None:
        """Lay a sheet on top."""
        self.sheets.append(sheet)

    def close(self) -> None:
        """Take the top one away."""
        self.sheets.pop()

    def clear(self) -> None:
        """Take all away."""
        self.sheets.clear()

    def scene(self, scene: Scene) -> bool:
        """Show the top one what the table looks like now; whether it waits for what hands do there."""
        if isinstance(self.top, ServicePage | CalibrationPage):
            self.top.scene(scene)
        return isinstance(self.top, CalibrationPage)

    def press(self, press: Press) -> None:
        """MENU takes the top one away; the other buttons are its own."""
        top = self.top
        if Button.MENU in press.buttons:
            self.close()
            return
        for button in Button:
            # One press may close the sheet that the next would have been for.
            if button in press.buttons and top is not None and self.top is top:
                top.press(button)

    def open_service(self, *, playing: bool) -> None:
        """Open the service page; while somebody plays nobody is asked to lay dice elsewhere."""
        self.open(ServicePage(self._preferences, self._machine, self.close, None if playing else self._teach))

    def _teach(self, sets: int) -> None:
        self.open(CalibrationPage(sets, self._know, self.close))

    def _know(self, calibration: Calibration) -> None:
        self._calibration = calibration
        if self._learn is not None:
            self._learn(calibration)
