"""Names of the people at the table: who was here lately, who may sit down without one, and writing a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.match.seating import Player
from kiosk.session.menu import BACK, CHOOSE, DOWN, UP
from kiosk.view import LETTERS_ACROSS, NameView, SoftKey, SoftKeys

GUESTS = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam")
"""Guests who sit down without giving a name; more than any game seats."""
REMEMBERED = 24
"""Names that the roster keeps: more would be more presses than writing one."""
WIPE = "\b"
"""Stands among the letters for wiping the last one out."""
LETTERS = f"ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÊËÇÏÔÜ-' {WIPE}"
STEPS = {
    Button.KEEP_1: -LETTERS_ACROSS,
    Button.KEEP_2: LETTERS_ACROSS,
    Button.KEEP_3: -1,
    Button.KEEP_4: 1,
}
"""As in any list, up and down first."""
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
        """Walk to a letter, write it, or take the name."""
        if button in STEPS:
            self.chosen = self._walked(STEPS[button])
        elif button is Button.KEEP_5 and LETTERS[self.chosen] == WIPE:
            self.name = self.name[:-1]
        elif button is Button.KEEP_5 and len(self.name) < LONGEST:
            self.name += self._letter()
        elif button is Button.END and self._good():
            self.take(self.name.strip())

    def view(self) -> NameView:
        """The page as the screen shows it."""
        player = Player(self.name, self.player.colour)
        return NameView(say("Write a name"), player, LETTERS, self.chosen)

    def keys(self) -> SoftKeys:
        """What the buttons do."""
        letter = LETTERS[self.chosen]
        names = {" ": say("Space"), WIPE: say("Wipe")}
        write = names.get(letter, Text("{letter}", (("letter", letter),)))
        keys = {
            Button.KEEP_1: SoftKey(UP, lit=True),
            Button.KEEP_2: SoftKey(DOWN, lit=True),
            Button.KEEP_3: SoftKey(say("Left"), lit=True),
            Button.KEEP_4: SoftKey(say("Right"), lit=True),
            Button.MENU: SoftKey(BACK),
        }
        if self.name if letter == WIPE else len(self.name) < LONGEST:
            keys[Button.KEEP_5] = SoftKey(write, lit=True)
        if self._good():
            keys[Button.END] = SoftKey(CHOOSE, lit=True)
        return keys

    def _walked(self, step: int) -> int:
        """The letter so many places on; columns are walked round."""
        to = self.chosen + step
        if to in range(len(LETTERS)) or abs(step) == 1:
            return to % len(LETTERS)
        column = range(self.chosen % LETTERS_ACROSS, len(LETTERS), LETTERS_ACROSS)
        return column[0] if step > 0 else column[-1]

    def _letter(self) -> str:
        """The chosen letter: a capital begins each part of a name."""
        letter = LETTERS[self.chosen]
        begins = not self.name or self.name[-1] in " -'"
        return letter if begins else letter.lower()

    def _good(self) -> bool:
        return bool(self.name.strip()) and self.name.strip() not in self.taken
