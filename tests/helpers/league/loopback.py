"""Waits for what other processes bring about, and ports that are free."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable
from contextlib import suppress

PATIENCE_S = 120.0
"""Whoever waits so long, on a machine that is busy with other things, waits for nothing."""
PORTS = range(12_000, 30_000)
"""None of those from which a system takes the near end of a connection: what is free stays so until it is bound."""


def until(true: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait for what other processes bring about."""
    ended = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < ended, "it did not happen in time"
        time.sleep(0.02)


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


def answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
