"""Which of the old dice a new one is: what counts as unmoved, pushed, tumbled, and what as another die."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_table import Drawn, Table, TruthReader

from vision.types import Die, Image
from vision.watching.association import Resting, alike

EDGE_PX = 56.0


class Cloth:
    """A die drawn on cloth of its own colour: nothing but its pips shows that it moved."""

    def __init__(self) -> None:
        self.table = Table(grain=1.0, edge=EDGE_PX)
        self.table._felt = np.full_like(self.table._felt, 215)

    def shows(self, die: Drawn) -> Image:
        self.table.dice["it"] = die
        return self.table.frame().image

    def read(self) -> Die:
        (die,) = TruthReader(self.table).read(self.table.picture()).dice
        return die


@pytest.mark.parametrize("turn", [0.0, 50.0])
@pytest.mark.parametrize(("shift", "unmoved"), [(0.0, True), (0.02, True), (0.08, False), (0.1, False), (0.15, False)])
def test_a_die_that_shifts_by_more_than_a_25th_of_its_edge_has_moved(shift: float, unmoved: bool, turn: float) -> None:
    cloth = Cloth()
    before = cloth.shows(Drawn(5, 600, 420, turn))
    old = Resting(1, cloth.read(), before)
    assert alike(cloth.shows(Drawn(5, 600 + shift * EDGE_PX, 420, turn)), old) == unmoved
