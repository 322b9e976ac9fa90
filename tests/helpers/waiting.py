"""Waiting for what other threads bring about."""

import time
from collections.abc import Callable

WAIT_S = 120.0
"""Longer than the busiest machine takes."""


def until(what: str, true: Callable[[], object]) -> None:
    """Wait for it; a test fails where `what` does not come about."""
    end = time.monotonic() + WAIT_S
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.002)
