"""The uplink in real time: a step several times a second, until the process is told to end."""

from __future__ import annotations

import signal
import time
from threading import Event

from kiosk.appliance.systemd import Service
from league.uplink.uplink import Uplink

LOOK_S = 0.3
"""How often the journal is looked at: a throw is on the league's pages within a second."""


def run(uplink: Uplink) -> None:
    """Send, until SIGTERM or Ctrl-C."""
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    service = Service()
    uplink.start()
    service.ready()
    while not ended.is_set():
        now = time.monotonic()
        service.alive(now)
        if not uplink.step(now):
            ended.wait(LOOK_S)
    service.stopping()
    uplink.stop()
