"""Dice of a simulated table whose faces were taught are thrown, and read."""

from collections.abc import Sequence

import pytest

from hardware.simulator import SimulatedTable
from hardware.simulator.looks import POKER
from kiosk.games.poker_d_as import PokerDas
from kiosk.locale import translate
from kiosk.simulation.operator import TURNED_AT
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Scene, SceneState
from vision.watching.calibration import CalibratedWatcher, Calibration
from vision.watching.taught import LEAST_EXAMPLES, TaughtExample

RIM = ((70.0, 50.0), (1215.0, 50.0), (1232.0, 680.0), (50.0, 680.0))
TRAY = Calibration((1280, 720), RIM, (30.0, 80.0), (((180, 200, 210),),))
"""Of the simulated table with emblem dice."""
SEED, RESTS_S = 3, 1.0


def shown(value: int, look: str) -> list[TaughtExample]:
    """Pictures of a face where it is known to lie."""
    table, pictures = SimulatedTable(SEED, 1, fps=8, look=look, brisk=True), []
    for spot in TURNED_AT[:LEAST_EXAMPLES]:
        table.place(0, value, spot)
        picture = table.advance()
        while not table.idle:
            picture = table.advance()
        pictures.append(TaughtExample.of(value, picture, table.truth()[0].centre, TRAY.edge))
    return pictures


def at_rest(table: SimulatedTable, watcher: CalibratedWatcher) -> Scene:
    """What is seen once all lies still."""
    scene, rested = None, 0.0
    while rested < RESTS_S:
        scene = watcher.watch(Frame(table.advance(), table.time), Expectation(table.dice))
        rested = rested + 1 / 8 if table.idle and scene.state is SceneState.SETTLED else 0.0
        assert table.time < 60
    assert scene is not None
    return scene


@pytest.mark.parametrize(("look", "values", "seed", "dice"), [("emblems", (1, 6), 3, 4), ("poker", range(1, 7), 6, 5)])
def test_dice_that_were_taught_are_thrown_and_read(look: str, values: Sequence[int], seed: int, dice: int) -> None:
    known = TRAY
    for value in values:
        known = known.teach(shown(value, look))
    assert known.taught == tuple(values)
    table = SimulatedTable(seed, dice, fps=8, look=look, brisk=True)
    table.throw(range(dice))
    scene = at_rest(table, CalibratedWatcher(Reader(), known))
    lying = sorted(die.value or 0 for die in table.truth())
    assert (sorted(one.die.value for one in scene.dice), scene.doubts) == (lying, ())
    assert not set(values).isdisjoint(lying), "the throw shows one of them"


def test_what_stands_on_the_faces_of_poker_dice_is_said_so() -> None:
    assert [translate(face, "en") for face in PokerDas().faces] == list(POKER)
