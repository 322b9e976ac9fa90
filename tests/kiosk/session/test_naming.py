"""Names: those used last come first, new ones are written with the buttons."""

import string

import pygame
import pytest

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk.games.core import Leave
from kiosk.games.text import Text
from kiosk.match.journal import Journal
from kiosk.match.log import action_entry
from kiosk.match.seating import GUESTS, Player
from kiosk.screen.drawing import text, theme
from kiosk.session.modes import Stack
from kiosk.session.naming import FULL, LATIN_ONLY, LETTERS, TAKEN, TITLE, NamePage, marked, roster, written
from kiosk.view import LETTERS_ACROSS, WIPE

UP, DOWN, LEFT, RIGHT, WRITE = KEEPS


def page(*taken: str) -> tuple[NamePage, list[str]]:
    got: list[str] = []
    return NamePage(Stack(), Player("", 0), got.append, taken), got


def write(writing: NamePage, name: str) -> None:
    """Walk from letter to letter, and press."""
    for letter in name:
        to = LETTERS.index(letter)
        while writing.chosen // LETTERS_ACROSS != to // LETTERS_ACROSS:
            press(writing, DOWN)
        while writing.chosen != to:
            press(writing, RIGHT if writing.chosen < to else LEFT)
        press(writing, WRITE)


def press(writing: NamePage, button: Button) -> None:
    writing.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)


def offers(writing: NamePage, button: Button) -> bool:
    """Whether the button does anything now."""
    return button in set(writing.keys)


@pytest.mark.parametrize(
    ("letters", "name"),
    [("ANNE-SOPHIE" + WIPE + "A", "Anne-Sophia"), ("JEAN-CHRISTOPHE", "Jean-Christophe"), ("TIM 07", "Tim 07")],
)
def test_a_name_is_written_with_capitals_where_they_belong(letters: str, name: str) -> None:
    writing, got = page()
    write(writing, letters)
    press(writing, Button.END)
    assert got == [name]


def test_nothing_and_a_taken_name_are_no_names() -> None:
    writing, got = page("Jo")
    assert not offers(writing, Button.END)
    write(writing, "JO")
    assert not offers(writing, Button.END)
    press(writing, Button.END)
    assert got == []


def test_the_roster_begins_with_who_sat_here_last() -> None:
    journal = Journal()
    journal.start("le_421", None, {}, ["Ana", "Bo"], None)
    journal.start("le_421", None, {}, ["Cy", "House", "Bo"], None, house={1})
    names, sitting = roster(journal)
    assert names[:3] == ("Cy", "Bo", "Ana")
    assert set(GUESTS) <= set(names)
    assert sitting == ("Cy", "Bo")


def test_who_left_during_the_last_match_sits_there_no_longer() -> None:
    journal = Journal()
    match = journal.start("le_421", None, {}, ["Cy", "House", "Bo"], None, house={1})
    journal.write(match, action_entry(Leave(2), 1.0))
    names, sitting = roster(journal)
    assert sitting == ("Cy",)
    assert names[:2] == ("Cy", "Bo"), "but the name is known"


def test_a_name_is_at_most_sixteen_letters_long() -> None:
    sheet, got = page()
    write(sheet, "ABCDEFGHIJKLMNOPQR")
    assert sheet.name == "Abcdefghijklmnop"
    assert not offers(sheet, WRITE), "there is no room for another"
    sheet.type("q")
    assert sheet.name == "Abcdefghijklmnop"
    write(sheet, WIPE)
    assert sheet.name == "Abcdefghijklmno"
    press(sheet, Button.END)
    assert got == ["Abcdefghijklmno"]


MOST_PRESSES = 8
"""To a letter with its mark, from the one without: two rows, half of ten marks, and the press that writes it."""
OTHERS = "ĔĕĬĭŎŏĲĳĿŀŉſĸªº"
"""Of no alphabet today, or two letters."""
PLACES = map(chr, (*range(0xC0, 0x180), 0x218, 0x219, 0x21A, 0x21B))
EUROPE = [letter for letter in PLACES if letter.isalpha() and letter not in OTHERS]


def presses(letter: str, climb: Button, walk: Button) -> int:
    """How many it takes from the letter without marks to this one, this way."""
    base = next(base for base in string.ascii_letters if letter in marked(base))
    writing, _ = page()
    write(writing, "X" * base.islower() + base.upper())
    begun, count = writing.name, 1
    while writing.chosen < len(LETTERS):
        press(writing, climb)
        count += 1
    while writing.view.items[writing.chosen].label.message != letter:
        press(writing, walk)
        count += 1
    press(writing, WRITE)
    assert writing.name == begun[:-1] + letter
    assert LETTERS[writing.chosen] == base.upper(), "from there one goes on"
    return count


def test_every_marked_letter_of_europe_is_a_few_presses_from_the_letter_without() -> None:
    marks = "".join(map(marked, string.ascii_letters))
    assert [letter for letter in EUROPE if letter not in marks or written(letter) != letter] == []
    for letter in EUROPE[::11]:
        fewest = min(presses(letter, climb, walk) for climb in (UP, DOWN) for walk in (LEFT, RIGHT))
        assert fewest <= MOST_PRESSES, letter


def test_letters_are_walked_round_in_both_directions() -> None:
    writing, _ = page()
    for button in (UP, DOWN, LEFT, RIGHT):
        press(writing, button)
    assert writing.chosen == 0
    press(writing, UP)
    assert divmod(writing.chosen, LETTERS_ACROSS) == (3, 0)


@pytest.mark.parametrize(("letter", "most"), [("É", 2), ("è", 3), ("ç", 2), ("Ñ", 3), ("ö", 4), ("ß", 3), ("Ł", 3)])
def test_the_commonest_marks_are_the_nearest(letter: str, most: int) -> None:
    assert min(presses(letter, climb, RIGHT) for climb in (UP, DOWN)) <= most


def test_what_is_typed_keeps_its_capitals_and_what_no_name_is_written_with_is_left_out() -> None:
    writing, _ = page()
    writing.type("mcLEOD" + WIPE * 3 + "eod; 漢字!")
    assert writing.name == "McLeod "
    other, _ = page()
    other.type("zoe\u0308")
    assert other.name == "Zoë", "composed on the way"


@pytest.mark.parametrize(
    ("typed", "name", "said"),
    [
        ("O’Brien", "O'Brien", TITLE),
        ("Anne–Marie", "Anne-Marie", TITLE),
        ("Nguyễn", "Nguyên", TITLE),
        ("Ａｎａ", "Ana", TITLE),
        ("Jo\u200b\u200d\ufe0f", "Jo", TITLE),
        ("Jo🎲", "Jo", LATIN_ONLY),
        ("Νίκος", "", LATIN_ONLY),
        ("Олег", "", LATIN_ONLY),
        ("דנה", "", LATIN_ONLY),
        ("\u202eJo", "Jo", TITLE),
        ("Jo\n\0", "Jo", TITLE),
        (200 * "x", "X" + 15 * "x", FULL),
        ("ana", "Ana", TAKEN),
        (WIPE, "", TITLE),
    ],
)
def test_what_is_typed_stands_there_or_the_page_says_why_not(typed: str, name: str, said: Text) -> None:
    writing, _ = page("Ana") if said is TAKEN else page()
    writing.type(typed)
    assert (writing.name, writing.view.title) == (name, said)
    writing.type("x" + WIPE)
    assert writing.view.title == (TAKEN if said is TAKEN else FULL if said is FULL else TITLE), "it goes with the next"


def test_every_letter_of_a_name_can_be_drawn() -> None:
    letters = {letter for letter in (*LETTERS, *EUROPE) if not letter.isspace() and letter != WIPE}
    for face in (theme.FIGURE.face, theme.BODY.face):
        font = text.font(face, 60)

        def drawn(letter: str, font: pygame.font.Font = font) -> bytes:
            return pygame.image.tobytes(font.render(letter, True, "white", "black"), "RGB")

        assert [letter for letter in letters if drawn(letter) == drawn("漢")] == []


def test_the_last_twenty_four_names_are_remembered_before_those_of_guests() -> None:
    journal = Journal()
    people = [f"Person {number}" for number in range(30)]
    for first, second in zip(people[::2], people[1::2], strict=True):
        journal.start("le_421", None, {}, [first, second], None)
    names, sitting = roster(journal)
    assert sitting == ("Person 28", "Person 29")
    assert len(names) == 24 + len(GUESTS)
    assert set(names[:24]) == set(people[6:])
    assert names[24:] == GUESTS
