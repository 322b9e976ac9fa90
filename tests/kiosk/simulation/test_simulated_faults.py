"""What the fault injector leaves alone at a simulated table."""

from __future__ import annotations

from contextlib import closing

import pytest

from hardware.panel import Panel, PanelPins
from hardware.simulator.camera import FaultyCamera
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.simulation.faults import FaultInjector, Targets


@pytest.mark.parametrize("fault", ["lift", "stir"])
@pytest.mark.parametrize(("owed", "struck"), [([0], False), ([], True)])
def test_the_die_that_alone_is_to_be_thrown_is_left_alone(fault: str, owed: list[int], struck: bool) -> None:
    pins = PanelPins()
    fingers = Fingers(pins)
    table = SimulatedTable(1, 1, fps=8.0, look="felt", brisk=True)
    table.place(0, 3)
    table.advance()
    while not table.idle:
        table.advance()
    with closing(Panel(pins, fingers.factory)):
        injector = FaultInjector({fault: 1.0}, Targets(table, FaultyCamera(table), fingers), 1)
        injector.step(1, owed=owed)
        table.doze(20.0)
        injector.step(1, owed=owed)
        assert table.idle is not struck
