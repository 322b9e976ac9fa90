"""Names of the people at the table: who was here lately, who may sit down without one, and writing a new one."""

import string
import unicodedata
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from hardware.presses import Button
from kiosk.games.text import Text, say
from kiosk.match.journal import Journal
from kiosk.match.log import DamagedMatchError, actions_of, gone
from kiosk.match.seating import GUESTS, Player
from kiosk.referee.keys import Key, Keys
from kiosk.session.modes import Stack
from kiosk.session.page import CHOOSE, DOWN, UP, Line, Page
from kiosk.view import LETTERS_ACROSS, WIPE, PageView, Picked

REMEMBERED = 24
"""The roster keeps 24 names: to walk past more takes more presses than to write a name."""
LATEST_MATCHES = 500
"""Names are looked for in the latest 500 matches: a start, and each match, must not wait until years are read."""
LETTERS = f"ABCDEFGHIJKLMNOPQRSTUVWXYZ-' {WIPE}1234567890"
MARKED = {
    "A": "ÀÂÄÁÅÃÆĄĂĀ",
    "C": "ÇČĆĊĈ",
    "D": "ĎĐÐ",
    "E": "ÉÈÊËĘĚĖĒ",
    "G": "ĞĢĠĜ",
    "H": "ĤĦ",
    "I": "ÎÏÍÌİĪĮĨ",
    "J": "Ĵ",
    "K": "Ķ",
    "L": "ŁĽĹĻ",
    "N": "ÑŃŇŅŊ",
    "O": "ÔÖÓÒŒØÕŐŌ",
    "R": "ŘŔŖ",
    "S": "ŠŞŚȘŜ",
    "T": "ȚŤŢÞŦ",
    "U": "ÛÜÙÚŮŰŪŲŬŨ",
    "W": "ŴẀẂẄ",
    "Y": "ŸÝŶỲ",
    "Z": "ŽŹŻ",
}
"""What a letter becomes with marks, by the alphabets of Europe: the commonest first, as it takes the fewest presses."""
SMALL = {"İ": "", "ß": "ß"}
"""Small forms that `str.lower` gets wrong: of İ there is none of one letter, and ß is small already."""
SMALL_ONLY = {"S": "ß", "I": "ı"}
"""Marked forms that only small letters have: no name begins with them."""
LEFT, RIGHT = say("Left"), say("Right")
TITLE = say("Write a name")
LATIN_ONLY = say("Only Latin letters can be written here")
TAKEN = say("Somebody here has that name already")
SIGNS = {" ": say("Space"), WIPE: say("Wipe")}
"""Labels of the letters that cannot be seen."""
LONGEST = 16
"""A name has up to 16 letters: room for Jean-Christophe, and still read from two metres."""
FULL = say("A name has up to {n} letters", n=LONGEST)
PARTS = " -'"
"""What parts of a name are joined by; each part begins with a capital."""


def roster(journal: Journal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Everybody's name, the last used first, then guests; and those who sat here to the end of the last match."""
    found: dict[str, None] = {}
    sitting: tuple[str, ...] = ()
    for match in journal.latest(LATEST_MATCHES):
        people = {seat: name for seat, name in enumerate(match.players) if seat not in match.house}
        if not found:  # the latest match, the first that is looked at
            left: set[int] = set()
            with suppress(DamagedMatchError):
                left = gone(actions_of(journal.entries(match)))
            sitting = tuple(name for seat, name in people.items() if seat not in left)
        found |= dict.fromkeys(people.values())
        if len(found) >= REMEMBERED:
            break
    return (*dict.fromkeys((*list(found)[:REMEMBERED], *GUESTS)),), sitting


def marked(letter: str) -> str:
    """The other forms of a letter, with each of its marks, in the same case."""
    base = next((base for base, found in _MARKED_FORMS.items() if letter in found), letter)
    forms = _MARKED_FORMS.get(base, "")
    return forms.replace(base, "", 1)


_MARKED_FORMS = {base: base + forms for base, forms in MARKED.items()} | {
    base.lower(): base.lower() + SMALL_ONLY.get(base, "") + "".join(SMALL.get(form, form.lower()) for form in forms)
    for base, forms in MARKED.items()
}
"""Each letter, followed by its marked forms."""


_WRITTEN = {*"0123456789", *PARTS, *"".join(_MARKED_FORMS.values()), *string.ascii_letters}
"""All that names are written with: the screen's fonts have no other letters."""
_TYPESET = str.maketrans({**dict.fromkeys("’‘ʼ´`′", "'"), **dict.fromkeys("‐‑‒–—−", "-")})
"""What keyboards, phones and clipboards make of the two signs that stand in names."""


def written(letter: str) -> str:
    """A letter as names are written: with as many of its marks as the fonts have; empty if they lack the letter."""
    parts = unicodedata.normalize("NFD", letter)
    # The whole letter first, then without its last mark, and so on.
    forms = (unicodedata.normalize("NFC", parts[:end]) for end in range(len(parts), 0, -1))
    return next((form for form in forms if form in _WRITTEN), "")


def known(journal: Journal, names: Collection[str]) -> bool:
    """Whether any of these people has played here lately."""
    return any(
        name in names
        for match in journal.latest(LATEST_MATCHES)
        for seat, name in enumerate(match.players)
        if seat not in match.house
    )


class NamePage(Page):
    """A page on which a name is written; `take` gets the name, `taken` are those that others have."""

    def __init__(
        self, stack: Stack, player: Player, take: Callable[[str], None], taken: Sequence[str], name: str = ""
    ) -> None:
        super().__init__(stack, TITLE)
        self.name = name
        self._player, self._take, self._taken = player, take, taken
        self._left_out: Text | None = None
        """Why a letter typed last was left out."""

    def lines(self) -> list[Line]:
        return [Line(Text(letter)) for letter in self._letters]

    def dress(self, view: PageView) -> PageView:
        wrong = self._left_out or (TAKEN if self.name.strip() in self._taken else TITLE)
        return replace(view, title=wrong, writing=Player(self.name, self._player.colour))

    @property
    def keys(self) -> Keys:
        keys = {
            Button.KEEP_1: Key(UP, partial(self._climb, -1)),
            Button.KEEP_2: Key(DOWN, partial(self._climb, 1)),
            Button.KEEP_3: Key(LEFT, partial(self._walk, -1)),
            Button.KEEP_4: Key(RIGHT, partial(self._walk, 1)),
            Button.MENU: self._back,
        }
        letter = self._letters[self.chosen]
        if self._takes(letter):
            shown = SIGNS.get(letter) or Text("{letter}", (("letter", letter),))
            keys[Button.KEEP_5] = Key(shown, partial(self._write, letter))
        name = self.name.strip()
        if name and name not in self._taken:
            keys[Button.END] = Key(CHOOSE, partial(self._take, name))
        return keys

    @property
    def unfinished(self) -> bool:
        return bool(self.name)

    def type(self, text: str) -> None:
        """Somebody typed this: letters stay as they were typed, but each part of the name begins with a capital."""
        self._left_out = None
        text = text.translate(_TYPESET)
        if self.name and unicodedata.combining(text[:1] or " "):
            text, self.name = self.name[-1] + text, self.name[:-1]  # a mark that comes after its letter
        for letter in unicodedata.normalize("NFKC", text):
            form = letter if letter == WIPE else written(letter)
            if form == WIPE or (form and len(self.name) < LONGEST):
                self._add(form)
            elif form or unicodedata.category(letter)[0] not in "MC":  # marks and control characters: nobody sees them
                self._left_out = FULL if form else LATIN_ONLY

    def pick(self, picked: Picked) -> None:
        letter = picked.what.message if isinstance(picked.what, Text) else ""
        if letter and letter in self._letters:
            self.chosen = self._letters.index(letter)
            if self._takes(letter):
                self._write(letter)

    @property
    def _letters(self) -> str:
        """The letters of the page: those of every name, then the marked forms of the letter written last."""
        return LETTERS + (marked(self.name[-1]) if self.name else "")

    def _takes(self, letter: str) -> bool:
        """Whether this can be written now: there is room for it, or something to wipe out."""
        return bool(self.name) if letter == WIPE or letter not in LETTERS else len(self.name) < LONGEST

    def _climb(self, step: int) -> None:
        """Choose the letter above or below, round and round; in the row of marked letters the first one."""
        rows = -(-len(self._letters) // LETTERS_ACROSS)
        row, column = divmod(self.chosen, LETTERS_ACROSS)
        row = (row + step) % rows
        self.chosen = row * LETTERS_ACROSS + (column if row * LETTERS_ACROSS < len(LETTERS) else 0)

    def _walk(self, step: int) -> None:
        """Choose the next letter, round and round; the row of marked letters is a round of its own."""
        first, end = (0, len(LETTERS)) if self.chosen < len(LETTERS) else (len(LETTERS), len(self._letters))
        self.chosen = first + (self.chosen - first + step) % (end - first)

    def _write(self, letter: str) -> None:
        """Write a letter of the page; a marked one replaces the last letter, and the plain one is chosen again."""
        self._left_out = None
        if letter not in LETTERS:
            base = next(base for base, forms in _MARKED_FORMS.items() if letter in forms)
            self.name = self.name[:-1] + letter
            self.chosen = LETTERS.index(base.upper())
        else:
            self._add(letter.lower())

    def _add(self, letter: str) -> None:
        """Write what comes next: a capital begins each part of a name."""
        if letter == WIPE:
            self.name = self.name[:-1]
        elif len(self.name) < LONGEST:
            begins = not self.name or self.name[-1] in PARTS
            capital = letter.upper() if len(letter.upper()) == 1 else letter  # ß.upper() is SS
            self.name += capital if begins else letter
        if self.chosen >= len(self._letters):
            self.chosen = 0
