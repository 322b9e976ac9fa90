"""The uplink in real time: a step several times a second, until the process is told to end."""

from __future__ import annotations

import signal
import time
from threading import Event
from typing import Protocol

from kiosk.appliance.systemd import Service

LOOK_S = 0.3
"""How often the journal is looked at: a throw is on the league's pages within a second."""


class Stepping(Protocol):
    """What is called often: the way to the league, what tells the lamps."""

    def step(self, now: float) -> bool:
        """Do what is due; whether there is more."""

    def stop(self) -> None:
        """Let go of everything."""


def run(*parts: Stepping) -> None:
    """Let each do its work, until SIGTERM or Ctrl-C."""
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    service = Service()
    service.ready()
    while not ended.is_set():
        now = time.monotonic()
        service.alive(now)
        more = [part.step(now) for part in parts]
        if not any(more):
            ended.wait(LOOK_S)
    service.stopping()
    for part in parts:
        part.stop()
