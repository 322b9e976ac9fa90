"""What the fault injector does at a simulated table, and what it leaves alone."""

import pytest

from hardware.panel import PanelPins
from hardware.simulator.camera import FaultyCamera
from hardware.simulator.fingers import Fingers
from hardware.simulator.table import SimulatedTable
from kiosk.simulation.faults import CHANGES_S, LASTS, FaultInjector, Targets


@pytest.fixture
def at() -> Targets:
    table = SimulatedTable(1, 1, fps=8.0, look="felt", brisk=True)
    return Targets(table, FaultyCamera(table), Fingers(PanelPins()))


@pytest.mark.parametrize("fault", ["lift", "stir"])
@pytest.mark.parametrize(("owed", "struck"), [([0], False), ([], True)])
def test_the_die_that_alone_is_to_be_thrown_is_left_alone(
    at: Targets, fault: str, owed: list[int], struck: bool
) -> None:
    at.table.place(0, 3)
    at.table.advance()
    while not at.table.idle:
        at.table.advance()
    injector = FaultInjector({fault: 1.0}, at, 1)
    injector.step(1, owed=owed)
    at.table.doze(20.0)
    injector.step(1, owed=owed)
    assert at.table.idle is not struck


def conditions(at: Targets, rates: dict[str, float], throws: int) -> list[dict[str, object]]:
    """What lies over the pictures soon after each count."""
    injector, seen = FaultInjector(rates, at, 1), []
    for count in range(throws):
        injector.step(count)
        at.table.doze(CHANGES_S[1])
        injector.step(count)
        seen.append(dict[str, object](at.camera.conditions))
        at.table.doze(1.0)
    return seen


def test_with_a_chance_of_one_a_condition_stays_and_is_one_song_not_thirty_that_begin_anew(at: Targets) -> None:
    first, *others = conditions(at, {"shake": 1.0, "spot": 0.0}, 30)
    assert set(first) == {"shake"}
    assert all(there == first for there in others)


def test_a_condition_lasts_for_some_throws_and_comes_again(at: Targets) -> None:
    shown = "".join("B" if "bands" in there else "." for there in conditions(at, {"bands": 0.05}, 400))
    spells = [len(spell) for spell in shown.split(".") if spell]
    assert len(spells) > 5
    assert LASTS[0] <= min(spells) <= LASTS[1]
    assert 0.1 < shown.count("B") / 400 < 0.4
