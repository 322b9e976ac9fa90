"""Which mains a camera exposes for is found out by the bands in its pictures, and only where there are any."""

import numpy as np
from under_lamps import under_lamps

from hardware.camera import Mains
from hardware.camera.mains import HALF_PERIOD_US
from kiosk.pipeline.camera_monitor import MainsMonitor
from vision.types import Frame

SUITS_US = 14_000


class Film:
    """What a camera sees that does as the monitor says; it takes mains of 50 Hz for granted where nobody knows."""

    def __init__(self, hz: float | None, *, obeys: bool = True) -> None:
        self.monitor = MainsMonitor()
        self.time = 100.0
        self.said: list[Mains] = []
        self._hz, self._obeys = hz, obeys

    def roll(self, seconds: float) -> list[Mains]:
        """What was said until then."""
        for _ in range(round(30 * seconds)):
            self.time += 1 / 30
            if (mains := self.monitor.see(Frame(self._picture(), self.time))) is not None:
                self.said.append(mains)
        return self.said

    def _picture(self) -> np.ndarray:
        if self._hz is None:
            return under_lamps(0.0, 1e9, 50)
        mains = self.said[-1] if self.said else Mains.HZ_50
        return under_lamps(self.time, HALF_PERIOD_US[mains] if self._obeys else SUITS_US, self._hz)


def test_a_camera_without_bands_is_left_alone() -> None:
    assert Film(None).roll(60) == []
    assert Film(49.95).roll(60) == []


def test_bands_at_sixty_hertz_are_noticed_and_ended() -> None:
    film = Film(59.9)
    assert film.roll(4) == [], "it has hardly settled"
    assert film.roll(2) == [Mains.HZ_60]
    assert film.roll(60) == [Mains.HZ_60], "and there it stays"


def test_a_camera_that_can_do_nothing_is_asked_once_for_each_and_left_with_the_least() -> None:
    film = Film(50.3, obeys=False)
    said = film.roll(60)
    assert said[:2] == [Mains.HZ_60, Mains.HZ_50]
    assert len(said) <= 3


def test_another_light_is_looked_at_again() -> None:
    film = Film(None)
    film.roll(10)
    film._hz = 59.9
    assert film.roll(20) == [], "nobody looks as long as nothing has changed"
    film.monitor.measure_again()
    assert film.roll(6) == [Mains.HZ_60]


def test_a_camera_that_was_started_again_begins_anew() -> None:
    film = Film(59.9)
    film.roll(20)
    film.time += 5
    film.said.clear()
    assert film.roll(20) == [Mains.HZ_60]
