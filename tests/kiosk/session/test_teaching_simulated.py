"""The whole way at a simulated table: its poker dice are turned in front of the camera, taught, and played with."""

from __future__ import annotations

from contextlib import closing
from random import Random

from hardware.simulator import SimulatedTable
from hardware.simulator.looks import POKER
from kiosk.games.core import Over
from kiosk.games.poker_d_as import PokerDas
from kiosk.locale import translate
from kiosk.match.journal import Journal
from kiosk.session.session import Session
from kiosk.simulation.audit import Audit
from kiosk.simulation.headless import HeadlessTable, TableSpec
from kiosk.simulation.operator import TURNED_AT
from vision.watching.calibration import Calibration
from vision.watching.taught import TaughtExample

RIM = ((70.0, 50.0), (1215.0, 50.0), (1232.0, 680.0), (50.0, 680.0))
TRAY = Calibration((1280, 720), RIM, (30.0, 80.0), (((180, 200, 210),),))
"""Of the simulated table with emblem dice."""
SEED, DICE = 3, 4
LONGEST_S = 120.0
"""Of the match of poker, in simulated seconds."""


def shown(value: int) -> list[TaughtExample]:
    """Pictures of a face where it is known to lie: a lesson looks for it first, which takes longest."""
    table, pictures = SimulatedTable(SEED, DICE, fps=8, look="poker", brisk=True), []
    for spot in TURNED_AT:
        table.place(0, value, spot)
        picture = table.advance()
        while not table.idle:
            picture = table.advance()
        pictures.append(TaughtExample.of(value, picture, table.truth()[0].centre, TRAY.edge))
    return pictures


def test_a_match_of_poker_is_played_with_poker_dice_that_were_taught() -> None:
    assert [translate(face, "en") for face in PokerDas().faces] == list(POKER), "what stands on each value's face"
    known = TRAY
    for value in range(1, 7):
        known = known.teach(shown(value))
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
