"""The holes that pictures leave in memory: the C library keeps them unless it is asked to give them back."""

from __future__ import annotations

import ctypes
import sys

EVERY_S = 60.0


class Heap:
    """Gives holes back to the system now and then; a few milliseconds each time, nothing where there is no glibc."""

    def __init__(self) -> None:
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
        self._next = 0.0

    def tidy(self, now: float) -> None:
        """Give back what lies idle, once in `EVERY_S` seconds."""
        if self._trim is not None and now >= self._next:
            self._next = now + EVERY_S
            self._trim(0)
