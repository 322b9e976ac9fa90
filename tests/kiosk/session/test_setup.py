"""A match is set up with seven buttons: game, preset, house rules, players and their names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from at_the_bar import Bar
from made_up import MadeUpTable
from one_throw import cut_off

from hardware.panel import Button
from kiosk.games.registry import game, games
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.match.seating import house_name
from kiosk.referee.keeping import Keeping
from kiosk.screen.painter import Painter
from kiosk.session.how_to import KEEP
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import HowToView, LessonView, PageView, PlayView


def test_a_match_is_set_up_with_the_buttons_alone(bar: Bar) -> None:
    bar.press(Button.END)
    le_421 = game("le_421")
    bar.choose(le_421.title.message)
    bar.choose(le_421.preset_titles["courte"].message)
    bar.press(Button.KEEP_3)  # three players become two
    assert [player.name for player in bar.menu.players] == ["Marie", "Jean"]
    bar.press(Button.KEEP_2, Button.KEEP_4)  # Marie becomes somebody else
    name = bar.menu.players[0].name
    assert name not in {"Marie", "Jean"}
    bar.press(Button.END)
    assert isinstance(bar.scene, HowToView), "nobody of them has played here"
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)
    assert bar.session.match is not None
    assert (bar.session.match.game.name, bar.session.match.game.preset) == ("le_421", "courte")
    assert [player.name for player in bar.session.match.players] == [name, "Jean"]


def test_what_the_owner_prefers_is_offered_first() -> None:
    session = Session(Journal(), start=Start(favourite="zanzibar", presets={"le_421": "belge"}))
    table = MadeUpTable(session.scene, session.press)
    table.end()
    scene = session.view.scene
    assert isinstance(scene, PageView)
    assert games()[scene.chosen].name == "zanzibar"
    while games()[scene.chosen].name != "le_421":
        table.press(Button.KEEP_2)
        scene = session.view.scene
        assert isinstance(scene, PageView)
    table.end()
    scene = session.view.scene
    assert isinstance(scene, PageView)
    assert scene.items[scene.chosen].label == game("le_421").preset_titles["belge"]


def test_house_rules_are_changed_one_by_one(bar: Bar) -> None:
    bar.press(Button.END)
    le_421 = game("le_421")
    bar.choose(le_421.title.message)
    bar.choose("House rules…")
    titles = [item.label for item in bar.menu.items]
    tokens = next(switch for switch in le_421.switches if switch.name == "tokens")
    for _ in range(titles.index(tokens.title)):
        bar.press(Button.KEEP_2)
    bar.press(Button.KEEP_3, Button.KEEP_3, Button.END, Button.END)
    assert bar.session.match is not None
    assert bar.session.match.game.options["tokens"] == 19


def test_a_house_rule_shows_at_once_what_it_changes_of_what_decides_the_game(bar: Bar) -> None:
    bar.press(Button.END)
    bar.choose(game("le_421").title.message)
    bar.choose("House rules…")
    assert bar.menu.ladder is not None
    before = bar.menu.ladder.examples
    assert not bar.menu.ladder.moved
    titles = [item.label.message for item in bar.menu.items]
    for _ in range(titles.index("Hands go by")):
        bar.press(Button.KEEP_2)
    bar.press(Button.KEEP_4)
    assert bar.menu.ladder.examples != before
    assert bar.menu.ladder.moved == set(bar.menu.ladder.examples) - set(before)


def test_rules_can_be_read_before_the_match(bar: Bar) -> None:
    bar.press(Button.END, Button.KEEP_5)
    assert bar.menu.reading
    first = games()[0]()
    assert [item.label for item in bar.menu.items] == [*first.told, first.origin]
    bar.press(Button.END, Button.END, Button.KEEP_5)
    assert bar.menu.reading
    bar.press(Button.MENU)
    assert not bar.menu.reading


def test_the_house_takes_a_seat_but_not_the_last_one(bar: Bar) -> None:
    bar.press(Button.END, Button.END, Button.END)
    bar.press(Button.KEEP_3, Button.KEEP_2, Button.KEEP_3)  # two players, the first: one back from the first name
    assert [player.house for player in bar.menu.players] == [True, False]
    bar.press(Button.KEEP_2, Button.KEEP_3)
    assert [player.house for player in bar.menu.players] == [True, False], "somebody must play"
    bar.press(Button.END)
    assert isinstance(bar.scene, HowToView), "nobody of them has played here"
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)
    assert [player.house for player in bar.scene.players] == [True, False]
    assert bar.scene.players[0].name == house_name(1)


@pytest.mark.parametrize(("language", "name", "other"), [("en", "House", "Maison"), ("fr", "Maison", "House")])
def test_a_seat_of_the_house_is_named_in_the_language_of_the_moment(
    bar: Bar, language: str, name: str, other: str
) -> None:
    bar.press(Button.END, Button.END, Button.END)
    bar.press(Button.KEEP_3, Button.KEEP_2, Button.KEEP_3)
    scenes = [bar.session.view]
    bar.press(Button.END)
    cut_off(bar.journal)
    again = Bar(bar.path)
    scenes.append(again.session.view)
    again.press(Button.MENU)
    again.choose("How it stands")
    scenes.append(again.session.view)
    for view in scenes:
        painter = Painter((1280, 720))
        painter.paint(replace(view, language=language), 0.0)
        drawn = {text.string for text in painter.canvas.placed}
        assert name in drawn
        assert other not in drawn
    record = again.journal.unfinished()
    assert record is not None
    assert record.players[0] == "House", "written down in one language only"


def test_people_who_play_here_for_the_first_time_see_how_a_turn_goes(bar: Bar) -> None:
    bar.press(Button.END, Button.END, Button.END, Button.END)
    view = bar.scene
    assert isinstance(view, HowToView)
    assert view.steps[1].hint == KEEP[Keeping.BUTTONS]
    bar.table.empty()
    bar.table.throw(6, 6, 6)
    assert isinstance(bar.scene, PlayView), "whoever throws has seen it"
    assert len(bar.actions) == 1
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    bar.press(Button.END, Button.END, Button.END, Button.END)
    assert isinstance(bar.scene, PlayView), "they know it by now"


def test_where_hands_keep_the_pictures_say_so(path: Path) -> None:
    session = Session(Journal(path), start=Start(keeping=Keeping.HANDS))
    table = MadeUpTable(session.scene, session.press)
    for _ in range(4):
        table.press(Button.END)
    view = session.view.scene
    assert isinstance(view, HowToView)
    assert view.steps[1].hint == KEEP[Keeping.HANDS]
    for button in (Button.END, Button.MENU):
        assert button in session.view.keys
    table.press(Button.MENU)
    assert isinstance(session.view.scene, PlayView)


def test_every_preset_says_in_a_phrase_what_differs(bar: Bar) -> None:
    longest = 0
    for known in games():
        longest = max([longest, *(len(about.message) for about in known.preset_abouts.values())])
    assert longest <= 90
    bar.press(Button.END, Button.END)
    assert bar.menu.items[0].detail == game("le_421").preset_abouts["texte"]


def test_the_rules_that_are_shown_are_those_of_the_preset_under_the_finger(bar: Bar) -> None:
    bar.press(Button.END, Button.END, Button.KEEP_2, Button.KEEP_2, Button.KEEP_5)
    assert "Short" in translate(bar.menu.title, "en")
    bar.press(Button.KEEP_5)
    assert isinstance(bar.scene, LessonView)
    worth = bar.scene.examples[0].worth
    assert worth is not None
    assert dict(worth.values)["n"] == 8


def test_plus_and_minus_are_dark_where_a_setting_ends(bar: Bar) -> None:
    less, more = Button.KEEP_3, Button.KEEP_4
    bar.press(Button.END, Button.END, Button.END)
    bar.press(less)
    assert less not in bar.session.view.keys, "two players at least"
    while more in bar.session.view.keys:
        bar.press(more)
    assert len(bar.menu.players) == games()[0].seats.stop - 1
    assert less in bar.session.view.keys


def test_a_new_name_is_written_and_remembered(bar: Bar, path: Path) -> None:
    bar.press(Button.END, Button.END, Button.END, Button.KEEP_2, Button.KEEP_5)
    assert isinstance(bar.scene, PageView)
    bar.press(Button.KEEP_5, Button.KEEP_4, Button.KEEP_5, Button.END)
    assert bar.menu.players[0].name == "Ab"
    bar.press(Button.END)
    cut_off(bar.journal)
    after = Bar(path)
    assert isinstance(after.scene, PlayView)
    after.press(Button.MENU)
    after.choose("End the match")
    after.choose("Yes, end it")
    after.press(Button.END, Button.END, Button.END)
    assert after.menu.players[0].name == "Ab", "whoever sat here last sits down first"
