"""Somebody who teaches a table something, without a keyboard: seven buttons, and lists to go through."""

from __future__ import annotations

from hardware.presses import KEEPS, Button, Press, PressKind
from kiosk.session.session import Session
from kiosk.view import PageView

PRESS_S = 0.5
"""From one press to the next."""


class Owner:
    """Who sits at this session; `time` is the table's, seconds."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.time = 0.0

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.time += PRESS_S
            self.session.press(Press(frozenset({button}), PressKind.SHORT, self.time))

    @property
    def page(self) -> PageView:
        """The page that is open."""
        scene = self.session.view.scene
        assert isinstance(scene, PageView)
        return scene

    @property
    def labels(self) -> list[str]:
        return [item.label.message for item in self.page.items]

    def go_to(self, label: str) -> None:
        """Go down the list to a line."""
        assert label in self.labels
        while self.labels[self.page.chosen] != label:
            self.press(KEEPS[1])

    def choose(self, label: str) -> None:
        self.go_to(label)
        self.press(Button.END)

    def open(self, line: str) -> None:
        """A page of the service menu."""
        self.press(Button.MENU)
        self.choose("Service")
        self.choose(line)
