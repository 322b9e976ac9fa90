"""The menu of a match: what it takes back, puts right and tells."""

from __future__ import annotations

import pytest
from at_the_bar import Bar

from hardware.panel import Button
from kiosk.games.core import Carry, Leave, Return, Roll, Stop
from kiosk.games.text import say
from kiosk.locale import translate
from kiosk.view import AttractView, DialogView, LessonView, PageView, PlayView, StandingView


def test_the_menu_undoes_the_last_decision(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.press(Button.MENU)
    assert isinstance(bar.scene, PageView)
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


def test_who_left_is_back_by_name_at_their_score(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Somebody leaves")
    bar.press(Button.KEEP_2, Button.END)
    bar.press(Button.MENU)
    bar.choose("Somebody is back")
    jean = bar.menu.items[0]
    assert (translate(jean.label, "en", ["Marie", "Jean"]), jean.detail) == ("Jean", say("Goes on with {n}", n=0))
    bar.press(Button.END)
    assert bar.actions == [Leave(1), Return(1)]
    assert isinstance(bar.scene, PlayView)
    assert [player.house for player in bar.scene.players] == [False, False]
    bar.press(Button.MENU)
    assert "Somebody is back" not in [item.label.message for item in bar.menu.items]


def test_somebody_joins_between_rounds_and_the_match_goes_on_with_one_more(bar: Bar) -> None:
    first = bar.session.begin("cochon", None, {}, ["Marie", "Jean"], 0)
    for _ in range(2):
        first.act(Roll((3,)), Stop(), time=bar.session._now)
    first.act(Leave(1), time=bar.session._now)
    bar.press(Button.MENU)
    bar.choose("Somebody joins")
    bar.choose("Paul")
    second = bar.session.match
    assert second is not None
    assert second.record.players == ("Marie", "Jean", "Paul")
    assert second.actions == [Carry((3, 3, 3)), Leave(1)]
    assert second.view.seat == 0
    assert bar.journal.end(first.record) == {"given_up": True}
    assert bar.journal.unfinished() == second.record
    second.act(Roll((3,)), time=bar.session._now)
    bar.press(Button.MENU)
    assert "Somebody joins" not in [item.label.message for item in bar.menu.items], "not in a round"


def test_the_menu_says_what_an_undo_takes_back_and_the_screen_what_waits(bar: Bar) -> None:
    bar.begin(charge_rolls=3)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(4, 4, 1)
    bar.press(Button.END)
    bar.table.throw_all(5, 5, 2)
    bar.press(Button.MENU)
    undo = next(item for item in bar.menu.items if item.label.message == "Undo")
    assert undo.detail is not None
    told = "Marie: the end of the turn. What was thrown waits: Jean 5-5-2"
    assert translate(undo.detail, "en") == told, "a menu knows no seats"
    bar.choose("Undo")
    bar.session.tick(bar.table.time + 30.0)
    assert isinstance(bar.scene, PlayView)
    assert bar.scene.notice is not None
    assert translate(bar.scene.notice, "en", ["Marie", "Jean"]) == f"Taken back: {told}", "until the match goes on"


def test_an_undo_takes_back_the_players_own_decision_over_the_houses(bar: Bar) -> None:
    bar.session.begin("le_421", "classique", {"charge_rolls": 3}, ["Marie", ""], 0, house=[1])
    bar.table.throw(4, 4, 1)
    bar.press(Button.END)
    bar.table.throw_all(4, 2, 1)
    assert bar.actions == [Roll((4, 4, 1)), Stop(), Roll((4, 2, 1)), Stop()], "the house is content"
    bar.press(Button.MENU)
    bar.choose("Undo")
    assert bar.actions == [Roll((4, 4, 1))]


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
    assert isinstance(bar.scene, PageView)


def test_rules_are_a_page_to_read(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.choose("Rules of this game")
    assert bar.session.match is not None
    rules = bar.session.match.game
    for _ in range(2):
        assert [item.label for item in bar.menu.items] == [*rules.told, rules.origin]
        bar.press(Button.KEEP_5, Button.KEEP_5, Button.KEEP_5)


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
    assert isinstance(bar.scene, PageView)


def test_a_throw_that_counts_closes_the_menu(bar: Bar) -> None:
    bar.begin()
    bar.press(Button.MENU)
    bar.table.throw(6, 6, 6)
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == [Roll((6, 6, 6))]
