"""The end of a match: who won stays to be read, then a press leads on, and the attract screen remembers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from at_the_bar import Bar
from one_throw import cut_off

from hardware.panel import KEEPS, Button
from kiosk.games.core import Over, Roll, Throw
from kiosk.locale import translate
from kiosk.match.online import Online
from kiosk.match.seating import house_name
from kiosk.session.attract import CYCLE_S, EVENING_S, POSTER_S
from kiosk.session.result import READ_S
from kiosk.session.session import ATTRACT_S, END_IDLE_S
from kiosk.session.start import Start
from kiosk.view import AttractView, DialogView, EndView, PlayView


def played_to_the_end(bar: Bar) -> Over:
    bar.begin(tokens=1)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    return to_the_end(bar)


def to_the_end(bar: Bar) -> Over:
    """Marie throws 421 whenever it is her turn, Jean the worst, and Lucie a little more."""
    match = bar.session.match
    assert match is not None
    while isinstance(match.wait, Throw):
        bar.table.throw_all(*((4, 2, 1), (6, 5, 3), (6, 5, 4))[match.wait.seat])
        if not isinstance(match.wait, Throw | Over):
            bar.table.end()
    assert isinstance(match.wait, Over)
    return match.wait


def test_the_end_shows_the_places_and_end_plays_once_more(bar: Bar) -> None:
    over = played_to_the_end(bar)
    assert isinstance(bar.scene, EndView)
    bar.press(Button.END)
    assert isinstance(bar.scene, EndView), "END once too often does not hide who won"
    assert Button.END not in bar.session.view.keys
    bar.table.time += READ_S
    assert bar.scene.standing == over.standing == ((0,), (1,))
    assert [die.value for die in bar.scene.dice]
    bar.press(Button.END)
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == []
    bar.table.rest()
    assert bar.actions == [], "the dice of the last match were not thrown in this one"
    bar.table.throw_all(2, 3, 5)
    assert bar.actions == [Roll((2, 3, 5))]


def test_a_lit_key_held_leads_on_too_and_a_dark_one_corrects_its_die(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.table.time += READ_S
    bar.table.press(KEEPS[2], long=True)
    assert isinstance(bar.scene, DialogView)
    bar.press(Button.MENU)
    bar.table.press(Button.END, long=True)
    assert isinstance(bar.scene, PlayView)
    assert bar.actions == []


def test_the_loser_may_lead_the_next_match(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.table.time += READ_S
    bar.press(Button.KEEP_2)
    assert bar.session.match is not None
    assert bar.session.match.wait == Throw(1, (1, 2, 3))
    assert bar.session.match.record.first == 1
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    attract = bar.scene
    assert isinstance(attract, AttractView)
    assert translate(attract.last[1], "en") == "Marie: 1 win", "a rematch does not forget who won"


def leaves(bar: Bar, name: str) -> None:
    bar.press(Button.MENU)
    bar.choose("Somebody leaves")
    names = [dict(item.label.values)["seat"] for item in bar.menu.items]
    players = bar.menu.players
    for _ in range(next(n for n, seat in enumerate(names) if players[int(str(seat))].name == name)):
        bar.press(Button.KEEP_2)
    bar.press(Button.END)


def sitting(bar: Bar) -> list[tuple[object, bool]]:
    assert bar.session.match is not None
    return [(player.name, player.house) for player in bar.session.match.players]


@pytest.mark.parametrize(("button", "leads"), [(Button.END, None), (Button.KEEP_2, 1)])
def test_a_rematch_seats_who_sits_there_by_then(bar: Bar, button: Button, leads: int | None) -> None:
    bar.begin("Marie", "Jean", "Lucie", tokens=1)
    leaves(bar, "Jean")
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    bar.table.throw_all(1, 1, 3)
    to_the_end(bar)
    bar.table.time += READ_S
    bar.press(button)
    assert sitting(bar) == [("Marie", False), ("Lucie", False)]
    assert bar.session.match is not None
    assert bar.session.match.record.first == leads, "whoever left cannot lead"


def test_the_house_sits_down_where_one_alone_would_be_left(bar: Bar) -> None:
    bar.begin("Marie", "Jean", tokens=1)
    leaves(bar, "Jean")
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    to_the_end(bar)
    bar.table.time += READ_S
    bar.press(Button.END)
    assert sitting(bar) == [("Marie", False), (house_name(1), True)]
    assert bar.session.match is not None
    assert bar.session.match.record.players == ("Marie", "House")


def test_who_left_is_offered_no_seat_in_another_game(bar: Bar) -> None:
    bar.begin("Marie", "Jean", "Lucie", tokens=1)
    leaves(bar, "Jean")
    bar.press(Button.MENU)
    bar.choose("End the match")
    bar.choose("Yes, end it")
    bar.press(Button.END, Button.END, Button.END)
    assert [player.name for player in bar.menu.players] == ["Marie", "Lucie"]


def test_a_hand_that_everybody_has_is_not_the_hand_of_the_evening(bar: Bar) -> None:
    bar.begin("Marie", "Jean", charge_rolls=1, tokens=7)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    assert bar.session.match is not None
    for values, shown in (((6, 5, 3), False), ((5, 4, 2), False), ((6, 6, 6), True), ((4, 3, 3), True)):
        bar.table.throw_all(*values)
        if not isinstance(bar.session.match.wait, Throw | Over):
            bar.table.end()
        bar.session.tick(bar.table.time + ATTRACT_S + 1)
        attract = bar.scene
        assert isinstance(attract, AttractView)
        assert (attract.hand is not None) is shown, values
        bar.table.time += ATTRACT_S + 2
        bar.press(Button.END)


def test_the_poster_plays_a_turn_by_itself_every_now_and_then(bar: Bar) -> None:
    shown = []
    for since in (0.0, POSTER_S + 2.0, CYCLE_S + 1.0, CYCLE_S + POSTER_S + 7.0):
        bar.session.tick(since)
        assert isinstance(bar.scene, AttractView)
        values = None if bar.scene.play is None else [die.value for die in bar.scene.play.dice]
        shown.append((bar.scene.mirrored, values))
    assert shown == [(False, None), (False, [4, 6, 2]), (True, None), (True, [4, 1, 2])]


def test_the_best_hands_of_an_evening_are_shown_by_turns(bar: Bar) -> None:
    bar.begin("Marie", "Jean", charge_rolls=1, tokens=21)
    bar.table.throw(6, 6, 6)
    bar.table.throw_all(1, 1, 2)
    for values in ((6, 6, 6), (4, 2, 1)):
        bar.table.throw_all(*values)
    hands = set()
    for cycle in (1, 2):
        bar.session.tick(bar.table.time + ATTRACT_S + CYCLE_S * cycle)
        assert isinstance(bar.scene, AttractView)
        hands.add(tuple(sorted(die.value or 0 for die in bar.scene.dice)))
        assert bar.scene.play is None, "a match lies behind it"
    assert hands == {(1, 2, 4), (6, 6, 6)}


def test_the_last_hand_of_a_match_can_be_corrected(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.table.press(KEEPS[0], long=True)
    bar.press(Button.END)
    assert bar.session.match is not None
    assert bar.session.match.corrections == 1


def test_in_a_league_the_poster_and_the_end_say_where_it_is_told(path: Path) -> None:
    online = Online("https://league.example/", "zinc")
    bar = Bar(path, Start(online=online))
    assert isinstance(bar.scene, AttractView)
    assert bar.scene.link == "https://league.example/"
    played_to_the_end(bar)
    assert isinstance(bar.scene, EndView)
    assert bar.session.match is not None
    assert bar.scene.link == online.page_of(bar.session.match.record)
    assert re.fullmatch(r"https://league\.example/match/[0-9a-f]{12}", bar.scene.link)


def test_after_a_while_the_end_makes_way_for_the_next_guests(bar: Bar) -> None:
    played_to_the_end(bar)
    bar.session.tick(bar.table.time + END_IDLE_S + 1)
    assert isinstance(bar.scene, AttractView)
    assert bar.scene.last is not None


def test_the_attract_screen_keeps_the_winner_and_the_hand_of_the_evening(bar: Bar, path: Path) -> None:
    played_to_the_end(bar)
    assert isinstance(bar.scene, EndView)
    assert bar.scene.pays == 1
    assert bar.scene.course is not None
    assert bar.scene.play is not None
    bar.table.time += READ_S
    bar.press(Button.KEEP_1, Button.MENU)
    attract = bar.scene
    assert isinstance(attract, AttractView)
    assert attract.tonight
    assert [translate(line, "en") for line in attract.last] == ["Jean owes a round", "Marie: 1 win"]
    assert [die.value for die in attract.dice] == [4, 2, 1]
    assert all(die.picture is not None for die in attract.dice)
    cut_off(bar.journal)
    assert attract.hand is not None
    bar.session.tick(bar.table.time + EVENING_S + 1)
    attract = bar.scene
    assert isinstance(attract, AttractView)
    assert attract.hand is None, "another evening"
    assert not attract.tonight
    assert dict(attract.last[0].values)["name"] == "Marie"
    later = Bar(path).scene
    assert isinstance(later, AttractView)
    assert later.last == attract.last
    assert later.dice == ()
