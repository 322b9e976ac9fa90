"""Counts what ended matches come to while nobody plays, so that whoever looks back waits for nothing."""

from __future__ import annotations

import time
from concurrent.futures import Future
from pathlib import Path
from threading import Event

from kiosk.history.digests import catch_up
from kiosk.match.beside import beside

PAUSE_S = 0.05
"""Between two matches, each some hundredths of a second of work: a journal of years takes an hour, unfelt."""
STEP_S = 0.005


class Counting:
    """The counting of the journal at `path`: begins whenever the table falls idle, and pauses at the first press."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stopped = Event()
        self._stopped.set()
        self._pass: Future[None] | None = None

    def move(self, *, idle: bool) -> None:
        """Begin, or stop, as the table is idle or not; it never waits."""
        if not idle:
            self._stopped.set()
        elif self._stopped.is_set() and (self._pass is None or self._pass.done()):
            self._stopped.clear()
            self._pass = beside(lambda: catch_up(self._path, lambda: not self._stopped.wait(PAUSE_S)))

    def stop(self, wait_s: float) -> None:
        """Give up; wait so long, at most, until the files are let go of."""
        self._stopped.set()
        until = time.monotonic() + wait_s
        while self._pass is not None and not self._pass.done() and time.monotonic() < until:
            time.sleep(STEP_S)
