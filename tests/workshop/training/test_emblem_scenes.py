"""Scenes of dice that show emblems."""

from __future__ import annotations

import numpy as np
import pytest

from vision.types import DoubtKind
from workshop.training.emblem_scenes import EmblemTable
from workshop.training.scenes import what_lies_at


@pytest.mark.slow
def test_who_was_taught_nothing_reads_pips_and_doubts_emblems() -> None:
    table, rng = EmblemTable((4700, 1), sprites=4), np.random.default_rng(1)
    scene = table.scene(rng, 2, 2)
    untaught = scene.untaught()
    told = [what_lies_at(untaught, np.array(die.at), die.edge) for die in scene.dice]
    assert told == [DoubtKind.VALUE if die.emblem else die.value for die in scene.dice]
    assert {die.emblem for die in scene.dice} == {True, False}
