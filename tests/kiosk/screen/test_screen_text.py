"""Type is fitted, wrapped where French allows it, and never cut unawares."""

import pytest

from kiosk.games.text import Text
from kiosk.match.seating import Player
from kiosk.screen.drawing import theme
from kiosk.screen.drawing.text import drawable, fit, font, shortened, width, wrap
from kiosk.screen.painter import Painter
from kiosk.view import PageView, TableView


@pytest.mark.parametrize("face", [theme.POSTER, theme.SIGN])
def test_both_faces_hold_french(face: str) -> None:
    for letter in "éèêëàâçîïôûùüœŒÉÈÀÇ«»’…–−·\u202f\u00a0":
        assert font(face, 40).metrics(letter)[0] is not None, letter


def test_a_no_break_space_holds_the_line_together() -> None:
    assert wrap(theme.SIGN, "Qui commence\u202f?", 4.0) == ["Qui", "commence\u202f?"]


def test_text_takes_the_room_there_is() -> None:
    small, large = (fit("Marcel", theme.GIANT, box, unit=1.0, smallest=20, lines=1) for box in ((300, 60), (900, 150)))
    assert small.whole
    assert large.whole
    assert 20 <= small.px < large.px <= theme.GIANT.size
    for fitted, room in ((small, 300), (large, 900)):
        assert font(theme.POSTER, fitted.px).size("Marcel")[0] <= room


def test_what_does_not_fit_is_told() -> None:
    assert not fit("Anticonstitutionnellement", theme.BODY, (60, 40), unit=1.0, smallest=28, lines=1).whole


def test_lines_are_of_equal_length() -> None:
    widths = [
        width(theme.SIGN, line)
        for line in fit("garde ce que tu veux", theme.BODY, (240, 90), unit=1.0, smallest=38, lines=2).lines
    ]
    assert max(widths) < 1.6 * min(widths)


def test_a_line_ends_with_a_part_of_the_sentence_where_none_becomes_much_longer_for_it() -> None:
    said = "Lance les 5 dés\u202f: le plus haut commence", "Deux six\u202f: en tourner un en as ou passer son tour"
    lead, pass_on = (fit(text, theme.FAR, (620, 140), unit=0.8, smallest=28, lines=2).lines for text in said)
    assert [line.replace("\u00a0", " ") for line in lead] == ["Lance les 5 dés\u202f:", "le plus haut commence"]
    assert pass_on[0] != "Deux\u00a0six\u202f:"


def test_a_typed_name_is_shortened_visibly() -> None:
    short = shortened("Marie-Antoinette de Bourgogne", theme.SIGN, 6.0)
    assert short.endswith("…")
    assert width(theme.SIGN, short) <= 6.0
    assert shortened("Jo", theme.SIGN, 6.0) == "Jo"


def test_no_letter_that_there_is_keeps_a_text_from_being_drawn() -> None:
    every_letter_of_ours, some_others = range(0x3000), range(0x3000, 0x110000, 17)
    drawn = (drawable(chr(code)) for code in (*every_letter_of_ours, *some_others))
    for letter in filter(None, drawn):
        font(theme.SIGN, 20).render(letter, True, "white")
    assert drawable("Marie\u202f\u2019\u00a0\u0418\n\u6f22") == "Marie\u202f\u2019\u00a0\u0418\n\u6f22"
    painter = Painter((800, 480))
    for name in ("\0", "\udcff", "\u202e", "\ufe0f", "J\0o"):
        painter.paint(TableView(PageView(Text(name), writing=Player(name, 0))), 0.0)
