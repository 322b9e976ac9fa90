"""A bar's evening at a simulated table: now and then, for some throws, something shakes it or plays with its light."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hardware.simulator.camera import FaultyCamera
from hardware.simulator.conditions import CONDITIONS

LASTS = (2, 6)
"""Throws, about: a song, a guest who leans on the table."""
SOON_S = (0.0, 4.0)
"""After the count of a throw: a condition begins and ends while dice lie, roll or are in a hand."""


class Evening:
    """Lays conditions over what the camera films: with every throw each begins by its chance, `rates`, by name.

    With a chance of 1 it stays: a condition that begins again goes on. Each name has a chance of its own, so that more
    than one may be there at once, and whatever else goes wrong goes wrong under them.
    """

    def __init__(self, rates: Mapping[str, float], camera: FaultyCamera, seed: int) -> None:
        self._rates = dict(sorted(rates.items()))
        self._camera = camera
        self._rng = Random(f"evening {seed}")
        self._throws = -1
        self._until: dict[str, int] = {}
        """After how many throws each ends."""
        self._changes = 0.0
        """When what is due begins and ends, seconds."""

    def step(self, throws: int, now: float) -> None:
        """`throws` were counted up to now; it is `now`, seconds of the table's time."""
        if throws > self._throws:
            self._throws = throws
            self._changes = now + self._rng.uniform(*SOON_S) if throws else now
            for name, rate in self._rates.items():
                if self._rng.random() < rate:
                    self._until[name] = throws + self._rng.randint(*LASTS)
        if now < self._changes:
            return
        self._changes = float("inf")
        there = self._camera.conditions
        for name, until in self._until.items():
            if until <= throws:
                there.pop(name, None)
            elif name not in there:
                there[name] = CONDITIONS[name](self._rng.getrandbits(32))
