"""Conditions come and go over the throws of a simulated evening."""

from __future__ import annotations

import pytest

from hardware.simulator.camera import FaultyCamera
from hardware.simulator.table import SimulatedTable
from kiosk.simulation.conditions import LASTS, SOON_S, Evening


@pytest.fixture
def camera() -> FaultyCamera:
    return FaultyCamera(SimulatedTable(1, 1, fps=8.0, look="felt", brisk=True))


def there(camera: FaultyCamera, rates: dict[str, float], throws: int, seed: int = 1) -> list[set[str]]:
    """What lies over the pictures after each count, and what soon after."""
    evening, now, seen = Evening(rates, camera, seed), 0.0, []
    for count in range(throws):
        evening.step(count, now)
        now += SOON_S[1]
        evening.step(count, now)
        seen.append(set(camera.conditions))
        now += 1.0
    return seen


def test_with_a_chance_of_one_it_stays_from_the_first_picture_on(camera: FaultyCamera) -> None:
    evening = Evening({"shake": 1.0, "spot": 0.0}, camera, 1)
    evening.step(0, 0.0)
    assert set(camera.conditions) == {"shake"}
    begun = camera.conditions["shake"]
    for count in range(30):
        evening.step(count, 10.0 * count)
        evening.step(count, 10.0 * count + SOON_S[1])
    assert camera.conditions == {"shake": begun}, "one song, not thirty that begin anew"


def test_it_lasts_for_some_throws_and_comes_again(camera: FaultyCamera) -> None:
    seen = there(camera, {"bands": 0.05}, 400)
    shown = "".join("B" if "bands" in one else "." for one in seen)
    spells = [len(spell) for spell in shown.split(".") if spell]
    assert len(spells) > 5
    assert min(spells) >= LASTS[0]
    assert min(spells) <= LASTS[1]
    assert 0.1 < shown.count("B") / 400 < 0.4
