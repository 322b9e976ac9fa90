"""Names of the people at the table: who was here lately, who may sit down without one, and writing a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.panel import Button
from kiosk.games.core import Text, say
from kiosk.journal import Journal
from kiosk.locale import translate
from kiosk.menus import BACK, CHOOSE
from kiosk.view import LETTERS_ACROSS, NameView, Player, SoftKey, SoftKeys

GUESTS = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam")
"""Guests who sit down without giving a name; more than any game seats."""
REMEMBERED = 24
"""Names that the roster keeps: more would be more presses than writing one."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÊËÇÏÔÜ-' "
LONGEST = 14
"""Letters of a name: what can be read from two metres."""
HOUSE = say("House")
"""What a seat is called that the house plays from the start."""


def house_name(language: str, number: int) -> str:
    """The name of the house's seat; more than one are numbered."""
    name = translate(HOUSE, language)
    return name if number == 1 else f"{name} {number}"


def roster(journal: Journal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody's name, the last used first, then guests; and those who sat here last."""
    found: dict[str, None] = {}
    sitting: tuple[str, ...] = ()
    for match in reversed(journal.matches()):
        people = tuple(name for seat, name in enumerate(match.players) if seat not in match.house)
        sitting = sitting or people
        found |= dict.fromkeys(people)
        if len(found) >= REMEMBERED:
            break
    return (*dict.fromkeys((*list(found)[:REMEMBERED], *GUESTS)),), sitting


@dataclass(slots=True)
class NamePage:
    """A name being written; `take` gets it, `taken` are those that others have."""

    player: Player
    take: Callable[[str], None]
    taken: Sequence[str]
    name: str = ""
    chosen: int = 0

    def press(self, button: Button) -> None:
        """Choose a letter, write it, wipe one out, or take the name."""
        if button is Button.KEEP_1:
            self.chosen = (self.chosen - 1) % len(LETTERS)
        elif button is Button.KEEP_2:
            self.chosen = (self.chosen + 1) % len(LETTERS)
        elif button is Button.KEEP_3:
            below = self.chosen + LETTERS_ACROSS
            self.chosen = below if below < len(LETTERS) else self.chosen % LETTERS_ACROSS
        elif button is Button.KEEP_4 and len(self.name) < LONGEST:
            self.name += self._letter()
        elif button is Button.KEEP_5:
            self.name = self.name[:-1]
        elif button is Button.END and self._good():
            self.take(self.name.strip())

    def view(self) -> NameView:
        """The page as the screen shows it."""
        player = Player(self.name, self.player.colour)
        return NameView(say("Write a name"), player, LETTERS, self.chosen)

    def keys(self) -> SoftKeys:
        """What the buttons do."""
        letter = LETTERS[self.chosen]
        write = say("Space") if letter == " " else Text("{letter}", (("letter", letter),))
        keys = {
            Button.KEEP_1: SoftKey(say("Left"), lit=True),
            Button.KEEP_2: SoftKey(say("Right"), lit=True),
            Button.KEEP_3: SoftKey(say("Down"), lit=True),
            Button.MENU: SoftKey(BACK),
        }
        if len(self.name) < LONGEST:
            keys[Button.KEEP_4] = SoftKey(write, lit=True)
        if self.name:
            keys[Button.KEEP_5] = SoftKey(say("Wipe"), lit=True)
        if self._good():
            keys[Button.END] = SoftKey(CHOOSE, lit=True)
        return keys

    def _letter(self) -> str:
        """The chosen letter: a capital begins each part of a name."""
        letter = LETTERS[self.chosen]
        begins = not self.name or self.name[-1] in " -'"
        return letter if begins else letter.lower()

    def _good(self) -> bool:
        return bool(self.name.strip()) and self.name.strip() not in self.taken
