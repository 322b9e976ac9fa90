"""Lists to choose from with seven buttons: one small kind of page for everything that is not play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from hardware.presses import Button
from kiosk.games.core import Game
from kiosk.games.text import Text, say
from kiosk.match.seating import Player
from kiosk.view import Item, Ladder, MenuView, SoftKey, SoftKeys, View

UP = say("Up")
DOWN = say("Down")
LESS = say("−")
MORE = say("+")
CHOOSE = say("OK")
BACK = say("Back")


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One line of a page: `choose` is what END does on it, `change` what minus and plus do (-1, +1)."""

    item: Item
    choose: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None


class Mode(Protocol):
    """Whatever fills the screen beside a match: it takes buttons, and shows itself and what they do."""

    def press(self, button: Button) -> None:
        """Do what this button does here; MENU, which leaves the sheet, is the session's."""

    def view(self) -> View:
        """The sheet as the screen shows it."""

    def keys(self) -> SoftKeys:
        """What the buttons do now."""


@dataclass(slots=True)
class Page:
    """A list on the screen; its lines are made anew each time, so that they always show what is.

    `go` is the label of END; `extra` is what KEEP 5 does with the chosen line, and its label (None: nothing).
    """

    title: Text
    lines: Callable[[], list[MenuItem]]
    chosen: int = 0
    hint: Text | None = None
    players: Callable[[], tuple[Player, ...]] = field(default=tuple)
    ladder: Callable[[], Ladder | None] = lambda: None
    extra: Callable[[], tuple[Text, Callable[[], None]] | None] = lambda: None
    reading: bool = False
    go: Text = CHOOSE

    def press(self, button: Button) -> None:
        """Do what this button does here; MENU, which leaves the page, is the session's."""
        lines = self.lines()
        line = lines[self.chosen]
        if button is Button.KEEP_1 and not self.reading:
            self.chosen = (self.chosen - 1) % len(lines)
        elif button is Button.KEEP_2 and not self.reading:
            self.chosen = (self.chosen + 1) % len(lines)
        elif button is Button.KEEP_3 and line.change:
            line.change(-1)
        elif button is Button.KEEP_4 and line.change:
            line.change(+1)
        elif button is Button.KEEP_5 and (extra := self.extra()):
            extra[1]()
        elif button is Button.END and line.choose:
            line.choose()
        # A change may have shortened the list.
        self.chosen = min(self.chosen, len(self.lines()) - 1)

    def view(self) -> MenuView:
        """The page as the screen shows it."""
        items = tuple(line.item for line in self.lines())
        return MenuView(self.title, items, self.chosen, self.hint, self.players(), self.ladder(), self.reading)

    def keys(self) -> SoftKeys:
        """What the buttons do on the chosen line."""
        lines = self.lines()
        line = lines[self.chosen]
        keys = {Button.MENU: SoftKey(BACK)}
        if len(lines) > 1 and not self.reading:
            keys |= {Button.KEEP_1: SoftKey(UP, lit=True), Button.KEEP_2: SoftKey(DOWN, lit=True)}
        if line.change:
            keys |= {Button.KEEP_3: SoftKey(LESS, lit=True), Button.KEEP_4: SoftKey(MORE, lit=True)}
        if extra := self.extra():
            keys[Button.KEEP_5] = SoftKey(extra[0], lit=True)
        if line.choose:
            keys[Button.END] = SoftKey(self.go, lit=True)
        return keys


def rules_page(game: type[Game[Any]] | Game[Any], close: Callable[[], None]) -> Page:
    """A game in six lines, to be read."""
    return Page(game.title, lambda: [MenuItem(Item(text), choose=close) for text in game.rules], reading=True)
