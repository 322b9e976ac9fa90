"""The uplink in real time: a step several times a second, until the process is told to end."""

from __future__ import annotations

import signal
import time
from threading import Event
from typing import TYPE_CHECKING

from kiosk.appliance.systemd import Service

if TYPE_CHECKING:
    from league.uplink.lamps import Lamps
    from league.uplink.uplink import Uplink

LOOK_S = 0.3
"""How often the journal is looked at: a throw is on the league's pages within a second."""


def run(*parts: Uplink | Lamps) -> None:
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
