"""Names: those used last come first, new ones are written with the buttons."""

from __future__ import annotations

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk.games.core import Leave
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.match.log import action_entry
from kiosk.match.seating import Player, house_name
from kiosk.session.modes import Stack
from kiosk.session.naming import GUESTS, LETTERS, WIPE, NamePage, roster
from kiosk.view import LETTERS_ACROSS

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


def test_a_name_is_written_with_capitals_where_they_belong() -> None:
    writing, got = page()
    write(writing, "ANNE-SOPHIE" + WIPE + "A")
    assert writing.view.player.name == "Anne-Sophia"
    press(writing, Button.END)
    assert got == ["Anne-Sophia"]


def test_nothing_and_a_taken_name_are_no_names() -> None:
    writing, got = page("Jo")
    assert not offers(writing, Button.END)
    write(writing, "JO")
    assert not offers(writing, Button.END)
    press(writing, Button.END)
    assert got == []


def test_letters_are_walked_round_in_both_directions() -> None:
    writing, _ = page()
    for button in (UP, DOWN, LEFT, RIGHT):
        press(writing, button)
    assert writing.chosen == 0
    press(writing, UP)
    assert writing.chosen % LETTERS_ACROSS == 0
    assert writing.chosen > 0


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


def test_the_house_has_a_name_in_every_language() -> None:
    assert translate(house_name(1), "en") == "House"
    assert translate(house_name(1), "fr") == "Maison"
    assert translate(house_name(2), "fr") == "Maison 2"


def test_a_name_is_at_most_fourteen_letters_long() -> None:
    sheet, got = page()
    write(sheet, "ABCDEFGHIJKLMNOP")
    assert sheet.view.player.name == "Abcdefghijklmn"
    assert not offers(sheet, WRITE), "there is no room for another"
    write(sheet, WIPE)
    assert sheet.view.player.name == "Abcdefghijklm"
    press(sheet, Button.END)
    assert got == ["Abcdefghijklm"]


def test_the_last_twenty_four_names_are_remembered_before_those_of_guests() -> None:
    journal = Journal()
    people = [f"Person {number}" for number in range(30)]
    for one, other in zip(people[::2], people[1::2], strict=True):
        journal.start("le_421", None, {}, [one, other], None)
    names, sitting = roster(journal)
    assert sitting == ("Person 28", "Person 29")
    assert len(names) == 24 + len(GUESTS)
    assert set(names[:24]) == set(people[6:])
    assert names[24:] == GUESTS
