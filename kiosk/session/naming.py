"""Names of the people at the table: who was here lately, who may sit down without one, and writing a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from hardware.presses import Button
from kiosk.games.core import Leave
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.log import actions_of
from kiosk.match.seating import Player
from kiosk.referee.keys import Key, Keys
from kiosk.session.menu import BACK, CHOOSE, DOWN, UP
from kiosk.session.modes import Mode, Stack
from kiosk.view import LETTERS_ACROSS, NameView

GUESTS = ("Marie", "Jean", "Lucie", "Paul", "Chloé", "Hugo", "Nina", "Léo", "Alice", "Tom", "Zoé", "Sam")
"""Guests who sit down without giving a name; more than any game seats."""
REMEMBERED = 24
"""Names that the roster keeps: more would be more presses than writing one."""
LOOKED_AT = 500
"""Matches, the latest, among which names are looked for: a start, and each match, must not wait for years."""
WIPE = "\b"
"""Stands among the letters for wiping the last one out."""
LETTERS = f"ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÊËÇÏÔÜ-' {WIPE}"
STEPS = (
    (Button.KEEP_1, UP, -LETTERS_ACROSS),
    (Button.KEEP_2, DOWN, LETTERS_ACROSS),
    (Button.KEEP_3, say("Left"), -1),
    (Button.KEEP_4, say("Right"), 1),
)
"""As in any list, up and down first."""
LONGEST = 14
"""Letters of a name: what can be read from two metres."""


def roster(journal: Journal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody's name, the last used first, then guests; and those who sat here to the end of the last match."""
    found: dict[str, None] = {}
    sitting: tuple[str, ...] = ()
    for match in journal.latest(LOOKED_AT):
        people = {seat: name for seat, name in enumerate(match.players) if seat not in match.house}
        if not found:
            left = {action.seat for action in actions_of(journal.entries(match)) if isinstance(action, Leave)}
            sitting = tuple(name for seat, name in people.items() if seat not in left)
        found |= dict.fromkeys(people.values())
        if len(found) >= REMEMBERED:
            break
    return (*dict.fromkeys((*list(found)[:REMEMBERED], *GUESTS)),), sitting


@dataclass(slots=True)
class NamePage(Mode):
    """A name being written; `take` gets it, `taken` are those that others have."""

    pages: Stack
    player: Player
    take: Callable[[str], None]
    taken: Sequence[str]
    name: str = ""
    chosen: int = 0

    @property
    def view(self) -> NameView:
        """The page as the screen shows it."""
        player = Player(self.name, self.player.colour)
        return NameView(say("Write a name"), player, LETTERS, self.chosen)

    @property
    def keys(self) -> Keys:
        """Walk to a letter, write it, or take the name."""
        keys = {button: Key(label, partial(self._walk, step)) for button, label, step in STEPS}
        keys[Button.MENU] = Key(BACK, self.pages.close, lit=False)
        letter = LETTERS[self.chosen]
        if letter == WIPE and self.name:
            keys[Button.KEEP_5] = Key(say("Wipe"), self._wipe)
        elif letter != WIPE and len(self.name) < LONGEST:
            shown = say("Space") if letter == " " else Text("{letter}", (("letter", letter),))
            keys[Button.KEEP_5] = Key(shown, self._write)
        name = self.name.strip()
        if name and name not in self.taken:
            keys[Button.END] = Key(CHOOSE, partial(self.take, name))
        return keys

    def _walk(self, step: int) -> None:
        """Choose the letter so many places on; columns are walked round."""
        to = self.chosen + step
        if to in range(len(LETTERS)) or abs(step) == 1:
            self.chosen = to % len(LETTERS)
            return
        column = range(self.chosen % LETTERS_ACROSS, len(LETTERS), LETTERS_ACROSS)
        self.chosen = column[0] if step > 0 else column[-1]

    def _write(self) -> None:
        """Write the chosen letter: a capital begins each part of a name."""
        letter = LETTERS[self.chosen]
        begins = not self.name or self.name[-1] in " -'"
        self.name += letter if begins else letter.lower()

    def _wipe(self) -> None:
        self.name = self.name[:-1]
