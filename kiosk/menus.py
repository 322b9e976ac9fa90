"""Lists to choose from with seven buttons: one small kind of page for everything that is not play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.panel import Button
from kiosk.games.core import Text, say
from kiosk.view import Item, MenuView, Player, SoftKey, SoftKeys

UP = say("Up")
DOWN = say("Down")
LESS = say("−")
MORE = say("+")
CHOOSE = say("OK")
BACK = say("Back")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page: `choose` is what END does on it, `change` what minus and plus do (-1, +1)."""

    item: Item
    choose: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None


@dataclass(slots=True)
class Page:
    """A list on the screen; its lines are made anew each time, so that they always show what is."""

    title: Text
    lines: Callable[[], list[Line]]
    chosen: int = 0
    hint: Text | None = None
    players: Callable[[], tuple[Player, ...]] = field(default=tuple)

    def press(self, button: Button) -> None:
        """Do what this button does here; MENU, which leaves the page, is the evening's."""
        lines = self.lines()
        line = lines[self.chosen]
        if button is Button.KEEP_1:
            self.chosen = (self.chosen - 1) % len(lines)
        elif button is Button.KEEP_2:
            self.chosen = (self.chosen + 1) % len(lines)
        elif button is Button.KEEP_3 and line.change:
            line.change(-1)
        elif button is Button.KEEP_4 and line.change:
            line.change(+1)
        elif button is Button.END and line.choose:
            line.choose()
        # A change may have shortened the list.
        self.chosen = min(self.chosen, len(self.lines()) - 1)

    def view(self) -> MenuView:
        """The page as the screen shows it."""
        return MenuView(self.title, tuple(line.item for line in self.lines()), self.chosen, self.hint, self.players())

    def keys(self) -> SoftKeys:
        """What the buttons do on the chosen line."""
        lines = self.lines()
        line = lines[self.chosen]
        keys = {Button.MENU: SoftKey(BACK)}
        if len(lines) > 1:
            keys |= {Button.KEEP_1: SoftKey(UP, lit=True), Button.KEEP_2: SoftKey(DOWN, lit=True)}
        if line.change:
            keys |= {Button.KEEP_3: SoftKey(LESS, lit=True), Button.KEEP_4: SoftKey(MORE, lit=True)}
        if line.choose:
            keys[Button.END] = SoftKey(CHOOSE, lit=True)
        return keys
