"""The two pages that only the guide has: the camera's picture with go or no go, and a try of every button."""

from dataclasses import replace
from functools import partial

from hardware.presses import KEEPS, Button
from kiosk.games.text import Text, say
from kiosk.referee.keys import Deed, Key, Keys
from kiosk.session.guide.picture import NO_PICTURE, judged
from kiosk.session.modes import Stack
from kiosk.session.page import Page, TrayPage, busy
from kiosk.view import PageView, PanelView, SteadinessView, TrayView
from vision.types import Scene

NEXT = say("Next")
DONE = say("Done")
LAY = say("Lay your dice on the tray: the value of each should appear beside it")
PRESS = say("Press every button once: its lamp goes out")
HEARD = say("Heard: {button}. If you pressed another one, swap the wires of the two")
ALL_PRESSED = say("All buttons work: the table is ready")
AGE_S = 5.0
"""A picture older than 5 seconds counts as none: the camera is lost, or there never was one."""


class PicturePage(TrayPage):
    """What the camera sees, with a verdict; END always goes on, as without a camera throws are entered by hand."""

    said = LAY

    def __init__(self, stack: Stack, title: Text, go_on: Deed) -> None:
        # Who adjusts a camera or a lamp presses nothing meanwhile.
        super().__init__(stack, title, begun=lambda: True)
        self._go_on = go_on
        self._judged: Scene | None = None
        self._verdict: SteadinessView | None = None
        self._since: float | None = None
        """When the picture shown was taken; before the first, when the page was opened."""
        self._now = 0.0

    def dress(self, view: PageView) -> PageView:
        if self._since is not None and self._now - self._since > AGE_S:
            return replace(view, said=LAY, tray=TrayView(), steadiness=NO_PICTURE)
        return replace(super().dress(view), steadiness=self._verdict)

    @property
    def keys(self) -> Keys:
        return {**super().keys, Button.END: Key(NEXT, self._go_on)}

    def examine(self, scene: Scene) -> None:
        """Judge each picture that is shown, without hands in it."""
        self._since = self._now = scene.time
        if self.glimpse is not None and self.glimpse is not self._judged and not busy(self.glimpse):
            self._judged, self._verdict = self.glimpse, judged(self.glimpse)

    def tick(self, time: float) -> None:
        """Time passes; a camera that sends nothing is noticed."""
        self._now = max(self._now, time)
        self._since = time if self._since is None else self._since


class ButtonsPage(Page):
    """Every button is pressed once, which puts its lamp out; then END is done and MENU goes back."""

    def __init__(self, stack: Stack, title: Text, done: Deed) -> None:
        # Who looks for a loose wire presses nothing meanwhile.
        super().__init__(stack, title, begun=lambda: True)
        self._done = done
        self._panel = PanelView()

    def dress(self, view: PageView) -> PageView:
        """Which buttons were pressed, and which one last, by name: crossed wires would not show otherwise."""
        last = self._panel.last
        heard = None if last is None else replace(HEARD, values=(("button", _name(last)),))
        return replace(view, said=ALL_PRESSED if self._every else PRESS, panel=self._panel, hint=heard)

    @property
    def keys(self) -> Keys:
        """A button is lit until it is pressed: so a dead lamp is seen, and a lamp that never goes out, too."""
        pressed = self._panel.pressed
        ends = {**super().keys, Button.END: Key(DONE, self._done, lit=self._every)}
        keys = {button: Key(None, partial(self._note, button)) for button in Button if button not in pressed}
        return keys | {button: key for button, key in ends.items() if button in pressed}

    @property
    def _every(self) -> bool:
        return self._panel.pressed == frozenset(Button)

    def _note(self, button: Button) -> None:
        self._panel = PanelView(self._panel.pressed | {button}, button)


def _name(button: Button) -> Text:
    if button in KEEPS:
        return say("button {n}", n=KEEPS.index(button) + 1)
    return say("End") if button is Button.END else say("Menu")
