"""Simulated guests: how they answer what the screen asks, seen from a made-up table."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

import pytest
from made_up import MadeUpTable

from hardware.panel import Button
from hardware.simulator.table import RestingDie
from kiosk.games.registry import game
from kiosk.games.text import say
from kiosk.match.journal import Journal
from kiosk.match.match import Match
from kiosk.referee.keys import soft_keys
from kiosk.referee.referee import Referee
from kiosk.ruling import RulingId
from kiosk.simulation.guests.playing import Guests
from kiosk.simulation.guests.tempo import BRISK
from kiosk.view import PlayView, TableView


class Tray:
    """The made-up table as guests see it; what they do there is only written down."""

    idle = True
    dice = 3

    def __init__(self, table: MadeUpTable) -> None:
        self._table = table
        self._tracks = [die.track for die in table.dice]
        self.done: list[tuple[object, ...]] = []

    def _number(self, track: int) -> int:
        """Tracks that came later are the die that is missing."""
        if track in self._tracks:
            return self._tracks.index(track)
        lying = {die.track for die in self._table.dice}
        return next(n for n, old in enumerate(self._tracks) if old not in lying)

    def at(self, x: float, y: float) -> int | None:
        near = [die for die in self._table.dice if hypot(die.die.centre[0] - x, die.die.centre[1] - y) < die.die.size]
        return self._number(near[0].track) if near else None

    def truth(self) -> tuple[RestingDie, ...]:
        return tuple(RestingDie(self._number(d.track), d.die.value, d.die.centre, 1) for d in self._table.dice)

    def throw(self, dice: Collection[int]) -> None:
        self.done.append(("throw", sorted(dice)))

    def push(self, die: int, by: tuple[float, float]) -> None:
        self.done.append(("push", die, by))

    def lift(self, dice: Collection[int]) -> None:
        self.done.append(("lift", sorted(dice)))

    def place(self, die: int, value: int) -> None:
        self.done.append(("place", die, value))


class Fingers:
    """Nobody presses anything here."""

    def press(self, button: Button, now: float) -> None:
        """Push a button down."""

    def release(self, button: Button, now: float) -> None:
        """Let it go."""


class Scene:
    """4, 6 and 1 lie there, of three throws, and the 4 is marked; then somebody meddles, and guests look."""

    def __init__(self) -> None:
        journal, chosen = Journal(), {"charge_rolls": 3}
        record = journal.start("le_421", "classique", chosen, ["Marie", "Jean"], 0)
        match = Match(journal, record, game("le_421")("classique", chosen))
        self.referee = Referee(match)
        self.table = MadeUpTable(self.referee.scene, self.referee.press)
        self.table.empty()
        self.table.throw(4, 6, 1)
        self.table.keep(1)
        self.tray = Tray(self.table)
        self.guests = Guests(self.tray, Fingers(), 1, BRISK)

    def asks(self) -> RulingId | None:
        view = self.referee.view
        assert isinstance(view, PlayView)
        return view.ruling.id if view.warning else None

    def look(self, now: float, *, lost: bool = False) -> None:
        alert = say("The camera is lost") if lost else None
        self.guests.look(TableView(self.referee.view, soft_keys(self.referee.keys), alert), now)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_kept_die_that_somebody_took_is_laid_back_not_let_go(scene: Scene) -> None:
    scene.table.lift(1)
    assert scene.asks() is RulingId.LIFTED
    scene.look(10.0)
    assert scene.tray.done == [("place", 0, 4)]
    assert not scene.guests.log


def test_a_die_that_was_laid_down_in_vain_is_thrown_before_anybody_lets_it_go(scene: Scene) -> None:
    scene.table.lift(1)
    for now in (10.0, 20.0, 30.0, 40.0):
        scene.look(now)
    assert scene.tray.done == [*[("place", 0, 4)] * 3, ("throw", [0])]
    assert not scene.guests.pressing


def test_where_somebody_laid_a_die_down_anew_all_that_are_not_kept_are_thrown(scene: Scene) -> None:
    scene.table.lift(2)
    scene.table.throw(6, at=800)
    assert scene.asks() is RulingId.LEFT
    scene.look(10.0)
    assert scene.tray.done == [("throw", [1, 2])]
    assert len(scene.guests.log) == 1


def test_a_camera_that_is_back_is_given_time_to_look(scene: Scene) -> None:
    scene.look(10.0, lost=True)
    scene.look(10.0 + BRISK.patience / 2)
    assert not scene.tray.done
    assert not scene.guests.pressing
    scene.look(10.1 + BRISK.patience)
    assert scene.tray.done or scene.guests.pressing


def test_who_throws_a_leaning_die_before_anybody_has_thrown_begins_the_throw(scene: Scene) -> None:
    scene.guests.look(TableView(scene.referee.view, soft_keys(scene.referee.keys)), 5.0)
    scene.guests._rethrow([1])
    assert [list(thrown.dice) for thrown in scene.guests.log] == [[1]]
    scene.guests._rethrow([2])
    assert [list(thrown.dice) for thrown in scene.guests.log] == [[1, 2]]
