"""Names: those used last come first, new ones are written with the buttons."""

from __future__ import annotations

from hardware.panel import KEEPS, Button, Press, PressKind
from kiosk.match.journal import Journal
from kiosk.match.seating import Player
from kiosk.session.modes import Stack
from kiosk.session.naming import GUESTS, LETTERS, WIPE, NamePage, house_name, roster
from kiosk.view import LETTERS_ACROSS

UP, DOWN, LEFT, RIGHT, WRITE = KEEPS


def page(*taken: str) -> tuple[NamePage, list[str]]:
    got: list[str] = []
    return NamePage(Stack(), Player("", 0), got.append, taken), got


def write(sheet: NamePage, name: str) -> None:
    """Walk from letter to letter, and press."""
    for letter in name:
        to = LETTERS.index(letter)
        while sheet.chosen // LETTERS_ACROSS != to // LETTERS_ACROSS:
            press(sheet, DOWN)
        while sheet.chosen != to:
            press(sheet, RIGHT if sheet.chosen < to else LEFT)
        press(sheet, WRITE)


def press(sheet: NamePage, button: Button) -> None:
    sheet.press(Press(frozenset({button}), PressKind.SHORT, 0.0), lambda: True)


def offers(sheet: NamePage, button: Button) -> bool:
    """Whether the button does anything now."""
    return button in set(sheet.keys)


def test_a_name_is_written_with_capitals_where_they_belong() -> None:
    sheet, got = page()
    write(sheet, "ANNE-SOPHIE" + WIPE + "A")
    assert sheet.view.player.name == "Anne-Sophia"
    press(sheet, Button.END)
    assert got == ["Anne-Sophia"]


def test_nothing_and_a_taken_name_are_no_names() -> None:
    sheet, got = page("Jo")
    assert not offers(sheet, Button.END)
    write(sheet, "JO")
    assert not offers(sheet, Button.END)
    press(sheet, Button.END)
    assert got == []


def test_letters_are_walked_round_in_both_directions() -> None:
    sheet, _ = page()
    for button in (UP, DOWN, LEFT, RIGHT):
        press(sheet, button)
    assert sheet.chosen == 0
    press(sheet, UP)
    assert sheet.chosen % LETTERS_ACROSS == 0
    assert sheet.chosen > 0


def test_the_roster_begins_with_who_sat_here_last() -> None:
    journal = Journal()
    journal.start("le_421", None, {}, ["Ana", "Bo"], None)
    journal.start("le_421", None, {}, ["Cy", "House", "Bo"], None, house={1})
    names, sitting = roster(journal)
    assert names[:3] == ("Cy", "Bo", "Ana")
    assert set(GUESTS) <= set(names)
    assert sitting == ("Cy", "Bo")


def test_the_house_has_a_name_in_every_language() -> None:
    assert house_name("en", 1) == "House"
    assert house_name("fr", 2) == "Maison 2"
