"""A session and the table that it plays at."""

from __future__ import annotations

from pathlib import Path
from random import Random

from made_up import MadeUpTable

from hardware.panel import Button
from kiosk.match.journal import Journal
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import PageView, View


class Bar:
    """A session and its table; a new one on the same file is the same bar after a power cut."""

    def __init__(self, path: Path, start: Start | None = None) -> None:
        self.path = path
        self.journal = Journal(path)
        self.session = Session(self.journal, start=start, rng=Random(1))
        self.table = MadeUpTable(self.session.scene, self.session.press)
        self.table.empty()

    @property
    def scene(self) -> View:
        return self.session.view.scene

    @property
    def menu(self) -> PageView:
        assert isinstance(self.scene, PageView)
        return self.scene

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.table.press(button)

    def choose(self, label: str) -> None:
        """Go down the list to a line and press END."""
        labels = [item.label.message for item in self.menu.items]
        assert label in labels, labels
        while self.menu.items[self.menu.chosen].label.message != label:
            self.press(Button.KEEP_2)
        self.press(Button.END)

    def begin(self, *names: str, **options: str | int) -> None:
        self.session.begin("le_421", "classique", options, names or ("Marie", "Jean"))

    @property
    def actions(self) -> list[object]:
        assert self.session.match is not None
        return list(self.session.match.actions)
