"""Somebody tries the table on a PC: the first press is a match, whose first turn teaches itself."""

from __future__ import annotations

import pytest
from made_up import MadeUpTable

from hardware.panel import KEEPS, Button
from kiosk.match.journal import Journal
from kiosk.session.session import Session
from kiosk.session.start import Start
from kiosk.view import AttractView, Coaching, PageView, PlayView


@pytest.fixture
def session() -> Session:
    return Session(Journal(), start=Start(tries=True))


def played(session: Session) -> PlayView:
    scene = session.view.scene
    assert isinstance(scene, PlayView)
    return scene


def test_it_opens_on_a_throw_and_the_games_are_one_press_away(session: Session) -> None:
    scene = session.view.scene
    assert isinstance(scene, AttractView)
    assert scene.throws
    table = MadeUpTable(session.scene, session.press)
    table.press(KEEPS[0])
    assert isinstance(session.view.scene, PageView)
    assert session.match is None


def test_the_next_press_is_a_match_against_the_house_that_waits_for_a_throw(session: Session) -> None:
    table = MadeUpTable(session.scene, session.press)
    table.press(Button.END)
    play = played(session)
    assert [player.house for player in play.players] == [False, True]
    assert play.prompt.message == "Throw the die"
    assert play.game.seat == 0


def test_the_coach_speaks_in_the_first_turn_alone(session: Session) -> None:
    table = MadeUpTable(session.scene, session.press)
    table.empty()
    table.press(Button.END)
    table.throw(6, 4, 2)
    assert played(session).coach is not None
    table.end()
    assert played(session).game.seat == 1
    table.throw_all(5, 4, 1)
    assert played(session).coach is None
    assert session.preferences.coaching is Coaching.OFF


def test_who_has_played_finds_the_poster_as_ever(session: Session) -> None:
    table = MadeUpTable(session.scene, session.press)
    table.press(Button.END)
    assert session._attract.first is None
