"""The whole way at a simulated table: its emblem dice are turned in front of the camera, taught, thrown, and read."""

from __future__ import annotations

from contextlib import closing
from random import Random

from hardware.simulator import SimulatedTable
from hardware.simulator.looks import POKER
from kiosk.games.core import Over
from kiosk.games.poker_d_as import PokerDas
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.session.dice_lesson import DiceLesson
from kiosk.session.session import Session
from kiosk.simulation.audit import Audit
from kiosk.simulation.headless import HeadlessTable, TableSpec
from kiosk.simulation.operator import TURNED_AT, shows_a_face
from vision.reading.reader import Reader
from vision.types import Expectation, Frame, Scene, SceneState
from vision.watching.calibration import CalibratedWatcher, Calibration
from vision.watching.taught import TaughtExample

RIM = ((70.0, 50.0), (1215.0, 50.0), (1232.0, 680.0), (50.0, 680.0))
TRAY = Calibration((1280, 720), RIM, (30.0, 80.0), (((180, 200, 210),),))
"""Of the simulated table with emblem dice."""
SEED, DICE, RESTS_S = 3, 4, 1.0
LONGEST_S = 120.0
"""Of the match of poker, in simulated seconds."""


def taught(reader: Reader, table: Calibration, value: int) -> Calibration:
    """What the table knows once this face was shown to its guide."""
    guide, watcher = DiceLesson(table), CalibratedWatcher(reader, table)
    guide.say_value(value)
    known = any(guide.learn(watcher.watch(frame, Expectation())) for frame in shows_a_face(SEED, value))
    assert known, f"the pictures of the face of {value} were not enough"
    return guide.calibration


def shown(value: int, look: str) -> list[TaughtExample]:
    """Pictures of a face where it is known to lie: the guide looks for it first, which takes longest."""
    table, pictures = SimulatedTable(SEED, DICE, fps=8, look=look, brisk=True), []
    for spot in TURNED_AT:
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
        scene = watcher.watch(Frame(table.advance(), table.time), Expectation(DICE))
        rested = rested + 1 / 8 if table.idle and scene.state is SceneState.SETTLED else 0.0
        assert table.time < 60
    assert scene is not None
    return scene


def test_emblem_dice_are_taught_thrown_and_read() -> None:
    reader = Reader()
    known = taught(reader, TRAY, 1).teach(shown(6, "emblems"))
    assert known.taught == (1, 6)
    table, watcher = SimulatedTable(SEED, DICE, fps=8, look="emblems", brisk=True), CalibratedWatcher(reader, known)
    table.throw(range(DICE))
    scene = at_rest(table, watcher)
    thrown = sorted(die.value or 0 for die in table.truth())
    assert (sorted(one.die.value for one in scene.dice), scene.doubts) == (thrown, ())
    assert not {1, 6}.isdisjoint(thrown), "the throw shows an emblem"


def test_a_match_of_poker_is_played_with_poker_dice_that_were_taught() -> None:
    assert [translate(face, "en") for face in PokerDas().faces] == list(POKER), "what stands on each value's face"
    known = TRAY
    for value in range(1, 7):
        known = known.teach(shown(value, "poker"))
    with closing(Journal()) as journal:
        session = Session(journal, calibration=known, rng=Random(SEED))
        with closing(HeadlessTable(session, journal, TableSpec(5, seed=6, look="poker"))) as headless:
            match, audit = (
                session.begin("poker_d_as", None, {"manches": 1}, ["Marie", "Jean"]),
                Audit(headless.table, headless.guests),
            )
            while not headless.guests.done and headless.table.time < LONGEST_S:
                headless.step()
                audit.look(match)
            assert isinstance(match.wait, Over)
            assert audit.mismatches(match) == ()
            assert match.corrections == 0
