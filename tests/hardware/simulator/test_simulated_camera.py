"""The camera over the simulated table keeps a device's pace, or none; the one to practise at shows many throws."""

import numpy as np
import pytest

from hardware.camera.recording import Playback
from hardware.camera.simulated import SimulatedCamera, TableClock
from hardware.simulator import SimulatedTable


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


def test_paced_it_gives_a_picture_every_thirtieth_of_a_second_of_the_clock() -> None:
    clock = Clock()
    camera = Playback(SimulatedCamera(SimulatedTable(1, look="felt")), clock, clock.sleep)
    times = [camera.read().time for _ in range(4)]
    assert times == pytest.approx([100 + count / 30 for count in range(4)])


def test_the_tables_time_waits_for_whoever_looks_at_its_pictures() -> None:
    real = Clock()
    clock = TableClock(1 / 30, real)
    camera = Playback(SimulatedCamera(SimulatedTable(1, look="felt")), clock, real.sleep)
    for count in range(3):
        frame = camera.read()
        real.now += 0.5  # a slow reader
        clock.see(frame.time)
        assert frame.time == pytest.approx(100 + count / 30)
        assert clock() == frame.time
        real.now += 7.0
        assert clock() == pytest.approx(frame.time + 1 / 30), "no later than the next picture"


def test_pictures_belong_to_the_reader() -> None:
    camera = SimulatedCamera(SimulatedTable(1, look="felt"))
    first = camera.read().image
    kept = first.copy()
    for _ in range(3):
        camera.read()
    assert np.array_equal(first, kept)
