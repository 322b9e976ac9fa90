"""Keyboard, mouse and touch press the panel's buttons, however slow the pictures are, and the space bar throws."""

from __future__ import annotations

import pytest

from hardware.panel import Button, Panel, PanelPins, PressKind
from hardware.simulator.fingers import Fingers
from kiosk.games.registry import game
from kiosk.games.text import Text
from kiosk.match.seating import Player
from kiosk.referee import prompts
from kiosk.runtime.keyboard import Keyboard
from kiosk.simulation.operator import OWN
from kiosk.view import CalibrationView, DieView, PlayView, TableView, View


@pytest.fixture(params=["pins", "keys"])
def table(request: pytest.FixtureRequest) -> tuple[Keyboard, Panel]:
    if request.param == "keys":
        panel = Panel(PanelPins({}, {}))
        return Keyboard(panel, None, None), panel
    fingers = Fingers(PanelPins())
    panel = Panel(PanelPins(), fingers.factory)
    return Keyboard(panel, fingers, None), panel


def test_a_tap_within_one_slow_picture_is_one_short_press(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    panel.poll(1.0)
    keyboard.button(Button.END, down=True)
    keyboard.button(Button.END, down=False)
    keyboard.move(3.0)
    panel.poll(3.0)
    presses = panel.poll(3.1) + panel.poll(3.5)
    assert [(press.buttons, press.kind) for press in presses] == [({Button.END}, PressKind.SHORT)]


def test_two_taps_within_one_slow_picture_are_two_presses(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    for _ in range(2):
        keyboard.button(Button.KEEP_2, down=True)
        keyboard.button(Button.KEEP_2, down=False)
    presses = []
    for turn in range(20):
        now = 5.0 + 0.1 * turn
        keyboard.move(now)
        presses += panel.poll(now)
    assert [press.kind for press in presses] == [PressKind.SHORT, PressKind.SHORT]


def test_a_button_held_is_held(table: tuple[Keyboard, Panel]) -> None:
    keyboard, panel = table
    keyboard.button(Button.KEEP_1, down=True)
    presses = []
    for turn in range(20):
        now = 5.0 + 0.1 * turn
        keyboard.move(now)
        presses += panel.poll(now)
    keyboard.button(Button.KEEP_1, down=False)
    keyboard.move(8.0)
    presses += panel.poll(8.0) + panel.poll(8.1)
    assert [press.kind for press in presses] == [PressKind.LONG]


# --- the space bar ---------------------------------------------------------------------------------------------------


class Tray:
    """A simulated table with two sets of five that only writes down what it is asked for; die n lies at x = 100 n."""

    dice = 10
    idle = True

    def __init__(self) -> None:
        self.thrown: list[int] = []
        self.lifted: list[int] = []
        self.placed: dict[int, int] = {}

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
    panel = Panel(PanelPins({}, {}))
    Keyboard(panel, None, tray).throw(TableView(scene))  # type: ignore[arg-type]


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
    asked = prompts.restore({1: 6, 2: 4, 3: 4})
    play = PlayView(Text("421"), view, (Player("A", 0), Player("B", 1)), (), asked, warning=True)
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
    view, asked = rules.view(rules.start(2, 1)), prompts.asked_back({1: 6, 2: 4, 3: 4, 4: 1})
    play = PlayView(Text("420"), view, players, (), asked, warning=True, own=True)
    tray = Tray()
    space_bar(tray, play)
    assert tray.placed == {0: 6, 1: 4, 2: 4, 3: 1}


def test_while_the_table_learns_its_tray_the_space_bar_lays_dice_against_the_rim() -> None:
    tray = Tray()
    space_bar(tray, CalibrationView(Text("lay"), 1, 5))
    assert len(tray.placed) == OWN
    assert tray.thrown == []
