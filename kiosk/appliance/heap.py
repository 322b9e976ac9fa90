"""Gives memory back that pictures have left free: the C library keeps it for the process unless asked (malloc_trim)."""

import ctypes
import sys

EVERY_S = 60.0
"""Memory is given back once a minute."""


class Heap:
    """Gives free memory back once a minute, which takes a few milliseconds; without glibc it does nothing."""

    def __init__(self) -> None:
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
        self._next = 0.0

    def tidy(self, now: float) -> None:
        """Give back what lies idle, once in `EVERY_S` seconds."""
        if self._trim is not None and now >= self._next:
            self._next = now + EVERY_S
            self._trim(0)
