"""The menu of a match: what it takes back, puts right and tells."""

from __future__ import annotations

import pytest
from at_the_bar import Bar

from hardware.panel import Button
from kiosk.games.core import Leave, Roll
from kiosk.locale import translate
from kiosk.view import AttractView, DialogView, LessonView, MenuView, PlayView, StandingView


def test_the_menu_undoes_the_last_decision(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.press(Button.MENU)
    assert isinstance(bar.scene, MenuView)
    assert "Undo" not in [item.label.message for item in bar.scene.items], "there are only throws, and they stay"
    bar.press(Button.MENU)
    bar.table.throw_all(4, 4, 1)
    bar.press(Button.END)
    bar.press(Button.MENU)
    bar.choose("Undo")
    assert isinstance(bar.scene, PlayView)
    assert bar.actions[-1] == Roll((4, 4, 1))
    bar.table.rest()
    assert bar.actions[-1] == Roll((4, 4, 1))


def test_the_menu_gives_the_last_throw_to_the_next_player(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 4, 1)
    bar.table.throw_all(5, 5, 2)  # Jean took the dice, and Marie had not pressed END
    bar.press(Button.MENU)
    bar.choose("That was the next player's throw")
    assert bar.session.match is not None
    assert bar.session.match.view.seat == 1
    assert bar.session.match.last_hand == {1: 5, 2: 5, 3: 2}
    bar.table.keep(1, 2)
    bar.table.lift(3)
    bar.table.throw(5, at=900)
    assert bar.actions[-1] == Roll((5,))


def test_the_menu_corrects_a_die_too(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6)
    bar.press(Button.MENU)
    bar.choose("A die was misread")
    assert isinstance(bar.scene, DialogView)
    assert [die.value for die in bar.scene.dice] == [6, 6, 6], "nobody has said yet which one"
    bar.press(Button.KEEP_2, Button.END)
    assert bar.session.match is not None
    assert bar.session.match.corrections == 1


def test_somebody_leaves_and_the_house_plays_on(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Somebody leaves")
    bar.press(Button.KEEP_2, Button.END)
    assert bar.actions == [Leave(1)]
    assert isinstance(bar.scene, PlayView)
    assert [player.house for player in bar.scene.players] == [False, True]


def test_when_the_last_person_leaves_the_match_asks_to_end(bar: Bar) -> None:
    bar.begin("Marie", "Jean")
    bar.press(Button.MENU)
    bar.choose("Somebody leaves")
    bar.press(Button.KEEP_2, Button.END)
    bar.press(Button.MENU)
    bar.choose("Somebody leaves")
    bar.press(Button.END)
    assert bar.menu.title.message == "Nobody else is here: end this match?"
    assert bar.actions == [Leave(1)], "nobody has left yet"
    bar.choose("Yes, end it")
    assert isinstance(bar.scene, AttractView)
    assert bar.journal.unfinished() is None


def test_how_it_stands_is_one_page_of_the_menu(bar: Bar) -> None:
    bar.begin()
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.press(Button.MENU)
    bar.choose("How it stands")
    assert isinstance(bar.scene, StandingView)
    assert bar.scene.now == (0, 0)
    bar.press(Button.END)
    assert isinstance(bar.scene, MenuView)


def test_rules_are_a_page_to_read(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Rules of this game")
    assert bar.session.match is not None
    assert [item.label for item in bar.menu.items] == list(bar.session.match.game.told)
    bar.press(Button.KEEP_5, Button.KEEP_5, Button.KEEP_5)
    assert [item.label for item in bar.menu.items] == list(bar.session.match.game.told)


@pytest.mark.parametrize(
    ("fiches", "pair", "ends"), [("aces", "Two aces", (2, 1, 1)), ("any_pair", "Any pair", (3, 3, 1))]
)
def test_what_decides_the_game_is_drawn_and_its_words_explained_by_the_rules_of_this_match(
    bar: Bar, fiches: str, pair: str, ends: tuple[int, ...]
) -> None:
    bar.begin(fiches=fiches, order="category")
    bar.press(Button.MENU)
    bar.choose("Rules of this game")
    bar.press(Button.KEEP_5)
    assert bar.session.match is not None
    assert isinstance(bar.scene, LessonView)
    assert bar.scene.title == bar.session.match.title
    assert "Classic" in translate(bar.scene.title, "en")
    assert bar.scene.examples[0].hands == ((4, 2, 1),)
    (fiche,) = [example for example in bar.scene.examples if example.name.message == "fiche"]
    assert fiche.hands == ((6, 1, 1), ends)
    assert not bar.scene.words
    bar.press(Button.KEEP_5)
    assert isinstance(bar.scene, LessonView)
    assert not bar.scene.examples
    meanings = {translate(word.word, "en"): translate(word.meaning, "en") for word in bar.scene.words}
    assert {"Fiche", "Baraque", "Suite", "Nénette", "Ace", "Rampo"} <= set(meanings)
    assert meanings["Fiche"].startswith(pair)
    bar.press(Button.KEEP_5)
    assert isinstance(bar.scene, MenuView)


def test_a_throw_that_counts_closes_the_menu(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.table.throw(6, 6, 6)
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == [Roll((6, 6, 6))]
