"""At a simulated table the space bar does with the dice what the screen waits for."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from hardware.simulator.table import RestingDie
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.seating import Player
from kiosk.ruling import Ruling, RulingId
from kiosk.simulation.desk import SimulatedDesk, do_as_asked
from kiosk.simulation.operator import OWN
from kiosk.view import DieView, PageView, PlayView, TableView, TrayView, View


class Tray:
    """A simulated table with two sets of five that only writes down what it is asked for; die n lies at x = 100 n."""

    dice = 10
    idle = True
    time = 9.0

    def __init__(self) -> None:
        self.thrown: list[int] = []
        self.lifted: list[int] = []
        self.placed: dict[int, int] = {}
        self.lying: list[int] = []

    def truth(self) -> list[RestingDie]:
        return [RestingDie(die, 1, (100.0 * die, 1.0), 0) for die in self.lying]

    def at(self, x: float, y: float) -> int:
        assert y
        return round(x / 100)

    def throw(self, dice: list[int]) -> None:
        self.thrown = dice

    def place(self, die: int, value: int, at: tuple[float, float] | None = None) -> None:
        assert at is None or min(at) > 0
        self.placed[die] = value

    def lift(self, dice: list[int]) -> None:
        self.lifted = dice


def space_bar(tray: Tray, scene: View) -> None:
    do_as_asked(tray, TableView(scene))  # type: ignore[arg-type]


@pytest.mark.parametrize(("lie", "thrown", "lifted"), [(True, [2, 3], []), (False, [2, 3], [0, 1])])
def test_the_space_bar_throws_what_is_not_kept(*, lie: bool, thrown: list[int], lifted: list[int]) -> None:
    view = game("four_twenty")().view(game("four_twenty")().start(2, 0))
    dice = tuple(DieView(5, kept=die < 2, box=(100.0 * die, 1.0, 2.0, 2.0) if lie else None) for die in range(4))
    play = PlayView(Text("420"), view, (Player("A", 0), Player("B", 1)), dice, Text("throw"))
    tray = Tray()
    space_bar(tray, play)
    assert (tray.thrown, tray.lifted) == (thrown, lifted)


def test_the_space_bar_lays_dice_back_where_the_table_asks_for_them() -> None:
    view = game("le_421")().view(game("le_421")().start(2, 0))
    asked = Ruling(RulingId.RESTORE, hand=(6, 4, 4))
    play = PlayView(Text("421"), view, (Player("A", 0), Player("B", 1)), (), Text("lay"), asked, warning=True)
    tray = Tray()
    space_bar(tray, play)
    assert (tray.placed, tray.thrown) == ({0: 6, 1: 4, 2: 4}, [])


def test_where_each_seat_has_its_own_dice_the_space_bar_throws_those_of_the_seat_in_turn() -> None:
    rules = game("four_twenty")(None, {"dice_set": "own"})
    players = (Player("A", 0), Player("B", 1))
    play = PlayView(Text("420"), rules.view(rules.start(2, 1)), players, (), Text("throw"), own=True)
    tray = Tray()
    space_bar(tray, play)
    assert tray.thrown == [5, 6, 7, 8]


def test_the_space_bar_lays_the_other_players_dice_back_too() -> None:
    rules = game("four_twenty")(None, {"dice_set": "own"})
    players = (Player("A", 0), Player("B", 1))
    view, asked = rules.view(rules.start(2, 1)), Ruling(RulingId.THEIRS_MOVED, hand=(6, 4, 4, 1))
    play = PlayView(Text("420"), view, players, (), Text("lay"), asked, warning=True, own=True)
    tray = Tray()
    space_bar(tray, play)
    assert tray.placed == {0: 6, 1: 4, 2: 4, 3: 1}


def test_while_the_table_learns_its_tray_the_space_bar_lays_dice_against_the_rim() -> None:
    tray = Tray()
    space_bar(tray, PageView(Text("lay"), said=Text("lay"), done=1, steps=5, tray=TrayView()))
    assert len(tray.placed) == OWN
    assert tray.thrown == []


@pytest.mark.parametrize(
    ("lying", "own", "lifted"),
    [([0, 1, 2, 3, 4], False, [3, 4]), ([0, 5, 6, 7], False, [5, 6, 7]), ([0, 1, 2, 3, 4, 5, 9], True, [4, 9])],
)
def test_the_space_bar_takes_away_what_another_game_has_left(lying: list[int], *, own: bool, lifted: list[int]) -> None:
    rules = game("four_twenty")(None, {"dice_set": "own"}) if own else game("le_421")()
    asked = Ruling(RulingId.SPARE, count=len(lifted), number=rules.dice)
    players = (Player("A", 0), Player("B", 1))
    tray = Tray()
    tray.lying = lying
    space_bar(tray, PlayView(Text("421"), rules.view(rules.start(2, 0)), players, (), Text("take"), asked, own=own))
    assert tray.lifted == lifted
    assert tray.thrown == list(range(rules.dice))


def test_while_hands_are_busy_the_space_bar_does_nothing() -> None:
    view = game("le_421")().view(game("le_421")().start(2, 0))
    tray = Tray()
    tray.idle = False
    space_bar(tray, PlayView(Text("421"), view, (Player("A", 0), Player("B", 1)), (), Text("throw")))
    space_bar(tray, PageView(Text("lay"), said=Text("lay"), done=1, steps=5, tray=TrayView()))
    assert (tray.thrown, tray.placed) == ([], {})


def test_of_a_throw_that_does_not_count_the_space_bar_takes_up_what_was_thrown_beside() -> None:
    view = game("threes_away_high")().view(game("threes_away_high")().start(2, 0))
    view = replace(view, hand=view.hand[:1])
    tray = Tray()
    tray.lying = [0, 1, 2, 3, 4]
    space_bar(
        tray, PlayView(Text("3"), view, (Player("A", 0), Player("B", 1)), (), Text("void"), Ruling(RulingId.VOID))
    )
    assert (tray.lifted, tray.thrown) == ([1, 2, 3, 4], [0])


def test_dice_that_just_came_to_rest_are_not_thrown_again_before_the_table_has_told_them() -> None:
    view = game("le_421")().view(game("le_421")().start(2, 0))
    shown = TableView(PlayView(Text("421"), view, (Player("A", 0), Player("B", 1)), (), Text("throw")))
    tray = Tray()
    desk = SimulatedDesk(tray, Mock())  # type: ignore[arg-type]
    for idle, later, thrown in ((False, 0.0, []), (True, 0.9, []), (True, 0.2, [0, 1, 2])):
        tray.idle, tray.time = idle, tray.time + later
        desk.throw(shown)
        desk.act(shown, 0.0)
        assert tray.thrown == thrown
